"""Validation with the library `jsonschema`, within limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any

from yschema_engine.compiled import documents as codes
from yschema_engine.compiled.compile import Resolving
from yschema_engine.compiled.dialects import Dialect
from yschema_engine.compiled.documents import PlainValues, reported_errors, to_json_like
from yschema_engine.compiled.evaluated import UnknownError
from yschema_engine.compiled.library import DeadlineExceeded, ValidationError, deadline
from yschema_engine.compiled.references import Place, References
from yschema_engine.compiled.violations import Violations
from yschema_engine.evaluate.limits import Limits
from yschema_engine.schema.ecma_search import SECONDS
from yschema_engine.schema.fields import UNSET, Field
from yschema_engine.schema.rule_check import crossed_limits
from yschema_engine.schema.schema_keywords import CheckFacts, Scope
from yschema_engine.text.findings import Code, Finding, LimitError, finding, revise
from yschema_engine.text.nodes import Map, Value
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Span

_MOST = 100  # errors about one value


class InstanceChecker:
    """Checks values by a schema. It fetches nothing."""

    def __init__(
        self, root: Any, plain: PlainValues, dialect: Dialect, registry: Any, limits: Limits
    ) -> None:
        """Prepare the library.

        Args:
            root: the schema of whole values, as a plain value.
            plain: the plain values of all schemas.
            dialect: of the schemas.
            registry: the schemas that references lead to.
            limits: of the time for one check.
        """
        self._plain = plain
        self._dialect = dialect
        self._limits = limits
        make = partial(dialect.validator, root, registry=registry)
        self._validator = make()
        self._with_formats = make(format_checker=dialect.formats)

    @classmethod
    def of_references(cls, references: References, limits: Limits) -> InstanceChecker:
        """Return the check by the first of several documents."""
        root = {"$ref": references.root_uri}
        return cls(root, references.plain, references.dialect, references.registry, limits)

    def check(self, value: Value) -> Iterator[Finding]:
        """Return the findings about a value of the whole schema; as the specification says, formats warn.

        Raises:
            LimitError: the check takes too long.
        """
        plain, span = to_json_like(value), None
        if isinstance(value, Map) and value.items:
            span = value.items[0].span
        violations = Violations(value, span, self._plain.node)
        errors = self._errors(lambda: self._validator.iter_errors(plain), span)
        if not errors:
            errors = self._errors(lambda: self._with_formats.iter_errors(plain), span)
        yield from violations.of(errors)

    def facts(self, scope: Scope) -> CheckFacts:
        """Return the compiled facts that decide about values."""
        return Resolving(self._validator, self._dialect, scope).facts()

    def check_declared(self, places: Mapping[Field, Place]) -> Iterator[Finding]:
        """Return the findings about the limits, defaults and examples of fields."""
        for field, place in places.items():
            yield from crossed_limits(field.rules, field.path)
            if field.default is not UNSET and field.type.kinds:
                yield from self._wrong(codes.INVALID_DEFAULT, field, field.default, place, field.span)
            for example in field.examples:
                yield from self._wrong(codes.INVALID_EXAMPLE, field, example.value, place, example.span)

    def _wrong(self, code: Code, field: Field, value: Any, place: Place, span: Span) -> Iterator[Finding]:
        schema = self._plain.plain(place.node)
        plain = to_json_like(value)
        errors = self._errors(
            lambda: self._validator.descend(plain, schema, resolver=place.resolver), field.span
        )
        for each in Violations(value, span, self._plain.node).of(errors[:1]):
            words = {}
            if each.code == codes.MISSING_KEY and each.path:
                words["expected"] = phrase("the key `{key}`", key=Verbatim(str(each.path[-1])))
            about = revise(each, code=code, span=span, path=field.path, **words)
            yield revise(about, kind=code.kind, severity=code.severity)

    def _errors(
        self, find: Callable[[], Iterable[ValidationError]], span: Span | None
    ) -> list[ValidationError]:
        """Return the first errors, in the order of the values.

        Raises:
            LimitError: that takes too long.
            EngineError: the value or the schema is nested too deep, or odd.
        """
        try:
            with deadline(self._limits.seconds), reported_errors(span, self._plain):
                known = (each for each in find() if not isinstance(each, UnknownError))
                errors = list(islice(known, _MOST))
        except DeadlineExceeded:
            limit, option = f"{self._limits.seconds:g}", self._limits.seconds_option
            late = finding(codes.CHECK_LIMIT, span, limit=limit, option=option, pattern=f"{SECONDS:g}")
            raise LimitError([late]) from None
        return sorted(errors, key=_sort_key)


def _sort_key(error: ValidationError) -> tuple[tuple[int, str], ...]:
    return tuple((0, f"{step:09}") if isinstance(step, int) else (1, step) for step in error.absolute_path)

"""Checking instances of a JSON Schema by the library `jsonschema`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from jsonschema.exceptions import SchemaError, ValidationError
from referencing import Registry

from yschema_engine.frontends.json_schema import codes
from yschema_engine.frontends.json_schema.dialects import Dialect
from yschema_engine.model.fields import UNSET, Field
from yschema_engine.model.findings import Code, EngineError, Finding, finding
from yschema_engine.model.path import Path
from yschema_engine.model.phrases import Verbatim
from yschema_engine.nodes import Array, Map, Value, to_plain
from yschema_engine.source import Span


def check_schema(plain: Any, dialect: Dialect, document: Value, span: Span) -> None:
    """Check a schema against its own dialect.

    Raises:
        EngineError: the schema is not valid.
    """
    try:
        dialect.validator.check_schema(plain)
    except SchemaError as e:
        where = _span(document, e.absolute_path, span)
        expected = Verbatim(dialect.uri)
        raise EngineError([finding(codes.INVALID_SCHEMA, where, found=e.message, dialect=expected)]) from None


class InstanceChecker:
    """Checks values by a schema. It fetches nothing: references lead to the schema itself."""

    def __init__(self, plain: Any, dialect: Dialect) -> None:
        """Prepare the library for a schema, as plain values."""
        checker = dialect.validator.FORMAT_CHECKER
        self._validator = dialect.validator(plain, registry=Registry(), format_checker=checker)

    def check(self, value: Value) -> Iterator[Finding]:
        """Return the findings about a value of the whole schema."""
        errors = sorted(self._validator.iter_errors(to_plain(value)), key=_sort_key)
        for error in errors:
            span = _span(value, error.absolute_path, None)
            path = _path(error.absolute_path)
            yield finding(codes.INVALID_INSTANCE, span, path=path, found=error.message)

    def check_declared(self, schemas: Mapping[Field, Value]) -> Iterator[Finding]:
        """Return the findings about the defaults and the examples of fields.

        Args:
            schemas: of the fields.
        """
        for field, schema in schemas.items():
            plain = to_plain(schema)
            if field.default is not UNSET:
                yield from self._wrong(codes.INVALID_DEFAULT, field, field.default, plain, field.span)
            for example in field.examples:
                yield from self._wrong(codes.INVALID_EXAMPLE, field, example.value, plain, example.span)

    def _wrong(self, code: Code, field: Field, value: Any, schema: Any, span: Span) -> Iterator[Finding]:
        for error in self._validator.descend(to_plain(value), schema):
            yield finding(code, span, path=field.path, found=error.message)


def _sort_key(error: ValidationError) -> list[str]:
    return list(map(str, error.absolute_path))


def _path(steps: Iterable[str | int]) -> Path:
    path = Path()
    for step in steps:
        path = path.item(step) if isinstance(step, int) else path.key(step)
    return path


def _span(value: Value, steps: Iterable[str | int], span: Span | None) -> Span | None:
    """Return the span of the item at a path, or of the nearest one above it."""
    for step in steps:
        item = next(_matching(value, step), None)
        if item is None:
            break
        span, value = item.value_span, item.value
    return span


def _matching(value: Value, step: str | int) -> Iterator[Any]:
    if isinstance(value, Map):
        yield from (item for item in value.items if item.key == step)
    elif isinstance(value, Array) and isinstance(step, int):
        yield from value.items[step : step + 1]

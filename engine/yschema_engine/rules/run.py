"""Running the rules of one node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from yschema_engine.frontends.ytt.starlark import LimitError, to_starlark
from yschema_engine.frontends.ytt.stdlib.regexp import compiled
from yschema_engine.model.findings import EngineError, Finding, legacy_finding
from yschema_engine.nodes import Array, Map, Value, to_plain, type_name
from yschema_engine.rules.compare import Incomparable, equal, length, less, repeated, written
from yschema_engine.rules.formats import FORMATS
from yschema_engine.rules.rules import Rule, Validation
from yschema_engine.source import Span


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands.

    Attributes:
        path: its path; empty for the document.
        span: its line.
        parent: the map or array around it; null for the document.
        root: the document's value.
    """

    path: str
    span: Span
    parent: Value
    root: Value


def run_validation(validation: Validation, value: Value, place: Place) -> Iterator[Finding]:
    """The violations of a validation by a value, in the order of the rules.

    A null value is looked at only where null is refused, and then by that rule alone.

    Raises:
        EngineError: the condition failed, or is no boolean.
    """
    if not _applies(validation, value, place):
        return
    for rule, found in violated(validation, value):
        yield legacy_finding(
            "the value breaks a rule",
            "validation",
            place.span,
            path=place.path or "(document)",
            found=found,
            rule=rule.message or rule.description,
            by=validation.span,
        )


def violated(validation: Validation, value: Value) -> Iterator[tuple[Rule, str]]:
    """The rules that a value breaks, whatever the condition, each with what was found."""
    for rule in validation.rules:
        if value is None and rule.name != "not_null":
            continue
        if rule.of_strings and not isinstance(value, str):
            continue
        problem = _custom(rule, value) if rule.name is None else _NAMED[rule.name](rule.argument, value)
        if problem is not None:
            yield rule, problem or written(to_plain(value))
            if rule.name == "not_null":
                return


def _applies(validation: Validation, value: Value, place: Place) -> bool:
    if value is None and not validation.requires_value:
        return False
    if validation.when is None:
        return True
    try:
        context = _context(value, place)
        module, function = validation.when.module, validation.when.function
        if validation.of_designs:
            result = module.rule_condition(function, *context)
        else:
            result = module.condition(function, *map(to_starlark, context))
    except LimitError:
        raise
    except EngineError as e:
        raise _condition_failed(validation, place, e.findings[0].message) from e
    if not isinstance(result, bool):
        raise _condition_failed(validation, place, f"it gives {written(result)}; expected True or False")
    return result


def _context(value: Value, place: Place) -> tuple[Value, Value, Value]:
    return value, place.parent, place.root


def _condition_failed(validation: Validation, place: Place, problem: str) -> EngineError:
    return EngineError(
        [
            legacy_finding(
                "the condition when= of a validation failed",
                "validation",
                place.span,
                path=place.path or "(document)",
                found=problem,
                by=validation.span,
                rule=f"when={validation.condition}" if validation.condition else "when=",
            )
        ]
    )


def _custom(rule: Rule, value: Value) -> str | None:
    assert rule.check is not None
    try:
        if rule.of_designs:
            valid, message = rule.check.verdict(value)
            return None if valid else message
        return None if rule.check(to_starlark(value)) is True else ""
    except LimitError:
        raise
    except EngineError as e:
        return e.findings[0].message.removeprefix("the code failed: ")


def _min_len(limit: Any, value: Value) -> str | None:
    measured = length(value)
    if measured is None:
        return f"{type_name(value)}, which has no length"
    return None if measured >= limit else f"length = {measured}"


def _max_len(limit: Any, value: Value) -> str | None:
    measured = length(value)
    if measured is None:
        return f"{type_name(value)}, which has no length"
    return None if measured <= limit else f"length = {measured}"


def _min(limit: Any, value: Value) -> str | None:
    try:
        return f"{written(value)}, less than {written(limit)}" if less(to_plain(value), limit) else None
    except Incomparable:
        return f"{type_name(value)}, which has no order beside {written(limit)}"


def _max(limit: Any, value: Value) -> str | None:
    try:
        return f"{written(value)}, greater than {written(limit)}" if less(limit, to_plain(value)) else None
    except Incomparable:
        return f"{type_name(value)}, which has no order beside {written(limit)}"


def _not_null(_: Any, value: Value) -> str | None:
    return "null" if value is None else None


def _one_not_null(keys: Any, value: Value) -> str | None:
    if not isinstance(value, Map):
        return f"{type_name(value)}; expected a map"
    looked_at = None if keys is True else list(keys)
    there = [i.key for i in value.items if i.value is not None and (looked_at is None or i.key in looked_at)]
    if len(there) == 1:
        return None
    return f"{written(there)} are not null" if there else "all values are null"


def _one_of(values: Any, value: Value) -> str | None:
    plain = to_plain(value)
    return (
        None
        if any(equal(plain, to_plain(v)) for v in values)
        else f"{written(plain)}, none of the allowed values"
    )


def _text(value: Value) -> str | None:
    """None of a string; of any other value what a rule about text has to say."""
    return None if isinstance(value, str) else f"{type_name(value)}, which is no text"


def _regexp(pattern: Any, value: Value) -> str | None:
    if not isinstance(value, str):
        return _text(value)
    return None if compiled(pattern).search(value) else f"{written(value)}, which does not match"


def _format(name: Any, value: Value) -> str | None:
    plain = to_plain(value)
    return None if FORMATS[name].accepts(plain) else f"{written(plain)}, which is not {FORMATS[name].phrase}"


def _unique(_: Any, value: Value) -> str | None:
    if not isinstance(value, Array):
        return f"{type_name(value)}; expected an array"
    twice = repeated([to_plain(item.value) for item in value.items])
    return None if twice is None else f"{written(twice[0])} more than once"


def _starts_with(prefix: Any, value: Value) -> str | None:
    return _text(value) or (None if str(value).startswith(prefix) else written(value))


def _ends_with(suffix: Any, value: Value) -> str | None:
    return _text(value) or (None if str(value).endswith(suffix) else written(value))


_NAMED = {
    "regexp": _regexp,
    "format": _format,
    "unique": _unique,
    "starts_with": _starts_with,
    "ends_with": _ends_with,
    "min_len": _min_len,
    "max_len": _max_len,
    "min": _min,
    "max": _max,
    "not_null": _not_null,
    "one_not_null": _one_not_null,
    "one_of": _one_of,
}

"""The checks of named rules: None if a value satisfies the rule, else what was found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from yschema_engine.frontends.ytt.stdlib.regexp import compiled
from yschema_engine.nodes import Array, Map, Value, to_plain, type_name
from yschema_engine.rules.compare import Incomparable, equal, length, less, repeated, written
from yschema_engine.rules.formats import FORMATS


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


CHECKS: Mapping[str, Callable[[Any, Value], str | None]] = {
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

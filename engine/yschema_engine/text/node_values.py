"""Comparison, length and notation of values as in Starlark and YAML."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

from yschema_engine.text.nodes import Array, Map, Value, to_plain, type_name


class Incomparable(Exception):
    """The values have no order between them."""


def written(value: Any) -> str:
    """Return a value as Starlark writes it: `["a", 1]`, `None`, `"text"`."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if value is None or isinstance(value, bool | int):
        return str(value)
    if isinstance(value, float):
        return float_text(value)
    if isinstance(value, Map | Array):
        return written(to_plain(value))
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(written, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{written(k)}: {written(v)}" for k, v in value.items()) + "}"
    return f"a {type(value).__name__.lower()}"


def float_text(value: float) -> str:
    """Return a float with as many digits as it needs: `0.25`, `2`, `1e+20`."""
    return repr(value).removesuffix(".0")


def json_float(value: float) -> str:
    """Return a finite float as programs in Go write it in JSON: `0.25`, `2`, `1e+21`."""
    digits, _, power = f"{value!r}".partition("e")
    if value and not 1e-6 <= abs(value) < 1e21:
        return f"{digits.removesuffix('.0')}e{int(power):+d}"
    if power:
        return f"{value:.{max(0, -int(power) + len(digits.partition('.')[2]))}f}"
    return digits.removesuffix(".0")


def length(value: Value) -> int | None:
    """Return the length of a string in bytes, or the number of items of a collection; else None."""
    if isinstance(value, str):
        return len(value.encode())
    return len(value.items) if isinstance(value, Map | Array) else None


def equal(one: Any, other: Any) -> bool:
    """Return whether two plain values are equal in YAML: 3 is 3.0, True is not 1, and keys have no order."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(equal(one[k], other[k]) for k in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(equal, one, other))
    return bool(one == other)


def is_among(value: Any, values: Iterable[Any]) -> bool:
    """Return whether a plain value equals one of several."""
    return any(equal(value, each) for each in values)


def shared(lists: Sequence[Sequence[Any]]) -> list[Any]:
    """Return the plain values of the first of several lists that all others have as well."""
    return [value for value in lists[0] if all(is_among(value, each) for each in lists)]


def repeated(values: list[Any]) -> Any | None:
    """Return a list with the first plain value that equals an earlier one; None if there is none."""
    seen = set()
    for value in values:
        key = _hashable(value)
        if key in seen:
            return [value]
        seen.add(key)
    return None


def _hashable(value: Any) -> object:
    """Return an object that is the same for two plain values if, and only if, they are `equal`."""
    if isinstance(value, dict):
        return frozenset((key, _hashable(inner)) for key, inner in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(_hashable, value))
    return (bool, value) if isinstance(value, bool) else value


def less(one: Any, other: Any) -> bool:
    """Return whether one plain value is less than another.

    Raises:
        Incomparable: the two are of kinds without an order between them.
    """
    if type(one) is type(other) and type(one) in (int, str):
        return bool(one < other)
    if one is None and other is None:
        return False  # equal, though null has no order otherwise
    if _kind(one) != _kind(other) or _kind(one) not in _ORDERED:
        raise Incomparable(f"{type_name(one)} and {type_name(other)} have no order")
    if not isinstance(one, list | tuple):
        return bool(one < other)
    for left, right in zip(one, other, strict=False):
        if not equal(left, right):
            return less(left, right)
    return len(one) < len(other)


_ORDERED = ("boolean", "number", "string", "array")


def _kind(value: Any) -> str:
    name = type_name(value)
    return "number" if name in ("integer", "float") else name


_WORDS = frozenset(("", "~", "=", "<<", *["y", "yes", "true", "on", "n", "no", "false", "off", "null"]))
# Numbers, sexagesimal ones too, and dates, as readers of YAML 1.1 and 1.2 know them.
_AMBIGUOUS = r"""(?ix)[-+]?(?:
      0[xob][0-9a-f_]+
    | \.[0-9_]+(?:e[-+]?[0-9]+)?
    | [0-9][0-9_]*(?:\.[0-9_]*)?(?:e[-+]?[0-9]+)?
    | [0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?
    | \.(?:inf|nan)
    )\Z
    | [0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:\Z|[Tt\s])"""


def scalar_text(value: Any) -> str:
    """Return the text of a scalar in YAML, without quotes."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        if math.isinf(value):
            return ".inf" if value > 0 else "-.inf"
        return ".nan" if math.isnan(value) else repr(value)
    return str(value)


def reads_as_other(text: str) -> bool:
    """Return whether a reader of YAML could take an unquoted string for something else."""
    return text.lower() in _WORDS or re.match(_AMBIGUOUS, text) is not None

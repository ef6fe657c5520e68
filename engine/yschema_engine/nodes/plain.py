"""Between nodes and plain Python values."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from yschema_engine.nodes.tree import Array, ArrayItem, Map, MapItem, Scalar, Value
from yschema_engine.source import Span

MAPS = frozenset((Map, dict))
"""The types of maps that can be printed: nodes, and plain values."""
ARRAYS = frozenset((Array, list, tuple))
"""The types of arrays that can be printed."""
_KEPT = frozenset((Map, Array, type(None), str, bool, int, float))


def to_plain(value: Value) -> Any:
    """Return the value as dicts, lists and scalars, keys in order."""
    if isinstance(value, Map):
        return {item.key: to_plain(item.value) for item in value.items}
    if isinstance(value, Array):
        return [to_plain(item.value) for item in value.items]
    return value


def pairs(value: Map | Mapping[Scalar, Any]) -> Collection[tuple[Scalar, Any]]:
    """Return the keys of a map and their values, in order."""
    return [(item.key, item.value) for item in value.items] if isinstance(value, Map) else value.items()


def elements(value: Any) -> Collection[Any]:
    """Return the values in an array, in order."""
    return [item.value for item in value.items] if isinstance(value, Array) else value


def from_plain(value: Any, span: Span) -> Value:
    """Return the value as nodes, all of them at `span`; nodes within it are kept as they are.

    Raises:
        TypeError: the value, or one inside it, has no YAML form (a function, say).
    """
    if type(value) in _KEPT:
        return value  # type: ignore[no-any-return]  # one of these types
    if type(value) is dict:  # as most are
        items = [MapItem(k, v if type(v) in _KEPT else from_plain(v, span), span) for k, v in value.items()]
        return Map(items, span)
    if isinstance(value, Map | Array | str | bool | int | float):
        return value
    if isinstance(value, Mapping):
        return Map([MapItem(k, from_plain(v, span), span) for k, v in value.items()], span)
    if isinstance(value, list | tuple):
        return Array([ArrayItem(from_plain(v, span), span) for v in value], span)
    raise TypeError(f"a {type(value).__name__.lower()} has no YAML form")

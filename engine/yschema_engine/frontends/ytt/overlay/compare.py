"""Comparing values as overlays do."""

from __future__ import annotations

from typing import NamedTuple

from yschema_engine.frontends.ytt.overlay.problems import value_text
from yschema_engine.model.path import ROOT, Path
from yschema_engine.nodes import Array, Map, Value, key_id


class Difference(NamedTuple):
    """Where a value is not as it should be: the path within it, what is there, and what should be."""

    path: Path
    found: str
    expected: str


def same(left: object, right: object) -> bool:
    """Whether two plain values are the same to an overlay, for which an integer is no float."""
    return type(left) is type(right) and left == right


def difference(left: Value, right: Value, path: Path = ROOT) -> Difference | None:
    """The first difference of a value from one that it should contain; None if it contains it.

    A map may have more keys and an array more items at its end, at any depth.
    """
    if isinstance(left, Map) and isinstance(right, Map):
        there = {key_id(item.key): item.value for item in left.items}
        for item in right.items:
            inner = path.key(item.key)
            if key_id(item.key) not in there:
                return Difference(inner, "no such key", value_text(item.value))
            if found := difference(there[key_id(item.key)], item.value, inner):
                return found
        return None
    if isinstance(left, Array) and isinstance(right, Array):
        for index, element in enumerate(right.items):
            inner = path.item(index)
            if index >= len(left.items):
                return Difference(inner, "no such item", value_text(element.value))
            if found := difference(left.items[index].value, element.value, inner):
                return found
        return None
    return None if same(left, right) else Difference(path, value_text(left), value_text(right))

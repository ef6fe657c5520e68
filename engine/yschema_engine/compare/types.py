"""Changes of types: which kinds of values a field takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from yschema_engine.compare import codes
from yschema_engine.compare.changes import ChangeCode, Side
from yschema_engine.compare.pairs import Difference, Pair, difference
from yschema_engine.schema.fields import Kind, ValueType
from yschema_engine.schema.types import type_phrase

_ALL = frozenset(get_args(Kind)) - {"any"}


def type_differences(pair: Pair) -> Iterator[Difference]:
    """Yield the differences between the types of a field that both versions have."""
    assert pair.old is not None
    assert pair.new is not None
    old, new = pair.old.type, pair.new.type
    lost, gained = kinds_of(old) - kinds_of(new), kinds_of(new) - kinds_of(old)
    sides = type_side(old), type_side(new)
    if "any" not in (*old.kinds, *new.kinds):
        if "null" in lost:
            yield difference(codes.NULL_REFUSED, pair, *sides)
        if "null" in gained:
            yield difference(codes.NULL_ALLOWED, pair, *sides)
        lost, gained = lost - {"null"}, gained - {"null"}
    code = _code(bool(lost), bool(gained))
    if code is not None:
        yield difference(code, pair, *sides)


def kinds_of(type_: ValueType) -> frozenset[str]:
    """Return the kinds of values that a type takes; an integer is also a float."""
    if "any" in type_.kinds:
        return _ALL
    return frozenset(type_.kinds) | ({"integer"} if "float" in type_.kinds else frozenset())


def type_side(type_: ValueType) -> Side:
    """Return a type as one side of a change."""
    return Side(str(type_), type_phrase(type_), type_.span)


def _code(is_lost: bool, is_gained: bool) -> ChangeCode | None:  # noqa: FBT001
    if is_lost and is_gained:
        return codes.TYPE_CHANGED
    if is_lost:
        return codes.TYPE_NARROWED
    return codes.TYPE_WIDENED if is_gained else None

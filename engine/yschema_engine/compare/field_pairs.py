"""Fields of two versions in pairs, matched by path, and changes of their types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from yschema_engine.compare import changes as codes
from yschema_engine.compare.changes import Change, ChangeCode, Side
from yschema_engine.schema.fields import Field, Kind, ValueType
from yschema_engine.schema.rules import Rule
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.types import type_phrase
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.paths import Path


@dataclass(frozen=True, slots=True)
class Versions:
    """The two versions of a schema."""

    old: Schema
    new: Schema


@dataclass(frozen=True, slots=True)
class Pair:
    """A field in both versions; None where a version does not have it."""

    old: Field | None
    new: Field | None

    @property
    def both(self) -> tuple[Field, Field]:
        """The field in the old and in the new version, which both have it."""
        assert self.old is not None
        assert self.new is not None
        return self.old, self.new

    @property
    def fields(self) -> tuple[Field, ...]:
        """The field in each version that has it."""
        return tuple(field for field in (self.old, self.new) if field is not None)

    @property
    def field(self) -> Field:
        """The field of the old version, else that of the new one."""
        field = self.old or self.new
        assert field is not None
        return field

    @property
    def path(self) -> Path:
        """The path in the old version, else in the new one."""
        return self.field.path


@dataclass(frozen=True, slots=True)
class Codes:
    """The codes of changes of one thing that a field may have.

    Attributes:
        added: if only the new version has it.
        removed: if only the old version has it.
        changed: if both have it, and differ.
    """

    added: ChangeCode
    removed: ChangeCode
    changed: ChangeCode

    def of(self, old: Side | None, new: Side | None) -> ChangeCode:
        """Return the code of a change, by what both versions have."""
        return self.added if old is None else self.removed if new is None else self.changed


@dataclass(frozen=True, slots=True)
class Difference:
    """A change, with the fields that it is about.

    Attributes:
        change: without a witness.
        pair: the fields.
        rules: of the old and the new version, if the change is about a rule.
        needs_witness: whether it is a change only if data values show it.
    """

    change: Change
    pair: Pair
    rules: tuple[Rule | None, Rule | None] = (None, None)
    needs_witness: bool = False


def difference(  # noqa: PLR0913
    code: ChangeCode | Codes,
    pair: Pair,
    old: Side | None = None,
    new: Side | None = None,
    *,
    remedy: str = "",
    rules: tuple[Rule | None, Rule | None] = (None, None),
    needs_witness: bool = False,
) -> Difference:
    """Return a difference; sides that are not given are the places of the fields.

    Args:
        code: what kind of change it is; of several codes, the sides tell which one.
        pair: the fields that it is about.
        old: what the old version says.
        new: what the new version says.
        remedy: what the author says to do instead.
        rules: of the old and the new version, if the change is about a rule.
        needs_witness: whether it is a change only if data values show it.
    """
    if isinstance(code, Codes):
        code = code.of(old, new)
    if old is None and new is None:
        old, new = (Side(span=field.span) if field else None for field in (pair.old, pair.new))
    return Difference(Change(code, pair.path, old, new, remedy=remedy), pair, rules, needs_witness)


def matched(pair: Pair) -> Iterator[Pair]:
    """Yield the fields directly below a pair, of maps: those of single keys, then those of open keys."""
    old, new = (field.type.named for field in pair.both)
    for key in {**old, **new}:
        yield Pair(old.get(key), new.get(key))


def matched_open(pair: Pair) -> Iterator[Pair]:
    """Yield the open fields that two maps in pairs: those that accept the same keys, then others by order."""
    old, new = ([each for each in field.type.fields if each.is_open] for field in pair.both)
    for field in tuple(old):
        twin = next((each for each in new if each.keys == field.keys), None)
        if twin is not None:
            old.remove(field)
            new.remove(twin)
            yield Pair(field, twin)
    yield from map(Pair, old, new)


_ALL = frozenset(get_args(Kind)) - {"any"}


def type_differences(pair: Pair) -> Iterator[Difference]:
    """Yield the differences between the types of a field that both versions have."""
    old, new = (field.type for field in pair.both)
    lost, gained = kinds_of(old) - kinds_of(new), kinds_of(new) - kinds_of(old)
    sides = type_side(old), type_side(new)
    if "any" not in (*old.kinds, *new.kinds):
        if "null" in lost:
            yield difference(codes.NULL_REFUSED, pair, *sides)
        if "null" in gained:
            yield difference(codes.NULL_ALLOWED, pair, *sides)
        lost, gained = lost - {"null"}, gained - {"null"}
    if lost and gained:
        yield difference(codes.TYPE_CHANGED, pair, *sides)
    elif lost or gained:
        yield difference(codes.TYPE_NARROWED if lost else codes.TYPE_WIDENED, pair, *sides)


def kinds_of(type_: ValueType) -> frozenset[str]:
    """Return the kinds of values that a type takes; an integer is also a float."""
    if "any" in type_.kinds:
        return _ALL
    return frozenset(type_.kinds) | ({"integer"} if "float" in type_.kinds else frozenset())


def type_side(type_: ValueType) -> Side:
    """Return a type as one side of a change."""
    return Side(str(type_), type_phrase(type_), type_.span)

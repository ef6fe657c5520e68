"""Changes of maps: fields added and removed, and which other keys a map accepts."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.compare import codes
from yschema_engine.compare.changes import Side
from yschema_engine.compare.pairs import Difference, Maps, Pair, Versions, difference, open_field_for
from yschema_engine.schema.fields import Field
from yschema_engine.schema.rule_check import is_required
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.nodes import Map


def removed_field(pair: Pair, holders: Maps) -> Iterator[Difference]:
    """Yield the difference if the new version lacks a field; `holders` are the maps around it."""
    assert pair.old is not None
    if pair.old.removed is not None:
        return
    if holders.new.type.takes_other_keys:
        yield difference(codes.FIELD_IGNORED, pair, old=Side(span=pair.old.span))
    elif open_field_for(holders.new_open, pair.old) is None:
        yield difference(
            codes.FIELD_REMOVED, pair, old=Side(span=pair.old.span), new=Side(span=holders.new.span)
        )


def added_field(pair: Pair, holders: Maps, versions: Versions) -> Iterator[Difference]:
    """Yield the differences if the old version lacks a field; `holders` are the maps around it."""
    assert pair.new is not None
    new = pair.new
    takes_key = holders.old.type.takes_other_keys
    if new.removed is not None:
        if takes_key:
            yield difference(codes.FIELD_RETIRED, pair, new=Side(span=new.span), remedy=new.removed)
        return
    required = list(_required(new, versions.new))
    for field in required:
        yield difference(codes.REQUIRED_FIELD_ADDED, Pair(None, field), new=Side(span=field.span))
    if takes_key and not required:
        yield difference(codes.FIELD_DECLARED, pair, new=Side(span=new.span))
    elif not required and open_field_for(holders.old_open, new) is None:
        yield difference(codes.FIELD_ADDED, pair, new=Side(span=new.span))


def kept_field(pair: Pair, versions: Versions) -> Iterator[Difference]:
    """Yield the differences about the presence of a field that both versions have."""
    assert pair.old is not None
    assert pair.new is not None
    old, new = pair.old, pair.new
    if old.removed is None and new.removed is not None:
        yield difference(codes.FIELD_RETIRED, pair, remedy=new.removed)
    elif old.removed is not None and new.removed is None:
        yield difference(codes.FIELD_RESTORED, pair)
    elif old.removed != new.removed:
        sides = [Side(each.removed, each.removed or "", each.span) for each in (old, new)]
        yield difference(codes.REMEDY_CHANGED, pair, *sides)
    if old.removed is None and new.removed is None and not old.is_item and not old.is_open:
        yield from _requirement(pair, versions)


def other_keys(pair: Pair) -> Iterator[Difference]:
    """Yield the differences between the keys that two maps accept besides those of their fields."""
    assert pair.old is not None
    assert pair.new is not None
    old, new = pair.old.type, pair.new.type
    takes_old = old.takes_other_keys or old.is_open
    takes_new = new.takes_other_keys or new.is_open
    if takes_old and not takes_new:
        yield difference(codes.MAP_CLOSED, pair)
    elif takes_new and not takes_old:
        yield difference(codes.MAP_OPENED, pair)
    elif old.takes_other_keys and not new.takes_other_keys:
        yield difference(codes.KEYS_CHANGED, pair)


def key_policy(pair: Pair) -> Iterator[Difference]:
    """Yield the difference between the keys that two open fields stand for."""
    assert pair.old is not None
    assert pair.new is not None
    old, new = pair.old.keys, pair.new.keys
    if old is not None and new is not None and old != new:
        sides = [Side(str(each.words), each.words, each.span) for each in (old, new)]
        yield difference(codes.KEYS_CHANGED, pair, *sides)


def must_be_set(field: Field, schema: Schema) -> bool:
    """Return whether values without a field are refused; defaults in effect satisfy what asks for a key."""
    has_default = field.required and not field.absent and not schema.checks_values_as_set
    return is_required(replace(field, required=False)) if has_default else schema.is_required(field)


def _requirement(pair: Pair, versions: Versions) -> Iterator[Difference]:
    assert pair.old is not None
    assert pair.new is not None
    before, after = must_be_set(pair.old, versions.old), must_be_set(pair.new, versions.new)
    if after and not before:
        yield difference(codes.FIELD_REQUIRED, pair)
    elif before and not after:
        yield difference(codes.FIELD_OPTIONAL, pair)


def _required(field: Field, schema: Schema) -> Iterator[Field]:
    """Yield the required fields at a field and below it, in maps that are present by default."""
    if must_be_set(field, schema):
        yield field
    elif not field.absent and isinstance(schema.default_of(field), Map):
        for below in field.type.fields:
            if not below.is_open and below.removed is None:
                yield from _required(below, schema)

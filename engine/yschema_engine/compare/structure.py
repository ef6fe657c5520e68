"""The walk over both versions, which collects all differences."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.compare.effects import default_differences
from yschema_engine.compare.maps import added_field, kept_field, key_policy, other_keys, removed_field
from yschema_engine.compare.pairs import (
    Difference,
    Maps,
    Pair,
    Versions,
    matched,
    matched_open,
    open_field_for,
    open_fields,
)
from yschema_engine.compare.rules import rule_differences
from yschema_engine.compare.types import type_differences
from yschema_engine.compare.wording import word_differences
from yschema_engine.schema.fields import Field
from yschema_engine.text.deferred_classes import replace


def differences(versions: Versions) -> Iterator[Difference]:
    """Yield all differences, each field before those below it, in the order of the old version."""
    yield from _kept(Pair(versions.old.root, versions.new.root), versions)


def _kept(pair: Pair, versions: Versions) -> Iterator[Difference]:
    assert pair.old is not None
    assert pair.new is not None
    yield from kept_field(pair, versions)
    if pair.old.removed is not None or pair.new.removed is not None:
        return
    yield from type_differences(pair)
    yield from rule_differences(pair)
    yield from default_differences(pair, versions)
    yield from word_differences(pair)
    yield from _below(pair, versions)


def _below(pair: Pair, versions: Versions) -> Iterator[Difference]:
    assert pair.old is not None
    assert pair.new is not None
    old, new = pair.old.type, pair.new.type
    if "map" in old.kinds and "map" in new.kinds:
        yield from other_keys(pair)
        holders = Maps(pair.old, pair.new, open_fields(pair.old), open_fields(pair.new))
        for below in matched(pair):
            yield from _of_field(below, holders, versions)
        for below in matched_open(pair):
            if below.old is not None and below.new is not None:
                yield from key_policy(below)
                yield from _kept(below, versions)
    if old.item is not None and new.item is not None:
        yield from _kept(Pair(old.item, new.item), versions)


def _of_field(pair: Pair, holders: Maps, versions: Versions) -> Iterator[Difference]:
    """Yield the differences about a field; in the other version, an open field may take its key."""
    if pair.old is not None and pair.new is not None:
        yield from _kept(pair, versions)
    elif pair.old is not None:
        yield from removed_field(pair, holders)
        taker = open_field_for(holders.new_open, pair.old)
        if taker is not None and pair.old.removed is None:
            yield from _acceptance(Pair(pair.old, _for_key_of(taker, pair.old)))
    elif pair.new is not None:
        yield from added_field(pair, holders, versions)
        taker = open_field_for(holders.old_open, pair.new)
        if taker is not None and pair.new.removed is None:
            yield from _acceptance(Pair(_for_key_of(taker, pair.new), pair.new))


def _for_key_of(taker: Field, field: Field) -> Field:
    """Return an open field as the one of a single key."""
    return replace(taker, key=field.key, path=field.path, keys=None)


def _acceptance(pair: Pair) -> Iterator[Difference]:
    """Yield the differences between fields of which one stands for more keys than the other."""
    yield from type_differences(pair)
    yield from rule_differences(pair)

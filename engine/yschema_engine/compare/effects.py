"""Changes of results: the same values, completed with other defaults."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.compare import codes
from yschema_engine.compare.changes import Side
from yschema_engine.compare.maps import must_be_set
from yschema_engine.compare.pairs import Difference, Pair, Versions, difference
from yschema_engine.schema.fields import Field, ValueType, default_span
from yschema_engine.schema.schema import Schema
from yschema_engine.text.node_values import equal
from yschema_engine.text.nodes import Array, Map, Value, key_id, to_plain
from yschema_engine.text.phrases import Verbatim
from yschema_engine.yaml.plain_values import Plain
from yschema_engine.yaml.printing import to_yaml

_LONGEST = 60


def default_differences(pair: Pair, versions: Versions) -> Iterator[Difference]:
    """Yield the differences between the defaults of a field that both versions have."""
    old, new = pair.old, pair.new
    assert old is not None
    assert new is not None
    if old.is_item or old.is_open or new.is_open or old.is_document:
        return
    if must_be_set(old, versions.old) or must_be_set(new, versions.new):
        return
    if old.absent and new.absent:
        return
    if old.absent != new.absent and old.type.main == new.type.main == "map":
        return  # the defaults of fields below decide
    if old.absent:
        yield difference(codes.DEFAULT_ADDED, pair, new=default_side(new, versions.new))
    elif new.absent:
        yield difference(codes.DEFAULT_REMOVED, pair, old=default_side(old, versions.old))
    elif not _is_equal(versions.old.default_of(old), versions.new.default_of(new), pair):
        sides = default_side(old, versions.old), default_side(new, versions.new)
        yield difference(codes.DEFAULT_CHANGED, pair, *sides)


def default_side(field: Field, schema: Schema) -> Side:
    """Return a default as one side of a change."""
    value = schema.default_of(field)
    return Side(to_plain(value), Verbatim(short_yaml(value)), default_span(field))


def short_yaml(value: Value) -> str:
    """Return a value as YAML on one line, cut off if it is long."""
    text = to_yaml(value, flow=True).strip().replace("\n", " ")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _is_equal(old: Value, new: Value, pair: Pair) -> bool:
    """Return whether two defaults give the same result, apart from fields of their own below them."""
    assert pair.old is not None
    assert pair.new is not None
    before, after = pair.old.type, pair.new.type
    if isinstance(old, Map) and isinstance(new, Map) and "map" in before.kinds and "map" in after.kinds:
        return equal(_undeclared(old, pair), _undeclared(new, pair))
    return equal(_shared(old, before, after), _shared(new, after, before))


def _shared(value: Value, own: ValueType, other: ValueType) -> Plain:
    """Return a value without the keys that only its own version declares: other changes are about these."""
    if isinstance(value, Map) and "map" in own.kinds and "map" in other.kinds:
        fields, others = (
            {key_id(field.key): field for field in each.fields if not field.is_open} for each in (own, other)
        )
        return {
            item.key: _shared(item.value, fields[key].type, others[key].type)
            if key in others and key in fields
            else to_plain(item.value)
            for item in value.items
            if (key := key_id(item.key)) in others or key not in fields
        }
    if isinstance(value, Array) and own.item is not None and other.item is not None:
        return [_shared(element.value, own.item.type, other.item.type) for element in value.items]
    return to_plain(value)


def _undeclared(value: Map, pair: Pair) -> Plain:
    """Return the part of a map that no field of either version stands for."""
    fields = [field for each in pair.fields for field in each.type.fields]
    declared = {key_id(field.key) for field in fields if not field.is_open}
    return {item.key: to_plain(item.value) for item in value.items if key_id(item.key) not in declared}

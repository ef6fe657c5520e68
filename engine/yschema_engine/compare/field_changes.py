"""Changes of maps, defaults and documentation."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.compare import changes as codes
from yschema_engine.compare.changes import Side
from yschema_engine.compare.field_pairs import Codes, Difference, Pair, Versions, difference
from yschema_engine.schema.fields import Field, ValueType, default_span
from yschema_engine.schema.rule_check import is_required
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.node_values import equal
from yschema_engine.text.nodes import Array, ArrayItem, Map, Value, key_id, to_plain
from yschema_engine.text.phrases import Verbatim
from yschema_engine.yaml.plain_values import Plain
from yschema_engine.yaml.printing import to_yaml


def removed_field(old: Field, around: Field, taker: Field | None) -> Iterator[Difference]:
    """Yield the difference if the new version lacks a field.

    Args:
        old: the field.
        around: the map in the new version.
        taker: the field for open keys there that takes its key, if there is one.
    """
    if old.removed is not None:
        return
    if around.type.takes_other_keys:
        code = codes.FIELD_UNDECLARED if old.absent else codes.DEFAULT_DROPPED
        yield difference(code, Pair(old, None))
    elif taker is None:
        sides = Side(span=old.span), Side(span=around.span)
        yield difference(codes.FIELD_REMOVED, Pair(old, None), *sides)


def added_field(new: Field, around: Field, taker: Field | None, versions: Versions) -> Iterator[Difference]:
    """Yield the differences if the old version lacks a field; as `removed_field`."""
    pair, takes_key = Pair(None, new), around.type.takes_other_keys
    if new.removed is not None:
        if takes_key:
            yield difference(codes.FIELD_RETIRED, pair, remedy=new.removed)
        return
    required = list(_required(new, versions.new))
    for field in required:
        yield difference(codes.REQUIRED_FIELD_ADDED, Pair(None, field))
    if takes_key and not required:
        yield difference(codes.FIELD_DECLARED, pair)
    elif not required and taker is None:
        yield difference(codes.FIELD_ADDED, pair)


def kept_field(pair: Pair, versions: Versions) -> Iterator[Difference]:
    """Yield the differences about the presence of a field that both versions have."""
    old, new = pair.both
    if old.removed is None and new.removed is not None:
        yield difference(codes.FIELD_RETIRED, pair, remedy=new.removed)
    elif old.removed is not None and new.removed is None:
        yield difference(codes.FIELD_RESTORED, pair)
    elif old.removed != new.removed:
        sides = [Side(each.removed, each.removed or "", each.span) for each in (old, new)]
        yield difference(codes.REMEDY_CHANGED, pair, *sides)
    if old.removed is None and new.removed is None and not old.is_item and not old.is_open:
        before, after = must_be_set(old, versions.old), must_be_set(new, versions.new)
        if before != after:
            yield difference(codes.FIELD_REQUIRED if after else codes.FIELD_OPTIONAL, pair)


def other_keys(pair: Pair) -> Iterator[Difference]:
    """Yield the differences between the keys that two maps accept besides those of their fields."""
    old, new = (field.type for field in pair.both)
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
    old, new = (field.keys for field in pair.both)
    if old is not None and new is not None and old != new:
        sides = [Side(str(each.words), each.words, each.span) for each in (old, new)]
        yield difference(codes.KEYS_CHANGED, pair, *sides)


def must_be_set(field: Field, schema: Schema) -> bool:
    """Return whether values without a field are refused; its default, if any, counts as set."""
    if schema.resource is not None:
        return field.required
    has_default = field.required and not field.absent and not schema.checks_values_as_set
    return is_required(replace(field, required=False)) if has_default else schema.is_required(field)


def _required(field: Field, schema: Schema) -> Iterator[Field]:
    """Yield the required fields at a field and below it, in maps that are present by default."""
    if must_be_set(field, schema):
        yield field
    elif not field.absent and isinstance(schema.default_of(field), Map):
        for below in field.type.named.values():
            if below.removed is None:
                yield from _required(below, schema)


_LONGEST = 60
_DEFAULT = Codes(codes.DEFAULT_ADDED, codes.DEFAULT_REMOVED, codes.DEFAULT_CHANGED)
_NOTICE = Codes(codes.DEPRECATED, codes.UNDEPRECATED, codes.NOTICE_CHANGED)


def default_differences(pair: Pair, versions: Versions) -> Iterator[Difference]:
    """Yield the differences between the defaults of a field that both versions have."""
    old, new = pair.both
    has_none = old.is_item or old.is_open or new.is_open or old.is_document or (old.absent and new.absent)
    if has_none or must_be_set(old, versions.old) or must_be_set(new, versions.new):
        return
    if old.absent != new.absent and old.type.main == new.type.main == "map":
        return  # the defaults of fields below decide
    is_same = old.absent == new.absent and _is_equal(
        versions.old.default_of(old), versions.new.default_of(new), pair
    )
    if not is_same:
        before = None if old.absent else default_side(old, versions.old)
        after = None if new.absent else default_side(new, versions.new)
        code = codes.DEFAULT_RESHAPED if _is_reshaped(pair, versions) else _DEFAULT
        yield difference(code, pair, before, after)


def _is_reshaped(pair: Pair, versions: Versions) -> bool:
    """Return whether a map takes the place of another value in a chart, or the reverse.

    Helm keeps such a value of a user and warns, and templates that look for the keys of the map fail or go
    without it. A type that the chart declares for the field refuses it.
    """
    old, new = pair.both
    if versions.new.own_merging is None or not (new.has_inferred_type or new.type.is_unknown):
        return False
    before, after = versions.old.default_of(old), versions.new.default_of(new)
    return None not in (before, after) and isinstance(before, Map) != isinstance(after, Map)


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
    before, after = (field.type for field in pair.both)
    if isinstance(old, Map) and isinstance(new, Map) and "map" in before.kinds and "map" in after.kinds:
        return equal(_undeclared(old, pair), _undeclared(new, pair))
    return equal(_shared(old, before, after), _shared(new, after, before))


def _shared(value: Value, own: ValueType, other: ValueType) -> Plain:
    """Return a value without the keys that only its own version declares: other changes are about these."""
    if isinstance(value, Map) and "map" in own.kinds and "map" in other.kinds:
        fields, others = own.named, other.named
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
    declared = {key for each in pair.fields for key in each.type.named}
    return {item.key: to_plain(item.value) for item in value.items if key_id(item.key) not in declared}


def word_differences(pair: Pair) -> Iterator[Difference]:
    """Yield the differences between the words of a field that both versions have."""
    old, new = pair.both
    if old.title != new.title:
        yield difference(codes.TITLE_CHANGED, pair, _text(old, old.title), _text(new, new.title))
    if old.description.split() != new.description.split():
        sides = _text(old, old.description), _text(new, new.description)
        yield difference(codes.DESCRIPTION_CHANGED, pair, *sides)
    if not equal(_examples(old), _examples(new)):
        yield difference(codes.EXAMPLES_CHANGED, pair, old=_example_side(old), new=_example_side(new))
    if old.deprecated != new.deprecated:
        notices = (None if each.deprecated is None else _text(each, each.deprecated) for each in pair.both)
        yield difference(_NOTICE, pair, *notices)
    if _order(old, new) != _order(new, old):
        yield difference(codes.REORDERED, pair)


def _text(field: Field, text: str) -> Side:
    return Side(text, text, field.span)


def _examples(field: Field) -> list[object]:
    return [[example.description, to_plain(example.value)] for example in field.examples]


def _example_side(field: Field) -> Side:
    values = Array([ArrayItem(each.value, each.span) for each in field.examples], field.span)
    words = Verbatim(short_yaml(values)) if field.examples else ""
    return Side(_examples(field), words, field.examples[0].span if field.examples else field.span)


def _order(field: Field, other: Field) -> list[object]:
    """Return the keys of a map that another one has, too, in order."""
    common = other.type.named
    return [key for key in field.type.named if key in common]

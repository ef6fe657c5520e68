"""Default values, and values completed by them."""

from __future__ import annotations

from yschema_engine.model.fields import UNSET, Field, ValueType, assign
from yschema_engine.text.nodes import Array, Map, MapItem, Value, copy_value, key_id
from yschema_engine.text.source import Span


def default_of(field: Field) -> Value:
    """Return the value in effect if nothing is set, as new nodes.

    `@schema/default` comes first, then null for a `@schema/nullable`; a scalar and a value of any type are
    what the schema shows, a map is its items' defaults, an array is empty. Keys that are optional, open or
    removed are absent.
    """
    if field.default is not UNSET:
        return copy_value(field.default)
    type_ = field.type
    main = type_.main
    if main == "map":
        return default_map(type_)
    if main == "array":
        return Array([], type_.span)
    return copy_value(type_.sample)


def default_map(type_: ValueType) -> Map:
    """Return a map of the type's keys with their defaults, whatever its own default is."""
    return Map([default_item(field) for field in type_.fields if not field.absent], type_.span)


def default_item(field: Field) -> MapItem:
    """Return a map item with the default value of a field."""
    item = MapItem(field.key, default_of(field), field.span)
    item.value_span = default_span(field)
    return item


def default_span(field: Field) -> Span:
    """Return the span of a field's default: of the value that the schema shows, or else of the field."""
    return field.type.span if field.default is UNSET else field.span


def complete(value: Value, type_: ValueType) -> None:
    """Give the maps in `value` the declared keys that they lack, with their defaults, in place."""
    if isinstance(value, Map) and "map" in type_.kinds:
        keys = {key_id(item.key) for item in value.items}
        for item, declared in assign(value.items, type_):
            if declared is not None:
                complete(item.value, declared.type)
        value.items += [
            default_item(declared)
            for declared in type_.fields
            if not declared.absent and key_id(declared.key) not in keys
        ]
    elif isinstance(value, Array) and type_.item is not None:
        for element in value.items:
            complete(element.value, type_.item.type)

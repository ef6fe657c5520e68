"""Schemas without the fields that their authors hide from readers."""

from __future__ import annotations

from collections.abc import Callable

from yschema_engine.deferred_classes import replace
from yschema_engine.model.fields import Field, Unset, ValueType
from yschema_engine.model.schema import Schema
from yschema_engine.nodes import Array, Map, Value, copy_value, key_id


def without(schema: Schema, is_hidden: Callable[[Field], bool]) -> Schema:
    """Return a schema without hidden fields, and those below them; the same schema if it has none."""
    if not any(map(is_hidden, schema.root.walk())):
        return schema
    return replace(schema, root=_field_without(schema.root, is_hidden))


def _field_without(field: Field, is_hidden: Callable[[Field], bool]) -> Field:
    default = field.default if isinstance(field.default, Unset) else _value(field.default, field, is_hidden)
    examples = tuple(
        replace(example, value=_value(example.value, field, is_hidden)) for example in field.examples
    )
    return replace(field, type=_type(field.type, is_hidden), default=default, examples=examples)


def _type(type_: ValueType, is_hidden: Callable[[Field], bool]) -> ValueType:
    fields = tuple(_field_without(below, is_hidden) for below in type_.fields if not is_hidden(below))
    item = None if type_.item is None else _field_without(type_.item, is_hidden)
    hidden = tuple(below.key for below in type_.fields if is_hidden(below))
    return replace(type_, fields=fields, item=item, hidden_keys=(*type_.hidden_keys, *hidden))


def _value(value: Value, field: Field, is_hidden: Callable[[Field], bool]) -> Value:
    """Return a value of a field without the hidden keys in it."""
    shown = copy_value(value)
    _remove_hidden(shown, field, is_hidden)
    return shown


def _remove_hidden(value: Value, field: Field, is_hidden: Callable[[Field], bool]) -> None:
    if isinstance(value, Array) and field.type.item is not None:
        for item in value.items:
            _remove_hidden(item.value, field.type.item, is_hidden)
    if isinstance(value, Map):
        below = {key_id(each.key): each for each in field.type.fields}
        hidden = {key for key, each in below.items() if is_hidden(each)}
        value.items[:] = [item for item in value.items if key_id(item.key) not in hidden]
        for entry in value.items:
            if key_id(entry.key) in below:
                _remove_hidden(entry.value, below[key_id(entry.key)], is_hidden)

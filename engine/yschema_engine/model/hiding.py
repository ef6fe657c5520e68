"""Schemas without the fields that their authors hide from readers."""

from __future__ import annotations

from collections.abc import Callable

from yschema_engine.model.fields import Field, Unset, ValueType
from yschema_engine.model.schema import Schema
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.nodes import Array, Map, Value, copy_value, key_id


def without(schema: Schema, is_hidden: Callable[[Field], bool]) -> Schema:
    """Return a schema without hidden fields, and those below them; the same schema if it has none."""
    if not any(map(is_hidden, schema.root.walk())):
        return schema
    return replace(schema, root=_field_without(schema.root, is_hidden), whole=schema)


def shown_value(value: Value, field: Field) -> Value:
    """Return a value as readers see it, without hidden keys.

    Args:
        value: may have hidden keys.
        field: its field, without the hidden fields below.
    """
    shown = copy_value(value)
    _remove_hidden(shown, field.type)
    return shown


def _field_without(field: Field, is_hidden: Callable[[Field], bool]) -> Field:
    shown = replace(field, type=_type(field.type, is_hidden))
    default = field.default if isinstance(field.default, Unset) else shown_value(field.default, shown)
    examples = tuple(replace(example, value=shown_value(example.value, shown)) for example in field.examples)
    return replace(shown, default=default, examples=examples)


def _type(type_: ValueType, is_hidden: Callable[[Field], bool]) -> ValueType:
    fields = tuple(_field_without(below, is_hidden) for below in type_.fields if not is_hidden(below))
    item = None if type_.item is None else _field_without(type_.item, is_hidden)
    hidden = tuple(below.key for below in type_.fields if is_hidden(below))
    return replace(type_, fields=fields, item=item, hidden_keys=(*type_.hidden_keys, *hidden))


def _remove_hidden(value: Value, type_: ValueType) -> None:
    if isinstance(value, Array) and type_.item is not None:
        for item in value.items:
            _remove_hidden(item.value, type_.item.type)
    if isinstance(value, Map):
        below = {key_id(each.key): each for each in type_.fields}
        hidden = {key_id(key) for key in type_.hidden_keys}
        value.items[:] = [item for item in value.items if key_id(item.key) not in hidden]
        for entry in value.items:
            if key_id(entry.key) in below:
                _remove_hidden(entry.value, below[key_id(entry.key)].type)

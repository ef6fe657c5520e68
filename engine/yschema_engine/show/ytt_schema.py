"""A schema in the schema language of ytt, as a draft for its author."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from yschema_engine.schema.fields import Field
from yschema_engine.schema.rules import Rule
from yschema_engine.schema.schema import Schema
from yschema_engine.text.nodes import Array, Map, MapItem, Value, from_plain, to_plain, type_name, walk
from yschema_engine.yaml.printing import to_yaml

_INDENT = "  "
_RULES = ("min", "max", "min_len", "max_len", "one_of")


def ytt_schema(schema: Schema) -> str:
    """Return a schema document with the fields of a schema, their defaults and their descriptions.

    A value whose type is not known, and an array whose items have different types or keys, take any value.
    """
    lines = ["#@data/values-schema", "---"]
    fields = schema.root.type.named.values()
    for field in fields:
        lines += _field(field, schema, "")
    return "\n".join(lines if fields else [*lines, "{}"]) + "\n"


def _field(field: Field, schema: Schema, indent: str, *, in_item: bool = False) -> Iterator[str]:
    if field.is_hidden:
        yield f"{indent}#! yschema: hide"
    yield from (f"{indent}#@{annotation}" for annotation in _documentation(field))
    inner = field.type.named.values()
    key = _key(field)
    default = schema.default_of(field)
    if field.absent and not in_item and not isinstance(default, Array):
        default = None  # ytt has no keys that are absent by default
    if field.type.main == "map" and inner and not field.type.is_mixed:
        if field.type.nullable and isinstance(default, Map):
            yield from _nullable(default, indent)
        elif field.type.nullable or (field.absent and not in_item):
            yield f"{indent}#@schema/nullable"
        yield f"{indent}{key}:"
        for child in inner:
            yield from _field(child, schema, indent + _INDENT, in_item=in_item)
    elif isinstance(default, Array) and _is_typed(field) and _is_complete(default, field):
        if default.items:
            yield f"{indent}#@schema/default {_literal(default)}"
        yield f"{indent}{key}:"
        yield from _item(field, schema, indent, default)
    else:
        yield from _leaf(field, default, key, indent, in_item=in_item)


def _documentation(field: Field) -> Iterator[str]:
    if field.title:
        yield f"schema/title {_text(field.title)}"
    description = field.description or ("" if field.is_hidden else field.comment)
    if description:
        yield f"schema/desc {_text(description)}"
    if field.deprecated is not None:
        yield f"schema/deprecated {_text(field.deprecated)}"
    rules = [text for rule in field.rules if (text := _rule(rule, field))]
    if rules:
        yield f"schema/validation {', '.join(rules)}"


def _rule(rule: Rule, field: Field) -> str:
    """Return a rule as an argument of `@schema/validation`; empty if ytt has none like it."""
    if rule.name not in _RULES or rule.condition is not None or rule.argument is None:
        return ""
    if rule.keywords and rule.name != "one_of" and (field.type.is_mixed or "any" in field.type.kinds):
        return ""  # a keyword of JSON Schema is about values of one type, and all others satisfy it
    return f"{rule.name}={_literal(rule.argument)}"


def _leaf(field: Field, default: Value, key: str, indent: str, *, in_item: bool) -> Iterator[str]:
    kinds = [kind for kind in field.type.kinds if kind != "null"]
    is_plain = len(kinds) == 1 and kinds[0] in _SAMPLES
    if default is None and is_plain:
        if not in_item or field.type.nullable:
            yield f"{indent}#@schema/nullable"
        yield f"{indent}{key}: {_SAMPLES[kinds[0]]}"
    elif is_plain and type_name(default) in (kinds[0], "integer" if kinds[0] == "float" else ""):
        if field.type.nullable:
            yield from _nullable(default, indent)
        yield from _pair(field, _sample(default, kinds[0]), indent)
    else:
        yield f"{indent}#@schema/type any=True"
        yield from _pair(field, default, indent)


def _nullable(default: Value, indent: str) -> Iterator[str]:
    """Yield the annotations of a nullable value; without a default, it would be null."""
    yield f"{indent}#@schema/default {_literal(default)}"
    yield f"{indent}#@schema/nullable"


_SAMPLES: Mapping[str, str] = {"string": '""', "integer": "0", "float": "0.0", "boolean": "false"}


def _sample(value: Value, kind: str) -> Value:
    """Return a value that implies its type: a whole number alone would be an integer."""
    return float(value) if kind == "float" and isinstance(value, int) else value


def _item(field: Field, schema: Schema, indent: str, default: Array) -> Iterator[str]:
    """Yield the one item that declares the type of all items."""
    item = field.type.item
    assert item is not None
    children = item.type.named.values()
    if item.type.main != "map":
        first = _sample(default.items[0].value, item.type.main) if default.items else None
        text = to_yaml(first, flow=True).strip() if default.items else _SAMPLES[item.type.main]
        yield f"{indent}- {text}"
        return
    yield f"{indent}-"
    for child in children:
        yield from _field(child, schema, indent + _INDENT, in_item=True)


def _is_typed(field: Field) -> bool:
    """Return whether all items of an array are of one type that ytt can declare."""
    item = field.type.item
    if item is None or item.type.is_unknown or item.type.is_mixed or "any" in item.type.kinds:
        return False
    items = field.default.items if isinstance(field.default, Map | Array) else []
    holders = (each for item in items for each in walk(item))
    if any(isinstance(each, MapItem) and not isinstance(each.key, str) for each in holders):
        return False  # ytt refuses such keys in `@schema/default`
    return item.type.main in _SAMPLES or (item.type.main == "map" and bool(item.type.fields))


def _is_complete(value: Value, field: Field) -> bool:
    """Return whether a value has all keys that samples declare: ytt completes maps, also those in arrays."""
    if isinstance(value, Array):
        item = field.type.item
        return item is None or all(_is_complete(each.value, item) for each in value.items)
    if not isinstance(value, Map):
        return True
    values = {item.key: item.value for item in value.items}
    return all(
        _is_complete(values[child.key], child) if child.key in values else not child.has_inferred_type
        for child in field.type.fields
    )


def _pair(field: Field, value: Value, indent: str) -> Iterator[str]:
    text = to_yaml(Map([MapItem(field.key, value, field.span)], field.span))
    yield from (f"{indent}{line}" for line in text.rstrip("\n").split("\n"))


def _key(field: Field) -> str:
    return to_yaml(from_plain({field.key: None}, field.span)).rpartition(":")[0]


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _literal(value: Any) -> str:
    """Return a value as Starlark writes it."""
    value = to_plain(value)
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_literal(key)}: {_literal(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_literal, value)) + "]"
    return _text(value) if isinstance(value, str) else repr(value)

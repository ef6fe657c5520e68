"""A schema as plain facts, one entry a field: `schema: {name: …, fields: […]}`, as the proposal sketches."""

from __future__ import annotations

from typing import Any

from yschema_engine.nodes import Value, from_plain
from yschema_engine.schema import Declaration, default_of, is_required
from yschema_engine.validations import Words, words_of


def inspect(declaration: Declaration) -> Value:
    """The fields of the schema with their names, types, defaults and documentation, in schema order.

    A map's entry has `fields`, an array's `items`; a map has no `default` but null, its fields have theirs.
    """
    body: dict[str, Any] = {"name": "data/values", **_facts(declaration)}
    return from_plain({"schema": body}, declaration.position)


def _rule(words: Words) -> dict[str, str]:
    return {"rule": words.text, **({"when": words.condition} if words.condition else {})}


def _field(declaration: Declaration) -> dict[str, Any]:
    return {"name": declaration.key, **_facts(declaration)}


def _facts(declaration: Declaration) -> dict[str, Any]:
    type_ = declaration.type
    facts: dict[str, Any] = {}
    if declaration.title:
        facts["title"] = declaration.title
    if declaration.description:
        facts["documentation"] = declaration.description
    facts["type"] = type_.main
    if type_.nullable:
        facts["nullable"] = True
    if declaration.deprecated is not None:
        facts["deprecated"] = declaration.deprecated or True
    if is_required(declaration):
        facts["required"] = True
    if declaration.validation is not None:
        facts["validations"] = [_rule(words) for words in words_of(declaration.validation, type_.main)]
    default = default_of(declaration)
    if type_.main != "map" or default is None:
        facts["default"] = default
    if declaration.examples:
        facts["example"] = [
            {"value": e.value, "description": e.description or None} for e in declaration.examples
        ]
    if type_.main == "map":
        facts["fields"] = [_field(item) for item in type_.items]
    if type_.item is not None:
        facts["items"] = _facts(type_.item)
    return facts

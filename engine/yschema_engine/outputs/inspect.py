"""A schema as plain facts, one entry a field: `schema: {name: …, fields: […]}`, as the proposal sketches."""

from __future__ import annotations

from typing import Any

from yschema_engine.model.phrases import ENGLISH
from yschema_engine.nodes import Value, from_plain
from yschema_engine.reference.model import Field, Reference, Rule


def inspect(reference: Reference) -> Value:
    """The fields of a schema, in its order, with what is known of each (proposal, "Schema Documentation").

    A map's entry has `fields`, an array's `items`; a map has no `default` but null, its fields have theirs.
    """
    root = reference.root
    facts = {key: fact for key, fact in _facts(root).items() if key not in ("name", "path", "title")}
    title = {"title": reference.title} if reference.title != reference.name else {}
    return from_plain({"schema": {"name": reference.name, **title, **facts}}, root.span)


def _facts(field: Field) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "name": field.name,
        "path": field.path,
        "title": field.title or None,
        **({"documentation": field.description} if field.description else {}),
        "type": field.type,
    }
    if field.default is not None:
        facts["default"] = field.value
    facts |= {
        name: True
        for name, holds in (
            ("required", field.required),
            ("nullable", field.nullable),
            ("optional", field.optional),
        )
        if holds
    }
    if field.open_to:
        facts |= {"keys": ENGLISH.text(field.open_to), "number": ENGLISH.text(field.number or "")}
    if field.deprecated is not None:
        facts["deprecated"] = field.deprecated or True
    if field.removed is not None:
        facts["removed"] = field.removed or True
    if field.rules:
        facts["validations"] = [_rule(rule) for rule in field.rules]
    if field.examples:
        facts["example"] = [{"value": e.value, "description": e.description or None} for e in field.examples]
    if field.kind == "map":
        facts["fields"] = [_facts(below) for below in field.fields]
    if field.items is not None:
        facts["items"] = _item(field.items)
    return facts


def _item(field: Field) -> dict[str, Any]:
    facts = _facts(field)
    # Nobody has to give an item, and it has no default.
    hidden = ("name", "default", "required")
    return {k: fact for k, fact in facts.items() if k not in hidden and (k != "title" or fact)}


def _rule(rule: Rule) -> dict[str, Any]:
    facts: dict[str, Any] = {"rule": rule.text}
    if rule.condition:
        facts["when"] = rule.condition
    if rule.samples:
        facts["samples"] = list(rule.samples)
    if rule.citation:
        facts["definition"] = rule.citation
    return facts

"""References as JSON in a stable format: the facts of `inspect` with anchors, places and rules.

`docs/reference/reference.schema.json` describes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from yschema_engine.release import VERSION
from yschema_engine.schema.fields import Example, Field
from yschema_engine.schema.rules import CUSTOM, Comparison, Condition, ConditionFacts
from yschema_engine.schema.rules import Rule as ModelRule
from yschema_engine.schema.schema import Schema
from yschema_engine.show.annotations import json_place
from yschema_engine.show.fact_kinds import Rule
from yschema_engine.show.inspect import Entries, known_of
from yschema_engine.show.schema_facts import Facts
from yschema_engine.text.nodes import Value, from_plain
from yschema_engine.text.phrases import ENGLISH

FORMAT = "1.0"
"""The version of the format: the second number rises with new keys, the first one with all other changes."""


def reference(schemas: Sequence[Schema], describe: Callable[[str], str]) -> Value:
    """Return the references of schemas.

    Args:
        schemas: in order, at least one.
        describe: turns a description into HTML.
    """
    known = [_reference(schema, describe) for schema in schemas]
    envelope = {"version": FORMAT, "generator": f"yschema {VERSION}", "schemas": known}
    return from_plain(envelope, schemas[0].root.span)


def _reference(schema: Schema, describe: Callable[[str], str]) -> dict[str, Any]:
    known: dict[str, Any] = {"name": schema.name, "title": schema.title}
    if schema.sections:
        known["sections"] = [
            {"name": each.name, "documentation": each.description} for each in schema.sections
        ]
    return known | known_of(schema, _ReferenceEntries(Facts(schema), describe)) | {"title": schema.title}


class _ReferenceEntries(Entries):
    def __init__(self, facts: Facts, describe: Callable[[str], str]) -> None:
        super().__init__(facts)
        self._describe = describe

    def entry(self, field: Field) -> dict[str, Any]:
        known = super().entry(field)
        below: dict[str, Any] = {name: known.pop(name) for name in ("fields", "items") if name in known}
        return {**known, **self._more(field), **below}

    def _more(self, field: Field) -> dict[str, Any]:
        schema = self._facts.schema
        known: dict[str, Any] = {
            "anchor": schema.anchor(field),
            "pointer": field.path.json_pointer,
            "kinds": list(field.type.kinds),
        }
        if field.description:
            known["documentationHtml"] = self._describe(field.description)
        if schema.is_required(field) and not field.is_item:
            known["requiredBecause"] = "schema" if field.required else "default"
            if (around := self._facts.needed_with(field)) is not None:
                known["requiredWith"] = str(around.path)
        if combined := self._facts.combined(field):
            known["combined"] = [{"path": str(each.map.path), **self.rule(each.rule)} for each in combined]
        return {**known, "declared": json_place(field.span)}

    def rule(self, rule: Rule) -> dict[str, Any]:
        known = super().rule(rule)
        if rule.condition is not None:
            known |= _condition(rule.condition)
        if rule.url:
            known["definitionUrl"] = rule.url
        return {**known, "checks": list(map(_check, rule.rules))}

    def example(self, example: Example) -> dict[str, Any]:
        return {**super().example(example), "declared": json_place(example.span)}


def _condition(condition: Condition) -> dict[str, Any]:
    words = {"whenWords": ENGLISH.text(condition.words)} if condition.words else {}
    return {**words, **({"condition": _facts(condition.facts)} if condition.facts else {})}


def _facts(facts: ConditionFacts) -> dict[str, Any]:
    if isinstance(facts, Comparison):
        names = ("start", "keys", "operator", "value")
        return dict(zip(names, (facts.start, facts.keys, facts.operator, facts.literal), strict=True))
    return {"join": facts.join, "parts": list(map(_facts, facts.parts))}


def _check(rule: ModelRule) -> dict[str, Any]:
    known: dict[str, Any] = {"name": rule.name}
    if rule.keyword:
        known["keyword"] = rule.keyword
    if rule.argument is not None:
        with suppress(TypeError):  # a function has no form for programs
            known["argument"] = from_plain(rule.argument, rule.span)
    if rule.source:
        known["source"] = rule.source
    if rule.name == CUSTOM and rule.keywords:
        known["keywords"] = rule.keywords
    if rule.strings_only:
        known["stringsOnly"] = True
    return {**known, "declared": json_place(rule.span)}

"""A schema as plain facts, one entry for each field: `schema: {name: …, fields: […]}`.

References for programs have the same entries, with anchors, places and rules as data, in a stable format.
`docs/reference/reference.schema.json` describes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from yschema_engine.release import VERSION
from yschema_engine.schema.alternatives import Shape
from yschema_engine.schema.fields import UNSET, Example, Field
from yschema_engine.schema.metadata import YES, InputFact, Property
from yschema_engine.schema.rules import CUSTOM, Comparison, Condition, ConditionFacts
from yschema_engine.schema.rules import Rule as ModelRule
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.types import type_phrase
from yschema_engine.show.annotations import json_place
from yschema_engine.show.fact_kinds import Default, Deprecated, Description, Fact, Removed, Rule, Title, Type
from yschema_engine.show.field_facts import Facts, labelled
from yschema_engine.text.nodes import Array, Map, Value, from_plain
from yschema_engine.text.phrases import ENGLISH, Listing
from yschema_engine.text.source import Span, published

_ORDER = (
    *("name", "path", "title", "documentation", "type", "default", "required", "nullable", "optional"),
    *("keys", "other_keys", "number", "deprecated", "removed", "access", "keywords", "alternatives"),
    *("validations", "example", "fields", "items"),
)
_TEXTS = ("access", "section", "comment", "default_text")


def inspect(schemas: Sequence[Schema]) -> Value:
    """Return the facts about all fields of schemas (proposal, "Schema Documentation").

    A map's entry has `fields`, an array's `items`; a map has no `default` but null, its fields have theirs.
    Several schemas are in a list.
    """
    known = [_known_of(schema, _Entries(Facts(schema))) for schema in schemas]
    plain = {"schema": known[0]} if len(known) == 1 else {"schemas": known}
    return from_plain(plain, schemas[0].root.span)


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
    if sections := [{"name": each.name, "documentation": each.description} for each in schema.sections]:
        known["sections"] = sections
    return {**known, **_known_of(schema, _ReferenceEntries(Facts(schema), describe)), "title": schema.title}


def _known_of(schema: Schema, entries: _Entries) -> dict[str, Any]:
    """Return the facts about a schema, with the entries of its fields."""
    entry = entries.entry(schema.root)
    entry = {key: fact for key, fact in entry.items() if key not in ("name", "path", "title")}
    title = {"title": schema.title} if schema.title != schema.name else {}
    deprecated = {} if schema.deprecated is None else {"deprecated": schema.deprecated or True}
    metadata = {fact.name: _input_fact(fact) for fact in schema.metadata}
    about = {**deprecated, **({"metadata": metadata} if metadata else {})}
    return {"name": schema.name, **title, **about, **entry}


def _input_fact(fact: InputFact) -> Any:
    if isinstance(fact, Property):
        if isinstance(fact.text, Listing):
            return [ENGLISH.text(part) for part in fact.text.parts]
        return ENGLISH.text(fact.text)
    names = [name for name, _ in fact.columns]
    return [
        {name: cell == YES or ENGLISH.text(cell) for name, cell in zip(names, row, strict=True) if cell}
        for row in fact.rows
    ]


class _Entries:
    """Entries for fields: the facts about each, for programs."""

    def __init__(self, facts: Facts) -> None:
        """Entries for the fields of a schema."""
        self._facts = facts

    def entry(self, field: Field) -> dict[str, Any]:
        """Return the facts about a field and the fields below it."""
        known: dict[str, Any] = {"name": field.name, "path": str(field.path), "title": None}
        for fact in self._facts.of(field):
            known |= _known(fact)
        if field.sources and field.deprecated and not field.description:
            known["documentation"] = f"DEPRECATED: {field.deprecated}"  # as in the comment of a chart
        if field.is_optional:
            known["optional"] = True
        if _is_described_sample(field):
            # An author who describes a sample map as a whole means its value as a whole, too.
            known["default"] = self._facts.schema.default_of(field)
        known |= _details(field)
        if field.is_open and field.keys is not None:
            known |= {"keys": ENGLISH.text(field.keys.words), "number": ENGLISH.text(field.keys.number)}
        takes_other_keys = self._facts.takes_other_keys.get(field)
        if takes_other_keys is not None:
            known["other_keys"] = takes_other_keys
        if rules := [rule for rule in self._facts.rules(field) if rule.rules]:
            known["validations"] = list(map(self.rule, rules))
        if field.examples:
            known["example"] = list(map(self.example, field.examples))
        if field.type.main == "map":
            known["fields"] = list(map(self.entry, field.type.fields))
        if field.type.item is not None:
            known["items"] = self._item(field.type.item)
            default = self._facts.schema.default_of(field) if field.sources and not field.absent else UNSET
            if isinstance(default, Array) and default.items:
                _add_samples(known["items"], default.items[0].value)
        return {key: known[key] for key in (*_ORDER, *known) if key in known}

    def rule(self, rule: Rule) -> dict[str, Any]:
        """Return the facts about a rule."""
        known: dict[str, Any] = {"rule": ENGLISH.text(rule.phrase)}
        if rule.condition is not None and rule.condition.source:
            known["when"] = rule.condition.source
        if not all(each.is_checked for each in rule.rules):
            known |= {"source": rule.rules[0].source, "checked": False}
        if rule.samples:
            known["samples"] = list(rule.samples)
        if rule.citation:
            known["definition"] = rule.citation
        return known

    def example(self, example: Example) -> dict[str, Any]:
        """Return the facts about an example."""
        return {"value": example.value, "description": example.description or None}

    def _item(self, field: Field) -> dict[str, Any]:
        # Users do not have to set an item, and it has no default.
        hidden = ("name", "default", "required")
        entry = self.entry(field)
        return {key: fact for key, fact in entry.items() if key not in hidden and (key != "title" or fact)}


class _ReferenceEntries(_Entries):
    def __init__(self, facts: Facts, describe: Callable[[str], str]) -> None:
        super().__init__(facts)
        self._describe = describe

    def entry(self, field: Field) -> dict[str, Any]:
        known = super().entry(field)
        if not field.description:
            known.pop("documentation", None)  # pages show the notice
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
            if (around := self._facts.needed_with.get(field)) is not None:
                known["requiredWith"] = str(around.path)
        if combined := self._facts.combined.get(field):
            known["combined"] = [{"path": str(each.map.path), **self.rule(each.rule)} for each in combined]
        return {**known, "declared": _place(field.span)}

    def rule(self, rule: Rule) -> dict[str, Any]:
        known = super().rule(rule)
        if rule.condition is not None:
            known |= _condition(rule.condition)
        if rule.url:
            known["definitionUrl"] = rule.url
        return {**known, "checks": list(map(_check, rule.rules))}

    def example(self, example: Example) -> dict[str, Any]:
        return {**super().example(example), "declared": _place(example.span)}


def _is_described_sample(field: Field) -> bool:
    """Return whether a comment describes a map that the values of a chart contain.

    A comment that names the type, such as `[object]` of readme-generator, shows no value.
    """
    origins = {name: source.origin for name, source in field.sources.items()}
    is_comment = origins.get("description") == "comment" and origins.get("type") == "schema"
    is_described = is_comment or (field.has_inferred_type and bool(field.description))
    return is_described and field.type.main == "map" and not field.absent


def _add_samples(entry: dict[str, Any], value: Value) -> None:
    """Add a value in the first item of a default list, or the values in it, to its entry as defaults."""
    if not isinstance(value, Map) or not value.items:
        entry["default"] = value
    values = {inner.key: inner.value for inner in value.items} if isinstance(value, Map) else {}
    for inner in entry.get("fields", ()):
        if inner["name"] in values:
            _add_samples(inner, values[inner["name"]])
    if isinstance(value, Array) and value.items and "items" in entry:
        _add_samples(entry["items"], value.items[0].value)


def _known(fact: Fact) -> dict[str, Any]:
    match fact:
        case Title():
            return {"title": fact.text}
        case Description():
            return {"documentation": fact.text}
        case Type():
            flags = {"required": fact.is_required, "nullable": fact.type.nullable}
            set_flags = {name: True for name, holds in flags.items() if holds}
            return {"type": ENGLISH.text(type_phrase(fact.type)), **set_flags}
        case Default():
            return {"default": fact.value}
        case Deprecated():
            return {"deprecated": fact.text or True}
        case Removed():
            return {"removed": fact.text or True}
    return {}


def _details(field: Field) -> dict[str, Any]:
    """Return the access, further facts, keywords and alternatives of a field."""
    known: dict[str, Any] = {name: text for name in _TEXTS if (text := getattr(field, name))}
    if field.sources:
        known["sources"] = {
            name: {"origin": source.origin, "file": published(source.span.file), "line": source.span.line}
            for name, source in field.sources.items()
        }
    keywords = {detail.keyword: detail.value for detail in field.details if detail.keyword}
    known |= {
        detail.name: ENGLISH.text(detail.text)
        for detail in field.details
        if detail.name and not detail.keyword
    }
    if keywords:
        known["keywords"] = keywords
    of_keywords = {detail.name for detail in field.details if detail.keyword}
    others = (fact for fact in labelled(field) if fact.name and fact.name not in {*known, *of_keywords})
    known |= {fact.name: ENGLISH.text(fact.text) for fact in others}
    if field.alternatives:
        known["alternatives"] = [
            {"exactlyOne": each.exactly_one, "shapes": list(map(_shape, each.shapes))}
            for each in field.alternatives
        ]
    return known


def _shape(shape: Shape) -> dict[str, Any]:
    texts = {"title": shape.title, "documentation": shape.description, "shape": ENGLISH.text(shape.words)}
    known: dict[str, Any] = {name: text for name, text in texts.items() if text}
    return known if shape.value is None else {**known, "schema": shape.value}


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
    return {**known, "declared": _place(rule.span)}


def _place(span: Span) -> Mapping[str, object]:
    return {**json_place(span), "file": published(span.file)}

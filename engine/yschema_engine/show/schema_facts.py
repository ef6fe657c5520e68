"""The facts about all fields of a schema, and whether its maps accept other keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby

from yschema_engine.schema.fields import UNSET, Field, Unset, with_items
from yschema_engine.schema.schema import Schema
from yschema_engine.show.fact_kinds import (
    Absent,
    Alternatives,
    Choice,
    Combined,
    Comment,
    Default,
    Examples,
    Fact,
    Items,
    Labelled,
    Rule,
    Rules,
)
from yschema_engine.show.field_facts import in_order, rules_of
from yschema_engine.text.nodes import Map, Value
from yschema_engine.text.phrases import Phrase, phrase

_SAME_AS, _NAMES = "same_as", "propertyNames"
_REFUSED, _ANY = phrase("no other keys"), phrase("other keys are allowed, of any type")
_ANY_OF_ALL = phrase("any keys are allowed, of any type")


def surprising_maps(root: Field) -> Iterator[tuple[Field, bool]]:
    """Yield the maps that differ from the map around them, each with whether it takes other keys.

    A document that refuses other keys is one of them.
    """
    stack: list[tuple[Field, bool]] = [(root, True)]
    while stack:
        field, is_around_open = stack.pop()
        is_open = _is_open(field)
        if is_open is not None and is_open != is_around_open:
            yield field, is_open
        around = is_around_open if is_open is None else is_open
        below = (*field.type.fields, field.type.item)
        stack += [(each, around) for each in below if each is not None]


def other_keys_phrase(field: Field, *, is_open: bool) -> Phrase | None:
    """Return whether a map takes other keys, in words; None if its fields or its rules say so."""
    if not is_open:
        return _REFUSED
    takes_any = field.type.takes_other_keys and all(rule.keyword != _NAMES for rule in field.rules)
    if not takes_any:
        return None
    return _ANY if field.type.fields else _ANY_OF_ALL


def _is_open(field: Field) -> bool | None:
    """Return whether a map takes keys that it does not name; None for values that are no maps."""
    is_map = "map" in field.type.kinds or bool(field.type.fields)
    if not is_map or any(detail.name == _SAME_AS for detail in field.details):
        return None
    names = (each.keys.allowed for each in field.type.fields if each.keys is not None)
    return field.type.takes_other_keys or any(each is not None and not each.pattern for each in names)


_DETAILS = (Labelled, Alternatives, Absent, Default, Rules, Combined, Comment, Items, Examples)


class Facts:
    """The facts about the fields of one schema, each worked out once.

    Attributes:
        schema: the schema.
    """

    def __init__(self, schema: Schema) -> None:
        """Facts about the fields of a schema."""
        self.schema = schema
        self._facts: dict[Field, tuple[Fact, ...]] = {}
        self._rules: dict[Field, tuple[Rule, ...]] = {}

    def of(self, field: Field) -> tuple[Fact, ...]:
        """Return the facts about a field, in order."""
        if field not in self._facts:
            is_required = self.schema.is_required(field)
            value, rules, combined = self.default(field), self.rules(field), self.combined(field)
            default = None if value is UNSET else Default(value, self.schema.has_broken_default(field))
            facts = in_order(
                field,
                default,
                rules,
                combined,
                is_required=is_required,
                is_described=lambda item: item.is_described or item in self._other_keys,
            )
            self._facts[field] = tuple(facts)
        return self._facts[field]

    def get(self, field: Field, name: str) -> Fact | None:
        """Return the first fact of a field that has a name."""
        return next((fact for fact in self.of(field) if fact.name == name), None)

    def details(self, field: Field) -> list[Fact]:
        """Return the facts of a field that are lists of names and values: no title, no notices, no type."""
        return [fact for fact in self.of(field) if isinstance(fact, _DETAILS)]

    def default(self, field: Field) -> Value | Unset:
        """Return the default to show for a field; `UNSET` if its fields have theirs, or if it has none."""
        if field.absent or field.is_item:
            return UNSET
        value = self.schema.default_of(field)
        is_shown_below = isinstance(value, Map) and field.type.main == "map"
        return UNSET if is_shown_below and (field.type.fields or field.is_document) else value

    def rules(self, field: Field) -> tuple[Rule, ...]:
        """Return the rules of a field, in the order of its annotations."""
        if field not in self._rules:
            rules = tuple(rules_of(field)) if field.rules else ()
            is_open = self.takes_other_keys(field)
            words = None if is_open is None else other_keys_phrase(field, is_open=is_open)
            self._rules[field] = rules if words is None else (*rules, Rule(words, ()))
        return self._rules[field]

    def takes_other_keys(self, field: Field) -> bool | None:
        """Return whether a map takes keys that no field stands for; None if it is as the map around it."""
        return self._other_keys.get(field)

    @cached_property
    def _other_keys(self) -> dict[Field, bool]:
        return dict(surprising_maps(self.schema.root)) if self.schema.says_other_keys else {}

    def combined(self, field: Field) -> Sequence[Combined]:
        """Return the rules of the map around a field that name the field."""
        return self._combined.get(field, ())

    def choices(self, fields: Sequence[Field]) -> Iterator[tuple[Choice | None, tuple[Field, ...]]]:
        """Yield the fields in order: those of which users set exactly one together, others one by one."""
        for rule, group in groupby(fields, self._exclusive):
            members = tuple(group)
            if rule is not None and len(members) == len(rule.fields) > 1:
                yield Choice(rule, members), members
            else:
                yield from ((None, (field,)) for field in members)

    def _exclusive(self, field: Field) -> Rule | None:
        """Return the rule that allows one of several fields, with this one among them."""
        rules = [fact.rule for fact in self.combined(field) if fact.rule.condition is None]
        return next((rule for rule in rules if rule.rules[0].name == "one_not_null"), None)

    def needed_with(self, field: Field) -> Field | None:
        """Return the nearest field around one that is not there by default; None if there is none."""
        return self._not_there_around.get(field)

    @cached_property
    def _not_there_around(self) -> dict[Field, Field]:
        return dict(_fields_in_absent(self.schema, self.schema.root, None))

    @cached_property
    def _combined(self) -> dict[Field, list[Combined]]:
        combined: dict[Field, list[Combined]] = {}
        for field in with_items(self.schema.root):
            for rule in self.rules(field) if field.rules and field.type.fields else ():
                for named in rule.fields:
                    combined.setdefault(named, []).append(Combined(field, rule))
        return combined


def _fields_in_absent(schema: Schema, field: Field, around: Field | None) -> Iterator[tuple[Field, Field]]:
    """Yield the fields that are there only with a field around them, each with the nearest such field."""
    is_there = isinstance(schema.default_of(field), Map) or field.type.main != "map"
    inner = around if is_there and not field.absent else field
    for below in field.children:
        if inner is not None:
            yield below, inner
        yield from _fields_in_absent(schema, below, inner)

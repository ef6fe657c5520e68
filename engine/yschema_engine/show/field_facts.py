"""The facts about one field, in the order in which every output shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from yschema_engine.schema.fields import Field
from yschema_engine.schema.formats import FORMATS
from yschema_engine.schema.keys import ANY_NAME, takes_any_number
from yschema_engine.schema.rule_check import citation_of, phrase_of
from yschema_engine.schema.rule_record import Subject, in_yaml
from yschema_engine.schema.rule_registry import RULES, problem_of
from yschema_engine.schema.rules import CUSTOM, unconditional
from yschema_engine.schema.rules import Rule as ModelRule
from yschema_engine.schema.rules import by_condition as runs
from yschema_engine.schema.titles import is_echo, title_of
from yschema_engine.show.fact_kinds import (
    Absent,
    Alternatives,
    Combined,
    Comment,
    Default,
    Deprecated,
    Description,
    Examples,
    Fact,
    Items,
    Labelled,
    Removed,
    Rule,
    Rules,
    Title,
    Type,
)
from yschema_engine.text.nodes import Scalar
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import FieldLink, Listing, Param, Phrase, Verbatim, joined, phrase

_ACCESS: Mapping[str, Phrase] = MappingProxyType(
    {"read-only": phrase("read-only"), "write-only": phrase("write-only")}
)
_NAMING_VALUES = ("format", "one_of")
"""Rules whose words tell readers whether a string may be empty."""


def in_order(  # noqa: PLR0913  what varies is named
    field: Field,
    default: Default | None,
    rules: Sequence[Rule],
    combined: Sequence[Combined] = (),
    *,
    is_required: bool,
    is_described: Callable[[Field], bool] = attrgetter("is_described"),
) -> Iterator[Fact]:
    """Yield the facts about a field, in order.

    Args:
        field: the field.
        default: the default to show.
        rules: the rules of the field.
        combined: the rules of the map around the field that name the field.
        is_required: whether users have to set the field.
        is_described: whether there is more to say about the items of an array than their type.
    """
    if title := title_of(field):
        yield Title(title, is_echo(field))
    if field.removed is not None:
        yield Removed(field.removed)
    if field.deprecated is not None:
        yield Deprecated(field.deprecated)
    if field.description:
        yield Description(field.description)
    yield Type(field.type, is_required, field.has_inferred_type)
    yield from labelled(field)
    yield from alternatives(field)
    if field.is_optional:
        yield Absent()
    if default is not None:
        yield default
    yield from (Rules(condition, group) for condition, group in by_condition(rules))
    yield from combined
    if field.comment:
        yield Comment(field.comment)
    levels = islice(enumerate(field.levels), 1, None)
    items = [Items(item, depth) for depth, item in levels if is_described(item)]
    yield from items
    examples = [(field, e) for e in field.examples]
    examples += [(item.field, e) for item in items for e in item.field.examples]
    if examples:
        yield Examples(tuple(examples))


def labelled(field: Field) -> Iterator[Labelled]:
    """Return the facts about a field that are a label and a text, in order."""
    if field.is_open and field.keys is not None:
        keys, number = field.keys.words, field.keys.number
        if not takes_any_number(field.keys.expects):
            yield Labelled("keys", phrase("Keys"), phrase("{keys}; {number}", keys=keys, number=number))
        elif keys != ANY_NAME:
            yield Labelled("keys", phrase("Keys"), keys)
    if field.access is not None:
        yield Labelled("access", phrase("Access"), _ACCESS[field.access])
    if field.default_text:
        yield Labelled("default_text", phrase("Default in words"), with_code(field.default_text))
    for detail in field.details:
        if detail.label:
            yield Labelled(detail.name, detail.label, detail.text)


def in_a_line(fact: Labelled | Alternatives) -> Phrase:
    """Return a fact as its label and a text on one line."""
    if isinstance(fact, Labelled):
        return phrase("{label}: {text}", label=fact.label, text=fact.text)
    labels = tuple(shape.label for shape in fact.shapes)
    return phrase("{label}: {text}", label=fact.heading, text=Listing(labels, "or"))


def with_code(text: str) -> Param:
    """Return a text of an author's in which backticks enclose code."""
    parts = text.split("`")
    if len(parts) < 3:
        return text
    return joined([Verbatim(part) if number % 2 else part for number, part in enumerate(parts) if part])


def alternatives(field: Field) -> Iterator[Alternatives]:
    """Return the alternatives for the values of a field."""
    for each in field.alternatives:
        label = phrase("One of these shapes") if each.exactly_one else phrase("At least one of these shapes")
        yield Alternatives(phrase("One of these values") if each.are_values else label, each.shapes)


def by_condition(rules: Iterable[Rule]) -> list[tuple[Param, tuple[Rule, ...]]]:
    """Return the rules under each condition, those without one first."""
    grouped: dict[Param, list[Rule]] = {"": []}
    for rule in rules:
        grouped.setdefault(rule.condition_words, []).append(rule)
    return [(condition, tuple(group)) for condition, group in grouped.items() if group]


def rules_of(field: Field) -> Iterator[Rule]:
    """Yield the rules of a field in words, in the order of its annotations."""
    below = {below.key: below for below in field.type.fields}
    links = {key: FieldLink(below.path, key_text(key)) for key, below in below.items()}
    yield from rules_in_words(
        field.rules, Subject(field.type.main, links), below, is_mixed=field.type.is_mixed
    )


def rules_in_words(
    rules: Iterable[ModelRule],
    subject: Subject,
    below: Mapping[Scalar, Field] = MappingProxyType({}),
    *,
    is_mixed: bool = False,
) -> Iterator[Rule]:
    """Yield rules in words, two that one phrase covers as one.

    Args:
        rules: in the order in which they run.
        subject: the value that they are about.
        below: the fields of a map, by their keys.
        is_mixed: whether the value may be of other types, too.
    """
    for condition, together in runs(_not_implied(list(rules))):
        covered: set[int] = set()
        for rule in together:
            if id(rule) in covered:
                continue
            partner = _partner(rule, together)
            covered.add(id(partner))
            is_named = not rule.message and rule.name != CUSTOM
            citation = citation_of(rule)
            yield Rule(
                _words(rule, partner, subject, is_mixed=is_mixed),
                (rule,) if partner is None else (rule, partner),
                condition,
                tuple(below[key] for key in _keys(rule, subject) if key in below),
                tuple(map(in_yaml, RULES[rule.name].values(rule.argument))) if is_named else (),
                FORMATS[rule.argument].samples if rule.name == "format" else (),
                citation.title if citation else "",
                citation.url if citation else "",
            )


def _not_implied(rules: Sequence[ModelRule]) -> Sequence[ModelRule]:
    """Return the rules without one for strings that a dialect adds, if the words of others imply it."""
    others = (rule for rule in unconditional(rules) if rule.name in _NAMING_VALUES)
    if any(problem_of(rule, "") is not None for rule in others):
        return [rule for rule in rules if not rule.strings_only]
    return rules


def _words(rule: ModelRule, partner: ModelRule | None, subject: Subject, *, is_mixed: bool) -> Phrase | str:
    if partner is not None:
        of_both = RULES[rule.name].partner
        assert of_both is not None
        return of_both.phrase(rule.argument, partner.argument, subject)
    words = phrase_of(rule, subject)
    return phrase("if a string: {rule}", rule=words) if rule.strings_only and is_mixed else words


def _partner(rule: ModelRule, rules: Sequence[ModelRule]) -> ModelRule | None:
    """Return the rule that one phrase covers together with another one."""
    partner = RULES[rule.name].partner if rule.name in RULES else None
    if partner is None or rule.message:
        return None
    others = (other for other in rules if other.name == partner.name and _are_together(rule, other))
    return next((other for other in others if not other.message), None)


def _are_together(rule: ModelRule, other: ModelRule) -> bool:
    """Return whether two rules are arguments of one annotation, or keywords in one file."""
    are_keywords = rule.keywords and other.keywords
    return other.span == rule.span or bool(are_keywords and other.span.source == rule.span.source)


def _keys(rule: ModelRule, subject: Subject) -> tuple[Any, ...]:
    """Return the keys of the map that a rule names."""
    if rule.name == CUSTOM and subject.kind == "map":
        return rule.keys
    names_keys = rule.name == "one_not_null" and rule.argument is not True and subject.kind == "map"
    return tuple(rule.argument) if names_keys else ()

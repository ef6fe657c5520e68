"""The facts about one field, in the order in which every output shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from types import MappingProxyType

from yschema_engine.schema.fields import Field
from yschema_engine.schema.keys import ANY_NAME, takes_any_number
from yschema_engine.schema.rule_record import Subject, in_yaml
from yschema_engine.schema.rule_words import statements
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
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import FieldLink, Param, Phrase, Verbatim, joined, phrase

_ACCESS: Mapping[str, Phrase] = MappingProxyType(
    {"read-only": phrase("read-only"), "write-only": phrase("write-only")}
)


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
    items = [Items(item, depth) for depth, item in _described_items(field, is_described)]
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
    subject = Subject(field.type.main, links)
    for statement in statements(field.rules, subject, is_mixed=field.type.is_mixed):
        yield Rule(
            statement.phrase,
            statement.rules,
            statement.condition,
            tuple(below[key] for key in statement.keys if key in below),
            tuple(map(in_yaml, statement.values)),
            statement.samples,
            statement.citation.title if statement.citation else "",
            statement.citation.url if statement.citation else "",
        )


def _described_items(field: Field, is_described: Callable[[Field], bool]) -> list[tuple[int, Field]]:
    return [(depth, item) for depth, item in islice(enumerate(field.levels), 1, None) if is_described(item)]

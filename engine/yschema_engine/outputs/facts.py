"""The facts about a field, in the one order in which every output shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby, islice
from types import MappingProxyType
from typing import ClassVar, TypeAlias

from yschema_engine.deferred_classes import dataclass
from yschema_engine.model.fields import UNSET, Example, Field, Shape, Unset, ValueType
from yschema_engine.model.path import key_text
from yschema_engine.model.phrases import FieldLink, Listing, Param, Phrase, Verbatim, joined, phrase
from yschema_engine.model.rules import Condition
from yschema_engine.model.rules import Rule as ModelRule
from yschema_engine.model.schema import Schema
from yschema_engine.model.titles import is_echo, title_of
from yschema_engine.nodes import Map, Value, to_yaml
from yschema_engine.rules.in_yaml import in_yaml
from yschema_engine.rules.record import Subject
from yschema_engine.rules.statements import statements


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule in words.

    Attributes:
        phrase: what a valid value is, `at least 1 character`; a bare string is its author's own text.
        rules: the rule, or the two rules that the phrase covers together.
        condition: the condition under which it holds.
        fields: the fields below that it names.
        values: the allowed values as YAML, if the rule lists them.
        samples: a few valid values as YAML, if the rule is a format.
        citation: what defines the format: `RFC 3986`; empty for other rules.
        url: the address of that document.
    """

    phrase: Phrase | str
    rules: tuple[ModelRule, ...]
    condition: Condition | None = None
    fields: tuple[Field, ...] = ()
    values: tuple[str, ...] = ()
    samples: tuple[str, ...] = ()
    citation: str = ""
    url: str = ""

    @property
    def condition_words(self) -> Param:
        """The condition in words, or its source; empty without a condition, or if neither is known."""
        if self.condition is None or not self.condition.source:
            return ""
        return self.condition.words or Verbatim(self.condition.source)


@dataclass(frozen=True, slots=True)
class Title:
    """The title.

    Attributes:
        name: `title`.
        text: the author's title, or the key as a title.
        is_echo: whether it says no more than the name.
    """

    name: ClassVar = "title"
    text: str
    is_echo: bool


@dataclass(frozen=True, slots=True)
class Description:
    """The description.

    Attributes:
        name: `description`.
        text: Markdown or HTML.
    """

    name: ClassVar = "description"
    text: str


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment of the author's next to the field, as it is.

    Attributes:
        name: `comment`.
        text: plain text in lines, perhaps YAML that is commented out.
    """

    name: ClassVar = "comment"
    text: str


@dataclass(frozen=True, slots=True)
class Type:
    """The type.

    Attributes:
        name: `type`.
        type: the type.
        is_required: whether users have to set the field.
        is_inferred: whether only a sample value implies the type.
    """

    name: ClassVar = "type"
    type: ValueType
    is_required: bool
    is_inferred: bool = False


@dataclass(frozen=True, slots=True)
class Removed:
    """The notice of a removed field.

    Attributes:
        name: `removed`.
        text: what to do instead; may be empty.
    """

    name: ClassVar = "removed"
    text: str


@dataclass(frozen=True, slots=True)
class Deprecated:
    """The notice of a deprecated field.

    Attributes:
        name: `deprecated`.
        text: may be empty.
    """

    name: ClassVar = "deprecated"
    text: str


@dataclass(frozen=True, slots=True)
class Labelled:
    """A fact that all outputs show as a label and a text, such as `Keys: any name`.

    Attributes:
        name: its name in templates and in JSON.
        label: the label.
        text: the text; a bare string is its author's own.
    """

    name: str
    label: Param
    text: Param


@dataclass(frozen=True, slots=True)
class Alternatives:
    """The shapes that a value may have.

    Attributes:
        name: `alternatives`.
        heading: how many of them a value has.
        shapes: in the author's order.
    """

    name: ClassVar = "alternatives"
    heading: Phrase
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Absent:
    """The field is not set by default.

    Attributes:
        name: `absent`.
    """

    name: ClassVar = "absent"


@dataclass(frozen=True, slots=True)
class Default:
    """The value in effect if users do not set the field.

    Attributes:
        name: `default`.
        value: the value.
        is_broken: whether it breaks a rule, so that users have to set the field.
    """

    name: ClassVar = "default"
    value: Value
    is_broken: bool

    @property
    def yaml(self) -> str:
        """The value as YAML, without a final line end."""
        return yaml_text(self.value)


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules under one condition, or those without one.

    Attributes:
        name: `rules`.
        condition: the condition in words, or its source; empty if the rules always hold.
        rules: in the order of the annotations.
    """

    name: ClassVar = "rules"
    condition: Param
    rules: tuple[Rule, ...]

    @property
    def source(self) -> str:
        """The code of the condition, if it is in words; else empty."""
        condition = self.rules[0].condition
        return condition.source if condition is not None and condition.words else ""


@dataclass(frozen=True, slots=True)
class Combined:
    """A rule of the map around the field that names the field.

    Attributes:
        name: `combined`.
        map: the map.
        rule: its rule.
    """

    name: ClassVar = "combined"
    map: Field
    rule: Rule


@dataclass(frozen=True, slots=True)
class Choice:
    """Fields next to each other of which users set exactly one.

    Attributes:
        rule: the rule of the map around them.
        fields: in the order of the schema.
    """

    rule: Rule
    fields: tuple[Field, ...]

    @property
    def words(self) -> Phrase:
        """What users have to do."""
        links = tuple(FieldLink(field.path, field.name) for field in self.fields)
        return phrase("Set exactly one of {fields}", fields=Listing(links, "or"))


@dataclass(frozen=True, slots=True)
class Items:
    """The items of an array, if the author says more about them than their type.

    Attributes:
        name: `items`.
        field: the items.
        depth: 1 for the items of the array, 2 for the items of those, and so on.
    """

    name: ClassVar = "items"
    field: Field
    depth: int


@dataclass(frozen=True, slots=True)
class Examples:
    """The examples of a field, then those of its items.

    Attributes:
        name: `examples`.
        examples: each with the field that it is a value of.
    """

    name: ClassVar = "examples"
    examples: tuple[tuple[Field, Example], ...]


Fact: TypeAlias = (
    Title
    | Description
    | Comment
    | Type
    | Removed
    | Deprecated
    | Labelled
    | Alternatives
    | Absent
    | Default
    | Rules
    | Combined
    | Items
    | Examples
)
_ACCESS: Mapping[str, Phrase] = MappingProxyType(
    {"read-only": phrase("read-only"), "write-only": phrase("write-only")}
)
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
            default, rules, combined = self.default(field), self.rules(field), self.combined(field)
            facts = in_order(field, default, rules, combined, is_required=is_required)
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
            self._rules[field] = tuple(rules_of(field)) if field.rules else ()
        return self._rules[field]

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
        for field in _maps_with_rules(self.schema.root):
            for rule in self.rules(field):
                for named in rule.fields:
                    combined.setdefault(named, []).append(Combined(field, rule))
        return combined


def in_order(
    field: Field,
    default: Value | Unset,
    rules: Sequence[Rule],
    combined: Sequence[Combined] = (),
    *,
    is_required: bool,
) -> Iterator[Fact]:
    """Yield the facts about a field, in order.

    Args:
        field: the field.
        default: the default to show; `UNSET` for none.
        rules: the rules of the field.
        combined: the rules of the map around the field that name the field.
        is_required: whether users have to set the field.
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
    if default is not UNSET:
        yield Default(default, is_required)
    yield from (Rules(condition, group) for condition, group in by_condition(rules))
    yield from combined
    if field.comment:
        yield Comment(field.comment)
    items = [Items(item, depth) for depth, item in _described_items(field)]
    yield from items
    examples = [(field, e) for e in field.examples]
    examples += [(item.field, e) for item in items for e in item.field.examples]
    if examples:
        yield Examples(tuple(examples))


def labelled(field: Field) -> Iterator[Labelled]:
    """Return the facts about a field that are a label and a text, in order."""
    if field.is_open and field.keys is not None:
        keys, number = field.keys.words, field.keys.number
        yield Labelled("keys", phrase("Keys"), phrase("{keys}; {number}", keys=keys, number=number))
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
        several = phrase("At least one of these shapes")
        yield Alternatives(phrase("One of these shapes") if each.exactly_one else several, each.shapes)


def by_condition(rules: Iterable[Rule]) -> list[tuple[Param, tuple[Rule, ...]]]:
    """Return the rules under each condition, those without one first."""
    grouped: dict[Param, list[Rule]] = {"": []}
    for rule in rules:
        grouped.setdefault(rule.condition_words, []).append(rule)
    return [(condition, tuple(group)) for condition, group in grouped.items() if group]


def yaml_text(value: Value) -> str:
    """Return a value as YAML, without a final line end."""
    return to_yaml(value).removesuffix("\n")


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


def _described_items(field: Field) -> list[tuple[int, Field]]:
    return [(depth, item) for depth, item in islice(enumerate(field.levels), 1, None) if item.is_described]


def _fields_in_absent(schema: Schema, field: Field, around: Field | None) -> Iterator[tuple[Field, Field]]:
    """Yield the fields that are there only with a field around them, each with the nearest such field."""
    is_there = isinstance(schema.default_of(field), Map) or field.type.main != "map"
    inner = around if is_there and not field.absent else field
    for below in field.children:
        if inner is not None:
            yield below, inner
        yield from _fields_in_absent(schema, below, inner)


def _maps_with_rules(field: Field) -> Iterator[Field]:
    if field.rules and field.type.fields:
        yield field
    for below in (*field.type.fields, field.type.item):
        if below is not None:
            yield from _maps_with_rules(below)

"""The kinds of facts about a field."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, TypeAlias

from yschema_engine.schema.alternatives import Shape
from yschema_engine.schema.fields import Example, Field, ValueType
from yschema_engine.schema.rules import Condition
from yschema_engine.schema.rules import Rule as ModelRule
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.nodes import Array, Map, Value
from yschema_engine.text.phrases import FieldLink, Listing, Param, Phrase, Verbatim, joined, phrase
from yschema_engine.yaml.printing import to_yaml

_SHORTEST = 40


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule in words.

    Attributes:
        phrase: what a valid value is, `at least 1 character`; a bare string is its author's own text.
        rules: the rule, or the two rules that the phrase covers together; none if it is about other keys.
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
    def pattern(self) -> Param:
        """The pattern, if the phrase is that of a pattern; empty for other rules."""
        if isinstance(self.phrase, Phrase) and self.phrase.template == "matches {pattern}":
            return self.phrase.params[0][1]
        return ""

    @property
    def condition_words(self) -> Param:
        """The condition in words, or its source; empty without a condition, or if neither is known."""
        if self.condition is None or not self.condition.source:
            return ""
        return self.condition.words or Verbatim(self.condition.source)

    @property
    def message(self) -> Param:
        """Of a rule that is not checked, what its author says; may be empty."""
        return self.rules[0].description

    @property
    def expression(self) -> str:
        """The code of a rule that is not checked; empty for other rules."""
        is_checked = all(rule.is_checked for rule in self.rules)
        return "" if is_checked else " ".join(self.rules[0].source.split())

    @property
    def remarks(self) -> Param:
        """What else the author of a rule that is not checked says; may be empty."""
        return joined([Listing(self.rules[0].remarks, ";")]) if self.rules[0].remarks else ""


class Kind:
    """A kind of facts, whose name is that of its class."""

    __slots__ = ()
    name: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.name = cls.__name__.lower()


@dataclass(frozen=True, slots=True)
class Title(Kind):
    """The title.

    Attributes:
        text: the author's title, or the key as a title.
        is_echo: whether it says no more than the name.
    """

    text: str
    is_echo: bool


@dataclass(frozen=True, slots=True)
class Description(Kind):
    """The description.

    Attributes:
        text: Markdown or HTML.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Comment(Kind):
    """A comment of the author's next to the field, as it is.

    Attributes:
        text: plain text in lines, perhaps YAML that is commented out.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Type(Kind):
    """The type.

    Attributes:
        type: the type.
        is_required: whether users have to set the field.
        is_inferred: whether only a sample value implies the type.
    """

    type: ValueType
    is_required: bool
    is_inferred: bool = False


@dataclass(frozen=True, slots=True)
class Removed(Kind):
    """The notice of a removed field.

    Attributes:
        text: what to do instead; may be empty.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Deprecated(Kind):
    """The notice of a deprecated field.

    Attributes:
        text: may be empty.
    """

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
class Alternatives(Kind):
    """The shapes that a value may have.

    Attributes:
        heading: how many of them a value has.
        shapes: in the author's order.
    """

    heading: Phrase
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Absent(Kind):
    """The field is not set by default."""


@dataclass(frozen=True)
class Default(Kind):
    """The value in effect if users do not set the field.

    Attributes:
        value: the value.
        is_broken: whether it is not valid, so that users have to set the field.
    """

    value: Value
    is_broken: bool

    @cached_property  # templates ask for it several times
    def yaml(self) -> str:
        """The value as YAML, without a final line end; the only item of a list in brackets."""
        text = yaml_text(self.value)
        is_item = text.startswith("- ") and "\n" not in text
        return to_yaml(self.value, flow=True).removesuffix("\n") if is_item else text


@dataclass(frozen=True, slots=True)
class Rules(Kind):
    """The rules under one condition, or those without one.

    Attributes:
        condition: the condition in words, or its source; empty if the rules always hold.
        rules: in the order of the annotations.
    """

    condition: Param
    rules: tuple[Rule, ...]

    @property
    def source(self) -> str:
        """The code of the condition, if it is in words that do not repeat it; else empty."""
        condition = self.rules[0].condition
        return "" if condition is None or str(condition.words) in ("", condition.source) else condition.source


@dataclass(frozen=True, slots=True)
class Combined(Kind):
    """A rule of the map around the field that names the field.

    Attributes:
        map: the map.
        rule: its rule.
    """

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
class Items(Kind):
    """The items of an array, if the author says more about them than their type.

    Attributes:
        field: the items.
        depth: 1 for the items of the array, 2 for the items of those, and so on.
    """

    field: Field
    depth: int


@dataclass(frozen=True, slots=True)
class Examples(Kind):
    """The examples of a field, then those of its items.

    Attributes:
        examples: each with the field that it is a value of.
    """

    examples: tuple[tuple[Field, Example], ...]

    @property
    def short(self) -> tuple[tuple[str, str], ...]:
        """The examples as YAML with their descriptions if all are scalars on one line; else none."""
        texts = tuple((yaml_text(each.value), each.description) for _, each in self.examples)
        are_short = all(len(text) <= _SHORTEST and "\n" not in text for text, _ in texts)
        is_scalar = all(not isinstance(each.value, Map | Array) for _, each in self.examples)
        return texts if are_short and is_scalar and not self.examples[-1][0].is_item else ()


Fact: TypeAlias = Kind | Labelled


def yaml_text(value: Value) -> str:
    """Return a value as YAML, without a final line end."""
    return to_yaml(value).removesuffix("\n")

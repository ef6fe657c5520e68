"""Fields: the places that a schema declares, with all facts about each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from typing import Literal

from yschema_engine.schema.alternatives import Shapes
from yschema_engine.schema.keys import KeyPolicy
from yschema_engine.schema.rules import Rule
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.nodes import Array, ArrayItem, Map, MapItem, Scalar, Value, copy_value, key_id
from yschema_engine.text.paths import ANY_ITEM, Path
from yschema_engine.text.phrases import Param
from yschema_engine.text.source import Span


@dataclass(frozen=True, slots=True, eq=False)
class Detail:
    """A fact about a field.

    Attributes:
        name: its name in the facts for programs.
        label: the label.
        text: the text; a bare string is its author's own text.
        keyword: the keyword of the schema language that it comes from, if programs know it by that keyword.
        value: the value of the keyword.
        requires: whether it states when the field is required.
    """

    name: str
    label: Param
    text: Param
    keyword: str = ""
    value: Value = None
    requires: bool = False


Origin = Literal["schema", "comment", "inferred"]
FactName = Literal["type", "title", "description", "default", "rules", "examples", "deprecated"]


@dataclass(frozen=True, slots=True)
class FactSource:
    """The place that a fact comes from.

    Attributes:
        origin: how the place states the fact.
        span: the place.
        is_heeded: whether checks of values use the fact, if a comment states it.
    """

    origin: Origin
    span: Span
    is_heeded: bool = True


Kind = Literal["string", "integer", "float", "boolean", "null", "map", "array", "any"]


class Unset(Enum):
    """The type of `UNSET`."""

    UNSET = "unset"


UNSET = Unset.UNSET
"""The default of a field that declares none."""


# Fields and types are nodes of a tree: two are equal if they are the same node.


@dataclass(frozen=True, slots=True, eq=False)
class ValueType:
    """The values that a field takes: those of any of `kinds`.

    Attributes:
        kinds: the names of the types, `null` last.
        span: where the type is declared.
        sample: the value that the schema shows, if it is a scalar or of any type.
        fields: of a map: the fields of its keys, in schema order, including those for open keys.
        item: of an array: the field that each item is.
        takes_other_keys: of a map: whether it takes undeclared keys, with any values.
        is_unknown: whether no input states the type; the kind is then `any`.
        words: the author's name for the type, if it says more than its kinds; may be empty.
        hidden_keys: of a map: the keys that it takes, but that its author hides from readers.
        is_number: whether pages call `float` a number, as JSON Schema does.
    """

    kinds: tuple[Kind, ...]
    span: Span
    sample: Value = None
    fields: tuple[Field, ...] = ()
    item: Field | None = None
    takes_other_keys: bool = False
    is_unknown: bool = False
    words: str = ""
    hidden_keys: tuple[Scalar, ...] = ()
    is_number: bool = False

    @property
    def nullable(self) -> bool:
        """Whether null is one of the values (`any` has it among all others)."""
        return "null" in self.kinds

    def takes(self, kind: str) -> bool:
        """Return whether values of a kind are among the values; an integer is also a float."""
        return kind in self.kinds or "any" in self.kinds or (kind == "integer" and "float" in self.kinds)

    @property
    def main(self) -> Kind:
        """The most specific kind: that of a map or an array, if it is one of the kinds, else the first."""
        if len(self.kinds) == 1:
            return self.kinds[0]
        return next((kind for kind in self.kinds if kind in ("map", "array")), self.kinds[0])

    @property
    def is_mixed(self) -> bool:
        """Whether values may be of several types besides null."""
        return len(self.kinds) - self.nullable > 1

    @property
    def is_open(self) -> bool:
        """Whether a map takes keys that the schema does not name."""
        return any(field.is_open for field in self.fields)

    @property
    def named(self) -> dict[object, Field]:
        """The fields of keys that the schema names, by the identities of the keys (`key_id`)."""
        return {key_id(field.key): field for field in self.fields if not field.is_open}

    @property
    def parts(self) -> tuple[Field, ...]:
        """The fields of keys, and that of items."""
        return self.fields if self.item is None else (*self.fields, self.item)

    def converted(self, convert: Callable[[Field], Field]) -> ValueType:
        """Return the type with other fields for keys and items."""
        item = None if self.item is None else convert(self.item)
        return replace(self, fields=tuple(map(convert, self.fields)), item=item)

    def __str__(self) -> str:
        """Return the type as findings name it: `string`, `string or null`."""
        return " or ".join(self.kinds)


@dataclass(frozen=True, slots=True)
class Example:
    """An example value.

    Attributes:
        description: what the example shows; may be empty.
        value: as the author wrote it, not completed.
        span: the line of the annotation.
    """

    description: str
    value: Value
    span: Span


Access = Literal["read-only", "write-only"]


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A declared place in a schema: the whole document, a key of a map, or the items of an array.

    Attributes:
        key: the key; None for the document and for items. Of a field for open keys, the key that the schema
            shows in their place.
        path: the steps from the document.
        type: the values that the field takes.
        span: where the field is declared.
        title: the author's title; may be empty.
        description: Markdown or HTML; may be empty.
        examples: the examples, in the author's order.
        deprecated: the notice, which may be empty; None if the field is not deprecated.
        removed: what to do instead, which may be empty; None if the field is not removed.
        rules: the rules, in the order in which they run.
        keys: which keys the field stands for, and how many, if that is more than its own key.
        default: the default that the field declares, completed; `UNSET` if it declares none.
        absent: whether the key is absent from the default values.
        required: whether the schema itself requires the field; rules can require it, too.
        alternatives: the sets of shapes; a value has one shape of each set.
        details: further facts, in the order in which they are shown.
        access: whether users can only read or only write the field; None for both.
        sources: where the facts come from, if a schema does not declare all of them at `span`.
        section: the name of the section that the field is in; may be empty.
        comment: a comment that is not written as a description; plain text, may be empty.
        default_text: the author's words for the default, which Markdown may format; may be empty.
        is_skipped: whether the author leaves the field, and those below it, out of the table in a README.
        is_conditional: whether only a condition or one of several shapes declares the field, so that its type
            and its rules do not always apply.
        is_hidden: whether a comment hides the field from readers, if such fields are kept.
    """

    key: Scalar
    path: Path
    type: ValueType
    span: Span
    title: str = ""
    description: str = ""
    examples: tuple[Example, ...] = ()
    deprecated: str | None = None
    removed: str | None = None
    rules: tuple[Rule, ...] = ()
    keys: KeyPolicy | None = None
    default: Value | Unset = UNSET
    absent: bool = False
    required: bool = False
    alternatives: tuple[Shapes, ...] = ()
    details: tuple[Detail, ...] = ()
    access: Access | None = None
    sources: Mapping[FactName, FactSource] = field(default_factory=dict)
    section: str = ""
    comment: str = ""
    default_text: str = ""
    is_skipped: bool = False
    is_conditional: bool = False
    is_hidden: bool = False

    @property
    def name(self) -> str:
        """The last step of the path as text: a key, or `<any name>`; empty for the document and for items."""
        return self.path.name

    @property
    def has_inferred_type(self) -> bool:
        """Whether the type is inferred from a sample value."""
        source = self.sources.get("type")
        return source is not None and source.origin == "inferred" and not self.type.is_unknown

    @property
    def is_container(self) -> bool:
        """Whether the type is inferred from `{}` or `[]` alone, so that other types may be valid as well."""
        has_parts = self.type.fields or (self.type.item is not None and not self.type.item.type.is_unknown)
        return self.has_inferred_type and not has_parts and not {"map", "array"}.isdisjoint(self.type.kinds)

    @property
    def is_document(self) -> bool:
        """Whether this is the whole document, or the items of a document that is an array."""
        return not self.path.keys

    @property
    def is_item(self) -> bool:
        """Whether the field is the items of an array."""
        return bool(self.path) and self.path[-1] is ANY_ITEM

    @property
    def is_open(self) -> bool:
        """Whether the field stands for keys other than its own."""
        return self.keys is not None and self.keys.allowed is not None

    def takes(self, key: Scalar) -> bool:
        """Return whether the field stands for open keys, and a key is one of them."""
        return self.keys is not None and self.keys.takes(key, self.key)

    @property
    def is_optional(self) -> bool:
        """Whether the key is absent until a user sets it."""
        return self.absent and not self.required and self.removed is None and not self.is_open

    @property
    def is_required_at_times(self) -> bool:
        """Whether the field is required under a condition, or in one of several shapes."""
        return any(detail.requires for detail in self.details)

    @property
    def levels(self) -> Iterator[Field]:
        """The field and, if it is an array, its items, and the items of these if they are arrays."""
        level: Field | None = self
        while level is not None:
            yield level
            level = level.type.item

    @property
    def children(self) -> tuple[Field, ...]:
        """The fields directly below: those of a map, or of the maps in an array, however deeply nested."""
        type_ = self.type
        while type_.item is not None:
            type_ = type_.item.type
        return type_.fields

    @property
    def is_described(self) -> bool:
        """Whether the author states more about the field than its type and its default."""
        facts = self.examples or self.rules or self.alternatives or self.details or self.access
        return bool(self.description or facts or self.deprecated is not None)

    def walk(self) -> Iterator[Field]:
        """Return all fields below this one, each before its own children."""
        stack = list(reversed(self.children))
        while stack:
            field = stack.pop()
            yield field
            stack.extend(reversed(field.children))


def any_field(path: Path, span: Span) -> Field:
    """Return a field without a key that takes any value."""
    return Field(None, path, ValueType(("any",), span), span)


def with_items(field: Field) -> Iterator[Field]:
    """Yield a field and all fields below it, including the items of arrays, each before its children."""
    yield field
    for below in field.type.parts:
        yield from with_items(below)


def assign(items: Iterable[MapItem], type_: ValueType) -> Iterator[tuple[MapItem, Field | None]]:
    """Yield the items of a map, each with its field; None if the map does not take the key.

    The field of a single key takes precedence over those of open keys, whose order is that of the schema.
    """
    lookup = KeyLookup(type_)
    for item in items:
        yield item, lookup.field(item.key)


def parts_of(value: Value, type_: ValueType) -> Iterator[tuple[MapItem | ArrayItem, Field]]:
    """Yield the items of a map or an array, each with its field, without keys that the type does not take."""
    if isinstance(value, Map):
        yield from ((item, field) for item, field in assign(value.items, type_) if field is not None)
    elif isinstance(value, Array) and type_.item is not None:
        for element in value.items:
            yield element, type_.item


class KeyLookup:
    """An index of the fields of a map by key, since maps may have thousands of keys.

    Attributes:
        open: the fields for open keys.
    """

    def __init__(self, type_: ValueType) -> None:
        self.open = [field for field in type_.fields if field.is_open]
        self._named = type_.named

    def field(self, key: Scalar) -> Field | None:
        """Return the field of a key; None if the map does not take the key."""
        declared = self._named.get(key_id(key))
        if declared is None and self.open:
            return next((field for field in self.open if field.takes(key)), None)
        return declared


def default_of(field: Field) -> Value:
    """Return the value in effect if nothing is set, as new nodes.

    This is the value of `@schema/default`, or else null with `@schema/nullable`. Otherwise, the schema shows
    the default of a scalar or of a value of any type, a map contains the defaults of its keys, and an array
    is empty. Keys that are optional, open or removed are absent.

    Source: https://carvel.dev/ytt/docs/v0.48.0/lang-ref-ytt-schema/
    """
    if field.default is not UNSET:
        return copy_value(field.default)
    type_ = field.type
    if type_.main == "map":
        return default_map(type_)
    return Array([], type_.span) if type_.main == "array" else copy_value(type_.sample)


def default_map(type_: ValueType) -> Map:
    """Return a map of the type's keys with their defaults, regardless of the default of the map."""
    return Map([default_item(field) for field in type_.fields if not field.absent], type_.span)


def default_item(field: Field) -> MapItem:
    """Return a map item with the default value of a field."""
    item = MapItem(field.key, default_of(field), field.span)
    item.value_span = default_span(field)
    return item


def default_span(field: Field) -> Span:
    """Return the span of a field's default: of the value in the schema, or of the field that declares one."""
    return field.type.span if field.default is UNSET else field.span


def complete(value: Value, type_: ValueType) -> None:
    """Give the maps in `value` the declared keys that they lack, with their defaults, in place."""
    for item, declared in parts_of(value, type_):
        complete(item.value, declared.type)
    if isinstance(value, Map) and "map" in type_.kinds:
        keys = {key_id(item.key) for item in value.items}
        lacking = (each for each in type_.fields if not each.absent and key_id(each.key) not in keys)
        value.items += map(default_item, lacking)

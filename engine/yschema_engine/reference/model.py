"""The documentation model: what a reference says of each data value, in no output format."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from yschema_engine.model.phrases import ENGLISH, Param, Phrase
from yschema_engine.model.type_phrases import type_phrase
from yschema_engine.nodes import Scalar, Value
from yschema_engine.source import Span

Kind = Literal["scalar", "map", "array", "any"]


@dataclass(frozen=True, slots=True)
class Example:
    """An example value of a field.

    Attributes:
        description: what the example is about; may be empty.
        yaml: the value alone as YAML text, without a final line end.
        value: the value itself.
    """

    description: str
    yaml: str
    value: Value = None


@dataclass(frozen=True, slots=True)
class Rule:
    """What a valid value of a field is, in words.

    Attributes:
        phrase: the rule, `at least 1 character`; a bare string is its author's own text.
        condition: the source of the condition under which it holds; empty where it always does.
        fields: the anchors of the fields below that it names, by their names.
        values: the values of a `one of`; else empty.
        samples: a few valid values, as YAML text, where the rule is a format.
        citation: what defines the format: `RFC 3986`; empty for other rules.
        url: where that can be read.
    """

    phrase: Phrase | str
    condition: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    values: tuple[str, ...] = ()
    samples: tuple[str, ...] = ()
    citation: str = ""
    url: str = ""

    @property
    def text(self) -> str:
        """The rule in English."""
        return ENGLISH.text(self.phrase)


@dataclass(frozen=True, slots=True)
class Field:
    """A data value, or the whole document (with an empty `path`).

    Attributes:
        name: the last key of the path, as YAML text (`tls.crt`); empty for a document or an array item.
            Where other keys are meant it is `<any name>`, `<name>`, or `<name>_db` for an ending.
        path: all keys, joined by dots, `[]` after an array whose items are meant: `routes[].path`.
        anchor: the id of the field in a page, `NAME.path.to.field`, made by `anchors.anchor`.
        title: the title given, else the humanised key.
        titled: whether it is one that is given.
        kinds: the names of its types, but for null: `string`, or several of them.
        kind: which of the four shapes the type has; `any` has no fields.
        description: Markdown or HTML as the author wrote it; may be empty.
        default: the default as YAML text, in effect when nobody sets the field; None for a map
            with fields, which have their own, for an array item, and for a key that may be absent. Falsy
            defaults are text too: `""`, `0`, `[]`.
        examples: in the author's order.
        nullable: whether null is allowed; `type` says so, too.
        deprecated: the notice (may be empty) of a deprecated field, else None.
        removed: the remedy (may be empty) of a field that has been removed, else None.
        optional: whether the key is not there unless somebody gives it.
        open_to: which keys are meant, where it is not the name alone: `names that match ^a`; else None.
        number: how many such keys there may be: `at least 1 key`; None where `open_to` is.
        value: the default itself; of a key that may be absent, what its schema shows.
        key: the key itself, which need not be a string; of a map that is open, the schema's.
        required: whether the default in effect breaks an unconditional rule: somebody has to set the field.
        rules: what is allowed, in the order of the annotation.
        named_by: rules of the map around the field that name it, each with the map's anchor.
        span: where the field is declared.
        fields: the fields of a map, in schema order.
        items: what each item of an array is; its path ends in `[]`, its anchor is the array's.
    """

    name: str
    path: str
    anchor: str
    title: str
    kinds: tuple[str, ...]
    kind: Kind
    description: str
    default: str | None
    examples: tuple[Example, ...]
    nullable: bool
    deprecated: str | None
    span: Span
    fields: tuple[Field, ...] = ()
    items: Field | None = None
    required: bool = False
    rules: tuple[Rule, ...] = ()
    named_by: tuple[tuple[str, Rule], ...] = ()
    removed: str | None = None
    optional: bool = False
    open_to: Param | None = None
    number: Param | None = None
    value: Value = None
    key: Scalar = None
    titled: bool = False

    @property
    def type(self) -> str:
        """The type in English words: `string`, `list of maps`, `string or null`."""
        return ENGLISH.text(type_phrase(self))

    @property
    def is_document(self) -> bool:
        """Whether it is the whole document, or the items of one that is an array."""
        return "." not in self.anchor  # an empty key at the top has no path either

    @property
    def levels(self) -> Iterator[Field]:
        """The field; of an array also its items, and theirs where they are arrays."""
        level: Field | None = self
        while level is not None:
            yield level
            level = level.items

    @property
    def children(self) -> tuple[Field, ...]:
        """The fields below this one: a map's own, or those of an array's items at any depth of arrays."""
        *_, last = self.levels
        return last.fields

    @property
    def described_items(self) -> list[tuple[int, Field]]:
        """What an array's items are, where their author says more of them than the type does.

        Each with its depth: 1 for the items, 2 for the items of arrays among them, and so on.
        """
        return [
            (depth, item)
            for depth, item in enumerate(islice(self.levels, 1, None), 1)
            if item.description or item.examples or item.rules or item.deprecated is not None
        ]

    def walk(self) -> Iterator[Field]:
        """All fields below this one, each before its own children."""
        for child in self.children:
            yield child
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Reference:
    """The documentation of one schema.

    Attributes:
        name: the name that pages and anchors use.
        title: the title for readers.
        root: the document itself; its children are the top-level fields.
    """

    name: str
    title: str
    root: Field

    def find(self, path: str) -> Field | None:
        """The field at `path` (as in `Field.path`, with or without `[]`), or None.

        Keys may be written as in anchors as well, `tls~2Ecrt`, which tells those with dots apart from others.
        """
        wanted = path.replace("[]", "")
        if not wanted:
            return self.root
        anchor = f"{self.root.anchor}.{wanted}"
        return _find(self.root, anchor, lambda field: field.anchor) or _find(
            self.root, wanted, lambda field: field.path.replace("[]", "")
        )


def _find(field: Field, wanted: str, name: Callable[[Field], str]) -> Field | None:
    """The first field below one that has the name; only fields are looked into whose own names begin it."""
    for child in field.children:
        if (own := name(child)) == wanted:
            return child
        if wanted.startswith(f"{own}.") and (found := _find(child, wanted, name)):
            return found
    return None

"""What a type is, and what is declared at one place of a schema."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

from yschema_engine.model.keys import Keys
from yschema_engine.model.rules import Rule
from yschema_engine.nodes import Scalar, Value
from yschema_engine.source import Span

Kind = Literal["string", "integer", "float", "boolean", "null", "map", "array", "any"]


class Unset(Enum):
    """The one value of it stands for a default that nobody gave."""

    UNSET = "unset"


UNSET = Unset.UNSET


# Types and declarations are not frozen because a schema has thousands of them and freezing slows their
# making threefold; nobody changes one.


@dataclass(slots=True, eq=False)
class Type:
    """The values that a place allows: one of `kinds`.

    Attributes:
        kinds: the names of the types, `null` last.
        span: where the type is declared.
        given: the value that the schema shows, where it is a scalar or of any type.
        items: of a map: the declarations of its keys, in schema order; those that are open to other keys
            among them.
        item: of an array: the declaration of each of its items.
    """

    kinds: tuple[Kind, ...]
    span: Span
    given: Value = None
    items: tuple[Declaration, ...] = ()
    item: Declaration | None = None

    @property
    def nullable(self) -> bool:
        """Whether null is one of the values (`any` has it among all others)."""
        return "null" in self.kinds

    @property
    def main(self) -> Kind:
        """The kind that tells most: that of a map or an array, if it is one of the kinds, else the first."""
        return next((kind for kind in self.kinds if kind in ("map", "array")), self.kinds[0])

    @property
    def is_mixed(self) -> bool:
        """Whether values may be of several types beside null."""
        return len(self.kinds) - self.nullable > 1

    def __str__(self) -> str:
        """The type as reports name it: `string`, `string or null`."""
        return " or ".join(self.kinds)


@dataclass(frozen=True, slots=True)
class Example:
    """An example value as written, and what it shows; `span` is the annotation's line."""

    description: str
    value: Value
    span: Span


@dataclass(slots=True, eq=False)
class Declaration:
    """What a document, a map item or an array item of a schema declares.

    Attributes:
        key: the map item's key; None for a document and an array item.
        type: the values that may stand here.
        span: the line of the node.
        title: empty where none is given.
        description: Markdown or HTML; empty where none is given.
        examples: in the author's order, not completed.
        deprecated: the notice, which may be empty; None where the node is not deprecated.
        removed: the remedy, which may be empty; None where the node is not removed.
        rules: in the order in which they run.
        keys: which keys are meant, where it is not just `key`.
        default: the value of `@schema/default`, completed, or the null of `@schema/nullable`; `UNSET` where
            there is neither.
        absent: whether the key is not there unless somebody gives it.
    """

    key: Scalar
    type: Type
    span: Span
    title: str = ""
    description: str = ""
    examples: tuple[Example, ...] = ()
    deprecated: str | None = None
    removed: str | None = None
    rules: tuple[Rule, ...] = ()
    keys: Keys | None = None
    default: Value | Unset = UNSET
    absent: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it declares the values of keys other than its own."""
        return self.keys is not None and self.keys.allowed is not None

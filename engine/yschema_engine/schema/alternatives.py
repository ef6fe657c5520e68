"""Alternatives: the shapes that a value can have, one of each set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.phrases import Param

if TYPE_CHECKING:
    from yschema_engine.schema.fields import Kind


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """An alternative for a value.

    Attributes:
        title: the author's title; may be empty.
        description: Markdown or HTML; may be empty.
        words: a description of the values of this shape.
        value: its schema as a plain value, for programs.
        name: the label of its tab: its title, or what tells it from the others.
        keys: the keys that a map of this shape may have, without those of `inner`.
        required: the keys that a map of this shape has.
        constants: the values of each key that has only certain values in this shape.
        kinds: the types of the values of each key in this shape, if the shape declares them.
        inner: the alternatives within the shape.
    """

    title: str
    description: str
    words: Param
    value: Any = None
    name: Param = ""
    keys: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    constants: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    kinds: Mapping[str, tuple[Kind, ...]] = field(default_factory=dict)
    inner: tuple[Shapes, ...] = ()

    @property
    def label(self) -> Param:
        """The title, or the words without one."""
        return self.title or self.words


@dataclass(frozen=True, slots=True, eq=False)
class Shapes:
    """The alternatives for a value.

    Attributes:
        shapes: the alternatives, in the author's order.
        exactly_one: whether a value must not be of two shapes.
        keywords: the same as keywords of JSON Schema, if these can stand alone.
    """

    shapes: tuple[Shape, ...]
    exactly_one: bool
    keywords: Mapping[str, Any] | None = None

    @property
    def are_values(self) -> bool:
        """Whether each alternative is a certain value."""
        return all(isinstance(each.value, dict) and "const" in each.value for each in self.shapes)

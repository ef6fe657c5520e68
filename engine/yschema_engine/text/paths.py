"""Paths of fields and values, and their only notation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import TypeAlias

from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.node_values import scalar_text
from yschema_engine.text.nodes import Array, ArrayItem, Item, Map, MapItem, Scalar, Value
from yschema_engine.text.source import Span

_NOT_IN_ANCHORS = r"[^A-Za-z0-9_-]"
_TAGS: Mapping[object, str] = {bool: "bool", int: "int", float: "float", type(None): "null"}


class AnyItem(Enum):
    """The type of `ANY_ITEM`."""

    ANY_ITEM = "[]"


ANY_ITEM = AnyItem.ANY_ITEM
"""The step to any item of an array."""


@dataclass(frozen=True, slots=True)
class OtherKey:
    """The step to a key that is not a string, such as `1` or `true`."""

    key: Scalar


@dataclass(frozen=True, slots=True)
class OpenKey:
    """The step to any key that an open map takes.

    Attributes:
        key: the key that the schema shows in its place, which anchors are made from.
        label: what readers see, such as `<any name>` or `<name>_db`.
    """

    key: Scalar
    label: str = field(compare=False)


Step: TypeAlias = str | int | OtherKey | OpenKey | AnyItem
"""One step of a path: a string key, the index of an array item (from 0), or one of the classes above."""


class Path(tuple[Step, ...]):
    """The steps from the document to a field or a value.

    The path of the document is empty. A path of a field has `ANY_ITEM` where it enters an array, a path of a
    value has the index.
    """

    __slots__ = ()

    def __add__(self, steps: Iterable[Step]) -> Path:  # type: ignore[override]
        return Path((*self, *steps))

    @classmethod
    def from_flag(cls, text: str, *, has_escapes: bool = False) -> Path:
        r"""Return the path that `a.b.c` means in a `--data-value` flag, where every dot separates keys.

        Args:
            text: the keys.
            has_escapes: whether `\.` is a dot within a key, as for Helm.
        """
        keys = re.split(r"(?<!\\)\.", text) if has_escapes else text.split(".")
        return cls(key.replace("\\.", ".") if has_escapes else key for key in keys)

    @classmethod
    def from_variable(cls, text: str) -> Path:
        """Return the path that `a__b__c` means in the name of an environment variable, without its prefix."""
        return cls(text.split("__"))

    def key(self, key: Scalar) -> Path:
        """Return the path of the value at `key` of the map at this path."""
        return Path((*self, key if isinstance(key, str) else OtherKey(key)))

    def open_key(self, key: Scalar, label: str) -> Path:
        """Return the path with the open keys that `label` stands for in place of its last key.

        Args:
            key: the key that the schema shows in their place.
            label: what readers see.
        """
        return Path((*self[:-1], OpenKey(key, label)))

    def item(self, index: int) -> Path:
        """Return the path of the array item at `index`, from 0."""
        return Path((*self, index))

    @property
    def any_item(self) -> Path:
        """The path of any item of the array at this path."""
        return Path((*self, ANY_ITEM))

    @property
    def parent(self) -> Path:
        """The path without its last step; the document is its own parent."""
        return Path(self[:-1])

    @property
    def name(self) -> str:
        """The last step as text: a key, a label or an index; empty for the document and for any item."""
        return _step_text(self[-1]) if self and self[-1] is not ANY_ITEM else ""

    @property
    def field(self) -> Path:
        """The path of the field that holds a value at this path: every index becomes any item."""
        return Path(ANY_ITEM if isinstance(step, int) else step for step in self)

    @property
    def keys(self) -> tuple[Step, ...]:
        """The steps through maps alone."""
        return tuple(step for step in self if step is not ANY_ITEM and not isinstance(step, int))

    def starts_with(self, other: Path) -> bool:
        """Return whether this is the other path, or a path below it."""
        return self[: len(other)] == tuple(other)

    def __str__(self) -> str:
        """Return the dotted text that readers see: `a.b[].c`, `a.b[0].c`; empty for the document."""
        text = ""
        for number, step in enumerate(self):
            if step is ANY_ITEM:
                text += "[]"
            elif isinstance(step, int):
                text += f"[{step}]"
            else:
                text += f".{_step_text(step)}" if number else _step_text(step)
        return text

    def anchor(self, schema: str) -> str:
        """Return the id of the field on a page, `NAME.path.to.field`; items have that of the array.

        ASCII letters, digits, `_` and `-` stand for themselves. Every other character is `~` and two
        hexadecimal digits for each byte of its UTF-8 form, so that dots only separate keys: `tls.crt` is
        `tls~2Ecrt`. An empty key is a lone `~`.
        """
        return ".".join(map(_escape, (schema, *map(_anchor_text, self.keys))))

    @property
    def json_pointer(self) -> str:
        """The JSON pointer (RFC 6901) of the value; `-` for any item."""
        texts = ("-" if isinstance(step, AnyItem) else _step_text(step) for step in self)
        return "".join(f"/{text.replace('~', '~0').replace('/', '~1')}" for text in texts)

    @property
    def flag(self) -> str | None:
        """The path as a `--data-value` flag has it, `a.b.c`; None if no flag can reach the value.

        Flags split at every dot and know no arrays.
        """
        if not self or not all(isinstance(step, str) and step and "." not in step for step in self):
            return None
        return ".".join(map(str, self))

    def nest(self, value: Value, span: Span) -> Value:
        """Return the value below all keys of the path, an array on the way holding one item."""
        for step in reversed(self):
            if isinstance(step, int | AnyItem):
                value = Array([ArrayItem(value, span)], span)
            else:
                value = Map([MapItem(key_of(step), value, span)], span)
        return value


ROOT = Path()
"""The path of the document."""


def children(value: Value, path: Path = ROOT) -> Iterator[tuple[Path, Item]]:
    """Yield the items of a map or an array at a path, with their paths; a scalar has none."""
    items: Sequence[Item] = value.items if isinstance(value, Map | Array) else ()
    for index, item in enumerate(items):
        yield path.key(item.key) if isinstance(item, MapItem) else path.item(index), item


def descendants(value: Value, path: Path = ROOT) -> Iterator[tuple[Path, Item]]:
    """Yield all keys and items in a value with their paths, each before those below it; as `children`."""
    for inner, item in children(value, path):
        yield inner, item
        yield from descendants(item.value, inner)


def split_anchor(anchor: str) -> tuple[str, ...]:
    """Return the parts of an anchor: the name of the schema and the keys, as `Path.anchor` escapes them."""
    return tuple(anchor.split("."))


def top_anchor(anchor: str) -> str:
    """Return the anchor of the top-level field that is, or contains, the field of an anchor."""
    return ".".join(split_anchor(anchor)[:2])


def key_text(key: Scalar) -> str:
    """Return a key as YAML text on one line."""
    return key if isinstance(key, str) else scalar_text(key)


def key_of(step: Step) -> Scalar:
    """Return the map key for a step of a path; for open keys, what readers see."""
    if isinstance(step, OpenKey):
        return step.label
    assert not isinstance(step, AnyItem)
    return step.key if isinstance(step, OtherKey) else step


def _step_text(step: Step) -> str:
    return step if isinstance(step, str) else key_text(key_of(step))


def _anchor_text(step: Step) -> str:
    if isinstance(step, str):
        return step
    assert isinstance(step, OtherKey | OpenKey)
    # A key that is not a string shows its YAML tag, so that 1 and "1" have anchors of their own.
    return step.key if isinstance(step.key, str) else f"!!{_TAGS[type(step.key)]} {key_text(step.key)}"


@lru_cache(maxsize=4096)  # schemas repeat their keys
def _escape(segment: str) -> str:
    return re.sub(_NOT_IN_ANCHORS, lambda each: f"~{each[0].encode().hex('~').upper()}", segment) or "~"


ANY_KEY = OpenKey("_", "<any name>")
"""The step to the values of keys that a schema does not name, if it has no patterns."""

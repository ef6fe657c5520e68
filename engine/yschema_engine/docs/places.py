"""Places within data values, the fields there, and findings about unknown names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from yschema_engine.schema.fields import Field, ValueType
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Code, UsageError, usage_code
from yschema_engine.text.nodes import Array, Value, type_name
from yschema_engine.text.paths import ANY_ITEM, ROOT, AnyItem, OpenKey, OtherKey, Step, key_text
from yschema_engine.text.paths import Path as FieldPath
from yschema_engine.text.phrases import Listing, Param, Verbatim, phrase
from yschema_engine.text.suggestions import did_you_mean

UNKNOWN_SCHEMA = usage_code("unknown-schema", "unknown schema `{name}`")
UNKNOWN_FIELD_PATH = usage_code("unknown-path", "unknown path in schema `{schema}`: `{name}`")

_INDEX = r"\[[0-9]*\]"
_ENDS = r"[.\[]"


@dataclass(frozen=True, slots=True)
class Part:
    """A place of data values.

    Attributes:
        path: the path, in which `ANY_ITEM` leads to an item of an array.
        field: the field there; None below a value of any type.
    """

    path: FieldPath = ROOT
    field: Field | None = None

    @property
    def type(self) -> ValueType | None:
        """The type of the values there; None for any type."""
        return self.field.type if self.field is not None else None

    @property
    def item(self) -> Field | None:
        """The field of the items of an array."""
        return self.type.item if self.type is not None else None

    def holds(self, path: FieldPath) -> bool:
        """Return whether the path of a finding is this part, or below it; all items of an array count."""
        return path.field.starts_with(self.path)

    def below(self, step: Step) -> Iterator[Part]:
        """Yield the places to which a step leads; a key may be that of a field, or one that a field takes."""
        if isinstance(step, AnyItem):
            inner = self.path.any_item
            found = [Part(inner, self.item)] if self.item is not None else []
        else:
            key = step.key if isinstance(step, OtherKey | OpenKey) else step
            inner, fields = self.path.key(key), _declared(self.type, key_text(key))
            found = [Part(inner if each.is_open else self.path.key(each.key), each) for each in fields]
        is_any = self.type is None or "any" in self.type.kinds
        yield from found or ([Part(inner)] if is_any else [])

    def part_of(self, value: Value) -> Part:
        """Return the part that a value is for: an item may stand for its array, and an array for its item."""
        if _takes(self.type, value):
            return self
        if self.path[-1:] == (ANY_ITEM,) and isinstance(value, Array):
            return Part(self.path.parent)
        is_item = self.item is not None and _takes(self.item.type, value)
        return Part(self.path.any_item, self.item) if is_item else self


def _takes(type_: ValueType | None, value: Value) -> bool:
    return type_ is None or not {"any", type_name(value)}.isdisjoint(type_.kinds)


def find_part(field: Field, path: str) -> Part | None:
    """Return the place at a path.

    Args:
        field: of the document.
        path: keys joined by dots, as `tls.port`; items of arrays as `routes[].path` or `routes.path`.

    Returns:
        The place; None if the schema does not have it.
    """
    return next(_find(Part(ROOT, field), path), None)


def part_at(field: Field, path: FieldPath) -> Part | None:
    """Return the place at a path of a value; None if the schema does not have it.

    Args:
        field: of the document.
        path: the path, in which an index stands for any item.
    """
    part: Part | None = Part(ROOT, field)
    for step in path.field:
        part = next(part.below(step), None) if part is not None else None
    return part


def _find(part: Part, path: str) -> Iterator[Part]:
    """Yield the places that a path may mean, seen from one of them; keys may hold dots."""
    if not path:
        yield part
        return
    if index := re.match(_INDEX, path):
        for below in part.below(ANY_ITEM):
            yield from _find(below, path[index.end() :].removeprefix("."))
        return
    if part.item is not None:
        yield from _find(Part(part.path.any_item, part.item), path)
    for key, rest in _first_keys(path):
        for below in part.below(key):
            yield from _find(below, rest)


def _first_keys(path: str) -> Iterator[tuple[str, str]]:
    """Yield the keys that a path may begin with, the shortest first, each with the rest of the path."""
    for end in re.finditer(_ENDS, path):
        yield path[: end.start()], path[end.start() :].removeprefix(".")
    yield path, ""


def _declared(type_: ValueType | None, key: str) -> Iterator[Field]:
    if type_ is None:
        return
    yield from (d for d in type_.named.values() if key_text(d.key) == key)
    yield from (d for d in type_.fields if d.is_open and d.keys is not None and d.keys.takes(key, d.key))


_SHOWN = 20  # names in a message


def unknown_name(code: Code, name: str, known: Iterable[str], **params: Param) -> UsageError:
    """Return the error for a name that is not known, with the nearest known one as a hint.

    Args:
        code: the finding; its phrases may use `name`.
        name: as written.
        known: all names that would do.
        params: further parameters of the code.
    """
    names = list(known)
    hint = did_you_mean(name, names)
    listed = Listing(tuple(map(Verbatim, names)), most=_SHOWN)
    expected = phrase("one of {names}", names=listed) if names else None
    about = {"name": Verbatim(name), "found": Verbatim(name), "expected": expected, "hint": hint}
    return UsageError.of(code, **{**about, **params})


def unknown_schema(name: str, known: Iterable[str]) -> UsageError:
    """Return the error for a schema that is not declared."""
    return unknown_name(UNKNOWN_SCHEMA, name, known)


def unknown_path(schema: str, path: str, known: Iterable[str]) -> UsageError:
    """Return the error for a path that a schema does not have."""
    return unknown_name(UNKNOWN_FIELD_PATH, path, known, schema=Verbatim(schema))


def display_path(path: Path) -> Path:
    """Return the path relative to the current folder if it is below that, else unchanged."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path

"""The text of a values file, and where the items of its maps begin and end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ruamel.yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.nodes import Array, Map, MapItem, Scalar, Value, key_id
from yschema_engine.text.paths import Path, Step, key_of
from yschema_engine.text.source import Source
from yschema_engine.yaml.printing import to_yaml
from yschema_engine.yaml.read import events, read

Mark: TypeAlias = tuple[int, int]
"""The indexes of a line and of a column."""
Event: TypeAlias = Any
_KEEPS = r"[|>][-+0-9]*\+"


@dataclass(frozen=True, slots=True)
class Place:
    """The place of an item of a map.

    Attributes:
        start: of the key.
        key_end: behind the key.
        end: behind the value.
        stop: the index of the line behind the last line of the value.
        top: the index of the line on which the outermost brackets or braces around the item begin; None
            without any.
    """

    start: Mark
    key_end: Mark
    end: Mark
    stop: int
    top: int | None = None


def places(source: Source) -> Mapping[Mark, Place]:
    """Return the places of all items of maps, by where their keys start.

    Raises:
        EngineError: the text is not valid YAML.
    """
    reader = _Reader(source.text.split("\n"), events(source))
    for event in reader.events:
        if isinstance(event, ScalarEvent | MappingStartEvent | SequenceStartEvent):
            reader.node(event)
    return reader.places


class _Reader:
    """A walk over the events of a file, which collects places."""

    def __init__(self, lines: list[str], stream: Iterator[Event]) -> None:
        self.events = stream
        self.places: dict[Mark, Place] = {}
        self._lines = lines
        self._top: int | None = None  # the line on which the outermost brackets begin

    def node(self, event: Event) -> tuple[Mark, int]:
        """Return the end of a node, and the index of the line behind it."""
        if isinstance(event, ScalarEvent | AliasEvent):
            return _mark(event.end_mark), self._stop(event)
        outer = self._top
        if event.flow_style and outer is None:
            self._top = event.start_mark.line
        end, stop = _mark(event.start_mark), event.start_mark.line + 1
        for inner in self.events:
            if isinstance(inner, MappingEndEvent | SequenceEndEvent):
                break
            end, stop = self.node(inner)
            if isinstance(event, MappingStartEvent):
                end, stop = self.node(next(self.events))
                key = _mark(inner.start_mark)
                self.places[key] = Place(key, _mark(inner.end_mark), end, stop, self._top)
        self._top = outer
        return (_mark(inner.end_mark), inner.end_mark.line + 1) if event.flow_style else (end, stop)

    def _stop(self, event: Event) -> int:
        """Return the index of the line behind a scalar; most blocks end before blank lines."""
        line, first = _mark(event.end_mark)[0], _mark(event.start_mark)[0]
        if getattr(event, "style", None) not in ("|", ">"):
            return line + 1
        stop = line + int(event.end_mark.column > 0)
        if re.match(_KEEPS, self._lines[first][event.start_mark.column :]):
            return stop
        while stop > first + 1 and not self._lines[stop - 1].strip():
            stop -= 1
        return stop


def _mark(mark: Any) -> Mark:
    return int(mark.line), int(mark.column)


class UneditableError(Exception):
    """A key is in a place where lines cannot be changed."""


@dataclass(slots=True)
class Text:
    """The text of a values file, with its nodes.

    Attributes:
        name: of the file.
        lines: without their ends.
        number: which of the documents is read and edited.
        gap: the index of the line from which an item was cut last; None if none was.
        documents: the values of all documents.
    """

    name: str
    lines: list[str]
    number: int = 0
    gap: int | None = None
    documents: list[Value] = field(init=False, default_factory=list)
    _places: Mapping[Mark, Place] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.read()

    @property
    def document(self) -> Value:
        """The value of the document that is edited."""
        return self.documents[self.number] if self.number < len(self.documents) else None

    @property
    def comment(self) -> str:
        """The sign of comments: ytt refuses others than `#!` in a file with annotations."""
        is_template = any(line.lstrip().startswith("#@") for line in self.lines)
        return "#!" if is_template else "#"

    def read(self) -> None:
        """Read the lines, after an edit.

        Raises:
            EngineError: they are not valid YAML.
        """
        source = Source(self.name, "\n".join(self.lines))
        self.documents = [each.value for each in read(source).documents]
        self._places = places(source)

    def restore(self, lines: Sequence[str]) -> None:
        """Go back to the lines before an edit that failed."""
        self.lines[:] = lines
        self.read()

    def item(self, path: Path) -> MapItem:
        """Return the item of a key; of a repeated one, the last, which takes effect.

        Raises:
            UneditableError: there is none.
        """
        item = _item(self.value(path.parent), path[-1])
        if item is None:  # such as in the array around a map that would be empty
            raise UneditableError(str(path))
        return item

    def place(self, item: MapItem) -> Place:
        """Return the place of an item.

        Raises:
            UneditableError: it is not known.
        """
        place = self._places.get((item.span.line - 1, item.span.column - 1))
        if place is None:
            raise UneditableError(str(item.key))
        return place

    def value(self, path: Path) -> Value:
        """Return the value at a path; None if there is none."""
        value = self.document
        for step in path:
            if isinstance(value, Map):
                item = _item(value, step)
                value = None if item is None else item.value
            elif isinstance(value, Array) and isinstance(step, int) and step < len(value.items):
                value = value.items[step].value
            else:
                return None
        return value

    def has(self, path: Path) -> bool:
        """Return whether the map around a path has its key."""
        return _item(self.value(path.parent), path[-1]) is not None

    def end(self) -> int:
        """Return the index behind the last line that is not blank."""
        lines = [index for index, line in enumerate(self.lines) if line.strip()]
        return lines[-1] + 1 if lines else 0


def _item(holder: Value, step: Step) -> MapItem | None:
    """Return the item of a map at a key; of a repeated one, the last, which takes effect."""
    if not isinstance(holder, Map):
        return None
    wanted = key_id(key_of(step))
    return next((each for each in reversed(holder.items) if key_id(each.key) == wanted), None)


def written(key: Scalar) -> str:
    """Return a key as YAML."""
    return to_yaml(key).strip()

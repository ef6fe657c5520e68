"""The places at which the items of maps begin and end in YAML text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from ruamel.yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.source import Source
from yschema_engine.values.sources import plain_events

Mark: TypeAlias = tuple[int, int]
"""The indexes of a line and of a column."""
Event: TypeAlias = Any
_KEEPS = lazy_pattern(r"[|>][-+0-9]*\+")


@dataclass(frozen=True, slots=True)
class Place:
    """The place of an item of a map.

    Attributes:
        start: of the key.
        key_end: behind the key.
        end: behind the value.
        stop: the index of the line behind the last line of the value.
        braces: of a map in braces, the opening one and the place behind the closing one.
        top: the index of the line on which the outermost brackets or braces around the item begin.
    """

    start: Mark
    key_end: Mark
    end: Mark
    stop: int
    braces: tuple[Mark, Mark] | None = None
    top: int = -1


def places(source: Source) -> Mapping[Mark, Place]:
    """Return the places of all items of maps, by where their keys start.

    Raises:
        EngineError: the text is not valid YAML.
    """
    reader = _Reader(source.text.split("\n"), plain_events(source))
    for event in reader.events:
        if isinstance(event, ScalarEvent | MappingStartEvent | SequenceStartEvent):
            reader.node(event)
    return reader.places


class _Reader:
    """A walk over the events of a file.

    Attributes:
        events: those that are left.
        places: the places that are known.
    """

    def __init__(self, lines: list[str], stream: Iterator[Event]) -> None:
        self.events = stream
        self.places: dict[Mark, Place] = {}
        self._lines = lines
        self._top = -1  # the line on which the outermost brackets begin

    def node(self, event: Event) -> tuple[Mark, int]:
        """Return the end of a node, and the index of the line behind it."""
        if isinstance(event, ScalarEvent | AliasEvent):
            return _mark(event.end_mark), self._stop(event)
        is_outermost = event.flow_style and self._top < 0
        if is_outermost:
            self._top = event.start_mark.line
        end = self._map(event) if isinstance(event, MappingStartEvent) else self._sequence(event)
        if is_outermost:
            self._top = -1
        return end

    def _map(self, start: Event) -> tuple[Mark, int]:
        end, stop = _mark(start.start_mark), start.start_mark.line + 1
        keys: list[Mark] = []
        for event in self.events:
            if isinstance(event, MappingEndEvent):
                break
            self.node(event)
            end, stop = self.node(next(self.events))
            keys.append(_mark(event.start_mark))
            self.places[keys[-1]] = Place(keys[-1], _mark(event.end_mark), end, stop, top=self._top)
        if not start.flow_style:
            return end, stop
        end = _mark(event.end_mark)
        for key in keys:
            self.places[key] = replace(self.places[key], braces=(_mark(start.start_mark), end))
        return end, end[0] + 1

    def _sequence(self, start: Event) -> tuple[Mark, int]:
        end, stop = _mark(start.start_mark), start.start_mark.line + 1
        for event in self.events:
            if isinstance(event, SequenceEndEvent):
                break
            end, stop = self.node(event)
        if not start.flow_style:
            return end, stop
        return _mark(event.end_mark), event.end_mark.line + 1

    def _stop(self, event: Event) -> int:
        """Return the index of the line behind a scalar; most blocks end before blank lines."""
        line, first = _mark(event.end_mark)[0], _mark(event.start_mark)[0]
        if getattr(event, "style", None) not in ("|", ">"):
            return line + 1
        stop = line + int(event.end_mark.column > 0)
        if _KEEPS.match(self._lines[first][event.start_mark.column :]):
            return stop
        while stop > first + 1 and not self._lines[stop - 1].strip():
            stop -= 1
        return stop


def _mark(mark: Any) -> Mark:
    return int(mark.line), int(mark.column)

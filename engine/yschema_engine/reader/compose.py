"""Parser events to nodes. Comments are the `#` runs that lie outside of scalars."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from ruamel.yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    StreamStartEvent,
)

from yschema_engine.diagnostics import Diagnostic, EngineError
from yschema_engine.nodes import Array, ArrayItem, Comment, Document, Map, MapItem, Scalar, Value, copy_value
from yschema_engine.reader.scalars import ScalarError, check_strict, resolve, resolve_tagged
from yschema_engine.source import Position, Source

_BRACKETS = frozenset((StreamStartEvent, StreamEndEvent, DocumentEndEvent))
# An anchor or a tag, or what may stand between it and its node.
_PROPERTY = re.compile(r"(?P<name>[&!]\S*)|\s+|#[^\n]*")
_DASH_LINE = re.compile(r"(.*\s)?-\s*(#.*)?\Z")

# An alias may stand for a large map; thousands of them in a row fill the memory of a small file.
_MAX_ALIASED_NODES = 500_000


class Composer:
    """Composes the events of one file; `comments` holds what it met on the way, in order."""

    def __init__(self, source: Source, *, strict: bool = False) -> None:
        self.comments: list[Comment] = []
        self._source = source
        self._strict = strict
        self._anchors: dict[str, Value] = {}
        self._aliased = 0
        self._hashes = (m.start() for m in re.finditer("#", source.text))
        self._next_hash = next(self._hashes, -1)
        self._lines_seen = (0, 0)  # an offset and the number of line ends before it

    def compose(self, events: Iterable[Any]) -> list[Document]:
        """The documents of the file.

        Raises:
            EngineError: an alias without anchor, a collection as key, a scalar that does not fit its tag.
            ruamel.yaml.error.YAMLError: the text is not YAML.
        """
        stream = iter(events)
        documents = []
        for event in stream:
            kind = type(event)
            if kind is DocumentStartEvent:
                self._anchors.clear()
                self._pass(event)
                line = event.end_mark.line + 1 if event.explicit else 1
                position = Position(self._source, line)
                value = self._value(next(stream), stream, position)
                documents.append(Document(value, position, marked=event.explicit))
            elif kind not in _BRACKETS:
                raise AssertionError(f"unexpected {event!r}")  # the parser's grammar rules it out
        self._gather(len(self._source.text))
        return documents

    def _value(self, event: Any, stream: Iterator[Any], holder: Position) -> Value:
        kind = type(event)
        if kind is ScalarEvent:
            value: Value = self._scalar(event)
        elif kind is MappingStartEvent:
            self._pass(event)
            value = self._map(stream, holder)
        elif kind is SequenceStartEvent:
            self._pass(event)
            value = self._array(event, stream, holder)
        else:
            return self._alias(event)
        if event.anchor is not None:
            self._anchors[event.anchor] = value
        return value

    def _map(self, stream: Iterator[Any], holder: Position) -> Map:
        items: list[MapItem] = []
        for event in stream:
            if type(event) is MappingEndEvent:
                break
            if type(event) is not ScalarEvent:
                self._fail(event, "a key is a collection", found=_name(event), expected="a string")
            position = Position(self._source, event.start_mark.line + 1)
            if event.value == "<<" and event.implicit[0] and event.tag is None:
                self._pass(event)
                items.extend(self._merged(next(stream), stream, position))
                continue
            key = self._scalar(event)
            if event.anchor is not None:
                self._anchors[event.anchor] = key
            items.append(MapItem(key, self._value(next(stream), stream, position), position))
        return Map(items, holder)

    def _merged(self, event: Any, stream: Iterator[Any], position: Position) -> list[MapItem]:
        value = self._value(event, stream, position)
        # Of a list of maps the reference merges the first alone.
        if isinstance(value, Array) and value.items:
            value = value.items[0].value
        if not isinstance(value, Map):
            self._fail(
                event, "a merge key needs a map", found=_name(event), expected="a map, or an alias of one"
            )
        return value.items

    def _array(self, start: Any, stream: Iterator[Any], holder: Position) -> Array:
        items: list[ArrayItem] = []
        for event in stream:
            if type(event) is SequenceEndEvent:
                break
            line = event.start_mark.line if start.flow_style else self._dash_line(event.start_mark)
            position = Position(self._source, line + 1)
            items.append(ArrayItem(self._value(event, stream, position), position))
        return Array(items, holder)

    def _dash_line(self, mark: Any) -> int:
        # The events give the value's place; its dash stands before it, blank and comment lines between.
        line: int = mark.line
        before = self._source.line(line + 1)[: mark.column].rstrip()
        if before.endswith("-"):
            return line
        for above in range(line - 1, -1, -1):
            if _DASH_LINE.match(self._source.line(above + 1)):
                return above
        return line

    def _scalar(self, event: Any) -> Scalar:
        self._pass(event)
        text: str = event.value
        try:
            if event.tag is not None:
                return resolve_tagged(event.tag, text, plain=not event.style)
            if not event.implicit[0]:
                return text
            if self._strict:
                check_strict(text)
            return resolve(text)
        except ScalarError as e:
            self._fail(event, str(e), found=text, expected=e.expected)

    def _alias(self, event: Any) -> Value:
        self._pass(event)
        if event.anchor not in self._anchors:
            hint = "an anchor must stand above its aliases, in the same document, and not around them"
            self._fail(
                event,
                f"the alias *{event.anchor} has no anchor",
                expected=f"&{event.anchor} above",
                hint=hint,
            )
        value = self._anchors[event.anchor]
        self._aliased += _size(value)
        if self._aliased > _MAX_ALIASED_NODES:
            self._fail(
                event,
                "the aliases of this file stand for too many nodes",
                found=f"more than {_MAX_ALIASED_NODES:,} nodes",
                hint="write fewer aliases of aliases",
            )
        return copy_value(value)

    def _pass(self, event: Any) -> None:
        """Collect the comments before an event, and step over the `#` signs inside it."""
        if self._next_hash == -1:
            return
        start: int = event.start_mark.index
        end: int = event.end_mark.index
        if self._next_hash < start:
            self._gather(start)
        if self._next_hash == -1 or self._next_hash >= end:
            return
        if getattr(event, "anchor", None) is not None or getattr(event, "tag", None) is not None:
            start = self._pass_properties(start, end)
        if type(event) is ScalarEvent:
            if event.style and event.style in "|>":
                # The header line of a block scalar may end in a comment.
                header_end = self._source.text.find("\n", start)
                self._gather(min(end, header_end if header_end != -1 else end))
            self._skip(end)
        elif type(event) is AliasEvent:
            self._skip(end)

    def _pass_properties(self, at: int, end: int) -> int:
        """Step over the anchor and the tag of a node, collecting the comments behind them."""
        while at < end and (prefix := _PROPERTY.match(self._source.text, at, end)):
            if prefix["name"]:
                self._skip(prefix.end())
            else:
                self._gather(prefix.end())
            at = prefix.end()
        return at

    def _skip(self, end: int) -> None:
        while self._next_hash != -1 and self._next_hash < end:
            self._next_hash = next(self._hashes, -1)

    def _gather(self, end: int) -> None:
        text = self._source.text
        while self._next_hash != -1 and self._next_hash < end:
            start = self._next_hash
            line_end = text.find("\n", start)
            if line_end == -1:
                line_end = len(text)
            counted, lines = self._lines_seen
            lines += text.count("\n", counted, start)
            self._lines_seen = (start, lines)
            self.comments.append(Comment(text[start + 1 : line_end].rstrip("\r"), lines + 1))
            self._skip(line_end)

    def _fail(self, event: Any, message: str, **facts: str) -> NoReturn:
        at = Position(self._source, event.start_mark.line + 1)
        raise EngineError([Diagnostic(message, "parse", at, **facts)])  # type: ignore[arg-type]


def _name(event: Any) -> str:
    names = {MappingStartEvent: "a map", SequenceStartEvent: "an array", AliasEvent: "an alias"}
    return names.get(type(event), "a scalar")


def _size(value: Value) -> int:
    if isinstance(value, Map | Array):
        return 1 + sum(_size(item.value) for item in value.items)
    return 1

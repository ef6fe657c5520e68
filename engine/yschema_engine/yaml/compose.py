"""Composition of nodes from parser events."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from yschema_engine.text.findings import Code, EngineError
from yschema_engine.text.nodes import (
    Array,
    ArrayItem,
    Comment,
    Document,
    Item,
    Map,
    MapItem,
    MergedItem,
    Scalar,
    Value,
    copy_value,
    type_name,
)
from yschema_engine.text.phrases import Param, Phrase, Verbatim, phrase
from yschema_engine.text.size_limits import ALIASED_NODES, DEPTH
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml import scalars as codes
from yschema_engine.yaml.comments import CommentCollector
from yschema_engine.yaml.scalars import ScalarError, check_strict, resolve, resolve_core, resolve_tagged

if TYPE_CHECKING:
    from yschema_engine.yaml.read import ReadOptions

_SURROGATE = "[\ud800-\udfff]"
_COMMENT = r"#[^\n]*"
_MERGE_TAG = "tag:yaml.org,2002:merge"
_DASH_LINE = r"(?:.*\s)?(?P<dash>-)\s*(?:#.*)?\Z"


class Composer:
    """Composes the nodes of one file."""

    def __init__(self, source: Source, options: ReadOptions) -> None:
        self._source = source
        self._options = options
        self._resolve = resolve_core if options.core_words else resolve
        self._anchors: dict[str, Value] = {}
        self._aliased = 0
        self._comments = CommentCollector(source.text)
        self._last: Any = None  # the previous event
        self._depth = 0
        self._flow = 0  # the open brackets

    @property
    def comments(self) -> Sequence[Comment]:
        """The comments before the end of the last document, in order."""
        return self._comments.comments

    def compose(self, events: Iterable[Any]) -> list[Document]:
        """Return the documents of the file.

        Raises:
            EngineError: an alias has no anchor, a key is a collection, or a scalar does not match its tag.
            ruamel.yaml.error.YAMLError: the text is not valid YAML.
        """
        stream = iter(events)
        documents = []
        for event in stream:
            if type(event) is DocumentStartEvent:  # others are the ends of documents and of the file
                self._anchors.clear()
                self._comments.pass_event(event)
                if event.version not in (None, (1, 1), (1, 2) if self._options.core_words else None):
                    self._fail(codes.YAML_VERSION, event, found=".".join(map(str, event.version)))
                span = _document_span(self._source, event)
                value = self._value(next(stream), stream, span)
                documents.append(Document(value, span, marked=event.explicit))
        self._comments.collect(len(self._source.text))
        return documents

    def _value(self, event: Any, stream: Iterator[Any], holder: Span) -> Value:
        kind = type(event)
        if kind is ScalarEvent:
            value: Value = self._scalar(event)
        elif kind is AliasEvent:
            return self._alias(event, holder)
        else:
            value = self._collection(event, stream, holder)
        if event.anchor is not None:
            self._anchors[event.anchor] = value
        return value

    def _collection(self, event: Any, stream: Iterator[Any], holder: Span) -> Map | Array:
        self._comments.pass_event(event)
        self._depth += 1
        self._flow += bool(event.flow_style)
        self._check_depth(self._depth, event)
        is_map = type(event) is MappingStartEvent
        value = self._map(stream, holder) if is_map else self._array(event, stream, holder)
        self._depth -= 1
        self._flow -= bool(event.flow_style)
        return value

    def _check_depth(self, depth: int, event: Any) -> None:
        if depth > DEPTH:
            self._fail(codes.NESTED_YAML, event, levels=DEPTH)

    def _map(self, stream: Iterator[Any], holder: Span) -> Map:
        items: list[MapItem] = []
        for event in stream:
            kind = type(event)
            if kind is MappingEndEvent:
                self._last = event
                break
            span = self._span(event)
            if kind is AliasEvent:
                key = self._alias_key(event)
            elif kind is not ScalarEvent:
                column = event.start_mark.column
                hint = _TEMPLATE if span.text[column - 1 : column + 1] == "{{" else None
                self._fail(codes.COLLECTION_AS_KEY, event, found=_kind(event), hint=hint)
            elif event.value == "<<" and _is_merge(event):
                self._comments.pass_event(event)
                items.extend(map(MergedItem, self._merged(next(stream), stream, span)))
                continue
            else:
                key = self._key(event)
            event = next(stream)  # noqa: PLW2901  the value's
            item = MapItem(key, self._value(event, stream, span), span)
            _set_value_span(item, event, self._last)
            items.append(item)
        return Map(items, holder)

    def _key(self, event: Any) -> Scalar:
        # The mark of a missing key is at its colon, in brackets behind it.
        at_colon = event.start_mark.index - bool(self._flow)
        is_missing = not event.value and self._source.text[at_colon : at_colon + 1] == ":"
        if is_missing and not self._options.core_words:  # as go-yaml, which ytt, Helm and Kubernetes use
            self._fail(codes.NOT_YAML, event, found=phrase("no key before `:`"), expected=phrase("a key"))
        key = self._scalar(event)
        if event.anchor is not None:
            self._anchors[event.anchor] = key
        return key

    def _merged(self, event: Any, stream: Iterator[Any], span: Span) -> list[MapItem]:
        value = self._value(event, stream, span)
        if isinstance(value, Array) and (not value.items or self._options.lenient):
            # Of equal keys, the last one counts, and the first of several maps takes precedence.
            merged = [each.value for each in reversed(value.items)]
            if all(isinstance(each, Map) for each in merged):
                return [item for each in merged if isinstance(each, Map) for item in each.items]
        if not isinstance(value, Map):
            self._fail(codes.MERGE_OF_NO_MAP, event, found=_kind(event))
        return value.items

    def _array(self, start: Any, stream: Iterator[Any], holder: Span) -> Array:
        items: list[ArrayItem] = []
        self._last = start
        for event in stream:
            if type(event) is SequenceEndEvent:
                self._last = event
                break
            span = self._comma_span(event) if start.flow_style else _dash_span(self._source, event.start_mark)
            item = ArrayItem(self._value(event, stream, span), span)
            _set_value_span(item, event, self._last)
            items.append(item)
        return Array(items, holder)

    def _comma_span(self, event: Any) -> Span:
        """Return the line of the bracket or comma before an item of a flow sequence, which owns comments."""
        before = self._last.end_mark
        line: int = before.line + 1
        if type(self._last) is SequenceStartEvent:
            return Span(self._source, line)
        gap = re.sub(_COMMENT, "", self._source.text[before.index : event.start_mark.index])
        return Span(self._source, line + gap[: gap.find(",")].count("\n"))

    def _scalar(self, event: Any) -> Scalar:
        self._last = event
        if self._comments.next_sign < event.end_mark.index:
            self._comments.pass_event(event)
        text: str = event.value
        if self._flow and "?" in text and not event.style and not self._options.lenient:
            self._fail(codes.QUESTION_MARK, event)
        if event.tag is None and event.implicit[0] and not self._options.strict:
            return self._resolve(text)
        return self._uncommon_scalar(event, text)

    def _uncommon_scalar(self, event: Any, text: str) -> Scalar:
        if event.style == '"' and not text.isascii() and re.search(_SURROGATE, text):
            self._fail(codes.HALF_CHARACTER, event)
        try:
            if event.tag is not None:
                return resolve_tagged(event.tag, text, plain=not event.style)
            if not event.implicit[0]:
                return text
            check_strict(text)
            return self._resolve(text)
        except ScalarError as e:
            self._fail(e.code, event, scalar=Verbatim(text), tag=Verbatim(e.tag))

    def _alias_key(self, event: Any) -> Scalar:
        value = self._alias(event, Span(self._source, event.start_mark.line + 1))
        if isinstance(value, Map | Array):
            found = phrase("an alias of {type}", type=Verbatim(type_name(value)))
            self._fail(codes.COLLECTION_AS_KEY, event, found=found)
        return value

    def _alias(self, event: Any, holder: Span) -> Value:
        self._last = event
        self._comments.pass_event(event)
        if event.anchor not in self._anchors:
            alias, anchor = Verbatim(f"*{event.anchor}"), Verbatim(f"&{event.anchor}")
            self._fail(codes.UNKNOWN_ALIAS, event, alias=alias, anchor=anchor)
        value = self._anchors[event.anchor]
        size, depth = _measure(value)
        self._aliased += size
        self._check_depth(self._depth + depth, event)
        if self._aliased > ALIASED_NODES:
            self._fail(codes.LARGE_ALIASES, event, nodes=f"{ALIASED_NODES:,}")
        copied = copy_value(value)
        if isinstance(copied, Map | Array):
            copied.span = holder  # the nodes in it keep the lines of the anchor
        return copied

    def _fail(self, code: Code, event: Any, **params: Any) -> NoReturn:
        raise EngineError.of(code, self._span(event), **params)

    def _span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        line = start.line
        return Span(self._source, line + 1, start.column + 1, end.column + 1 if end.line == line else 0)


_TEMPLATE = phrase("put a text with `{{` in quotes: without them, YAML reads a map")
_KINDS: Mapping[type, Phrase] = {
    MappingStartEvent: phrase("a map"),
    SequenceStartEvent: phrase("an array"),
    AliasEvent: phrase("an alias"),
}


def _kind(event: Any) -> Param:
    return _KINDS.get(type(event), phrase("a scalar"))


def _measure(value: Value) -> tuple[int, int]:
    """Return the number of nodes of a value, and of its levels."""
    if not isinstance(value, Map | Array):
        return 1, 0
    inner = [_measure(item.value) for item in value.items]
    return 1 + sum(size for size, _ in inner), 1 + max((depth for _, depth in inner), default=0)


def _document_span(source: Source, event: Any) -> Span:
    """Return the span of the line `---`; a document without one starts at the first line."""
    if not event.explicit:
        return Span(source, 1, 1)
    end = event.end_mark
    return Span(source, end.line + 1, end.column - 2, end.column + 1)


def _is_merge(event: Any) -> bool:
    return event.tag == _MERGE_TAG or (event.implicit[0] and event.tag is None)


def _set_value_span(item: Item, event: Any, last: Any) -> None:
    """Set the span of a value that is on the line of its item; all others keep that of the item."""
    kind = type(event)
    if kind is ScalarEvent or kind is AliasEvent:
        end = event.end_mark
    elif event.flow_style:
        end = last.end_mark
    else:
        return
    start = event.start_mark
    line = end.line + 1
    # In brackets, an item has no line of its own.
    is_at_item = item.span.line == line or not item.span.column
    if is_at_item and line == start.line + 1 and start.column < end.column:
        item.value_span = Span(item.span.source, line, start.column + 1, end.column + 1)
    elif not item.span.column:
        item.value_span = Span(item.span.source, start.line + 1, start.column + 1, start.column + 2)


def _dash_span(source: Source, mark: Any) -> Span:
    """Return the span of the dash before a value, which blank lines and comments may separate from it."""
    line: int = mark.line
    before = source.line(line + 1)[: mark.column].rstrip()
    if not before.endswith("-"):
        for above in range(line - 1, -1, -1):
            if dash := re.match(_DASH_LINE, source.line(above + 1)):
                return Span(source, above + 1, dash.start("dash") + 1, dash.start("dash") + 2)
    return Span(source, line + 1, len(before), len(before) + 1)

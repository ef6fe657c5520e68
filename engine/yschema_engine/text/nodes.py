"""YAML nodes: documents, maps and arrays, and their conversion from and to plain values.

A *holder* (document, map item, array item) has a value, a line, comments and annotations; a value is a
map, an array or a scalar, which is a plain Python object. A map or an array is on its holder's line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.source import Source, Span

Scalar: TypeAlias = str | int | float | bool | None


@dataclass(slots=True, eq=False)
class Comment:
    """A comment.

    Attributes:
        text: what is behind the `#`.
        line: the number of its line, from 1.
        column: the column of the `#`, from 1.
    """

    text: str
    line: int
    column: int

    def span(self, source: Source) -> Span:
        """Return the span of the comment in its file."""
        return Span(source, self.line, self.column, self.column + 1 + len(self.text.rstrip()))


@dataclass(slots=True, eq=False)
class Annotation:
    """An evaluated annotation, such as `@schema/default 3`."""

    name: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    span: Span


@dataclass(slots=True, eq=False)
class Map:
    """A map: its items in order."""

    items: list[MapItem]
    span: Span


@dataclass(slots=True, eq=False)
class Array:
    """An array: its items in order."""

    items: list[ArrayItem]
    span: Span


# Most nodes have neither comments nor annotations: they share what is empty.
_NONE: Mapping[str, Annotation] = {}


class _Holder:
    """A node that holds a value.

    Attributes:
        value: the value.
        span: where the holder begins.
        value_span: the value, if it is written on the same line; else the holder's span.
        comments: those that belong to the holder, in order.
        annotations: by their names.
    """

    __slots__ = ("annotations", "comments", "span", "value", "value_span")

    value: Value
    span: Span
    value_span: Span
    comments: Sequence[Comment]
    annotations: Mapping[str, Annotation]

    def __init__(self, value: Value, span: Span) -> None:
        self.value = value
        self.span = self.value_span = span
        self.comments = ()
        self.annotations = _NONE


class Document(_Holder):
    """A YAML document; `marked` where a `---` line opens it, which is then its line."""

    __slots__ = ("marked",)

    def __init__(self, value: Value, span: Span, *, marked: bool = True) -> None:
        super().__init__(value, span)
        self.marked = marked

    @property
    def is_empty(self) -> bool:
        """Whether it is empty, or contained only functions."""
        return self.value is None or (isinstance(self.value, Map | Array) and not self.value.items)


class MapItem(_Holder):
    """A key and its value; the span is that of the key."""

    __slots__ = ("key",)

    def __init__(self, key: Scalar, value: Value, span: Span) -> None:
        # There are as many as lines; a call of the base class would take a tenth of the time to read a file.
        self.key = key
        self.value = value
        self.span = self.value_span = span
        self.comments = ()
        self.annotations = _NONE


class MergedItem(MapItem):
    """An item that a map has from another one behind `<<`; the span is that of the key there."""

    __slots__ = ()

    def __init__(self, item: MapItem) -> None:
        super().__init__(item.key, item.value, item.span)
        _twin(item, self)


class ArrayItem(_Holder):
    """A value in an array, on the line of its dash."""

    __slots__ = ()


class DocumentSet:
    """The documents of a file, and the comments below the last of them."""

    __slots__ = ("documents", "trailing")

    def __init__(self, documents: list[Document], trailing: list[Comment] | None = None) -> None:
        self.documents = documents
        self.trailing = trailing or []

    @property
    def items(self) -> list[Document]:
        """The documents, named as the parts of a map and of an array are."""
        return self.documents

    def walk(self) -> Iterator[Holder]:
        """Yield every holder of all documents, in order."""
        for document in self.documents:
            yield from walk(document)


Value: TypeAlias = Map | Array | Scalar
Item: TypeAlias = MapItem | ArrayItem
Holder: TypeAlias = Document | MapItem | ArrayItem
T = TypeVar("T", MapItem, ArrayItem)
V = TypeVar("V", bound=Value)

_TYPE_NAMES: Mapping[type, str] = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "float",
    **dict.fromkeys((Map, dict), "map"),
    **dict.fromkeys((Array, list, tuple), "array"),
}


def type_name(value: object) -> str:
    """Return the name of a value's type in reports and pages: `string`, `integer`, …, `null`."""
    return "null" if value is None else _TYPE_NAMES.get(type(value), type(value).__name__)


def walk(holder: Holder) -> Iterator[Holder]:
    """Yield the holder and every holder below it, in document order."""
    stack: list[Holder] = [holder]
    while stack:
        current = stack.pop()
        yield current
        value = current.value
        if type(value) is Map or type(value) is Array:
            stack.extend(reversed(value.items))


def copy_value(value: V) -> V:
    """Return a copy with new maps, arrays and items, the same annotations, and no comments."""
    node: Any = value
    if type(node) is Map:
        items = [_twin(item, MapItem(item.key, copy_value(item.value), item.span)) for item in node.items]
        return Map(items, node.span)  # type: ignore[return-value]  # of the same type
    if type(node) is Array:
        elements = [_twin(item, ArrayItem(copy_value(item.value), item.span)) for item in node.items]
        return Array(elements, node.span)  # type: ignore[return-value]  # of the same type
    return value


def _twin(item: T, copied: T) -> T:
    copied.value_span = item.value_span
    copied.annotations = item.annotations
    return copied


def key_id(key: Scalar) -> object:
    """Return an object that is the same for equal keys only: 1, True and "1" are three keys."""
    return key if type(key) is str else (type(key), key)


def content_id(value: Value) -> object:
    """Return an object that is the same for values of the same types and content only, keys in order."""
    if isinstance(value, Map):
        return (Map, *((key_id(item.key), content_id(item.value)) for item in value.items))
    if isinstance(value, Array):
        return (Array, *(content_id(item.value) for item in value.items))
    return (float, repr(value)) if type(value) is float else key_id(value)


MAPS = frozenset((Map, dict))
"""The types of maps that can be printed: nodes, and plain values."""
ARRAYS = frozenset((Array, list, tuple))
"""The types of arrays that can be printed."""
_KEPT = frozenset((Map, Array, type(None), str, bool, int, float))


def to_plain(value: Value) -> Any:
    """Return the value as dicts, lists and scalars, keys in order."""
    if isinstance(value, Map):
        return {item.key: to_plain(item.value) for item in value.items}
    if isinstance(value, Array):
        return [to_plain(item.value) for item in value.items]
    return value


def pairs(value: Map | Mapping[Scalar, Any]) -> Collection[tuple[Scalar, Any]]:
    """Return the keys of a map and their values, in order."""
    return [(item.key, item.value) for item in value.items] if isinstance(value, Map) else value.items()


def elements(value: Any) -> Collection[Any]:
    """Return the values in an array, in order."""
    return [item.value for item in value.items] if isinstance(value, Array) else value


def from_plain(value: Any, span: Span) -> Value:
    """Return the value as nodes, all of them at `span`; nodes within it are kept as they are.

    Raises:
        TypeError: the value, or one inside it, has no YAML form (a function, say).
    """
    if type(value) in _KEPT:
        return value  # type: ignore[no-any-return]  # one of these types
    if type(value) is dict or isinstance(value, Mapping):  # the first test is faster
        items = [MapItem(k, v if type(v) in _KEPT else from_plain(v, span), span) for k, v in value.items()]
        return Map(items, span)
    if isinstance(value, Map | Array | str | bool | int | float):
        return value
    if isinstance(value, list | tuple):
        return Array([ArrayItem(from_plain(v, span), span) for v in value], span)
    raise TypeError(f"a {type(value).__name__.lower()} has no YAML form")


_SIGNS = ("!", "&", "*", "?")  # a tag, an anchor, an alias, or a key of several lines


def write_out_keys(value: Value) -> None:
    """Make strings of all keys, as they are written: `on`, `n` and `1` are no booleans and numbers then.

    Readers of YAML 1.2 and tools for JSON Schema read them so.
    """
    for item in value.items if isinstance(value, Map | Array) else ():
        if isinstance(item, MapItem) and not isinstance(item.key, str):
            item.key = _written(item)
        write_out_keys(item.value)


def _written(item: MapItem) -> Scalar:
    text = item.span.source.line(item.span.line)[item.span.column - 1 : item.span.end - 1]
    is_known = item.span.column > 0 and item.span.end > 0 and not text.startswith(_SIGNS)
    return text.strip() if is_known else item.key

"""The steps of a program, which build nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from yschema_engine.evaluate.starlark.errors import CodedError
from yschema_engine.evaluate.starlark.marshal import Replace, decode, to_starlark
from yschema_engine.evaluate.starlark.programs import Module
from yschema_engine.read.ytt.template import OVERRIDE, Items, keep_item
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import template_code
from yschema_engine.text.nodes import (
    Annotation,
    Array,
    ArrayItem,
    Document,
    DocumentSet,
    Holder,
    Map,
    MapItem,
    Value,
    copy_value,
    from_plain,
    key_id,
    type_name,
)
from yschema_engine.text.phrases import Phrase, Verbatim, phrase
from yschema_engine.text.source import Span

DOCUMENTS_AS_VALUE = template_code(
    "documents-as-value",
    "the value of a node cannot be YAML documents",
    expected="a map, an array or a scalar",
)
VALUE_WITHOUT_YAML = template_code(
    "value-without-yaml",
    "YAML cannot represent this value",
    found="{type}",
    expected="a map, an array or a scalar",
)
WRONG_REPLACEMENT = template_code(
    "wrong-replacement", "template.replace needs a value of the same kind as the collection around the node"
)
MIXED_ITEMS = template_code(
    "mixed-items", "map items and array items are mixed", expected="items of one kind"
)


_Container: TypeAlias = Map | Array | DocumentSet
_ITEMS: Mapping[type, type] = {Map: MapItem, Array: ArrayItem, DocumentSet: Document}


@dataclass(frozen=True, slots=True)
class Plan:
    """A node as the file shows it.

    Attributes:
        holder: the node.
        parent: the index of the plan of the node around it.
        static: whether nothing at or below it is computed.
    """

    holder: Holder
    parent: int | None
    static: bool


@dataclass(slots=True)
class _Frame:
    """The nodes that one function call, or the file itself, is building.

    `keys`, and the last part of each open node, hold the items of its map by key.
    """

    root: _Container | None = None
    keys: Items = field(default_factory=dict)
    open: list[tuple[int, Holder, Items]] = field(default_factory=list)

    @property
    def keys_of_top(self) -> Items:
        """The items by key of the map that takes the next node, if it is a map."""
        return self.open[-1][2] if self.open else self.keys


class Builder:
    """Runs the steps of one program."""

    def __init__(self, plans: Sequence[Plan], module: Module) -> None:
        self._plans = plans
        self._module = module
        self._used: set[int] = set()  # the plans whose values are in nodes
        self._begin_program()

    def _begin_program(self) -> None:
        self._frames = [_Frame()]
        self._annotations: dict[int, dict[str, Annotation]] = {}
        self._keys: dict[int, str] = {}

    def callables(self) -> Mapping[str, Callable[..., Any]]:
        """Return the steps, by the names that programs use, and drop the nodes of an earlier start."""
        self._begin_program()
        return {
            "__ynodes": self._nodes,
            "__ykey": self._key,
            "__yset": self._set,
            "__yannotate": self._annotate,
            "__ybegin": self._begin,
            "__yended": self._end,
            "__ydrop": self._drop,
        }

    def documents(self) -> DocumentSet:
        """Return the documents that the program has built at its top level."""
        root = self._frames[0].root
        return root if isinstance(root, DocumentSet) else DocumentSet([])

    def _begin(self) -> None:
        self._frames.append(_Frame())

    def _end(self) -> Any:
        root = self._frames.pop().root
        return to_starlark(root)

    def _drop(self) -> None:
        self._frames.pop()

    def _annotate(self, index: int, name: str, place: Sequence[int], encoded: Any) -> None:
        args, kwargs = decode(encoded, self._module)
        span = Span(self._plans[index].holder.span.source, *place)
        self._annotations.setdefault(index, {})[name] = Annotation(name, args, kwargs, span)

    def _key(self, index: int, text: str) -> None:
        self._keys[index] = text

    def _set(self, index: int, encoded: Any) -> None:
        frame = self._frames[-1]
        holder = frame.open[-1][1]
        value = decode(encoded)
        if isinstance(value, Replace):
            _, placeholder, _ = frame.open.pop()
            _replace(self._container(frame, placeholder), frame.keys_of_top, placeholder, value)
            return
        if isinstance(value, DocumentSet):
            raise CodedError(DOCUMENTS_AS_VALUE)
        holder.value = _as_nodes(value, holder.span)

    def _nodes(self, first: int, count: int) -> None:
        for index in range(first, first + count):
            try:
                self._node(index)
            except CodedError as e:
                e.span = self._plans[index].holder.span
                raise

    def _node(self, index: int) -> None:
        plan = self._plans[index]
        frame = self._frames[-1]
        while frame.open and frame.open[-1][0] != plan.parent:
            frame.open.pop()
        node = self._instance(index, plan)
        _add(self._container(frame, node), frame.keys_of_top, node)
        frame.open.append((index, node, {}))

    def _instance(self, index: int, plan: Plan) -> Holder:
        holder = plan.holder
        value = self._static_value(index, holder) if plan.static else holder.value
        if not plan.static and isinstance(value, Map | Array):
            value = type(value)([], value.span)
        node: Holder
        if isinstance(holder, MapItem):
            node = MapItem(self._keys.pop(index, holder.key), value, holder.span)
        elif isinstance(holder, ArrayItem):
            node = ArrayItem(value, holder.span)
        else:
            node = Document(value, holder.span, marked=holder.marked)
        if plan.static:
            node.value_span = holder.value_span
        node.annotations = {**holder.annotations, **self._annotations.pop(index, {})}
        return node

    def _static_value(self, index: int, holder: Holder) -> Value:
        """Return the value of a node that is not computed: a copy, unless it is the first."""
        if index in self._used:
            return copy_value(holder.value)
        self._used.add(index)
        return holder.value

    def _container(self, frame: _Frame, node: Holder) -> _Container:
        if frame.open:
            container = frame.open[-1][1].value
            assert isinstance(container, Map | Array)
            return container
        if frame.root is None:
            kind = {MapItem: Map, ArrayItem: Array}.get(type(node))
            frame.root = kind([], node.span) if kind else DocumentSet([])
        return frame.root


def _as_nodes(value: Any, span: Span) -> Value:
    try:
        return copy_value(from_plain(value, span))
    except TypeError as e:
        type_ = Verbatim(type(value).__name__.lower())
        raise CodedError(VALUE_WITHOUT_YAML, type=type_) from e


def _replace(container: _Container, kept: Items, placeholder: Holder, value: Replace) -> None:
    """Replace a node by the items of a value (`template.replace`)."""
    new = value.value
    if not isinstance(new, DocumentSet):
        new = _as_nodes(new, placeholder.span)
    if isinstance(container, DocumentSet) and isinstance(value.value, list):
        new = DocumentSet([Document(item.value, item.span) for item in new.items])
    if type(new) is not type(container):
        raise CodedError(WRONG_REPLACEMENT, found=_kind(new), expected=_kind(container))
    items: list[Any] = container.items
    index = next(i for i, item in enumerate(items) if item is placeholder)
    del items[index]
    if isinstance(placeholder, MapItem):
        del kept[key_id(placeholder.key)]
        for item in new.items:
            if isinstance(value.value, Mapping):  # as in ytt, the keys of dicts replace earlier ones
                item.annotations = {**item.annotations, OVERRIDE: Annotation(OVERRIDE, (), {}, item.span)}
            _add(container, kept, item)
    else:
        items[index:index] = new.items


def _kind(value: Value | DocumentSet) -> Phrase:
    if isinstance(value, DocumentSet):
        return phrase("documents")
    return phrase("a value of type {type}", type=phrase(type_name(value)))


def _add(container: _Container, kept: Items, node: Holder) -> None:
    items: list[Any] = container.items
    if type(node) is not _ITEMS[type(container)]:
        raise CodedError(MIXED_ITEMS)
    if isinstance(node, MapItem) and keep_item(kept, node):
        items[:] = kept.values()
    else:
        items.append(node)

"""Application of one document onto another, as its `@overlay/…` annotations say.

The behaviour is that of ytt for data values and schema documents, which are applied one onto one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from yschema_engine.evaluate.starlark.programs import Module
from yschema_engine.frontends.ytt.overlay import actions, codes
from yschema_engine.frontends.ytt.overlay import annotations as names
from yschema_engine.frontends.ytt.overlay.actions import copy_node, with_value
from yschema_engine.frontends.ytt.overlay.annotations import NO_ARGUMENTS, Arguments, arguments
from yschema_engine.frontends.ytt.overlay.assertion import check_assertion
from yschema_engine.frontends.ytt.overlay.functions import Functions
from yschema_engine.frontends.ytt.overlay.items import Items, NoPermissions, Permissions, Place
from yschema_engine.frontends.ytt.overlay.matching import find
from yschema_engine.frontends.ytt.overlay.problem import Problem
from yschema_engine.frontends.ytt.overlay.reporter import Report, Reporter
from yschema_engine.text.findings import Related
from yschema_engine.text.nodes import Array, Document, Holder, Map, MapItem, Value, copy_value, type_name
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Source, Span

_ACTIONS = MappingProxyType(
    {
        names.REMOVE: actions.remove,
        names.REPLACE: actions.replace,
        names.INSERT: actions.insert,
        names.APPEND: actions.append,
    }
)


def merge(documents: Sequence[Document], modules: Mapping[Source, Module], report: Report) -> Document:
    """Return the first document with the others applied onto it, in order.

    Args:
        documents: at least one.
        modules: as for `apply`.
        report: as for `apply`.
    """
    result, *others = documents
    for other in others:
        result = apply(result, other, modules, report)
    return result


def apply(
    left: Document,
    right: Document,
    modules: Mapping[Source, Module],
    report: Report,
    permissions: Permissions = NoPermissions(),  # noqa: B008  it has no state
) -> Document:
    """Return a document with another one applied onto it.

    Map items match by their keys, which have to exist; array items are appended; any other value replaces
    the existing one. `@overlay/match`, `match-child-defaults` and one of the actions `merge`, `remove`,
    `replace`, `insert`, `append` and `assert` change that, on the document and on any item.

    If a value is merged onto an existing one, the node keeps its annotations; a node that is new, or replaces
    another, brings its own. A value of the right side keeps its line.

    Args:
        left: evaluated. It is not changed, but the result may share nodes with it.
        right: evaluated, with annotations. It is not changed, and the result shares no node with it.
        modules: of the files with code; they hold the functions of annotations.
        report: takes each problem, at the span of the right side's node. After an error the result must not
            be used; a warning says that an annotation does nothing.
        permissions: the changes that need no annotation; by default none.

    Returns:
        The document; `left` itself if nothing changes.

    Raises:
        LimitError: a function of an annotation exceeded a limit.
    """
    place = Place(Items([left]), left.span, permissions)
    Application(Functions(modules), report).node(place, right, NO_ARGUMENTS)
    result = place.items[0]
    assert isinstance(result, Document)
    return result


class Application:
    """An application of overlays, node by node."""

    def __init__(self, functions: Functions, report: Report) -> None:
        self._functions = functions
        self._reporter = Reporter(report)

    def node(self, place: Place, right: Holder, defaults: Arguments) -> None:
        """Apply one node of the overlay; `defaults` are the counts that nodes around it expect."""
        try:
            if not right.annotations:
                self._merge(place, right, defaults)
                return
            self._reporter.warnings(place, right)
            name = names.action_of(right)
            if name in _ACTIONS:
                _ACTIONS[name](place, right, defaults, self._functions)
            elif name == names.ASSERT:
                self._assert(place, right, defaults)
            else:
                self._merge(place, right, defaults)
        except Problem as problem:
            self._reporter.error(problem, place, right)

    def _merge(self, place: Place, right: Holder, defaults: Arguments) -> None:
        inner = _child_defaults(right, defaults)
        indexes = find(place, right, defaults, self._functions)
        if indexes is None:
            return
        if not indexes:
            place.items.append(copy_node(right))
        for index in indexes:
            left = place.items[index]
            if left.value is None or not isinstance(right.value, Map | Array):
                place.items[index] = _with_value_of(left, right)
            elif place.permissions.replaces(right, left.value):
                place.items[index] = copy_node(right)
            else:
                self._into(place, index, right, inner)

    def _into(self, place: Place, index: int, right: Holder, defaults: Arguments) -> None:
        """Apply the items of a map or an array onto the existing ones."""
        new = right.value
        assert isinstance(new, Map | Array)
        holder = place.items[index]
        old = holder.value
        if not isinstance(old, type(new)):
            raise _wrong_kind(old, right, holder.span)
        permissions = place.permissions if isinstance(right, Document) else place.permissions.below(right)
        inner = Place(Items(old.items), old.span, permissions, place.path_of(index), place)
        for item in new.items:
            self.node(inner, item, defaults)
        self._refuse_repeated_keys(inner, new)
        if inner.items.changed is not None:
            value: Value = type(old)(inner.items.changed, old.span)
            place.items[index] = with_value(holder, value, holder.span)

    def _refuse_repeated_keys(self, place: Place, new: Map | Array) -> None:
        if any(item.annotations for item in new.items):
            for item, earlier in place.items.repeated_keys():
                self._reporter.error(_repeated_key(item, earlier), place, item)

    def _assert(self, place: Place, right: Holder, defaults: Arguments) -> None:
        inner = _child_defaults(right, defaults)
        via = arguments(right, names.ASSERT).get("via")
        for index in find(place, right, defaults, self._functions) or ():
            check_assertion(place.items[index], right, via, self._functions)
            # As in ytt, overlays within the asserted value are applied.
            if isinstance(right.value, Map | Array):
                self._into(place, index, right, inner)


def _child_defaults(right: Holder, defaults: Arguments) -> Arguments:
    """Return the defaults for the nodes in a node: its own, completed by those of the nodes around it."""
    changed = arguments(right, names.CHILD_DEFAULTS)
    return {**defaults, **changed} if changed else defaults


def _with_value_of(left: Holder, right: Holder) -> Holder:
    """Return the left node with the value of the right one; a document keeps its line."""
    is_document = isinstance(left, Document)
    merged: Holder = with_value(left, copy_value(right.value), left.span if is_document else right.span)
    merged.value_span = left.span if is_document else right.value_span
    return merged


def _wrong_kind(left: Value, right: Holder, declared: Span) -> Problem:
    found, expected = Verbatim(type_name(right.value)), Verbatim(type_name(left))
    return Problem(codes.WRONG_KIND, span=right.value_span, found=found, expected=expected, declared=declared)


def _repeated_key(item: MapItem, earlier: MapItem) -> Problem:
    related: tuple[Related, ...] = ()
    if not item.span.is_on_line_of(earlier.span):
        related = ((phrase("the other one"), earlier.span),)
    return Problem(codes.REPEATED_KEY, found=Verbatim(key_text(item.key)), related=related)

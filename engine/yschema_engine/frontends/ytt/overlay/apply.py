"""Applying one document onto another, as its `@overlay/…` annotations say.

The behaviour is that of the reference's data values and schema documents, where it is one onto one.
"""

from __future__ import annotations

from collections.abc import Mapping

from yschema_engine.frontends.ytt.overlay import actions
from yschema_engine.frontends.ytt.overlay import annotations as names
from yschema_engine.frontends.ytt.overlay.actions import copy_node, with_value
from yschema_engine.frontends.ytt.overlay.annotations import NO_ARGUMENTS, Arguments, arguments
from yschema_engine.frontends.ytt.overlay.asserting import check
from yschema_engine.frontends.ytt.overlay.calls import Calls
from yschema_engine.frontends.ytt.overlay.items import Items, Place
from yschema_engine.frontends.ytt.overlay.matching import find
from yschema_engine.frontends.ytt.overlay.problems import Problem, same_key_twice, wrong_kind
from yschema_engine.frontends.ytt.overlay.reporting import Report, Reporter
from yschema_engine.frontends.ytt.starlark import Module
from yschema_engine.nodes import Array, Document, Holder, Map, Value, copy_value
from yschema_engine.source import Source

_ACTIONS = {
    names.REMOVE: actions.remove,
    names.REPLACE: actions.replace,
    names.INSERT: actions.insert,
    names.APPEND: actions.append,
}


def apply(left: Document, right: Document, modules: Mapping[Source, Module], report: Report) -> Document:
    """A document with another one applied onto it.

    Map items go by their keys and have to be there; array items are appended; any other value takes the
    place of the one that is there. `@overlay/match`, `match-child-defaults` and one of the actions `merge`,
    `remove`, `replace`, `insert`, `append` and `assert` say otherwise, on the document and on any item.

    Where a value is merged onto one that is there, the node keeps its annotations; one that is new, or
    replaces another, brings its own. A value of the right side keeps its line.

    Args:
        left: evaluated. It is not changed, but the result may share nodes with it.
        right: evaluated, with annotations. It is not changed, and the result shares no node with it.
        modules: those of the files with code, which hold the functions of annotations.
        report: is called with each problem, at the line of the right side's node. After an error the result
            is not to be used; a warning says that an annotation does nothing.

    Returns:
        The document; `left` itself where nothing changes.

    Raises:
        LimitError: a function of an annotation took more time or memory than it may.
    """
    place = Place(Items([left]), left.span)
    _Applying(Calls(modules), report).node(place, right, NO_ARGUMENTS)
    result = place.items[0]
    assert isinstance(result, Document)
    return result


class _Applying:
    def __init__(self, calls: Calls, report: Report) -> None:
        self._calls = calls
        self._reporter = Reporter(report)

    def node(self, place: Place, right: Holder, defaults: Arguments) -> None:
        """Apply one node of the overlay; `defaults` are those for the number of its matches."""
        try:
            if not right.annotations:
                self._merge(place, right, defaults)
                return
            self._reporter.warnings(place, right)
            name = names.action_of(right)
            if name in _ACTIONS:
                _ACTIONS[name](place, right, defaults, self._calls)
            elif name == names.ASSERT:
                self._assert(place, right, defaults)
            else:
                self._merge(place, right, defaults)
        except Problem as problem:
            self._reporter.error(problem, place, right)

    def _merge(self, place: Place, right: Holder, defaults: Arguments) -> None:
        inner = _child_defaults(right, defaults)
        indexes = find(place, right, defaults, self._calls)
        if indexes is None:
            return
        if not indexes:
            place.items.append(copy_node(right))
        for index in indexes:
            left = place.items[index]
            if left.value is None or not isinstance(right.value, Map | Array):
                at = left.span if isinstance(left, Document) else right.span
                merged = with_value(left, copy_value(right.value), at)
                merged.value_span = left.span if isinstance(left, Document) else right.value_span
                place.items[index] = merged
            else:
                self._into(place, index, right.value, inner)

    def _into(self, place: Place, index: int, new: Map | Array, defaults: Arguments) -> None:
        """Apply the items of a map or an array onto those that are there."""
        holder = place.items[index]
        old = holder.value
        if not isinstance(old, type(new)):
            raise wrong_kind(old, new, holder.span)
        inner = Place(Items(old.items), old.span, place.path_of(index), place)
        for item in new.items:
            self.node(inner, item, defaults)
        for item, earlier in inner.items.repeated_keys() if any(i.annotations for i in new.items) else ():
            self._reporter.error(same_key_twice(item, earlier), inner, item)
        if inner.items.changed is not None:
            value: Value = type(old)(inner.items.changed, old.span)
            place.items[index] = with_value(holder, value, holder.span)

    def _assert(self, place: Place, right: Holder, defaults: Arguments) -> None:
        inner = _child_defaults(right, defaults)
        via = arguments(right, names.ASSERT).get("via")
        for index in find(place, right, defaults, self._calls) or ():
            check(place.items[index], right, via, self._calls)
            # As the reference has it: overlays within the asserted value are applied.
            if isinstance(right.value, Map | Array):
                self._into(place, index, right.value, inner)


def _child_defaults(right: Holder, defaults: Arguments) -> Arguments:
    """The defaults for what is in a node: its own, completed by those of the nodes around it."""
    own = arguments(right, names.CHILD_DEFAULTS)
    return {**defaults, **own} if own else defaults

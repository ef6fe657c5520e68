"""The actions that do not look into the nodes that match: remove, replace, insert, append."""

from __future__ import annotations

from typing import Any

from yschema_engine.frontends.ytt.overlay.annotations import (
    APPEND,
    INSERT,
    REMOVE,
    REPLACE,
    Argument,
    Arguments,
    arguments,
    given_at,
)
from yschema_engine.frontends.ytt.overlay.calls import Calls
from yschema_engine.frontends.ytt.overlay.items import Place
from yschema_engine.frontends.ytt.overlay.matching import find
from yschema_engine.frontends.ytt.overlay.problems import Problem
from yschema_engine.nodes import ArrayItem, Document, Holder, MapItem, Value, copy_value
from yschema_engine.source import Span


def remove(place: Place, right: Holder, defaults: Arguments, calls: Calls) -> None:
    """Take the matching nodes away, whatever the overlay has for them."""
    if isinstance(right, Document):
        raise _not_here(right, REMOVE, "a map item or an array item", f"to start anew, use @{REPLACE}")
    place.items.remove(set(find(place, right, defaults, calls) or ()))


def replace(place: Place, right: Holder, defaults: Arguments, calls: Calls) -> None:
    """Put the overlay's node, or what a function makes of both values, in the place of the matching ones."""
    said = arguments(right, REPLACE)
    via = _function(said)
    or_add = "or_add" in said and said["or_add"].flag()
    indexes = find(place, right, defaults, calls)
    if indexes is None:
        return
    for index in indexes:
        place.items[index] = _computed(right, via, place.items[index].value, calls)
    if not indexes and or_add:
        place.items.append(_computed(right, via, None, calls))


def insert(place: Place, right: Holder, defaults: Arguments, calls: Calls) -> None:
    """Put the overlay's item before or after the matching ones, or both."""
    if isinstance(right, MapItem):
        raise _not_here(right, INSERT, "an array item", _TO_ADD)
    indexes = find(place, right, defaults, calls)
    if indexes is None:
        return
    said = arguments(right, INSERT)
    if not said:
        raise Problem(
            f"@{INSERT} does not say where",
            found="no argument",
            expected="before=True, after=True, or both",
            related=given_at(right.annotations[INSERT]),
        )
    via = _function(said)
    new: list[dict[int, Any]] = [{}, {}]
    for side, name in zip(new, ("before", "after"), strict=True):
        if name in said and said[name].flag():
            side.update({i: _computed(right, via, place.items[i].value, calls) for i in indexes})
    place.items.surround(*new)


def append(place: Place, right: Holder, _defaults: Arguments, _calls: Calls) -> None:
    """Add the overlay's item at the end."""
    if isinstance(right, MapItem):
        raise _not_here(right, APPEND, "an array item", _TO_ADD)
    place.items.append(copy_node(right))


def copy_node(holder: Holder) -> Any:
    """A node of one's own like another."""
    twin = with_value(holder, copy_value(holder.value), holder.span)
    twin.value_span = holder.value_span
    return twin


def with_value(holder: Holder, value: Value, span: Span) -> Any:
    """A node like another, with a value and a line of its own."""
    twin: Holder
    if isinstance(holder, MapItem):
        twin = MapItem(holder.key, value, span)
    elif isinstance(holder, ArrayItem):
        twin = ArrayItem(value, span)
    else:
        twin = Document(value, span, marked=holder.marked)
    twin.annotations = holder.annotations
    twin.comments = holder.comments
    return twin


def _computed(right: Holder, via: Argument | None, old: Value, calls: Calls) -> Any:
    if via is None:
        return copy_node(right)
    return with_value(right, calls.value(via, right.span, old, right.value), right.span)


def _function(said: Arguments) -> Argument | None:
    via = said.get("via")
    if via is not None:
        via.function()
    return via


_TO_ADD = "to add a key, use @overlay/match missing_ok=True"


def _not_here(right: Holder, name: str, expected: str, hint: str) -> Problem:
    here = "the document" if isinstance(right, Document) else "a map item"
    related = given_at(right.annotations[name])
    return Problem(
        f"@{name} does not go on {here}", found=here, expected=expected, hint=hint, related=related
    )

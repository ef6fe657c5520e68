"""Which nodes of the left side a node of an overlay is about.

Without a matcher a map item goes by its key, and one match is expected; an array item without
`@overlay/match` matches nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.frontends.ytt.overlay.annotations import (
    ASSERT,
    MATCH,
    REMOVE,
    REPLACE,
    Argument,
    Arguments,
    arguments,
    given_at,
)
from yschema_engine.frontends.ytt.overlay.calls import Calls
from yschema_engine.frontends.ytt.overlay.compare import same
from yschema_engine.frontends.ytt.overlay.counting import count_argument, expected, is_met
from yschema_engine.frontends.ytt.overlay.items import Place
from yschema_engine.frontends.ytt.overlay.problems import Problem, no_such_key, wrong_count
from yschema_engine.frontends.ytt.starlark import Function
from yschema_engine.nodes import ArrayItem, Document, Holder, Map, MapItem, to_plain, type_name


def find(place: Place, right: Holder, defaults: Arguments, calls: Calls) -> Sequence[int] | None:
    """The indexes of the nodes that match; None where `when=` is not met, so that nothing is to be done.

    Args:
        place: where to look.
        right: the overlay's node.
        defaults: of the numbers of matches, by the nodes around the overlay's node.
        calls: calls functions.

    Raises:
        Problem: a matcher or a number of matches is wrong, or their number is not as expected.
    """
    if isinstance(right, ArrayItem) and MATCH not in right.annotations:
        return ()
    own = arguments(right, MATCH)
    indexes = _indexes(place, right, own.get("by"), calls)
    argument = count_argument(own, defaults)
    if is_met(argument, len(indexes), calls):
        return indexes
    if argument is not None and argument.name == "when":
        return None
    required = argument is None or argument.value is False
    if not indexes and isinstance(right, MapItem) and "by" not in own and required:
        raise no_such_key(right, place, _to_allow(right))
    hint = "to let it be missing, say so: missing_ok=True" if not indexes and required else ""
    if indexes and required:
        hint = 'to change several, say so: expects="1+"'
    raise wrong_count(place, right, indexes, expected(argument), hint)


def _indexes(place: Place, right: Holder, by: Argument | None, calls: Calls) -> Sequence[int]:
    if isinstance(right, Document):
        return (0,)  # one document onto one: there is nothing to choose from
    if by is None:
        if isinstance(right, MapItem):
            return place.items.with_key(right.key)
        raise Problem(
            "@overlay/match of an array item says nothing to match by",
            found=" and ".join(f"{name}=" for name in right.annotations[MATCH].kwargs) or "no argument",
            expected='by= with the name of a key, as in by="name", or a function such as overlay.index(0)',
            related=given_at(right.annotations[MATCH]),
        )
    if isinstance(by.value, str):
        return [i for i, left in enumerate(place.items) if _same_at(by.value, left, right)]
    if not isinstance(by.value, Function):
        raise by.misused("the name of a key, or a function")
    return [
        i
        for i, left in enumerate(place.items)
        if calls.truth(by, left.key if isinstance(left, MapItem) else i, left.value, right.value)
    ]


def _same_at(key: str, left: Holder, right: Holder) -> bool:
    """Whether two maps have the same value at a key, which both must have."""
    return same(_at(key, left, "in this item"), _at(key, right, "in the overlay's item"))


def _at(key: str, holder: Holder, where: str) -> object:
    if isinstance(holder.value, Map):
        for item in holder.value.items:
            if item.key == key:
                return to_plain(item.value)
    raise Problem(
        f"items cannot be matched by the key {key!r}",
        found="a map without it" if isinstance(holder.value, Map) else type_name(holder.value),
        expected=f"maps with the key {key!r} on both sides",
        related=((where, holder.span),),
    )


def _to_allow(right: Holder) -> str:
    """How to say that a key may be missing."""
    if REMOVE in right.annotations or ASSERT in right.annotations:
        return f"if the key may be missing, say so: @{MATCH} missing_ok=True"
    also = f" and @{REPLACE} or_add=True" if REPLACE in right.annotations else ""
    return f"to add a key, annotate it with @{MATCH} missing_ok=True{also}"

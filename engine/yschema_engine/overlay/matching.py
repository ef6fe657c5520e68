"""Which nodes of the left side a node of an overlay is about.

Without a matcher a map item goes by its key, and one match is expected; an array item without
`@overlay/match` matches nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from yschema_engine.nodes import ArrayItem, Document, Holder, Map, MapItem, to_plain, type_name
from yschema_engine.overlay.annotations import MATCH, Argument, Arguments, arguments, counts, given_at
from yschema_engine.overlay.calls import Calls
from yschema_engine.overlay.compare import same
from yschema_engine.overlay.items import Place
from yschema_engine.overlay.problems import Problem, count_words, no_such_key, wrong_count
from yschema_engine.starlark import Function

_AT_LEAST = re.compile(r"([+-]?[0-9]+)\+", re.ASCII)
_A_COUNT = 'an integer, a text such as "1+", a list of these, or a function'


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
    said = counts(own, defaults)
    if len(said) > 1:
        raise _exclusive(said)
    argument = next(iter(said.values()), None)
    if argument is None:
        if len(indexes) == 1:
            return indexes
    elif _is_met(argument, len(indexes), calls):
        return indexes
    if argument is not None and argument.name == "when":
        return None
    required = argument is None or argument.value is False
    if not indexes and isinstance(right, MapItem) and "by" not in own and required:
        raise no_such_key(right, place)
    hint = "to let it be missing, say so: missing_ok=True" if not indexes and required else ""
    if indexes and required:
        hint = 'to change several, say so: expects="1+"'
    raise wrong_count(place, right, indexes, _expected(argument), hint)


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
    return same(_at(key, left, "found there"), _at(key, right, "of the overlay"))


def _at(key: str, holder: Holder, whose: str) -> object:
    if not isinstance(holder.value, Map):
        found = f"{type_name(holder.value)} {whose}"
    else:
        for item in holder.value.items:
            if item.key == key:
                return to_plain(item.value)
        found = f"a map {whose} without the key"
    raise Problem(
        f"items cannot be matched by the key {key!r}",
        found=found,
        expected=f"maps with the key {key!r} on both sides",
        related=(("this item", holder.position),),
    )


def _exclusive(said: Arguments) -> Problem:
    places = {a.annotation.position: a.annotation for a in said.values()}.values()
    return Problem(
        "expects=, missing_ok= and when= exclude each other",
        found=" and ".join(f"{name}=" for name in said),
        expected="one of them",
        related=tuple(pair for annotation in places for pair in given_at(annotation)),
    )


def _is_met(argument: Argument, count: int, calls: Calls) -> bool:
    if argument.name == "missing_ok":
        return count in ((0, 1) if argument.flag() else (1,))
    return _accepts(argument, argument.value, count, calls)


def _accepts(argument: Argument, wanted: object, count: int, calls: Calls) -> bool:
    if isinstance(wanted, int) and not isinstance(wanted, bool):
        return count == wanted
    if isinstance(wanted, str) and (number := _AT_LEAST.fullmatch(wanted)):
        return count >= int(number[1])
    if isinstance(wanted, list):
        return _one_accepts(argument, wanted, count, calls)
    if isinstance(wanted, Function):
        return calls.truth(Argument(argument.name, wanted, argument.annotation), count)
    raise Argument(argument.name, wanted, argument.annotation).misused(_A_COUNT)


def _one_accepts(argument: Argument, wanted: list[object], count: int, calls: Calls) -> bool:
    """Whether one of several numbers is met; none at all ask for nothing."""
    problem: Problem | None = None
    for one in wanted:
        problem = None
        try:
            if _accepts(argument, one, count, calls):
                return True
        except Problem as e:
            problem = e
    if problem is not None:
        raise problem
    return not wanted


def _expected(argument: Argument | None) -> str:
    if argument is None:
        return "exactly 1 match"
    if argument.name == "missing_ok":
        return "at most 1 match" if argument.value else "exactly 1 match"
    return _words(argument.value)


def _words(wanted: object) -> str:
    if isinstance(wanted, list):
        return " or ".join(map(_words, wanted))
    if isinstance(wanted, str):
        return f"at least {count_words(int(wanted[:-1]))}"
    return (
        f"exactly {count_words(wanted)}" if isinstance(wanted, int) else "a number that the function accepts"
    )

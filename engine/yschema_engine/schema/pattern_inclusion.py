"""Whether all strings that match a regular expression match another one as well.

Both patterns are run side by side, as automata whose states are the tokens that remain to be matched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, TypeAlias

from yschema_engine.schema.pattern_samples import UnknownTokenError, takes, tokens_of

_State: TypeAlias = tuple[tuple[str, Any], ...]
_MOST_STATES, _MOST_STEPS = 1_000, 200_000
_WIDTHLESS = frozenset(("BRANCH", "REPEAT", "AT_BEGINNING", "AT_END"))
_CODE = r"\\[xuUN0-9]"  # a character that is not written as itself, or a reference
_OTHERS = "\0\a\b\t\n\v\f\r\x0e !0:A[_`a{\x7f\xa0é"  # at which classes such as `\\w` begin, and after them


def includes(looser: str, pattern: str) -> bool:
    """Return whether what matches a pattern is known to match another one.

    Args:
        looser: the other one; it may match anywhere in a string, as the pattern may.
        pattern: in a syntax that Python reads.
    """
    try:
        trees = [tokens_of(each) for each in (pattern, looser)]
        starts = tuple(tuple(_read(tree)) for tree in trees)
        is_plain = all(tree.state.flags == re.UNICODE for tree in trees)
        return is_plain and not re.search(_CODE, pattern + looser) and _is_included(starts, pattern + looser)
    except (re.error, UnknownTokenError, RecursionError, OverflowError):
        return False


def _is_included(starts: tuple[_State, ...], text: str) -> bool:
    """Return whether a pattern includes another one, of which `text` has all characters."""
    characters = sorted({*text, *(chr(ord(each) + 1) for each in text if each < "\uffff"), *_OTHERS})
    pairs = [tuple(_reached([start], is_first=True) for start in starts)]
    seen = set(pairs)
    steps = 0
    while pairs:
        narrow, wide = pairs.pop()
        steps += len(characters) * (len(narrow) + len(wide))
        if steps > _MOST_STEPS or (_is_end(narrow) and not _is_end(wide)):
            return False
        for character in characters if () not in wide else ():
            pair = tuple(_after(*each, character) for each in zip(starts, (narrow, wide), strict=True))
            if pair not in seen:
                seen.add(pair)
                pairs.append(pair)
    return True


def _read(tokens: Iterable[tuple[Any, Any]]) -> Iterator[tuple[str, Any]]:
    """Yield the tokens of a pattern without groups, as values that are equal if they match alike."""
    for kind, argument in tokens:
        match str(kind):
            case "SUBPATTERN" if not any(argument[1:3]):  # flags
                yield from _read(argument[3])
            case "BRANCH":
                yield "BRANCH", tuple(tuple(_read(each)) for each in argument[1])
            case "MAX_REPEAT" | "MIN_REPEAT":
                yield "REPEAT", (*argument[:2], tuple(_read(argument[2])))
            case "IN":
                yield "IN", tuple(argument)
            case "AT" if str(argument) in ("AT_BEGINNING", "AT_END"):
                yield str(argument), None
            case "LITERAL" | "NOT_LITERAL" | "ANY" as name:
                yield name, argument
            case _:
                raise UnknownTokenError


def _after(start: _State, states: frozenset[_State], character: str) -> frozenset[_State]:
    """Return the states after another character, at which a match may begin, too."""
    rests = [
        state[1:]
        for state in states
        if state and state[0][0] not in _WIDTHLESS and takes(state[0], character)
    ]
    return _reached([start, *rests, *([()] if () in states else [])])


def _is_end(states: frozenset[_State]) -> bool:
    return () in _reached(states, is_last=True)


def _reached(states: Iterable[_State], *, is_first: bool = False, is_last: bool = False) -> frozenset[_State]:
    """Return the states that some states reach without a character; only the end if that is among them."""
    found = frozenset(each for state in states for each in _closure(state, is_first, is_last))
    return frozenset([()]) if () in found else found


@lru_cache(maxsize=4096)
def _closure(state: _State, is_first: bool, is_last: bool) -> frozenset[_State]:  # noqa: FBT001  a cache's key
    found: set[_State] = set()
    pending = [state]
    while pending:
        state = pending.pop()
        if state in found:
            continue
        found.add(state)
        if len(found) > _MOST_STATES:
            raise UnknownTokenError
        match state[:1]:
            case [("BRANCH", branches)]:
                pending += [branch + state[1:] for branch in branches]
            case [("REPEAT", (least, most, item))]:
                pending += [state[1:]] if not least else []
                fewer = most if most == parser.MAXREPEAT else most - 1
                pending += [(*item, ("REPEAT", (max(least - 1, 0), fewer, item)), *state[1:])] if most else []
            case [("AT_BEGINNING", _)] if is_first:
                pending.append(state[1:])
            case [("AT_END", _)] if is_last:
                pending.append(state[1:])
    return frozenset(found)

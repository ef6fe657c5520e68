"""Strings that a regular expression matches, and some that it nearly matches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

_MOST_REPEATS = 3
_VARIANTS = 4
_LONGEST = 200


@cache
def pattern_samples(pattern: str) -> tuple[str, ...]:
    """Return a few strings made from a pattern; none if it cannot be read as one of Python.

    The strings are candidates: whoever uses them checks each by the pattern itself.

    Args:
        pattern: a regular expression of RE2.
    """
    if not pattern:
        return ()
    try:
        tree = re._parser.parse(pattern)  # type: ignore[attr-defined]
    except (re.error, OverflowError, RecursionError):
        return ()
    strings = [_sample(tree, variant) for variant in range(_VARIANTS)]
    near = [changed for string in strings[:2] for changed in (string[:-1], string[1:], f"{string}!")]
    return tuple(dict.fromkeys(string for string in (*strings, *near) if len(string) <= _LONGEST))


def _sample(tree: Sequence[tuple[Any, Any]], variant: int) -> str:
    """Return a string; variants differ in repetitions and in the branches that they take."""
    return "".join(part for operation, argument in tree for part in _parts(str(operation), argument, variant))


def _parts(operation: str, argument: Any, variant: int) -> Iterator[str]:
    match operation:
        case "LITERAL":
            yield chr(argument)
        case "NOT_LITERAL":
            yield "a" if argument != ord("a") else "b"
        case "ANY":
            yield "a"
        case "IN":
            yield _member(argument, variant)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, inner = argument
            yield _sample(inner, variant) * _repeats(least, most, variant)
        case "SUBPATTERN":
            yield _sample(argument[-1], variant)
        case "ATOMIC_GROUP":
            yield _sample(argument, variant)
        case "BRANCH":
            branches = argument[1]
            yield _sample(branches[variant % len(branches)], variant)


def _repeats(least: int, most: int, variant: int) -> int:
    choices = (max(least, 1), least, least + 1, _MOST_REPEATS)
    return max(least, min(int(most), choices[variant]))


def _member(members: Sequence[tuple[Any, Any]], variant: int) -> str:
    """Return a character of a class."""
    if str(members[0][0]) == "NEGATE":
        excluded = {character for member in members[1:] for character in _characters(member)}
        return next((c for c in "aA0-_. /é" if c not in excluded), "a")
    characters = [character for member in members for character in _characters(member)]
    return characters[min(variant, len(characters) - 1)] if characters else "a"


def _characters(member: tuple[Any, Any]) -> Iterator[str]:
    operation, argument = str(member[0]), member[1]
    if operation == "LITERAL":
        yield chr(argument)
    elif operation == "RANGE":
        yield from (chr(argument[0]), chr(argument[1]))
    elif operation == "CATEGORY":
        name = str(argument)
        yield "0" if name.endswith("_DIGIT") else " " if name.endswith("_SPACE") else "a"

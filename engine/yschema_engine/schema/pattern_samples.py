"""Short strings that match a regular expression, and some that nearly do.

Libraries for this purpose generate random strings, which mean little to readers. The parser is that of the
standard library, whose syntax is nearly RE2's: callers check the result.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

COMMON_TEXTS = (
    "example",
    "https://example.com",
    "1",
    "ZXhhbXBsZQ==",
    "{}",
    "example.com",
    "/example",
    "a.b",
    "X-1",
)
"""Common strings, for values about which nothing else is known."""
_LONGEST = 200
_MOST_REPETITIONS = 64
_CHARACTERS = "aA1-_. /:,x@"
_CATEGORIES: Mapping[str, Callable[[str], bool]] = {
    "CATEGORY_DIGIT": str.isdigit,
    "CATEGORY_WORD": lambda c: c.isalnum() or c == "_",
    "CATEGORY_SPACE": str.isspace,
    "CATEGORY_NOT_DIGIT": lambda c: not c.isdigit(),
    "CATEGORY_NOT_WORD": lambda c: not (c.isalnum() or c == "_"),
    "CATEGORY_NOT_SPACE": lambda c: not c.isspace(),
}


class _Unknown(Exception):
    """A part of a pattern for which no text is made."""


def pattern_examples(pattern: str) -> Iterator[str]:
    """Yield strings that probably match, the shortest first, if any can be made."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tokens = parser.parse(pattern)
        last = None
        for more in range(_MOST_REPETITIONS):
            text = _text(tokens, more)
            if text == last:
                return
            yield text
            last = text
    except (re.error, _Unknown, RecursionError, OverflowError):
        return


def _text(tokens: Iterable[tuple[Any, Any]], more: int) -> str:
    """Return a text for a sequence of tokens: of alternatives the first.

    Args:
        tokens: of the pattern.
        more: the number of repetitions besides the fewest that a part of the pattern allows.
    """
    text = "".join(_part(str(kind), argument, more) for kind, argument in tokens)
    if len(text) > _LONGEST:
        raise _Unknown
    return text


def _part(kind: str, argument: Any, more: int) -> str:
    match kind:
        case "LITERAL":
            return chr(argument)
        case "NOT_LITERAL":
            return _character(lambda c: c != chr(argument))
        case "ANY":
            return _CHARACTERS[0]
        case "IN":
            return _member(argument)
        case "BRANCH":
            return _text(argument[1][0], more)
        case "SUBPATTERN":
            return _text(argument[-1], more)
        case "MAX_REPEAT" | "MIN_REPEAT":
            return _repeated(min(argument[0] + more, int(argument[1])), argument[2], more)
        case "AT":
            return ""
    raise _Unknown


def _repeated(count: int, tokens: Iterable[tuple[Any, Any]], more: int) -> str:
    text = _text(tokens, more) if count else ""
    if len(text) * count > _LONGEST:
        raise _Unknown
    return text * count


def _member(items: list[tuple[Any, Any]]) -> str:
    """Return a character of a class such as `[a-z]`."""
    is_negated = str(items[0][0]) == "NEGATE"
    if is_negated:
        return _character(lambda c: not any(_takes(item, c) for item in items[1:]))
    kind, argument = items[0]
    if str(kind) == "LITERAL":
        return chr(argument)
    if str(kind) == "RANGE":
        return chr(argument[0])
    return _character(lambda c: _takes(items[0], c))


def _takes(item: tuple[Any, Any], character: str) -> bool:
    kind, argument = item
    match str(kind):
        case "LITERAL":
            return character == chr(argument)
        case "RANGE":
            return bool(argument[0] <= ord(character) <= argument[1])
        case "CATEGORY":
            return _CATEGORIES[str(argument)](character)
    raise _Unknown


def _character(is_taken: Any) -> str:
    taken = next((character for character in _CHARACTERS if is_taken(character)), None)
    if taken is None:
        raise _Unknown
    return taken


_MOST_REPEATS = 3
_VARIANTS = 4
_LONGEST_SAMPLE = 200


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
    return tuple(dict.fromkeys(string for string in (*strings, *near) if len(string) <= _LONGEST_SAMPLE))


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
            yield _sample_member(argument, variant)
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


def _sample_member(members: Sequence[tuple[Any, Any]], variant: int) -> str:
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

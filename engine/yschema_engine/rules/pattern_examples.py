"""Short strings that match a regular expression.

Libraries for this purpose generate random strings, which mean little to readers. The parser is
that of the standard library, whose syntax is nearly RE2's: callers check the result.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
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
    """Yield a string that probably matches, if one can be made."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tokens = parser.parse(pattern)
        yield _text(tokens)
    except (re.error, _Unknown, RecursionError, OverflowError):
        return


def _text(tokens: Iterable[tuple[Any, Any]]) -> str:
    """Return a text for a sequence of tokens: of repetitions the fewest, of alternatives the first."""
    text = "".join(_part(str(kind), argument) for kind, argument in tokens)
    if len(text) > _LONGEST:
        raise _Unknown
    return text


def _part(kind: str, argument: Any) -> str:
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
            return _text(argument[1][0])
        case "SUBPATTERN":
            return _text(argument[-1])
        case "MAX_REPEAT" | "MIN_REPEAT":
            return _repeated(argument[0], argument[2])
        case "AT":
            return ""
    raise _Unknown


def _repeated(least: int, tokens: Iterable[tuple[Any, Any]]) -> str:
    text = _text(tokens) if least else ""
    if len(text) * least > _LONGEST:
        raise _Unknown
    return text * least


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

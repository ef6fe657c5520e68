"""Short strings that match a regular expression, and some that nearly do.

Libraries for this purpose generate random strings, which mean little to readers. The parser is that of the
standard library, whose syntax is nearly RE2's: callers check the result.
"""

from __future__ import annotations

import re
import string
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, TypeAlias

COMMON_TEXTS = (
    *("example", "1", "https://example.com", "", "ZXhhbXBsZQ==", "{}", "example.com", "/example", "a.b"),
    *("X-1", "a b", "A", "true", "10.0.0.1", "1m"),
)
"""Common strings, for values about which nothing else is known."""

_Token: TypeAlias = tuple[Any, Any]
_LONGEST = 200
_MOST_REPETITIONS = 64
_VARIANTS = 4
_CHARACTERS = "aA1-_. /:,x@é"
_DIGITS, _WORD = frozenset(string.digits), frozenset(f"{string.digits}{string.ascii_letters}_")
_CATEGORIES: Mapping[str, Callable[[str], bool]] = {
    "CATEGORY_DIGIT": _DIGITS.__contains__,
    "CATEGORY_WORD": _WORD.__contains__,
    "CATEGORY_SPACE": str.isspace,
    "CATEGORY_NOT_DIGIT": lambda c: c not in _DIGITS,
    "CATEGORY_NOT_WORD": lambda c: c not in _WORD,
    "CATEGORY_NOT_SPACE": lambda c: not c.isspace(),
}


class UnknownTokenError(Exception):
    """A part of a pattern that is not understood."""


def pattern_examples(pattern: str) -> Iterator[str]:
    """Yield strings that probably match, the shortest first, if any can be made."""
    return _texts(pattern, ((more, 0) for more in range(_MOST_REPETITIONS)))


@cache
def pattern_samples(pattern: str) -> tuple[str, ...]:
    """Return a few strings that probably match, of several branches, and some that nearly do."""
    texts = tuple(_texts(pattern, ((choice, choice) for choice in range(_VARIANTS))))
    near = (changed for text in texts[:2] for changed in (text[:-1], text[1:], f"{text}!"))
    return tuple(dict.fromkeys((*texts, *near)))


def tokens_of(pattern: str) -> Any:
    """Return a pattern as the tokens of the standard library.

    Raises:
        re.error: Python does not read it.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return parser.parse(pattern)


def _texts(pattern: str, variants: Iterable[tuple[int, int]]) -> Iterator[str]:
    """Yield a text for each variant of a pattern, until they are all the same; none if it cannot be read."""
    last = None
    try:
        tokens = tokens_of(pattern)
        for more, choice in variants if pattern else ():
            text = _text(tokens, more, choice)
            if text == last:
                return
            yield text
            last = text
    except (re.error, UnknownTokenError, RecursionError, OverflowError):
        return


def _text(tokens: Iterable[_Token], more: int, choice: int) -> str:
    """Return a text for a sequence of tokens.

    Args:
        tokens: of the pattern.
        more: the number of repetitions besides the fewest that a part of the pattern allows.
        choice: the number of the alternative to take, and of the character of a class, or of the last one.
    """
    text = "".join(_part(str(kind), argument, more, choice) for kind, argument in tokens)
    if len(text) > _LONGEST:
        raise UnknownTokenError
    return text


def _part(kind: str, argument: Any, more: int, choice: int) -> str:
    match kind:
        case "LITERAL":
            return chr(argument)
        case "NOT_LITERAL":
            return _character(lambda c: takes((kind, argument), c))
        case "ANY":
            return _CHARACTERS[0]
        case "IN":
            return _member(argument, choice)
        case "BRANCH":
            return _text(argument[1][min(choice, len(argument[1]) - 1)], more, choice)
        case "SUBPATTERN":
            return _text(argument[-1], more, choice)
        case "ATOMIC_GROUP":
            return _text(argument, more, choice)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            count: int = min(argument[0] + more, int(argument[1]))
            repeated = _text(argument[2], more, choice) if count else ""
            if len(repeated) * count > _LONGEST:
                raise UnknownTokenError
            return repeated * count
        case "AT":
            return ""
    raise UnknownTokenError


def _member(items: list[_Token], choice: int) -> str:
    """Return a character of a class such as `[a-z]`."""
    if str(items[0][0]) == "NEGATE":
        return _character(lambda c: takes(("IN", items), c))
    characters = [character for item in items for character in _characters(item)]
    return characters[min(choice, len(characters) - 1)]


def _characters(item: _Token) -> tuple[str, ...]:
    kind, argument = str(item[0]), item[1]
    if kind == "RANGE":
        return chr(argument[0]), chr(argument[1])
    return (chr(argument) if kind == "LITERAL" else _character(lambda c: takes(item, c)),)


def takes(item: _Token, character: str) -> bool:
    """Return whether a token matches a character."""
    kind, argument = item
    match str(kind):
        case "LITERAL":
            return character == chr(argument)
        case "RANGE":
            return bool(argument[0] <= ord(character) <= argument[1])
        case "CATEGORY":
            return _CATEGORIES[str(argument)](character)
        case "NOT_LITERAL":
            return character != chr(argument)
        case "ANY":
            return character != "\n"
        case "IN" if str(argument[0][0]) == "NEGATE":
            return not any(takes(each, character) for each in argument[1:])
        case "IN":
            return any(takes(each, character) for each in argument)
    raise UnknownTokenError


def _character(is_taken: Callable[[str], bool]) -> str:
    taken = next((character for character in _CHARACTERS if is_taken(character)), None)
    if taken is None:
        raise UnknownTokenError
    return taken

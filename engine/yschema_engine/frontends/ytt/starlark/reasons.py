"""The reasons for which starlark-rust refuses code, in the words of our messages."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.suggestions import suggest

_STANDARD, _OWN = "@ytt:", "y_"  # functions of the engine that replace built-in ones begin with `y_`
_Words: TypeAlias = str | Callable[[re.Match[str]], str]


def reword(reason: str) -> str:
    """Return a reason in our words; one that is not known as it is."""
    for pattern, words in _REWORDED:
        if match := pattern.fullmatch(reason):
            return match.expand(words) if isinstance(words, str) else words(match)
    return reason


def _function(match: re.Match[str], words: str) -> str:
    """Return words with `{function}`: its name, with that of a standard module, without that of a file."""
    module, _, name = match["call"].rpartition(".")
    standard = f"{module.removeprefix(_STANDARD)}." if module.startswith(_STANDARD) else ""
    return words.format(**match.groupdict() | {"function": standard + name.removeprefix(_OWN)})


def _extra(match: re.Match[str]) -> str:
    count = int(match["count"])
    return _function(match, f"{count} more argument{'s' if count > 1 else ''} than `{{function}}` accepts")


def _unsupported(match: re.Match[str]) -> str:
    operation, kind = match["operation"].removesuffix("()").strip("()"), match["type"]
    verbs = {"iter": "iterated over", "call": "called", "[]": "indexed"}
    if operation in verbs:
        return f"a value of type {kind} cannot be {verbs[operation]}"
    if not operation.isalpha():
        return f"`{operation}` does not accept a value of type {kind}"
    return f"{operation}() does not accept a value of type {kind}"


def _operator(match: re.Match[str]) -> str:
    operation, left, right = match["operation"], match["left"], match["right"]
    if operation == "[]":
        return f"a value of type {left} cannot be indexed with one of type {right}"
    if operation in ("compare", "cmp()", "<>"):
        return f"values of the types {left} and {right} cannot be compared"
    return f"`{operation}` does not accept values of the types {left} and {right}"


def _attribute(match: re.Match[str]) -> str:
    words = f"a value of type {match['type']} has no attribute `{match['name']}`"
    near = suggest(match["name"], [match["near"]]) if match["near"] else None
    return f"{words}, did you mean `{near}`?" if near else words


def _unexpected(match: re.Match[str]) -> str:
    # The engine puts parentheses around expressions.
    end = " or end of the expression" if match["sign"] == ")" else ""
    return f"unexpected `{match['sign']}`{end}"


_CALL = r"(?: for call to `?(?P<call>[^`]*)`?)"
_REWORDED: tuple[tuple[re.Pattern[str], _Words], ...] = tuple(
    (lazy_pattern(pattern, re.DOTALL), words)
    for pattern, words in (
        (
            rf"Missing (?:named-only )?parameter `(?P<name>\w+)`{_CALL}",
            partial(_function, words="`{function}` requires `{name}`"),
        ),
        (rf"Found (?P<count>\d+) extra positional argument\(s\){_CALL}", _extra),
        (
            rf"Found `(?P<name>[^`]*)` extra named parameter\(s\){_CALL}",
            partial(_function, words="`{function}` has no parameter `{name}`"),
        ),
        (r"Wrong number of positional arguments, expected (\d+), got (\d+)", r"expected \1, found \2"),
        (r"Argument `(\w+)` occurs more than once", r"the argument `\1` appears more than once"),
        (r"positional argument after non positional", "a positional argument follows a named one"),
        (
            r"Operation `(?P<operation>.*)` not supported for types `(?P<left>.*)` and `(?P<right>.*)`",
            _operator,
        ),
        (r"Operation `(?P<operation>.*)` not supported on type `(?P<type>.*)`", _unsupported),
        (
            r"Object of type `(?P<type>[^`]*)` has no attribute `(?P<name>[^`]*)`"
            r"(?:, did you mean `(?P<near>[^`]*)`\?)?",
            _attribute,
        ),
        (r"Index `(.*)` is out of bound", r"the index \1 is out of range"),
        (r"Key `(.*)` was not found", r"the key \1 does not exist"),
        (r"Cannot parse `(.*)` as an integer in base (\d+)", r'"\1" is not an integer in base \2'),
        (r"(?:(?:Floor division|float division|Modulo) by zero|Cannot divide by zero).*", "division by zero"),
        (r"Argument is an empty iterable, .*", "min() and max() need at least one value"),
        (r"Value of type `(.*)` is not hashable", r"a value of type \1 cannot be a key"),
        (r"Not enough parameters in format string", "the format needs more values"),
        (
            r"Type of (?:parameter `\w+` doesn't match|parameters mismatch)"
            r", expected `(.*)`, actual `(\w+) \(repr: (.*)\)`",
            r"expected a value of type \1, found \3 of type \2",
        ),
        (
            r"Your Starlark dialect must enable f-strings to use them",
            "f-strings are not supported: use `%` or `.format()`",
        ),
        (r"unexpected \w+ '(?P<sign>.*?)' here.*", _unexpected),
    )
)
"""Patterns of whole reasons, each with its words, which may name groups, or a function that returns them."""

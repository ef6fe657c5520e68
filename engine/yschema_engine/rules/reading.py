"""Readers for arguments that several rules share."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from yschema_engine.rules.misuse import Misuse
from yschema_engine.text.node_values import written
from yschema_engine.text.phrases import Phrase, Verbatim, phrase

FLAG = phrase("True or False")
NUMBER = phrase("a number")
STRING = phrase("a string that is not empty")


def refusal(keyword: str, value: Any, expected: Phrase, hint: Phrase | str = "") -> Misuse:
    """Return the exception for an argument that is not as expected."""
    found = phrase("{value} for {keyword}", value=Verbatim(written(value)), keyword=Verbatim(f"{keyword}="))
    return Misuse(found, expected, hint)


def read_flag(keyword: str, value: Any) -> bool:
    """Return True or False.

    Raises:
        Misuse: the value is neither.
    """
    if not isinstance(value, bool):
        raise refusal(keyword, value, FLAG)
    return value


def read_length(keyword: str, value: Any) -> int:
    """Return a length; a fraction is dropped, as ytt does.

    Raises:
        Misuse: the value is not a finite number.
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not is_finite(value):
        raise refusal(keyword, value, NUMBER)
    return int(value)


def is_finite(number: float) -> bool:
    """Return whether a number is finite; an integer can be larger than any float."""
    return isinstance(number, int) or isfinite(number)


def read_string(keyword: str, value: Any) -> str:
    """Return a string.

    Raises:
        Misuse: the value is not a string, or is empty.
    """
    if not isinstance(value, str) or not value:
        raise refusal(keyword, value, STRING)
    return value


def one_argument(arguments: Sequence[Any]) -> Any:
    """Return the only argument of a function in `assert`.

    Raises:
        Misuse: there are more or less.
    """
    if len(arguments) != 1:
        raise wrong_number(arguments, phrase("one argument"))
    return arguments[0]


def no_argument(arguments: Sequence[Any]) -> bool:
    """Return True for a function in `assert` without arguments.

    Raises:
        Misuse: there is an argument.
    """
    if arguments:
        raise wrong_number(arguments, phrase("no argument"))
    return True


def wrong_number(arguments: Sequence[Any], expected: Phrase) -> Misuse:
    """Return the exception for a function in `assert` with more or less arguments than expected."""
    return Misuse(phrase("{count} arguments", count=len(arguments)), expected)

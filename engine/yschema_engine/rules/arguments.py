"""The arguments of annotations that hold rules, one by one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import isfinite
from typing import Any

from yschema_engine.frontends.ytt.starlark import BridgeError
from yschema_engine.frontends.ytt.stdlib.regexp import compiled
from yschema_engine.model.rules import Condition, Rule
from yschema_engine.nodes import Array, Map
from yschema_engine.nodes import to_plain as plain
from yschema_engine.rules.checks import CHECKS
from yschema_engine.rules.compare import written
from yschema_engine.rules.formats import FORMATS
from yschema_engine.source import Span


class Misuse(Exception):
    """An argument is wrong; the text says what was found."""

    def __init__(self, found: str, expected: str, hint: str = "") -> None:
        super().__init__(found)
        self.expected = expected
        self.hint = hint


def named_rule(  # noqa: PLR0913
    name: str,
    value: Any,
    span: Span,
    *,
    keyword: str = "",
    message: str = "",
    strings_only: bool = False,
    condition: Condition | None = None,
) -> Rule:
    """Return a named rule.

    Args:
        name: its name.
        value: its argument.
        span: where it is declared.
        keyword: what the author calls it, if that is not its name.
        message: the author's own words for a value that breaks it.
        strings_only: whether all values but strings satisfy it.
        condition: under which it holds.

    Raises:
        Misuse: the rule does not take such an argument.
    """
    if isinstance(value, Array | Map):
        value = plain(value)
    if name in ("one_of", "one_not_null") and isinstance(value, dict):
        value = list(value)  # the keys, as when iterating over it
    elif name in ("min_len", "max_len") and isinstance(value, float) and isfinite(value):
        value = int(value)  # ytt drops the fraction
    _DESCRIBED[name](keyword or name, value)
    return Rule(
        name,
        partial(CHECKS[name], value),
        span,
        argument=value,
        keyword="" if keyword == name else keyword,
        message=message,
        strings_only=strings_only,
        condition=condition,
    )


def words_for_errors(rule: Rule) -> str:
    """Return what a value that breaks a rule should be."""
    if rule.message:
        return rule.message
    return (
        _DESCRIBED[rule.name](rule.name, rule.argument) if rule.name in _DESCRIBED else str(rule.description)
    )


def flag(name: str, value: Any) -> bool:
    """The argument of a rule that is there or not.

    Raises:
        Misuse: it is neither True nor False.
    """
    if not isinstance(value, bool):
        raise Misuse(f"{written(value)} for {name}=", "True or False")
    return value


def _length(name: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise Misuse(f"{written(value)} for {name}=", "a number")
    return f"length {'>=' if name == 'min_len' else '<='} {written(value)}"


def _limit(name: str, value: Any) -> str:
    return f"a value {'>=' if name == 'min' else '<='} {written(value)}"


def _one_not_null(name: str, value: Any) -> str:
    if value is not True and not isinstance(value, list | tuple):
        raise Misuse(f"{written(value)} for {name}=", "True or a list of keys")
    return f"exactly one of {'all children' if value is True else written(value)} to be not null"


def _one_of(name: str, value: Any) -> str:
    if not isinstance(value, list | tuple):
        raise Misuse(f"{written(value)} for {name}=", "a list of values")
    return f"one of {written(value)}"


def _regexp(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise Misuse(f"{written(value)} for {name}=", "a regular expression, as text")
    check_pattern(name, value)
    return f"text that matches {value}"


def check_pattern(name: str, pattern: str) -> None:
    """Refuse what is no regular expression.

    Raises:
        Misuse: it does not compile.
    """
    try:
        compiled(pattern)
    except BridgeError as e:
        around = any(sign in pattern for sign in ("(?=", "(?!", "(?<=", "(?<!"))
        hint = "look-around is not in RE2's syntax; a function can check more" if around else ""
        raise Misuse(f"{name}={e}", "a regular expression in RE2's syntax", hint) from None


def _format(name: str, value: Any) -> str:
    if not isinstance(value, str) or value not in FORMATS:
        raise Misuse(f"{written(value)} for {name}=", f"one of {', '.join(FORMATS)}")
    return f"{FORMATS[value].phrase} ({FORMATS[value].citation})"


def _affix(name: str, value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise Misuse(f"{written(value)} for {name}=", "text that is not empty")
    return f"text that {'ends' if name == 'ends_with' else 'starts'} with {written(value)}"


_DESCRIBED: dict[str, Callable[[str, Any], str]] = {
    "not_null": lambda name, value: "not null",
    "min_len": _length,
    "max_len": _length,
    "min": _limit,
    "max": _limit,
    "one_not_null": _one_not_null,
    "one_of": _one_of,
    "regexp": _regexp,
    "format": _format,
    "unique": lambda name, value: "no two equal items",
    "starts_with": _affix,
    "ends_with": _affix,
}

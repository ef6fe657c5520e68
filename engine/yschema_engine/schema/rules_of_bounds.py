"""The rules `min` and `max`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from yschema_engine.schema import rule_record
from yschema_engine.schema.rule_record import (
    Keywords,
    NamedRule,
    Partner,
    Target,
    in_yaml,
    is_finite,
)
from yschema_engine.schema.rules import Rule
from yschema_engine.text.node_values import Incomparable, less, written
from yschema_engine.text.nodes import Value, to_plain, type_name
from yschema_engine.text.phrases import Param, Phrase, Verbatim, phrase

if TYPE_CHECKING:
    from fractions import Fraction

NUMBERS = ("integer", "float")
COMPARED = phrase("a value to compare with")


def shown(limit: Any) -> Param:
    """Return a limit as a part of a phrase: a number as it is, any other value as code."""
    return limit if type_name(limit) in NUMBERS else Verbatim(in_yaml(limit))


def kinds(limit: Any, _: Target) -> tuple[str, ...]:
    """Return the types of values that compare with the limit."""
    kind = "array" if isinstance(limit, list | tuple) else type_name(limit)
    if kind in NUMBERS:
        return NUMBERS
    return (kind,) if kind in ("string", "boolean", "array") else ()


def number_keyword(keyword: str, rule: Rule, target: Target) -> Iterator[Keywords]:
    """Return a keyword for numbers, if the limit is one that JSON can hold."""
    limit = rule.argument
    if type_name(limit) in NUMBERS and is_finite(limit) and not set(NUMBERS).isdisjoint(target.kinds):
        yield {keyword: limit}


def _bound(
    name: str,
    keyword: str,
    is_beyond: Callable[[Any, Any], bool],
    words: Callable[[Param], Phrase],
    found: Callable[[Param, Param], Phrase],
    **others: Any,
) -> NamedRule:
    """Return the record of a bound.

    Args:
        name: of the rule.
        keyword: of JSON Schema.
        is_beyond: whether a value breaks the rule, of the value and the limit; raises `Incomparable`.
        words: the phrase for valid values, of the limit.
        found: the phrase for other values, of the value and the limit.
        others: the parts of the record that only one bound has.
    """

    def check(limit: Any, value: Value) -> Param | None:
        code = Verbatim(written(limit))
        try:
            return found(Verbatim(written(value)), code) if is_beyond(to_plain(value), limit) else None
        except Incomparable:
            kind = Verbatim(type_name(value))
            return phrase("{type}, which cannot be compared with {limit}", type=kind, limit=code)

    return NamedRule(
        name=name,
        expected=COMPARED,
        read=rule_record.reader(COMPARED, lambda _: True),
        check=check,
        phrase=lambda limit, _: words(shown(limit)),
        examples=lambda limit: (limit,),
        kinds=kinds,
        json_schema=partial(number_keyword, keyword),
        openapi=partial(number_keyword, keyword),
        ytt_keyword=name,
        **others,
    )


MIN = _bound(
    "min",
    "minimum",
    less,
    lambda limit: phrase("at least {limit}", limit=limit),
    found=lambda value, limit: phrase("{value}, less than {limit}", value=value, limit=limit),
    partner=Partner(
        "max",
        lambda low, high, _: phrase("between {low} and {high}", low=shown(low), high=shown(high)),
    ),
    family="lower bound",
)
MAX = _bound(
    "max",
    "maximum",
    lambda value, limit: less(limit, value),
    lambda limit: phrase("at most {limit}", limit=limit),
    found=lambda value, limit: phrase("{value}, greater than {limit}", value=value, limit=limit),
    family="upper bound",
)


def is_multiple(value: float, factor: float) -> bool:
    """Return whether a number is a multiple of another one, as both are written: 0.3 is one of 0.1."""
    if not (is_finite(value) and is_finite(factor)):
        return False
    return not factor or (_exact(value) / _exact(factor)).denominator == 1


def _exact(number: float) -> Fraction:
    from fractions import Fraction  # noqa: PLC0415  takes time, and few schemas have multiples

    return Fraction(repr(number) if isinstance(number, float) else number)


COMPARISONS: Mapping[str, Callable[[float, float], bool]] = MappingProxyType(
    {
        "exclusiveMinimum": lambda limit, value: value > limit,
        "exclusiveMaximum": lambda limit, value: value < limit,
        "multipleOf": lambda factor, value: is_multiple(value, factor),
    }
)
"""Keywords of JSON Schema that no named rule stands for, and whether a number satisfies them."""


def breaks_keywords(keywords: Mapping[str, Any] | None, value: Value) -> bool:
    """Return whether a number breaks one of these keywords among others."""
    if not keywords or not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return any(name in keywords and not holds(keywords[name], value) for name, holds in COMPARISONS.items())

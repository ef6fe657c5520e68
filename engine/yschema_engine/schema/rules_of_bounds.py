"""The rules `min` and `max`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from yschema_engine.schema import rule_record
from yschema_engine.schema.rule_record import (
    Keywords,
    NamedRule,
    Partner,
    Portability,
    Subject,
    Target,
    in_yaml,
    is_finite,
)
from yschema_engine.schema.rules import Rule
from yschema_engine.schema.types import kind_name
from yschema_engine.text.node_values import Incomparable, equal, less, written
from yschema_engine.text.nodes import Array, Map, Value, to_plain, type_name
from yschema_engine.text.phrases import Param, Phrase, Verbatim, phrase

NUMBERS = ("integer", "float")
COMPARED = phrase("a value to compare with")


def read_bound(_: str, value: Any) -> Any:
    """Return a value to compare with, which may be any."""
    return to_plain(value) if isinstance(value, Map | Array) else value


def incomparable(value: Value, limit: Any) -> Phrase:
    """Return the description of a value that cannot be compared with the limit."""
    limit = Verbatim(written(limit))
    return phrase(
        "{type}, which cannot be compared with {limit}", type=kind_name(type_name(value)), limit=limit
    )


def shown(limit: Any) -> Param:
    """Return a limit as a part of a phrase: a number as it is, any other value as code."""
    return limit if type_name(limit) in NUMBERS else Verbatim(in_yaml(limit))


def between(low: Any, high: Any, _: Subject) -> Phrase:
    """Return the phrase for values within both limits."""
    return phrase("between {low} and {high}", low=shown(low), high=shown(high))


def kinds(limit: Any, _: Target) -> tuple[str, ...]:
    """Return the types of values that compare with the limit."""
    kind = "array" if isinstance(limit, list | tuple) else type_name(limit)
    if kind in NUMBERS:
        return NUMBERS
    return (kind,) if kind in ("string", "boolean", "array") else ()


def number_keyword(keyword: str, rule: Rule, target: Target) -> Iterator[Keywords]:
    """Return a keyword for numbers, if the limit is one that JSON can hold."""
    limit = rule.argument
    if type_name(limit) in NUMBERS and is_finite(limit) and not {"integer", "float"}.isdisjoint(target.kinds):
        yield {keyword: limit}


def _check_min(limit: Any, value: Value) -> Param | None:
    try:
        if not less(to_plain(value), limit):
            return None
    except Incomparable:
        return incomparable(value, limit)
    values = Verbatim(written(value)), Verbatim(written(limit))
    return phrase("{value}, less than {limit}", value=values[0], limit=values[1])


def _min_phrase(limit: Any, _: Subject) -> Phrase:
    return phrase("at least {limit}", limit=shown(limit))


def _min_examples(limit: Any) -> Iterator[Any]:
    yield limit


MIN = NamedRule(
    name="min",
    expected=COMPARED,
    read=read_bound,
    assertion=rule_record.one_argument,
    check=_check_min,
    phrase=_min_phrase,
    partner=Partner("max", between),
    examples=_min_examples,
    kinds=kinds,
    json_schema=partial(number_keyword, "minimum"),
    openapi=partial(number_keyword, "minimum"),
    portability=Portability(keyword="min", exported_since="0.50"),
    family="lower bound",
)


def _check_max(limit: Any, value: Value) -> Param | None:
    try:
        if not less(limit, to_plain(value)):
            return None
    except Incomparable:
        return incomparable(value, limit)
    values = Verbatim(written(value)), Verbatim(written(limit))
    return phrase("{value}, greater than {limit}", value=values[0], limit=values[1])


def _max_phrase(limit: Any, _: Subject) -> Phrase:
    return phrase("at most {limit}", limit=shown(limit))


def _max_examples(limit: Any) -> Iterator[Any]:
    yield limit


MAX = NamedRule(
    name="max",
    expected=COMPARED,
    read=read_bound,
    assertion=rule_record.one_argument,
    check=_check_max,
    phrase=_max_phrase,
    examples=_max_examples,
    kinds=kinds,
    json_schema=partial(number_keyword, "maximum"),
    openapi=partial(number_keyword, "maximum"),
    portability=Portability(keyword="max", exported_since="0.50"),
    family="upper bound",
)


COMPARISONS: Mapping[str, Callable[[float, float], bool]] = MappingProxyType(
    {
        "exclusiveMinimum": lambda limit, value: value > limit,
        "exclusiveMaximum": lambda limit, value: value < limit,
        "multipleOf": lambda factor, value: not factor or equal(value % factor, 0),
    }
)
"""Keywords of JSON Schema that no named rule stands for, and whether a number satisfies them."""


def breaks_keywords(keywords: Mapping[str, Any] | None, value: Value) -> bool:
    """Return whether a number breaks one of these keywords among others."""
    if not keywords or not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return any(name in keywords and not holds(keywords[name], value) for name, holds in COMPARISONS.items())

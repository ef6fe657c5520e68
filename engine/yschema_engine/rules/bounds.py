"""Facts that `min` and `max` share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from yschema_engine.model.rules import Rule
from yschema_engine.model.type_check import kind_name
from yschema_engine.rules.in_yaml import in_yaml
from yschema_engine.rules.reading import is_finite
from yschema_engine.rules.record import Keywords, Subject, Target
from yschema_engine.text.node_values import written
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
    """Return what a valid value is by both limits."""
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

"""The rule `unique`: an array without equal items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from yschema_engine.model.rules import Rule
from yschema_engine.model.type_check import kind_name
from yschema_engine.rules import reading
from yschema_engine.rules.record import Keywords, NamedRule, Portability, Subject, Target, Without
from yschema_engine.text.node_values import repeated, written
from yschema_engine.text.nodes import Array, Value, to_plain, type_name
from yschema_engine.text.phrases import Param, Phrase, Verbatim, phrase


def _check(_: Any, value: Value) -> Param | None:
    if not isinstance(value, Array):
        return phrase("{type}; expected an array", type=kind_name(type_name(value)))
    twice = repeated([to_plain(item.value) for item in value.items])
    return None if twice is None else phrase("{value} more than once", value=Verbatim(written(twice[0])))


def _phrase(_: Any, __: Subject) -> Phrase:
    return phrase("no two equal items")


def _kinds(_: Any, __: Target) -> tuple[str, ...]:
    return ("array",)


def _keywords(_: Rule, target: Target) -> Iterator[Keywords]:
    if "array" in target.kinds:
        yield {"uniqueItems": True}


UNIQUE = NamedRule(
    name="unique",
    expected=reading.FLAG,
    is_flag=True,
    read=reading.read_flag,
    assertion=reading.no_argument,
    check=_check,
    phrase=_phrase,
    examples=Without("an empty array satisfies it"),
    kinds=_kinds,
    json_schema=_keywords,
    openapi=_keywords,
    portability=Portability(function="len(v) == len(set(v))"),
)

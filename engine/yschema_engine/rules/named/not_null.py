"""The rule `not_null`: any value but null."""

from __future__ import annotations

from typing import Any

from yschema_engine.rules import reading
from yschema_engine.rules.record import NamedRule, Portability, Subject, Target, Without
from yschema_engine.text.nodes import Value
from yschema_engine.text.phrases import Param, Phrase, phrase

_KINDS = ("string", "integer", "float", "boolean", "map", "array")


def _check(_: bool, value: Value) -> Param | None:  # noqa: FBT001  the argument of the rule
    return phrase("null") if value is None else None


def _phrase(_: bool, __: Subject) -> Phrase:  # noqa: FBT001
    return phrase("not null")


def _kinds(_: Any, __: Target) -> tuple[str, ...]:
    return _KINDS


NOT_NULL = NamedRule(
    name="not_null",
    expected=reading.FLAG,
    is_flag=True,
    read=reading.read_flag,
    assertion=reading.no_argument,
    check=_check,
    phrase=_phrase,
    examples=Without("any value satisfies it, and other rules say which"),
    kinds=_kinds,
    json_schema=Without("the type says it, as null is not among the kinds"),
    openapi=Without("ytt exports `nullable` all the same"),
    portability=Portability(keyword="not_null"),
)

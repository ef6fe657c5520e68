"""The rule `max_len`: a greatest length."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from yschema_engine.model.rules import Rule
from yschema_engine.rules import lengths, reading
from yschema_engine.rules.record import Keywords, NamedRule, Portability, Subject, Target, Without
from yschema_engine.text.nodes import Value
from yschema_engine.text.phrases import Param, Phrase, counted


def _check(limit: int, value: Value) -> Param | None:
    size, report = lengths.measured(value)
    return None if size is not None and size <= limit else report


def _phrase(limit: int, subject: Subject) -> Phrase:
    if subject.kind == "array":
        return counted("at most {count} item", "at most {count} items", limit)
    if subject.kind == "map":
        return counted("at most {count} key", "at most {count} keys", limit)
    return counted("at most {count} character", "at most {count} characters", limit)


def _kinds(limit: int, target: Target) -> tuple[str, ...]:
    kinds = ("string", "array") if limit >= 0 else ()
    return kinds if len(target.base) > limit else (*kinds, "map")


def _json_schema(rule: Rule, target: Target) -> Iterator[Keywords]:
    if "string" in target.kinds:
        yield {"maxLength": rule.argument}
    if "array" in target.kinds:
        yield {"maxItems": rule.argument}
    if "map" in target.kinds and target.takes_other_keys:
        yield {"maxProperties": rule.argument}


MAX_LEN = NamedRule(
    name="max_len",
    expected=reading.NUMBER,
    read=reading.read_length,
    assertion=reading.one_argument,
    check=_check,
    phrase=_phrase,
    examples=Without("a short value satisfies it, and other rules say which"),
    kinds=_kinds,
    json_schema=_json_schema,
    openapi=partial(lengths.openapi, "max"),
    portability=Portability(keyword="max_len", exported_since="0.50"),
)

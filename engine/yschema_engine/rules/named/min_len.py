"""The rule `min_len`: a least length."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from yschema_engine.model.rules import Rule
from yschema_engine.rules import lengths, reading
from yschema_engine.rules.record import Keywords, NamedRule, Partner, Portability, Subject, Target
from yschema_engine.text.nodes import Value
from yschema_engine.text.phrases import Param, Phrase, counted, phrase

_LONGEST_EXAMPLE = 1000


def _check(limit: int, value: Value) -> Param | None:
    size, report = lengths.measured(value)
    return None if size is not None and size >= limit else report


def _phrase(limit: int, subject: Subject) -> Phrase:
    if subject.kind == "array":
        return counted("at least {count} item", "at least {count} items", limit)
    if subject.kind == "map":
        return counted("at least {count} key", "at least {count} keys", limit)
    if subject.kind != "string" and limit == 1:
        return phrase("not empty")
    return counted("at least {count} character", "at least {count} characters", limit)


def _examples(limit: int) -> Iterator[object]:
    if limit < _LONGEST_EXAMPLE:
        yield "example" if limit <= len("example") else "x" * limit


def _kinds(limit: int, target: Target) -> tuple[str, ...]:
    is_short = not target.takes_other_keys and len(target.base) < limit
    return ("string", "array") if is_short else ("string", "array", "map")


def _json_schema(rule: Rule, target: Target) -> Iterator[Keywords]:
    least = rule.argument
    if "string" in target.kinds and least > 0:
        # A string is measured in bytes, at most four of which are one character.
        yield {"minLength": -(-least // 4)}
        if least > 1:
            yield {"if": {"pattern": r"^[\x00-\x7F]*$"}, "then": {"minLength": least}}
    if rule.strings_only:
        return
    if "array" in target.kinds and least > 0:
        yield {"minItems": least}
    if "map" in target.kinds and least > len(target.base):
        yield {"minProperties": least - len(target.base)}


MIN_LEN = NamedRule(
    name="min_len",
    expected=reading.NUMBER,
    read=reading.read_length,
    assertion=reading.one_argument,
    check=_check,
    phrase=_phrase,
    partner=Partner("max_len", lengths.between),
    examples=_examples,
    kinds=_kinds,
    json_schema=_json_schema,
    openapi=partial(lengths.openapi, "min"),
    portability=Portability(keyword="min_len", exported_since="0.50"),
)

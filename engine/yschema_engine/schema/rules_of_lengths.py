"""The rules `min_len` and `max_len`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from operator import ge, le
from types import MappingProxyType
from typing import Any

from yschema_engine.schema import rule_record
from yschema_engine.schema.rule_record import (
    Keywords,
    NamedRule,
    Partner,
    Subject,
    Target,
)
from yschema_engine.schema.rules import Rule
from yschema_engine.text.node_values import length
from yschema_engine.text.nodes import Value, type_name
from yschema_engine.text.phrases import Param, Phrase, Verbatim, counted, phrase

KEYWORDS = MappingProxyType({"string": "Length", "array": "Items", "map": "Properties"})
"""What is counted in values of a type, as the keywords of JSON Schema end."""


def between(low: int, high: int, subject: Subject) -> Phrase:
    """Return the phrase for lengths within both limits."""
    return exactly(low, subject) if low == high else _between(low, high, subject)


def exactly(size: int, subject: Subject) -> Phrase:
    """Return the phrase for a fixed length."""
    if subject.kind == "array":
        return counted("exactly {count} item", "exactly {count} items", size)
    if subject.kind == "map":
        return counted("exactly {count} key", "exactly {count} keys", size)
    return counted("exactly {count} character", "exactly {count} characters", size)


def _between(low: int, high: int, subject: Subject) -> Phrase:
    if subject.kind == "array":
        return counted("between {low} and {count} item", "between {low} and {count} items", high, low=low)
    if subject.kind == "map":
        return counted("between {low} and {count} key", "between {low} and {count} keys", high, low=low)
    return counted(
        "between {low} and {count} character", "between {low} and {count} characters", high, low=low
    )


def openapi(prefix: str, rule: Rule, target: Target) -> Iterator[Keywords]:
    """Return the keyword of OpenAPI, which begins with `min` or `max`; it knows no negative lengths."""
    kind = target.kinds[0]
    is_counted = kind in KEYWORDS and not (rule.strings_only and kind != "string")
    if is_counted and rule.argument >= 0 and not (kind == "map" and target.is_open):
        yield {f"{prefix}{KEYWORDS[kind]}": rule.argument}


def _length_rule(name: str, prefix: str, holds: Callable[[int, int], bool], **others: Any) -> NamedRule:
    """Return the record of a limit of lengths.

    Args:
        name: of the rule.
        prefix: with which the keywords of OpenAPI begin.
        holds: whether a length satisfies the rule, of the length and the limit.
        others: the other parts of the record.
    """

    def check(limit: int, value: Value) -> Param | None:
        size = length(value)
        if size is None:
            return phrase("{type}, which has no length", type=Verbatim(type_name(value)))
        return None if holds(size, limit) else phrase("length = {length}", length=size)

    return NamedRule(
        name=name,
        expected=rule_record.NUMBER,
        read=rule_record.read_length,
        check=check,
        openapi=partial(openapi, prefix),
        ytt_keyword=name,
        **others,
    )


_LONGEST_EXAMPLE = 1000


def _min_len_phrase(limit: int, subject: Subject) -> Phrase:
    if subject.kind == "array":
        return counted("at least {count} item", "at least {count} items", limit)
    if subject.kind == "map":
        return counted("at least {count} key", "at least {count} keys", limit)
    if subject.kind != "string" and limit == 1:
        return phrase("not empty")
    return counted("at least {count} character", "at least {count} characters", limit)


def _min_len_examples(limit: int) -> Iterator[object]:
    if limit < _LONGEST_EXAMPLE:
        yield "example" if limit <= len("example") else "x" * limit


def _min_len_kinds(limit: int, target: Target) -> tuple[str, ...]:
    is_short = not target.takes_other_keys and len(target.base) < limit
    return ("string", "array") if is_short else ("string", "array", "map")


def _min_len_json_schema(rule: Rule, target: Target) -> Iterator[Keywords]:
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


MIN_LEN = _length_rule(
    "min_len",
    "min",
    ge,
    phrase=_min_len_phrase,
    partner=Partner("max_len", between),
    examples=_min_len_examples,
    kinds=_min_len_kinds,
    json_schema=_min_len_json_schema,
    family="least length",
)


def _max_len_phrase(limit: int, subject: Subject) -> Phrase:
    if subject.kind == "array":
        return counted("at most {count} item", "at most {count} items", limit)
    if subject.kind == "map":
        return counted("at most {count} key", "at most {count} keys", limit)
    return counted("at most {count} character", "at most {count} characters", limit)


def _max_len_kinds(limit: int, target: Target) -> tuple[str, ...]:
    kinds = ("string", "array") if limit >= 0 else ()
    return kinds if len(target.base) > limit else (*kinds, "map")


def _max_len_json_schema(rule: Rule, target: Target) -> Iterator[Keywords]:
    if "string" in target.kinds:
        yield {"maxLength": rule.argument}
    if "array" in target.kinds:
        yield {"maxItems": rule.argument}
    if "map" in target.kinds and target.takes_other_keys:
        yield {"maxProperties": rule.argument}


MAX_LEN = _length_rule(
    "max_len",
    "max",
    le,
    phrase=_max_len_phrase,
    kinds=_max_len_kinds,
    json_schema=_max_len_json_schema,
    family="most length",
)

"""Facts that `min_len` and `max_len` share."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from yschema_engine.model.rules import Rule
from yschema_engine.model.type_check import kind_name
from yschema_engine.rules.record import Keywords, Subject, Target
from yschema_engine.text.node_values import length
from yschema_engine.text.nodes import Value, type_name
from yschema_engine.text.phrases import Param, Phrase, counted, phrase

KEYWORDS = MappingProxyType({"string": "Length", "array": "Items", "map": "Properties"})
"""What is counted in values of a type, as the keywords of JSON Schema end."""


def measured(value: Value) -> tuple[int | None, Param]:
    """Return the length of a value, if it has one, and what to report."""
    size = length(value)
    if size is None:
        return None, phrase("{type}, which has no length", type=kind_name(type_name(value)))
    return size, phrase("length = {length}", length=size)


def between(low: int, high: int, subject: Subject) -> Phrase:
    """Return what a valid value is by both limits."""
    return exactly(low, subject) if low == high else _between(low, high, subject)


def exactly(size: int, subject: Subject) -> Phrase:
    """Return what a valid value is if it has one length."""
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

"""Facts that rules about strings share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from yschema_engine.model.rules import Rule
from yschema_engine.model.type_check import kind_name
from yschema_engine.rules.record import Keywords, Target
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Value, type_name
from yschema_engine.text.phrases import ENGLISH, Param, Phrase, Verbatim, phrase


def not_a_string(value: Value) -> Phrase:
    """Return what to report of a value that is not a string."""
    return phrase("{type}, which is not a string", type=kind_name(type_name(value)))


def kinds(_: Any, __: Target) -> tuple[str, ...]:
    """Return the types of values that are strings."""
    return ("string",)


def shown(value: Value) -> Param:
    """Return a string as reports show it."""
    return Verbatim(written(value))


def json_schema(
    rule: Rule, target: Target, words: Phrase, pattern: str | None, format_name: str = ""
) -> Iterator[Keywords]:
    """Return the keywords for strings, with the message that editors show.

    Args:
        rule: the rule.
        target: the place.
        words: for a valid value.
        pattern: a regular expression (ECMA-262), if there is one that says the same.
        format_name: the format of JSON Schema that says the same, if there is one.
    """
    keywords = {
        **({"format": format_name} if format_name else {}),
        **({"pattern": pattern} if pattern else {}),
    }
    if keywords and "string" in target.kinds:
        yield {**keywords, "patternErrorMessage": message(rule, words)}


def message(rule: Rule, words: Phrase) -> str:
    """Return what editors say of a value that breaks a rule."""
    return rule.message or f"Expected: {ENGLISH.text(words)}"


def openapi(target: Target, pattern: str | None) -> Iterator[Keywords]:
    """Return the keyword of OpenAPI for strings."""
    if pattern and target.kinds[0] == "string":
        yield {"pattern": pattern}

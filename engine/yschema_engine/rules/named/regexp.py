"""The rule `regexp`: a string that a regular expression matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from yschema_engine.model.rules import Rule
from yschema_engine.rules import reading, strings
from yschema_engine.rules.ecma_patterns import ecma
from yschema_engine.rules.pattern_examples import COMMON_TEXTS, pattern_examples
from yschema_engine.rules.record import Keywords, NamedRule, Portability, Subject, Target
from yschema_engine.rules.regular_expressions import check_pattern, matches
from yschema_engine.text.nodes import Value
from yschema_engine.text.phrases import Param, Phrase, Verbatim, phrase

_PATTERN = phrase("a regular expression, as a string")


def _read(keyword: str, value: Any) -> str:
    if not isinstance(value, str):
        raise reading.refusal(keyword, value, _PATTERN)
    check_pattern(keyword, value)
    return value


def _check(pattern: str, value: Value) -> Param | None:
    if not isinstance(value, str):
        return strings.not_a_string(value)
    if matches(pattern, value):
        return None
    return phrase("{value}, which does not match", value=strings.shown(value))


def _phrase(pattern: str, _: Subject | None = None) -> Phrase:
    return phrase("matches {pattern}", pattern=Verbatim(pattern))


def _examples(pattern: str) -> Iterator[str]:
    texts = (*COMMON_TEXTS, *pattern_examples(pattern))
    yield from (text for text in texts if matches(pattern, text))


def _json_schema(rule: Rule, target: Target) -> Iterator[Keywords]:
    return strings.json_schema(rule, target, _phrase(rule.argument), ecma(rule.argument))


def _openapi(rule: Rule, target: Target) -> Iterator[Keywords]:
    return strings.openapi(target, ecma(rule.argument))


REGEXP = NamedRule(
    name="regexp",
    expected=_PATTERN,
    read=_read,
    assertion=reading.one_argument,
    check=_check,
    phrase=_phrase,
    examples=_examples,
    kinds=strings.kinds,
    json_schema=_json_schema,
    is_expressed=lambda pattern: ecma(pattern) is not None,
    openapi=_openapi,
    portability=Portability(function="regexp.match(…, v)"),
)

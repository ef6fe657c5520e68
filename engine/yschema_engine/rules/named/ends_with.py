"""The rule `ends_with`: a string that ends with another one."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.model.rules import Rule
from yschema_engine.rules import reading, strings
from yschema_engine.rules.ecma_patterns import literal
from yschema_engine.rules.record import Keywords, NamedRule, Portability, Subject, Target
from yschema_engine.text.nodes import Value
from yschema_engine.text.phrases import Param, Phrase, Verbatim, phrase


def _check(suffix: str, value: Value) -> Param | None:
    if not isinstance(value, str):
        return strings.not_a_string(value)
    return None if value.endswith(suffix) else strings.shown(value)


def _phrase(suffix: str, _: Subject | None = None) -> Phrase:
    return phrase("ends with {suffix}", suffix=Verbatim(suffix))


def _examples(suffix: str) -> Iterator[object]:
    yield from (suffix, f"example{suffix}")


def _pattern(suffix: str) -> str:
    return f"{literal(suffix)}$"


def _json_schema(rule: Rule, target: Target) -> Iterator[Keywords]:
    return strings.json_schema(rule, target, _phrase(rule.argument), _pattern(rule.argument))


def _openapi(rule: Rule, target: Target) -> Iterator[Keywords]:
    return strings.openapi(target, _pattern(rule.argument))


ENDS_WITH = NamedRule(
    name="ends_with",
    expected=reading.STRING,
    read=reading.read_string,
    assertion=reading.one_argument,
    check=_check,
    phrase=_phrase,
    examples=_examples,
    kinds=strings.kinds,
    json_schema=_json_schema,
    openapi=_openapi,
    portability=Portability(function="v.endswith({})"),
)

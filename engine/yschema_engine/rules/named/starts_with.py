"""The rule `starts_with`: a string that starts with another one."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.model.rules import Rule
from yschema_engine.rules import reading, strings
from yschema_engine.rules.ecma_patterns import literal
from yschema_engine.rules.record import Keywords, NamedRule, Portability, Subject, Target
from yschema_engine.text.nodes import Value
from yschema_engine.text.phrases import Param, Phrase, Verbatim, phrase


def _check(prefix: str, value: Value) -> Param | None:
    if not isinstance(value, str):
        return strings.not_a_string(value)
    return None if value.startswith(prefix) else strings.shown(value)


def _phrase(prefix: str, _: Subject | None = None) -> Phrase:
    return phrase("starts with {prefix}", prefix=Verbatim(prefix))


def _examples(prefix: str) -> Iterator[object]:
    yield from (prefix, f"{prefix}example", f"{prefix}example.com")


def _pattern(prefix: str) -> str:
    return f"^{literal(prefix)}"


def _json_schema(rule: Rule, target: Target) -> Iterator[Keywords]:
    return strings.json_schema(rule, target, _phrase(rule.argument), _pattern(rule.argument))


def _openapi(rule: Rule, target: Target) -> Iterator[Keywords]:
    return strings.openapi(target, _pattern(rule.argument))


STARTS_WITH = NamedRule(
    name="starts_with",
    aliases=("prefix",),
    expected=reading.STRING,
    read=reading.read_string,
    assertion=reading.one_argument,
    check=_check,
    phrase=_phrase,
    examples=_examples,
    kinds=strings.kinds,
    json_schema=_json_schema,
    openapi=_openapi,
    portability=Portability(function="v.startswith({})"),
)

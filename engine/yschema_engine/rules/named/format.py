"""The rule `format`: a string of a format that `rules.formats` defines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from yschema_engine.model.rules import Rule
from yschema_engine.rules import reading, strings
from yschema_engine.rules.formats import FORMATS
from yschema_engine.rules.record import Keywords, NamedRule, Portability, Subject, Target
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Value, to_plain
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, phrase

_EXPECTED = phrase("one of {formats}", formats=Listing(tuple(map(Verbatim, FORMATS))))


def _read(keyword: str, value: Any) -> str:
    if not isinstance(value, str) or value not in FORMATS:
        raise reading.refusal(keyword, value, _EXPECTED)
    return value


def _check(name: str, value: Value) -> Param | None:
    plain = to_plain(value)
    if FORMATS[name].accepts(plain):
        return None
    words = FORMATS[name].phrase
    return phrase("{value}, which is not {format}", value=Verbatim(written(plain)), format=words)


def _phrase(name: str, _: Subject) -> Phrase:
    return FORMATS[name].phrase


def _examples(name: str) -> Iterator[object]:
    samples = FORMATS[name].samples
    if "integer" in FORMATS[name].kinds:
        yield from map(int, samples)
    yield from samples


def _kinds(name: str, _: Target) -> tuple[str, ...]:
    return FORMATS[name].kinds


def _json_schema(rule: Rule, target: Target) -> Iterator[Keywords]:
    defined = FORMATS[rule.argument]
    if "integer" in target.kinds:
        yield from defined.integer_keywords
    if defined.either:
        if "string" in target.kinds:
            first, second = (FORMATS[name] for name in defined.either)
            message = strings.message(rule, defined.phrase)
            other = {"format": second.json_schema_format, "patternErrorMessage": message}
            yield {"if": {"pattern": first.pattern}, "else": other}
        return
    words, name = defined.phrase, defined.json_schema_format
    yield from strings.json_schema(rule, target, words, defined.pattern, name)


def _openapi(rule: Rule, target: Target) -> Iterator[Keywords]:
    defined = FORMATS[rule.argument]
    if not {"integer", "float"}.isdisjoint(target.kinds):
        yield from defined.integer_keywords
    if "string" in target.kinds and defined.openapi_format:
        yield {"format": defined.openapi_format}
    yield from strings.openapi(target, defined.pattern)


FORMAT = NamedRule(
    name="format",
    expected=_EXPECTED,
    read=_read,
    assertion=reading.one_argument,
    check=_check,
    phrase=_phrase,
    examples=_examples,
    kinds=_kinds,
    json_schema=_json_schema,
    openapi=_openapi,
    portability=Portability(function="regexp.match(…, v)"),
)

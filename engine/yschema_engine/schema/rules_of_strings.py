"""The rules `starts_with`, `ends_with` and `regexp`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from yschema_engine.schema import rule_record
from yschema_engine.schema.ecma_patterns import ecma, literal
from yschema_engine.schema.pattern_samples import COMMON_TEXTS, pattern_examples
from yschema_engine.schema.re2_patterns import check_pattern, matches
from yschema_engine.schema.rule_record import Keywords, NamedRule, Portability, Subject, Target
from yschema_engine.schema.rules import Rule
from yschema_engine.schema.types import kind_name
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Value, type_name
from yschema_engine.text.phrases import ENGLISH, Param, Phrase, Verbatim, phrase


def not_a_string(value: Value) -> Phrase:
    """Return the phrase for a value that is not a string."""
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
    """Return the message that editors show for a broken rule."""
    return rule.message or f"Expected: {ENGLISH.text(words)}"


def openapi(target: Target, pattern: str | None) -> Iterator[Keywords]:
    """Return the keyword of OpenAPI for strings."""
    if pattern and target.kinds[0] == "string":
        yield {"pattern": pattern}


def _check_starts_with(prefix: str, value: Value) -> Param | None:
    if not isinstance(value, str):
        return not_a_string(value)
    return None if value.startswith(prefix) else shown(value)


def _starts_with_phrase(prefix: str, _: Subject | None = None) -> Phrase:
    return phrase("starts with {prefix}", prefix=Verbatim(prefix))


def _starts_with_examples(prefix: str) -> Iterator[object]:
    yield from (prefix, f"{prefix}example", f"{prefix}example.com")


def _starts_with_pattern(prefix: str) -> str:
    return f"^{literal(prefix)}"


def _starts_with_json_schema(rule: Rule, target: Target) -> Iterator[Keywords]:
    return json_schema(rule, target, _starts_with_phrase(rule.argument), _starts_with_pattern(rule.argument))


def _starts_with_openapi(rule: Rule, target: Target) -> Iterator[Keywords]:
    return openapi(target, _starts_with_pattern(rule.argument))


STARTS_WITH = NamedRule(
    name="starts_with",
    aliases=("prefix",),
    expected=rule_record.STRING,
    read=rule_record.read_string,
    assertion=rule_record.one_argument,
    check=_check_starts_with,
    phrase=_starts_with_phrase,
    examples=_starts_with_examples,
    kinds=kinds,
    json_schema=_starts_with_json_schema,
    openapi=_starts_with_openapi,
    portability=Portability(function="v.startswith({})"),
    family="pattern",
)


def _check_ends_with(suffix: str, value: Value) -> Param | None:
    if not isinstance(value, str):
        return not_a_string(value)
    return None if value.endswith(suffix) else shown(value)


def _ends_with_phrase(suffix: str, _: Subject | None = None) -> Phrase:
    return phrase("ends with {suffix}", suffix=Verbatim(suffix))


def _ends_with_examples(suffix: str) -> Iterator[object]:
    yield from (suffix, f"example{suffix}")


def _ends_with_pattern(suffix: str) -> str:
    return f"{literal(suffix)}$"


def _ends_with_json_schema(rule: Rule, target: Target) -> Iterator[Keywords]:
    return json_schema(rule, target, _ends_with_phrase(rule.argument), _ends_with_pattern(rule.argument))


def _ends_with_openapi(rule: Rule, target: Target) -> Iterator[Keywords]:
    return openapi(target, _ends_with_pattern(rule.argument))


ENDS_WITH = NamedRule(
    name="ends_with",
    expected=rule_record.STRING,
    read=rule_record.read_string,
    assertion=rule_record.one_argument,
    check=_check_ends_with,
    phrase=_ends_with_phrase,
    examples=_ends_with_examples,
    kinds=kinds,
    json_schema=_ends_with_json_schema,
    openapi=_ends_with_openapi,
    portability=Portability(function="v.endswith({})"),
    family="pattern",
)


_PATTERN = phrase("a regular expression, as a string")


def _read(keyword: str, value: Any) -> str:
    if not isinstance(value, str):
        raise rule_record.refusal(keyword, value, _PATTERN)
    check_pattern(keyword, value)
    return value


def _check_regexp(pattern: str, value: Value) -> Param | None:
    if not isinstance(value, str):
        return not_a_string(value)
    if matches(pattern, value):
        return None
    return phrase("{value}, which does not match", value=shown(value))


def _regexp_phrase(pattern: str, _: Subject | None = None) -> Phrase:
    return phrase("matches {pattern}", pattern=Verbatim(pattern))


def _regexp_examples(pattern: str) -> Iterator[str]:
    texts = (*COMMON_TEXTS, *pattern_examples(pattern))
    yield from (text for text in texts if matches(pattern, text))


def _regexp_json_schema(rule: Rule, target: Target) -> Iterator[Keywords]:
    return json_schema(rule, target, _regexp_phrase(rule.argument), ecma(rule.argument))


def _regexp_openapi(rule: Rule, target: Target) -> Iterator[Keywords]:
    return openapi(target, ecma(rule.argument))


REGEXP = NamedRule(
    name="regexp",
    expected=_PATTERN,
    read=_read,
    assertion=rule_record.one_argument,
    check=_check_regexp,
    phrase=_regexp_phrase,
    examples=_regexp_examples,
    kinds=kinds,
    json_schema=_regexp_json_schema,
    is_expressed=lambda pattern: ecma(pattern) is not None,
    openapi=_regexp_openapi,
    portability=Portability(function="regexp.match(…, v)"),
    family="pattern",
)

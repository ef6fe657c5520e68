"""The rules `starts_with`, `ends_with` and `regexp`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from yschema_engine.schema import rule_record
from yschema_engine.schema.ecma_patterns import ecma, literal
from yschema_engine.schema.pattern_samples import COMMON_TEXTS, pattern_examples
from yschema_engine.schema.re2_patterns import check_pattern, matches
from yschema_engine.schema.rule_record import Keywords, NamedRule, Target
from yschema_engine.schema.rules import Rule
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Value, type_name
from yschema_engine.text.phrases import ENGLISH, Param, Phrase, Verbatim, phrase


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


def _string_rule(
    name: str,
    holds: Callable[[str, str], bool],
    words: Callable[[Param], Phrase],
    pattern: Callable[[str], str | None],
    found: Callable[[Param], Param] = lambda value: value,
    **others: Any,
) -> NamedRule:
    """Return the record of a rule about strings.

    Args:
        name: of the rule.
        holds: whether a string satisfies it, of the argument and the string.
        words: the phrase for valid strings, of the argument.
        pattern: the regular expression (ECMA-262) that says the same, of the argument; None if there is none.
        found: the phrase for a string that breaks it.
        others: the other parts of the record.
    """

    def check(argument: str, value: Value) -> Param | None:
        if not isinstance(value, str):
            return phrase("{type}, which is not a string", type=Verbatim(type_name(value)))
        return None if holds(argument, value) else found(Verbatim(written(value)))

    def keywords(rule: Rule, target: Target) -> Iterator[Keywords]:
        return json_schema(rule, target, words(Verbatim(rule.argument)), pattern(rule.argument))

    text = {"expected": rule_record.STRING, "read": rule_record.read_string}
    return NamedRule(
        name=name,
        check=check,
        phrase=lambda argument, _: words(Verbatim(argument)),
        kinds=lambda _, __: ("string",),
        json_schema=keywords,
        is_expressed=lambda argument: pattern(argument) is not None,
        openapi=lambda rule, target: openapi(target, pattern(rule.argument)),
        family="pattern",
        **{**text, **others},
    )


STARTS_WITH = _string_rule(
    "starts_with",
    lambda prefix, text: text.startswith(prefix),
    lambda prefix: phrase("starts with {prefix}", prefix=prefix),
    lambda prefix: f"^{literal(prefix)}",
    aliases=("prefix",),
    examples=lambda prefix: (prefix, f"{prefix}example", f"{prefix}example.com"),
    ytt_function="v.startswith({})",
)
ENDS_WITH = _string_rule(
    "ends_with",
    lambda suffix, text: text.endswith(suffix),
    lambda suffix: phrase("ends with {suffix}", suffix=suffix),
    lambda suffix: f"{literal(suffix)}$",
    examples=lambda suffix: (suffix, f"example{suffix}"),
    ytt_function="v.endswith({})",
)


_PATTERN = phrase("a regular expression, as a string")


def _read(keyword: str, value: Any) -> str:
    if not isinstance(value, str):
        raise rule_record.refusal(keyword, value, _PATTERN)
    check_pattern(keyword, value)
    return value


def _examples(pattern: str) -> Iterator[str]:
    texts = (*COMMON_TEXTS, *pattern_examples(pattern))
    yield from (text for text in texts if matches(pattern, text))


REGEXP = _string_rule(
    "regexp",
    matches,
    found=lambda value: phrase("{value}, which does not match", value=value),
    words=lambda pattern: phrase("matches {pattern}", pattern=pattern),
    pattern=ecma,
    expected=_PATTERN,
    read=_read,
    examples=_examples,
    ytt_function="regexp.match(…, v)",
)

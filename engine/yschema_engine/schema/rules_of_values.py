"""The rules `one_of`, `not_null`, `unique`, `one_not_null`, `starts_with`, `ends_with` and `regexp`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import isfinite
from typing import Any, Literal

from yschema_engine.schema import rule_record
from yschema_engine.schema.ecma_patterns import ecma, literal
from yschema_engine.schema.pattern_samples import COMMON_TEXTS, pattern_examples
from yschema_engine.schema.re2_patterns import check_pattern, matches
from yschema_engine.schema.rule_record import Keywords, NamedRule, Target
from yschema_engine.schema.rules import Rule
from yschema_engine.text.node_values import is_among, repeated, written
from yschema_engine.text.nodes import Array, Map, Scalar, Value, to_plain, type_name
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import ENGLISH, Listing, Param, Phrase, Verbatim, phrase

_VALUES = phrase("a list of values")
_NUMBERS = frozenset({"integer", "float"})


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple | dict)


def _check_one_of(values: list[Any], value: Value) -> Param | None:
    plain = to_plain(value)
    if (type(plain) is str and plain in values) or is_among(plain, map(to_plain, values)):
        return None
    return phrase("{value}, which is none of the allowed values", value=Verbatim(written(plain)))


def _one_of_phrase(values: list[Any], _: rule_record.Subject) -> Phrase:
    listed = tuple(Verbatim(rule_record.in_yaml(value)) for value in values)
    if len(listed) == 1:
        return phrase("exactly {value}", value=listed[0])
    return phrase("one of {values}", values=Listing(listed))


def _one_of_kinds(values: list[Any], _: rule_record.Target) -> set[str]:
    kinds = set(map(type_name, values))
    return kinds | _NUMBERS if kinds & _NUMBERS else kinds


def _one_of_json_schema(rule: Rule, target: rule_record.Target) -> Iterator[rule_record.Keywords]:
    # Maps are merged and completed before they are compared.
    loose = {"map": "object"} | ({"array": "array"} if target.merges_items else {})
    exact_kinds = [kind for kind in target.kinds if kind not in loose]
    values = [value for value in _json_values(rule) if _fits(value, exact_kinds)]
    if "null" in target.kinds and None not in values:
        values.append(None)
    exact: rule_record.Keywords = {"const": values[0]} if len(values) == 1 else {"enum": values}
    types = [name for kind, name in loose.items() if kind in target.kinds]
    if not types:
        yield exact
    elif values:
        yield {"anyOf": [exact, {"type": types}]}


def _fits(value: Any, kinds: Sequence[str]) -> bool:
    """Return whether a plain value, or one that is equal to it, is of one of the kinds."""
    kind = type_name(value)
    return kind in kinds or (kind == "float" and "integer" in kinds and value.is_integer())


def _json_values(rule: Rule) -> list[Any]:
    return [value for value in map(to_plain, rule.argument) if _is_json(value)]


def _is_json(value: Any) -> bool:
    """Return whether JSON can hold a plain value: no infinite number."""
    if isinstance(value, list | tuple):
        return all(map(_is_json, value))
    if isinstance(value, dict):
        return all(map(_is_json, value.values()))
    return not isinstance(value, float) or isfinite(value)


ONE_OF = rule_record.NamedRule(
    name="one_of",
    aliases=("enum",),
    expected=_VALUES,
    takes_list=True,
    read=rule_record.reader(_VALUES, _is_list, list),
    assertion=lambda arguments: arguments if len(arguments) > 1 else rule_record.one_argument(arguments),
    check=_check_one_of,
    phrase=_one_of_phrase,
    values=lambda values: values,
    examples=lambda values: values,
    kinds=_one_of_kinds,
    json_schema=_one_of_json_schema,
    openapi=lambda rule, _: ({"enum": _json_values(rule)},),
    ytt_keyword="one_of",
    family="values",
)


_flag = partial(
    rule_record.NamedRule,
    expected=rule_record.FLAG,
    is_flag=True,
    read=rule_record.read_flag,
    assertion=rule_record.no_argument,
)


def _check_not_null(_: Any, value: Value) -> Param | None:
    return phrase("null") if value is None else None


# The type says the same in JSON Schema, as null is not among the kinds; ytt exports `nullable` all the same.
NOT_NULL = _flag(
    name="not_null",
    check=_check_not_null,
    phrase=lambda _, __: phrase("not null"),
    kinds=lambda _, __: ("string", "integer", "float", "boolean", "map", "array"),
    ytt_keyword="not_null",
)


def _check_unique(_: Any, value: Value) -> Param | None:
    if not isinstance(value, Array):
        return phrase("{type}; expected an array", type=Verbatim(type_name(value)))
    twice = repeated([to_plain(item.value) for item in value.items])
    return None if twice is None else phrase("{value} more than once", value=Verbatim(written(twice[0])))


def _keywords(_: Rule, target: rule_record.Target) -> Iterator[rule_record.Keywords]:
    if "array" in target.kinds:
        yield {"uniqueItems": True}


UNIQUE = _flag(
    name="unique",
    check=_check_unique,
    phrase=lambda _, __: phrase("no two equal items"),
    kinds=lambda _, __: ("array",),
    json_schema=_keywords,
    openapi=_keywords,
    ytt_function="len(v) == len(set(v))",
)


_KEYS = phrase("True or a list of keys")
_OTHERS = object()
"""Stands for keys that the schema does not name."""


def _check_one_not_null(keys: Literal[True] | list[Any], value: Value) -> Param | None:
    if not isinstance(value, Map):
        return phrase("{type}; expected a map", type=Verbatim(type_name(value)))
    present = [i.key for i in value.items if i.value is not None and (keys is True or i.key in keys)]
    if len(present) == 1:
        return None
    if not present:
        return phrase("all values are null")
    return phrase("{keys} are not null", keys=Verbatim(written(present)))


def _one_not_null_phrase(keys: Literal[True] | list[Any], subject: rule_record.Subject) -> Phrase:
    if keys is True:
        return phrase("exactly one of its keys is not null")
    links = Listing(tuple(subject.key(key) for key in keys))
    return phrase("exactly one of {keys} is not null", keys=links)


def _one_not_null_json_schema(rule: Rule, target: rule_record.Target) -> Iterator[rule_record.Keywords]:
    keys = _looked_at(rule.argument, target) if "map" in target.kinds else []
    if not keys:
        return
    if _OTHERS in keys:
        if all(value is None for value in target.base.values()):
            yield {"not": {"type": "object", "additionalProperties": {"type": "null"}}}
        return
    ways = [_is_not_null(key_text(key), target.base.get(key)) for key in keys]
    null = [{"type": "null"}] if "null" in target.kinds else []
    yield {"oneOf": [*null, *({"type": "object", **way} for way in ways)]}


def _looked_at(keys: Literal[True] | list[Any], target: rule_record.Target) -> list[Any]:
    """Return the keys that the rule is about, which may be others than the schema names."""
    if keys is not True:
        return list(dict.fromkeys(key for key in keys if not isinstance(key, list | tuple | dict)))
    others = [_OTHERS] if target.is_open else []
    return [*dict.fromkeys([*target.base, *target.names]), *others]


def _is_not_null(key: Scalar, base: Value) -> rule_record.Keywords:
    """Return keywords for a value at a key that is not null: the one that is set, else the default."""
    value: rule_record.Keywords = {"properties": {key: {"not": {"type": "null"}}}}
    return value if base is not None else {"required": [key], **value}


# ytt does not export it: keywords of OpenAPI do not see defaults.
ONE_NOT_NULL = rule_record.NamedRule(
    name="one_not_null",
    expected=_KEYS,
    read=rule_record.reader(
        _KEYS, lambda keys: keys is True or _is_list(keys), lambda keys: keys is True or list(keys)
    ),
    assertion=lambda arguments: rule_record.one_argument(arguments) if arguments else True,
    check=_check_one_not_null,
    phrase=_one_not_null_phrase,
    kinds=lambda keys, target: ("map",) if _looked_at(keys, target) else (),
    json_schema=_one_not_null_json_schema,
    ytt_keyword="one_not_null",
)


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
    keywords = {key: text for key, text in (("format", format_name), ("pattern", pattern)) if text}
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
    """Return the record of a rule about strings; `pattern` returns one of ECMA-262 that says the same."""

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

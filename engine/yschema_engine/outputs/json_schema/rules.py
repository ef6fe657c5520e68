"""What rules say of values, in the keywords of JSON Schema: the same, or less, but never more.

Rules hold for values that have been merged onto defaults and completed; a schema sees what is given.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from yschema_engine.model.fields import Field, ValueType
from yschema_engine.model.path import key_text
from yschema_engine.model.rules import CUSTOM, Rule
from yschema_engine.model.rules import unconditional as without_condition
from yschema_engine.nodes import Array, Map, Value, to_plain, type_name
from yschema_engine.outputs.json_schema.keys import Facts, Given, can_be_met, numbers_of_keys
from yschema_engine.rules.arguments import words_for_errors
from yschema_engine.rules.ecma_patterns import ecma, format_of, pattern_of
from yschema_engine.rules.formats import FORMATS

KINDS = ("string", "integer", "float", "boolean", "map", "array", "null")
_NUMBERS = ("integer", "float")
_OTHERS = object()
_STRICTER: dict[str, Callable[[Any, Any], Any]] = {
    **dict.fromkeys(("minimum", "minLength", "minItems", "minProperties"), max),
    **dict.fromkeys(("maximum", "maxLength", "maxItems", "maxProperties"), min),
}
_LARGEST_PORT = 65535


def unconditional(field: Field) -> list[Rule]:
    """The rules that hold whatever the condition."""
    return without_condition(field.rules)


def is_expressed(rule: Rule) -> bool:
    """Whether keywords say what a rule says, but for the exceptions that `json_schema` lists."""
    return rule.name != CUSTOM and (rule.name != "regexp" or ecma(rule.argument) is not None)


def kinds_of(given: Given) -> list[str]:
    """The kinds of values that types and rules let in; a float stands for integers, too."""
    kinds: list[str] = []
    for kind in given.type.kinds:
        kinds += {"any": KINDS, "float": _NUMBERS}.get(kind, (kind,))
    for rule in unconditional(given.field):
        if rule.name == "not_null":
            kinds = [kind for kind in kinds if kind != "null"]
        elif rule.name != CUSTOM and not rule.strings_only:
            allowed = _KINDS[rule.name](rule.argument, given)
            kinds = [kind for kind in kinds if kind == "null" or kind in allowed]
    if not can_be_met(given):
        kinds = [kind for kind in kinds if kind != "map"]
    return list(dict.fromkeys(kinds))


def constraints(given: Given, kinds: Iterable[str]) -> Facts:
    """The keywords for all rules.

    Args:
        given: the place.
        kinds: those that `kinds_of` it has.
    """
    facts: Facts = {}
    more: list[Facts] = []
    for keywords in _keywords(given, list(kinds)):
        if keywords.keys() & facts.keys() <= _STRICTER.keys():
            for name, value in keywords.items():
                facts[name] = _STRICTER[name](facts[name], value) if name in facts else value
        elif not keywords.items() <= facts.items() and keywords not in more:
            more.append(keywords)
    return {**facts, "allOf": more} if more else facts


def finite(value: Value) -> bool:
    """Whether JSON can hold a value."""
    if isinstance(value, Map | Array):
        return all(finite(item.value) for item in value.items)
    return not isinstance(value, float) or math.isfinite(value)


def _keywords(given: Given, kinds: list[str]) -> Iterator[Facts]:
    for rule in unconditional(given.field) if kinds else ():
        if rule.name in _KEYWORDS:
            for keywords in _KEYWORDS[rule.name](rule, given, kinds):
                if keywords:
                    yield keywords
    if "map" in kinds:
        yield from numbers_of_keys(given)


def _ordered(limit: Any, _: Given) -> tuple[str, ...]:
    kind = "array" if isinstance(limit, list | tuple) else type_name(limit)
    return _NUMBERS if kind in _NUMBERS else (kind,) if kind in ("string", "boolean", "array") else ()


def _with_least(limit: int, given: Given) -> tuple[str, ...]:
    is_short = not given.takes_other_keys and len(given.base.items) < limit
    return ("string", "array") if is_short else ("string", "array", "map")


def _with_most(limit: int, given: Given) -> tuple[str, ...]:
    kinds = ("string", "array") if limit >= 0 else ()
    return kinds if len(given.base.items) > limit else (*kinds, "map")


def _listed(values: Any, _: Given) -> set[str]:
    kinds = {"array" if isinstance(value, tuple) else type_name(value) for value in map(to_plain, values)}
    kinds = {{"dict": "map", "list": "array"}.get(kind, kind) for kind in kinds}
    return kinds | set(_NUMBERS) if kinds & set(_NUMBERS) else kinds


_KINDS: dict[str, Callable[[Any, Given], Iterable[str]]] = {
    "min_len": _with_least,
    "max_len": _with_most,
    "min": _ordered,
    "max": _ordered,
    "one_not_null": lambda keys, given: ("map",) if _looked_at(keys, given) else (),
    "one_of": _listed,
    "regexp": lambda pattern, given: ("string",),
    "format": lambda name, given: ("string", "integer") if name == "port" else ("string",),
    "unique": lambda flag, given: ("array",),
    "starts_with": lambda text, given: ("string",),
    "ends_with": lambda text, given: ("string",),
}


def _limit(rule: Rule, _: Given, kinds: list[str]) -> Iterator[Facts]:
    if type_name(rule.argument) in _NUMBERS and finite(rule.argument) and "integer" in kinds:
        yield {"minimum" if rule.name == "min" else "maximum": rule.argument}


def _min_length(rule: Rule, given: Given, kinds: list[str]) -> Iterator[Facts]:
    least = rule.argument
    if "string" in kinds and least > 0:
        # What has a length in bytes has at least a quarter of it in characters.
        yield {"minLength": -(-least // 4)}
        if least > 1:
            yield {"if": {"pattern": r"^[\x00-\x7F]*$"}, "then": {"minLength": least}}
    if rule.strings_only:
        return
    if "array" in kinds and least > 0:
        yield {"minItems": least}
    if "map" in kinds and least > len(given.base.items):
        yield {"minProperties": least - len(given.base.items)}


def _max_length(rule: Rule, given: Given, kinds: list[str]) -> Iterator[Facts]:
    if "string" in kinds:
        yield {"maxLength": rule.argument}
    if "array" in kinds:
        yield {"maxItems": rule.argument}
    if "map" in kinds and given.takes_other_keys:
        yield {"maxProperties": rule.argument}


def _one_not_null(rule: Rule, given: Given, kinds: list[str]) -> Iterator[Facts]:
    known = {item.key: item.value for item in given.base.items}
    keys = _looked_at(rule.argument, given) if "map" in kinds else []
    if not keys:
        return
    if _OTHERS in keys:
        if all(value is None for value in known.values()):
            yield {"not": {"type": "object", "additionalProperties": {"type": "null"}}}
        return
    ways = [_is_not_null(key_text(key), known.get(key)) for key in keys]
    others = [{"type": "null"}] if "null" in kinds else []
    yield {"oneOf": [*others, *({"type": "object", **way} for way in ways)]}


def _looked_at(keys: Any, given: Given) -> list[Any]:
    """The keys that `one_not_null` is about, which may be others than are known."""
    if keys is not True:
        return list(dict.fromkeys(key for key in keys if not isinstance(key, list | tuple | dict)))
    known = [*(item.key for item in given.base.items), *(item.key for item in given.own_items)]
    others = [_OTHERS] if "any" in given.type.kinds or given.open_items else []
    return [*dict.fromkeys(known), *others]


def _is_not_null(key: str, base: Value) -> Facts:
    """That the value at a key is not null: the one that is given, else that of the defaults."""
    there: Facts = {"properties": {key: {"not": {"type": "null"}}}}
    return there if base is not None else {"required": [key], **there}


def _one_of(rule: Rule, given: Given, kinds: list[str]) -> Iterator[Facts]:
    item = given.type.item
    # Maps are merged and completed before they are compared.
    loose = {"map": "object"} | ({"array": "array"} if item is not None and _holds_maps(item.type) else {})
    exact_kinds = [kind for kind in kinds if kind not in loose]
    values = [value for value in listed(rule) if _fits(value, exact_kinds)]
    if "null" in kinds and None not in values:
        values.append(None)
    exact: Facts = {"const": values[0]} if len(values) == 1 else {"enum": values}
    types = [name for kind, name in loose.items() if kind in kinds]
    if not types:
        yield exact
    elif values:
        yield {"anyOf": [exact, {"type": types}]}


def listed(rule: Rule) -> list[Any]:
    """The plain values of `one_of` that JSON can hold."""
    return [value for value in map(to_plain, rule.argument) if _is_json(value)]


def _holds_maps(type_: ValueType) -> bool:
    return "map" in type_.kinds or (type_.item is not None and _holds_maps(type_.item.type))


def _fits(value: Any, kinds: list[str]) -> bool:
    """Whether a plain value is of one of the kinds, as one that is equal to it may be."""
    kind = {"list": "array", "tuple": "array", "dict": "map"}.get(type(value).__name__, type_name(value))
    return kind in kinds or (kind == "float" and "integer" in kinds and value.is_integer())


def _is_json(value: Any) -> bool:
    """Whether JSON can hold a plain value: no function, no infinite number."""
    if isinstance(value, list | tuple):
        return all(map(_is_json, value))
    if isinstance(value, dict):
        return all(map(_is_json, value.values()))
    return value is None or (isinstance(value, str | int | float) and finite(value))


def _pattern(rule: Rule, _: Given, kinds: list[str]) -> Iterator[Facts]:
    if "string" in kinds:
        name, pattern = format_of(rule), pattern_of(rule)
        facts = {**({"format": name} if name else {}), **({"pattern": pattern} if pattern else {})}
        if facts:
            yield {**facts, "patternErrorMessage": _wanted(rule)}


def _wanted(rule: Rule) -> str:
    return rule.message or f"Expected {words_for_errors(rule)}."


def _format(rule: Rule, given: Given, kinds: list[str]) -> Iterator[Facts]:
    name = rule.argument
    if name == "port" and "integer" in kinds:
        yield {"minimum": 0}
        yield {"maximum": _LARGEST_PORT}
    if name == "ip" and "string" in kinds:
        ipv6 = {"format": "ipv6", "patternErrorMessage": _wanted(rule)}
        yield {"if": {"pattern": FORMATS["ipv4"].pattern}, "else": ipv6}
    else:
        yield from _pattern(rule, given, kinds)


def _unique(_: Rule, __: Given, kinds: list[str]) -> Iterator[Facts]:
    if "array" in kinds:
        yield {"uniqueItems": True}


_KEYWORDS: dict[str, Callable[[Rule, Given, list[str]], Iterator[Facts]]] = {
    "min": _limit,
    "max": _limit,
    "min_len": _min_length,
    "max_len": _max_length,
    "one_not_null": _one_not_null,
    "one_of": _one_of,
    "regexp": _pattern,
    "starts_with": _pattern,
    "ends_with": _pattern,
    "format": _format,
    "unique": _unique,
}

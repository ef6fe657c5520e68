"""Rules as keywords of JSON Schema, which are as strict as the rules, or less strict.

Rules hold for values that have been merged onto defaults and completed; a schema sees what is given.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from yschema_engine.outputs.json_schema.keys import Facts, Position, can_be_met, numbers_of_keys
from yschema_engine.schema.fields import Field, ValueType
from yschema_engine.schema.rule_record import Target
from yschema_engine.schema.rule_registry import RULES
from yschema_engine.schema.rules import CUSTOM, Rule
from yschema_engine.text.nodes import Array, Map, Value

KINDS = ("string", "integer", "float", "boolean", "map", "array", "null")
_NUMBERS = ("integer", "float")
_STRICTER: Mapping[str, Callable[[Any, Any], Any]] = MappingProxyType(
    {
        **dict.fromkeys(("minimum", "minLength", "minItems", "minProperties"), max),
        **dict.fromkeys(("maximum", "maxLength", "maxItems", "maxProperties"), min),
    }
)
_WHOLE_MAPS = frozenset(("minProperties", "maxProperties", "const", "enum"))


def is_expressed(rule: Rule) -> bool:
    """Return whether keywords express a rule, apart from the exceptions that `json_schema` lists."""
    if rule.name == CUSTOM or rule.condition is not None:
        return bool(rule.keywords)
    return RULES[rule.name].is_expressed(rule.argument)


def kinds_of(position: Position) -> list[str]:
    """Return the kinds of values that types and rules allow; a float includes integers."""
    kinds: list[str] = []
    for kind in position.type.kinds:
        kinds += {"any": KINDS, "float": _NUMBERS}.get(kind, (kind,))
    if rules := [rule for rule in _named(position.field) if not rule.strings_only]:
        target = _target(position, kinds)
        for rule in rules:
            allowed = RULES[rule.name].kinds(rule.argument, target)
            takes_null = rule.name != "not_null"
            kinds = [kind for kind in kinds if (kind == "null" and takes_null) or kind in allowed]
    if not can_be_met(position):
        kinds = [kind for kind in kinds if kind != "map"]
    return list(dict.fromkeys(kinds))


def constraints(position: Position, kinds: Iterable[str]) -> Facts:
    """Return the keywords for all rules.

    Args:
        given: the place.
        kinds: those that `kinds_of` it has.
    """
    facts: Facts = {}
    more: list[Facts] = []
    for keywords in _keywords(position, list(kinds)):
        shared = keywords.keys() & facts.keys()
        if keywords.get("if") == facts.get("if"):
            shared -= {"if"}  # `then` and `else` are two rules with the same condition
        if shared <= _STRICTER.keys():
            for name, value in keywords.items():
                facts[name] = _STRICTER[name](facts[name], value) if name in shared else value
        elif not keywords.items() <= facts.items() and keywords not in more:
            more.append(keywords)
    return {**facts, "allOf": more} if more else facts


def finite(value: Value) -> bool:
    """Return whether JSON can hold a value."""
    if isinstance(value, Map | Array):
        return all(finite(item.value) for item in value.items)
    return not isinstance(value, float) or math.isfinite(value)


def _keywords(position: Position, kinds: list[str]) -> Iterator[Facts]:
    for rule in position.field.rules if kinds else ():
        if rule.keywords and not _counts_merged(rule, position):
            yield dict(rule.keywords)
    for shapes in position.field.alternatives if kinds else ():
        if shapes.keywords:
            yield dict(shapes.keywords)
    rules = _named(position.field) if kinds else []
    if rules:
        target = _target(position, kinds)
        for rule in rules:
            yield from RULES[rule.name].json_schema(rule, target)
    if "map" in kinds:
        yield from numbers_of_keys(position)


def _counts_merged(rule: Rule, position: Position) -> bool:
    """Return whether a rule is about all keys of a map, some of which are there by default."""
    return bool(position.base.items and rule.keywords and _WHOLE_MAPS & rule.keywords.keys())


def _named(field: Field) -> list[Rule]:
    """Return the named rules that hold whatever the condition, if their author wrote no keywords."""
    return [r for r in field.rules if r.condition is None and r.name != CUSTOM and not r.keywords]


def _target(position: Position, kinds: list[str]) -> Target:
    item = position.type.item
    return Target(
        kinds=kinds,
        base={item.key: item.value for item in position.base.items},
        names=[field.key for field in position.named_items],
        is_open="any" in position.type.kinds or bool(position.open_items),
        merges_items=item is not None and _holds_maps(item.type),
    )


def _holds_maps(type_: ValueType) -> bool:
    return "map" in type_.kinds or (type_.item is not None and _holds_maps(type_.item.type))

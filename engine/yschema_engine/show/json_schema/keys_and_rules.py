"""Keywords of JSON Schema for the keys of maps and the rules of fields.

Rules hold for values that have been merged onto defaults and completed; a schema sees what is given.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from yschema_engine.schema.ecma_patterns import ecma, literal
from yschema_engine.schema.fields import Access, Field, ValueType, assign
from yschema_engine.schema.keys import Count
from yschema_engine.schema.rule_record import Target
from yschema_engine.schema.rule_registry import RULES
from yschema_engine.schema.rules import CUSTOM, Rule
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.nodes import Array, Map, Value
from yschema_engine.text.phrases import phrase

Facts = dict[str, Any]
_ACCESS: Mapping[Access, str] = {"read-only": "readOnly", "write-only": "writeOnly"}


@dataclass(frozen=True, slots=True)
class Position:
    """A position in data values: the field there, and the map that a map there is merged onto.

    Attributes:
        field: the field there.
        base: the map that a map is merged onto, with all keys that are set by default.
    """

    field: Field
    base: Map

    @property
    def open_items(self) -> list[Field]:
        """The fields that make a map open."""
        return [declared for declared in self.field.type.fields if declared.is_open]

    @property
    def named_items(self) -> list[Field]:
        """The fields with a key of their own, except for removed fields."""
        return [d for d in self.field.type.named.values() if d.removed is None]


def access_and_extensions(field: Field) -> Facts:
    """Return the keywords for the access to a field, and those of its author that begin with `x-`."""
    access = {} if field.access is None else {_ACCESS[field.access]: True}
    return access | {each.keyword: each.value for each in field.details if each.keyword.startswith("x-")}


def numbers_of_keys(position: Position) -> Iterator[Facts]:
    """Yield the keywords for the number of keys in a map; exact if one item alone makes the map open."""
    numbers = _numbers(position)
    least = sum(max(0, ranges[0][0] - present) for present, ranges in numbers)
    most = len(position.named_items) + sum(ranges[-1][1] for _, ranges in numbers)
    present, ranges = numbers[0] if len(numbers) == 1 else (0, ())
    if len(ranges) > 1 and most == ranges[-1][1] and not present:
        yield {"anyOf": [_between(*range_) for range_ in ranges]}
    elif numbers and (between := _between(least, most)):
        yield between


def _between(least: int, most: float) -> Facts:
    upper = {"maxProperties": int(most)} if most != math.inf else {}
    return {**({"minProperties": least} if least else {}), **upper}


def _numbers(position: Position) -> list[tuple[int, tuple[tuple[int, float], ...]]]:
    """Return, for each open item, how many of its keys are set by default, and how many there may be."""
    present = Counter(id(declared) for _, declared in assign(position.base.items, position.field.type))
    return [(present[id(d)], _ranges(d.keys.expects)) for d in position.open_items if d.keys is not None]


def _ranges(counts: Sequence[Count]) -> tuple[tuple[int, float], ...]:
    """Return ranges of consecutive numbers, in order; any number if a function decides."""
    if any(count.check is not None for count in counts):
        return ((0, math.inf),)
    ranges: list[tuple[int, float]] = []
    for least, most in sorted((c.least, math.inf if c.most is None else c.most) for c in counts):
        if ranges and least <= ranges[-1][1] + 1:
            ranges[-1] = (ranges[-1][0], max(ranges[-1][1], most))
        else:
            ranges.append((least, most))
    return tuple(ranges)


def other_keys(
    items: Sequence[tuple[Field, Facts]], properties: Sequence[str], *, takes_more: bool = False
) -> Facts:
    """Return the keywords for keys that are not among the properties.

    Args:
        items: the fields that make the map open, at least one, each with the schema of its values.
        properties: the names of the properties.
        takes_more: whether the map takes keys that no field stands for.
    """
    if len(items) == 1 and not takes_more:
        # Editors propose values by `additionalProperties`, but not by `patternProperties`.
        names = _names(items[0][0], properties)
        return {"propertyNames": names, "additionalProperties": items[0][1]}
    return _by_order(items, properties, takes_more=takes_more)


def _names(declared: Field, names: Sequence[str]) -> Facts:
    assert declared.keys is not None and declared.keys.allowed is not None  # it is open
    pattern, words = ecma(declared.keys.allowed.pattern), declared.keys.words
    facts: Facts = {"title": declared.title or phrase("name"), "description": words}
    if not pattern:
        return facts
    checked = {"pattern": pattern, "patternErrorMessage": phrase("Expected {keys}.", keys=words)}
    return {**facts, "anyOf": [{"enum": list(names)}, checked]} if names else {**facts, **checked}


def _by_order(items: Sequence[tuple[Field, Facts]], names: Sequence[str], *, takes_more: bool) -> Facts:
    """Return the keywords for several open fields: the first one that accepts a key declares its value."""
    patterns: Facts = {}
    before: list[str] = []
    for index, (declared, schema) in enumerate(items):
        assert declared.keys is not None and declared.keys.allowed is not None
        allowed = declared.keys.allowed
        pattern = None if allowed.check else ecma(allowed.pattern)
        if pattern is None:  # its keys, and all behind it, may be any
            rest = [schema for _, schema in items[index:]]
            return _by_pattern(patterns, others=rest[0] if len(rest) == 1 else {"anyOf": rest})
        if not pattern:
            return _by_pattern(patterns, others=schema)
        if allowed.overlaps:
            patterns.setdefault(pattern, schema)
            continue
        taken = [literal(name) for name in names if declared.keys.takes(name, declared.key)]
        patterns[_but(taken, before, pattern)] = schema
        before.append(pattern)
    return _by_pattern(patterns, others=takes_more)


def _by_pattern(patterns: Facts, *, others: Facts | bool) -> Facts:
    return {**({"patternProperties": patterns} if patterns else {}), "additionalProperties": others}


def _but(names: Sequence[str], patterns: Sequence[str], pattern: str) -> str:
    """Return a pattern that matches what another one does, except for some names and patterns."""
    if not names and not patterns:
        return pattern
    without = f"(?!(?:{'|'.join(names)})$)" if names else ""
    without += "".join(rf"(?![\s\S]*(?:{other}))" for other in patterns)
    return rf"^{without}[\s\S]*(?:{pattern})"


KINDS = ("string", "integer", "float", "boolean", "map", "array", "null")
_NUMBERS = ("integer", "float")
_STRICTER: Mapping[str, Callable[[Any, Any], Any]] = {
    **dict.fromkeys(("minimum", "minLength", "minItems", "minProperties"), max),
    **dict.fromkeys(("maximum", "maxLength", "maxItems", "maxProperties"), min),
}
_WHOLE_MAPS = frozenset(("minProperties", "maxProperties", "const", "enum"))


def is_expressed(rule: Rule) -> bool:
    """Return whether keywords express a rule, apart from the exceptions that `json_schema` lists."""
    if rule.name == CUSTOM or rule.condition is not None:
        return bool(rule.keywords)
    return RULES[rule.name].is_expressed(rule.argument)


def kinds_of(position: Position) -> list[str]:
    """Return the kinds of values that types and rules allow; a float includes integers."""
    kinds: list[str] = []
    for kind in position.field.type.kinds:
        kinds += {"any": KINDS, "float": _NUMBERS}.get(kind, (kind,))
    if rules := [rule for rule in _named(position.field) if not rule.strings_only]:
        target = _target(position, kinds)
        for rule in rules:
            allowed = RULES[rule.name].kinds(rule.argument, target)
            takes_null = rule.name != "not_null"
            kinds = [kind for kind in kinds if (kind == "null" and takes_null) or kind in allowed]
    if any(present > ranges[-1][1] for present, ranges in _numbers(position)):
        kinds = [kind for kind in kinds if kind != "map"]  # too many keys are set by default
    return list(dict.fromkeys(kinds))


def constraints(position: Position, kinds: Iterable[str]) -> Facts:
    """Return the keywords for all rules.

    Args:
        position: the position in data values.
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
        # Some of the keys that a rule is about may be there by default.
        is_about_merged = position.base.items and not _WHOLE_MAPS.isdisjoint(rule.keywords or ())
        if rule.keywords and not is_about_merged:
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


def _named(field: Field) -> list[Rule]:
    """Return the named rules that hold whatever the condition, if their author wrote no keywords."""
    return [r for r in field.rules if r.condition is None and r.name != CUSTOM and not r.keywords]


def _target(position: Position, kinds: list[str]) -> Target:
    item = position.field.type.item
    return Target(
        kinds=kinds,
        base={item.key: item.value for item in position.base.items},
        names=[field.key for field in position.named_items],
        is_open="any" in position.field.type.kinds or bool(position.open_items),
        merges_items=item is not None and _holds_maps(item.type),
    )


def _holds_maps(type_: ValueType) -> bool:
    return "map" in type_.kinds or (type_.item is not None and _holds_maps(type_.item.type))

"""Running rules: which of them a value breaks, as facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from yschema_engine.model.defaults import default_of
from yschema_engine.model.fields import Field, ValueType, assign
from yschema_engine.model.keys import KeyPolicy
from yschema_engine.model.rules import Context, Rule, by_condition, unconditional
from yschema_engine.text.nodes import Array, Map, MapItem, Value
from yschema_engine.text.phrases import Param


def broken_rules(rules: Iterable[Rule], value: Value, context: Context) -> Iterator[tuple[Rule, Param]]:
    """Return the rules that a value breaks, each with what was found.

    A condition is evaluated once for consecutive rules that share it. Only `not_null` looks at null.

    Raises:
        EngineError: the condition of a rule failed.
    """
    for condition, together in by_condition(rules):
        looks_at_value = value is not None or any(rule.name == "not_null" for rule in together)
        if looks_at_value and (condition is None or condition.holds(value, context)):
            yield from broken_whatever_condition(together, value)


def broken_whatever_condition(rules: Iterable[Rule], value: Value) -> Iterator[tuple[Rule, Param]]:
    """Return the rules that a value breaks if all conditions hold, each with what was found."""
    for rule in rules:
        if value is None and rule.name != "not_null":
            continue
        if rule.strings_only and not isinstance(value, str):
            continue
        problem = rule.check(value)
        if problem is not None:
            yield rule, problem


def broken(field: Field, value: Value) -> Iterator[Rule | KeyPolicy]:
    """Return the unconditional rules and the key policies that a value breaks, with those of what is in it.

    Args:
        field: what is declared at its place.
        value: of the right type, completed.
    """
    for rule, _ in broken_whatever_condition(unconditional(field.rules), value):
        yield rule
    type_ = field.type
    if isinstance(value, Map) and type_.fields:
        items = list(assign(value.items, type_))
        counts = Counter(id(declared) for _, declared in items)
        for below in type_.fields:
            if below.is_open and below.keys is not None and not below.keys.is_met(counts[id(below)]):
                yield below.keys
        for item, declared in items:
            if declared is not None:
                yield from broken(declared, item.value)
    elif isinstance(value, Array) and type_.item is not None:
        for element in value.items:
            yield from broken(type_.item, element.value)


def wrong_key_counts(value: Map, type_: ValueType) -> Iterator[tuple[KeyPolicy, list[MapItem]]]:
    """Return the policies whose number of keys is not as expected, each with the keys that it takes."""
    if not type_.is_open:
        return
    taken: dict[int, list[MapItem]] = {}
    for item, field in assign(value.items, type_):
        taken.setdefault(id(field), []).append(item)
    for field in type_.fields:
        if field.keys is not None and field.is_open:
            items = taken.get(id(field), [])
            if not field.keys.is_met(len(items)):
                yield field.keys, items


def is_required(field: Field) -> bool:
    """Return whether the default breaks an unconditional rule of the field, so that a user has to set it."""
    if field.required:
        return True
    if field.absent or field.is_conditional:
        return False
    rules = unconditional(field.rules)
    if not rules and not field.type.is_open:
        return False
    default = default_of(field)
    if isinstance(default, Map) and any(True for _ in wrong_key_counts(default, field.type)):
        return True
    return any(True for _ in broken_whatever_condition(rules, default))

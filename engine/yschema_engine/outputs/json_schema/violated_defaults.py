"""What a default breaks, so that somebody has to give a value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from yschema_engine.model.fields import Field
from yschema_engine.model.keys import assign
from yschema_engine.model.rule_check import broken_whatever_condition
from yschema_engine.model.rules import unconditional
from yschema_engine.nodes import Array, Map, Value
from yschema_engine.source import Span


def broken(field: Field, value: Value) -> Iterator[Span]:
    """The annotations whose rules a value breaks whatever the condition, its own and those of what is in it.

    Args:
        field: what is declared at its place.
        value: of the right type, completed.
    """
    for rule, _ in broken_whatever_condition(unconditional(field.rules), value):
        yield rule.span
    type_ = field.type
    if isinstance(value, Map) and type_.fields:
        items = list(assign(value.items, type_))
        counts = Counter(id(declared) for _, declared in items)
        for item in type_.fields:
            if item.is_open and item.keys is not None and not item.keys.is_met(counts[id(item)]):
                yield item.keys.span
        for given, declared in items:
            if declared is not None:
                yield from broken(declared, given.value)
    elif isinstance(value, Array) and type_.item is not None:
        for element in value.items:
            yield from broken(type_.item, element.value)

"""The keys of maps in JSON Schema: what their values are, and how many there may be (proposal, part 5)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from yschema_engine.schema.ecma_patterns import ecma, literal
from yschema_engine.schema.fields import Field, ValueType, assign
from yschema_engine.schema.keys import Count
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.nodes import Map
from yschema_engine.text.phrases import phrase

Facts = dict[str, Any]


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
    def type(self) -> ValueType:
        """The type that is declared."""
        return self.field.type

    @property
    def open_items(self) -> list[Field]:
        """The fields that make a map open."""
        return [declared for declared in self.type.fields if declared.is_open]

    @property
    def named_items(self) -> list[Field]:
        """The fields with a key of their own, except for removed fields."""
        return [d for d in self.type.fields if not d.is_open and d.removed is None]

    @property
    def takes_other_keys(self) -> bool:
        """Whether a map may have keys that are not set by default."""
        keys = {item.key for item in self.base.items}
        is_any = "any" in self.type.kinds
        return is_any or bool(self.open_items) or any(d.key not in keys for d in self.named_items)


@dataclass(frozen=True, slots=True)
class _Numbers:
    """Of keys that an item is open to: how many there are anyway, and how many there may be."""

    there: int
    ranges: tuple[tuple[int, float], ...]

    @property
    def least(self) -> int:
        return self.ranges[0][0]

    @property
    def most(self) -> float:
        return max(most for _, most in self.ranges)


def can_be_met(position: Position) -> bool:
    """Return whether the number of keys that are set by default is not too large."""
    return all(numbers.there <= numbers.most for numbers in _numbers(position))


def numbers_of_keys(position: Position) -> Iterator[Facts]:
    """Yield the keywords for the number of keys in a map; exact if one item alone makes the map open."""
    numbers = _numbers(position)
    least = sum(max(0, one.least - one.there) for one in numbers)
    most = len(position.named_items) + sum(one.most for one in numbers)
    if len(numbers) == 1 and len(numbers[0].ranges) > 1 and most == numbers[0].most and not numbers[0].there:
        yield {"anyOf": [_between(*range_) for range_ in numbers[0].ranges]}
    elif numbers and (between := _between(least, most)):
        yield between


def _between(least: int, most: float) -> Facts:
    upper = {"maxProperties": int(most)} if most != math.inf else {}
    return {**({"minProperties": least} if least else {}), **upper}


def _numbers(position: Position) -> list[_Numbers]:
    present = Counter(id(declared) for _, declared in assign(position.base.items, position.type))
    return [
        _Numbers(present[id(d)], _ranges(d.keys.expects)) for d in position.open_items if d.keys is not None
    ]


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

"""The key whose values tell the alternatives of a schema apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from yschema_engine.compiled.documents import get_item, get_value, to_json_like
from yschema_engine.compiled.references import Place, References
from yschema_engine.frontends.json_schema.flat import Choice, Flat, flatten, items_of, pairs_of
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.node_values import equal
from yschema_engine.text.nodes import Array, Value


@dataclass(frozen=True, slots=True)
class Selector:
    """What selects one of several alternatives.

    Attributes:
        key: the key.
        values: the values that select the alternative.
    """

    key: str
    values: tuple[Any, ...]


def selectors(choice: Choice, references: References | None) -> list[Selector | None]:
    """Return what selects each alternative: None if no key does, and for alternatives that are no map."""
    flats = [flatten(branch, references) for branch in choice.branches]
    of_maps = {index: flat for index, flat in enumerate(flats) if _allows_maps(flat)}
    for key in _keys(next(iter(of_maps.values()))) if len(of_maps) > 1 else ():
        lists = {index: _values(flat, key, references) for index, flat in of_maps.items()}
        if all(lists.values()) and not any(_overlap(*pair) for pair in combinations(lists.values(), 2)):
            return [Selector(key, tuple(lists[i])) if i in lists else None for i in range(len(flats))]
    return [None] * len(flats)


def _allows_maps(flat: Flat) -> bool:
    types = [item.value for item, _ in flat.items("type")]
    return not flat.is_never and all("object" in _names(value) for value in types)


def _names(value: Value) -> list[Value]:
    return [item.value for item in value.items] if isinstance(value, Array) else [value]


def _keys(flat: Flat) -> list[str]:
    keys = (item.key for part in flat.parts for item in pairs_of(part.node, "properties"))
    return list(dict.fromkeys(key for key in keys if isinstance(key, str)))


def _values(flat: Flat, key: str, references: References | None) -> list[Any]:
    """Return the values that a schema lists for a key; none if it lists none."""
    lists = [
        listed
        for part in flat.parts
        for item in pairs_of(part.node, "properties")
        if item.key == key
        for listed in _lists(flatten(_inner(item.value, part, references), references))
    ]
    return [value for value in lists[0] if all(_has(each, value) for each in lists)] if lists else []


def _lists(flat: Flat) -> Iterator[list[Any]]:
    for part in flat.parts:
        constant = get_item(part.node, "const")
        if constant is not None:
            yield [to_json_like(constant.value)]
        if isinstance(get_value(part.node, "enum"), Array):
            yield [to_json_like(item.value) for item in items_of(part.node, "enum")]


def _inner(node: Value, part: Place, references: References | None) -> Place:
    return Place(node, None) if references is None else references.inner(node, part)


def _has(values: Sequence[Any], value: Any) -> bool:
    return any(equal(each, value) for each in values)


def _overlap(one: Sequence[Any], other: Sequence[Any]) -> bool:
    return any(_has(other, value) for value in one)

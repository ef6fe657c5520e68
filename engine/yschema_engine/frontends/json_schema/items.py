"""The items of an array: those at a place of their own, and all others."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.compiled.documents import get_value
from yschema_engine.compiled.references import Place, References
from yschema_engine.frontends.json_schema.flat import Flat, flatten, items_of
from yschema_engine.text.nodes import Array, Map, MapItem, Value


def item_schemas(flat: Flat) -> Iterator[tuple[MapItem, Place]]:
    """Yield the schemas of items, each with the part that declares it; those at their own places first."""
    for part in flat.parts:
        for keyword in ("prefixItems", "items"):
            for item in items_of(part.node, keyword):
                yield item, part
    for keyword in ("items", "additionalItems"):
        for item, part in flat.items(keyword):
            if isinstance(item.value, Map) and (keyword == "items" or _is_array(part.node)):
                yield item, part


def item_schemas_of_branches(flat: Flat, references: References | None) -> list[tuple[MapItem, Place]]:
    """Return the schemas of items in alternatives; none if an alternative is any array."""
    schemas: list[tuple[MapItem, Place]] = []
    for branch in (branch for choice in flat.choices for branch in choice.branches):
        inner = flatten(branch, references)
        declared = list(item_schemas(inner))
        if not declared and any(item.value == "array" for item, _ in inner.items("type")):
            return []
        schemas += declared
    return schemas


def has_other_items(flat: Flat) -> bool:
    """Return whether items at places of their own are declared, and any items may follow them."""
    for part in flat.parts:
        for keyword, others in (("prefixItems", "items"), ("items", "additionalItems")):
            if items_of(part.node, keyword) and get_value(part.node, others) in (None, True):
                return True
    return False


def _is_array(node: Value) -> bool:
    """Return whether `items` lists the schemas of items by place, as in draft 7."""
    values = node.items if isinstance(node, Map) else ()
    return any(item.key == "items" and isinstance(item.value, Array) for item in values)

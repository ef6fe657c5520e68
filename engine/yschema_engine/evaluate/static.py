"""Nodes with nothing to compute: annotations with literal arguments, keys given twice."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.diagnostics import Diagnostic
from yschema_engine.evaluate.build import NodeError, keep_item
from yschema_engine.evaluate.comments import Metas
from yschema_engine.nodes import Annotation, Holder, Map, MapItem, key_id, walk
from yschema_engine.source import Position


def annotate(holder: Holder, metas: Metas) -> None:
    """Turn comments into annotations, at the node and below it; what is not literal stays."""
    for inner in walk(holder):
        if inner.comments:
            annotate_one(inner, metas)


def annotate_one(holder: Holder, metas: Metas) -> None:
    """Turn the literal annotations among a node's comments into annotations."""
    source = holder.position.source
    for meta in metas.of(holder):
        if meta.literal is not None:
            args, kwargs = meta.literal
            # Of an annotation given twice the last counts.
            holder.annotations[meta.name] = Annotation(meta.name, args, kwargs, Position(source, meta.line))
    holder.comments = []


def override_keys(holder: Holder) -> Iterator[Diagnostic]:
    """Resolve keys that a map has twice, at the node and below it.

    Yields:
        The errors: a later key counts only where it says that it overrides.
    """
    for inner in walk(holder):
        if isinstance(inner.value, Map) and _has_repeated_key(inner.value):
            kept: dict[object, MapItem] = {}
            for item in inner.value.items:
                try:
                    keep_item(kept, item)
                except NodeError as e:
                    yield Diagnostic(str(e), "template", item.position, related=e.related)
            inner.value.items = list(kept.values())


def _has_repeated_key(value: Map) -> bool:
    return len({key_id(item.key) for item in value.items}) < len(value.items)

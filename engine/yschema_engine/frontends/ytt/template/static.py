"""Nodes with nothing to compute: annotations with literal arguments, keys given twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from yschema_engine.frontends.ytt.template.comments import Metas
from yschema_engine.frontends.ytt.template.node_builder import NodeError, keep_item
from yschema_engine.model.findings import Finding, legacy_finding
from yschema_engine.nodes import Annotation, Holder, Map, MapItem


def annotate(holder: Holder, metas: Metas) -> None:
    """Turn the literal annotations among a node's comments into annotations."""
    # Of an annotation given twice the last counts.
    holder.annotations = {
        meta.name: Annotation(meta.name, *meta.literal, meta.span)
        for meta in metas.of(holder)
        if meta.literal is not None
    }


def override_keys(holders: Iterable[Holder]) -> Iterator[Finding]:
    """Resolve the keys that the maps of these nodes have twice.

    Yields:
        The errors: a later key counts only where it says that it overrides.
    """
    for holder in holders:
        assert isinstance(holder.value, Map)
        kept: dict[object, MapItem] = {}
        for item in holder.value.items:
            try:
                keep_item(kept, item)
            except NodeError as e:
                yield legacy_finding(str(e), "template", item.span, related=e.related)
        holder.value.items = list(kept.values())

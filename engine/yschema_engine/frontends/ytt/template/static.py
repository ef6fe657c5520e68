"""Nodes without code: annotations with literal arguments, and repeated keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from yschema_engine.evaluate.starlark.errors import CodedError
from yschema_engine.frontends.ytt.template.comments import Metas
from yschema_engine.frontends.ytt.template.repeated_keys import keep_item
from yschema_engine.text.findings import Finding
from yschema_engine.text.nodes import Annotation, Holder, Map, MapItem


def annotate(holder: Holder, metas: Metas) -> None:
    """Give a node the annotations among its comments whose arguments are literals."""
    # If an annotation is repeated, the last one counts.
    holder.annotations = {
        meta.name: Annotation(meta.name, *meta.literal, meta.span)
        for meta in metas.of(holder)
        if meta.literal is not None
    }


def override_keys(holders: Iterable[Holder]) -> Iterator[Finding]:
    """Resolve repeated keys in the maps of nodes, and yield the errors.

    A later key replaces an earlier one only with the annotation `@yaml/map-key-override`.
    """
    for holder in holders:
        assert isinstance(holder.value, Map)
        kept: dict[object, MapItem] = {}
        for item in holder.value.items:
            try:
                keep_item(kept, item)
            except CodedError as e:
                yield e.at(item.span)
        holder.value.items = list(kept.values())

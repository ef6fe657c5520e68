"""Keys that a map of a plain values file has twice: as in ytt, the last value takes effect."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.text.findings import Finding, finding
from yschema_engine.text.nodes import Array, Document, Map, MapItem, Value, key_id
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.phrases import phrase
from yschema_engine.values.codes import REPEATED_KEY


def drop_repeated_keys(document: Document) -> Iterator[Finding]:
    """Drop all but the last item of each key, and yield a warning about each item that replaces another."""
    yield from _drop(document.value, ROOT)


def _drop(value: Value, path: Path) -> Iterator[Finding]:
    if isinstance(value, Map):
        kept: dict[object, MapItem] = {}
        for item in value.items:
            earlier = kept.get(key_id(item.key))
            if earlier is not None:
                related = ((phrase("the first one"), earlier.span),)
                yield finding(REPEATED_KEY, item.span, path=path.key(item.key), related=related)
            kept[key_id(item.key)] = item
        if len(kept) < len(value.items):
            value.items = list(kept.values())
        for item in value.items:
            yield from _drop(item.value, path.key(item.key))
    elif isinstance(value, Array):
        for index, element in enumerate(value.items):
            yield from _drop(element.value, path.item(index))

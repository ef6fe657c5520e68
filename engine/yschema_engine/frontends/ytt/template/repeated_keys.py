"""Keys that a map has twice."""

from __future__ import annotations

from yschema_engine.evaluate.starlark.errors import CodedError
from yschema_engine.frontends.ytt.template import codes
from yschema_engine.text.nodes import MapItem, key_id
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import Verbatim, phrase

OVERRIDE = "yaml/map-key-override"
"""The annotation of an item that replaces an earlier one."""
_OPENING = frozenset(("schema/key", "schema/any-key", "schema/key-may-be-present"))

Items = dict[object, MapItem]
"""The items of a map by their keys."""


def keep_item(kept: Items, item: MapItem) -> bool:
    """Add an item to the items of a map by key, and return whether it replaces an earlier one.

    Raises:
        CodedError: an earlier item has the key, and the item lacks the annotation to replace it.
    """
    key = key_id(item.key)
    earlier = kept.get(key)
    if earlier is not None:
        if OVERRIDE not in item.annotations:
            code = codes.REPEATED_OPEN_KEY if _is_open(item) else codes.REPEATED_KEY
            related = ((phrase("the first one"), earlier.span),)
            raise CodedError(code, related=related, key=Verbatim(key_text(item.key)))
        del kept[key]
    kept[key] = item
    return earlier is not None


def _is_open(item: MapItem) -> bool:
    """Return whether an item stands for other keys."""
    return isinstance(item.key, str) and not _OPENING.isdisjoint(item.annotations)

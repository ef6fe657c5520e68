"""References inside a document: JSON pointers (RFC 6901) behind a `#`."""

from __future__ import annotations

from urllib.parse import unquote

from yschema_engine.frontends.json_schema import codes
from yschema_engine.frontends.json_schema.document import get_item
from yschema_engine.model.findings import EngineError, finding
from yschema_engine.model.phrases import Verbatim
from yschema_engine.nodes import Array, Map, MapItem, Value


def resolve(document: Value, reference: MapItem) -> Value:
    """Return what a `$ref` refers to.

    Args:
        document: the document that holds it.
        reference: the item `$ref`.

    Raises:
        EngineError: the reference leads to another document, or to nothing.
    """
    text = reference.value
    if not isinstance(text, str) or not text.startswith("#"):
        raise EngineError([finding(codes.REMOTE_REFERENCE, reference.span, found=Verbatim(str(text)))])
    value = document
    for segment in unquote(text[1:]).split("/")[1:]:
        target = _step(value, segment.replace("~1", "/").replace("~0", "~"))
        if target is None:
            raise EngineError([finding(codes.UNKNOWN_REFERENCE, reference.span, found=Verbatim(text))])
        value = target
    if not isinstance(value, Map | bool) or not (text == "#" or text.startswith("#/")):
        raise EngineError([finding(codes.UNKNOWN_REFERENCE, reference.span, found=Verbatim(text))])
    return value


def _step(value: Value, segment: str) -> Value:
    if isinstance(value, Array) and segment.isdecimal() and int(segment) < len(value.items):
        return value.items[int(segment)].value
    item = get_item(value, segment)
    return None if item is None else item.value

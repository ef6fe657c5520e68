"""Keys as strings, as in JSON."""

from __future__ import annotations

from yschema_engine.nodes.tree import Array, Map, MapItem, Scalar, Value

_SIGNS = ("!", "&", "*", "?")  # a tag, an anchor, an alias, or a key of several lines


def write_out_keys(value: Value) -> None:
    """Make strings of all keys, as they are written: `on`, `n` and `1` are no booleans and numbers then.

    Readers of YAML 1.2 and tools for JSON Schema read them so.
    """
    for item in value.items if isinstance(value, Map | Array) else ():
        if isinstance(item, MapItem) and not isinstance(item.key, str):
            item.key = _written(item)
        write_out_keys(item.value)


def _written(item: MapItem) -> Scalar:
    text = item.span.source.line(item.span.line)[item.span.column - 1 : item.span.end - 1]
    is_known = item.span.column > 0 and item.span.end > 0 and not text.startswith(_SIGNS)
    return text.strip() if is_known else item.key

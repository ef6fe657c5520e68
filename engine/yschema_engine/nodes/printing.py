"""Values as YAML and JSON text."""

from __future__ import annotations

import math
from json.encoder import encode_basestring
from typing import TYPE_CHECKING, Any

from yschema_engine.nodes.block_text import BlockText, UnusualTextError
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.lazy_import import lazy_module
from yschema_engine.text.node_values import reads_as_other, scalar_text
from yschema_engine.text.nodes import ARRAYS, MAPS, elements, pairs

if TYPE_CHECKING:
    from yschema_engine.nodes import emitter
else:
    emitter = lazy_module("yschema_engine.nodes.emitter")


_COLLECTIONS = MAPS | ARRAYS
_SAFE = lazy_pattern(r"[A-Za-z0-9_/][A-Za-z0-9_./-]*\Z")


def to_yaml(value: Any, *, flow: bool = False) -> str:
    """Return the value as YAML text in block style, with a final line end.

    Strings that any reader of YAML 1.1 could take for something else are quoted.

    Args:
        value: what to print: nodes, a plain value, or one with nodes in it.
        flow: print maps and arrays on one line, as `{a: 1}` and `[1, 2]`.
    """
    if isinstance(value, str):
        if not _SAFE.match(value):
            return emitter.emit(value, flow=flow)
        return f'"{value}"\n' if reads_as_other(value) else f"{value}\n"
    if type(value) not in _COLLECTIONS:
        return f"{scalar_text(value)}\n"
    if flow or not (pairs(value) if type(value) in MAPS else elements(value)):
        return emitter.emit(value, flow=flow)
    text = BlockText()
    try:
        text.add(value)
    except UnusualTextError:
        return emitter.emit(value)
    return "".join(text.parts)


def to_json(value: Any, *, in_order: bool = False) -> str:
    """Return the value as JSON text, indented by two.

    Args:
        value: what to write, as for `to_yaml`.
        in_order: keep keys in their order; without it they are sorted, as the reference prints them.

    Raises:
        ValueError: JSON has no form for an infinite number or one that is not a number.
    """
    parts: list[str] = []
    _add_json(value, "\n", parts, in_order=in_order)
    return "".join(parts) + "\n"


def _add_json(value: Any, line: str, parts: list[str], *, in_order: bool) -> None:
    """Add the parts of the text of a value. `line` is a line end and the indentation of the value."""
    kind = type(value)
    inner = line + "  "
    if kind is str:
        parts.append(encode_basestring(value))
    elif kind in MAPS and (items := pairs(value)):
        # Of keys with the same text the last value counts, in the place of the first.
        members = {scalar_text(key): below for key, below in items}
        lead = "{"
        for key in members if in_order else sorted(members):
            parts.append(f"{lead}{inner}{encode_basestring(key)}: ")
            _add_json(members[key], inner, parts, in_order=in_order)
            lead = ","
        parts.append(line + "}")
    elif kind in ARRAYS and (inside := elements(value)):
        lead = "["
        for element in inside:
            parts.append(lead + inner)
            _add_json(element, inner, parts, in_order=in_order)
            lead = ","
        parts.append(line + "]")
    else:
        parts.append(_json_scalar(value))


def _json_scalar(value: Any) -> str:
    if type(value) in _COLLECTIONS:
        return "{}" if type(value) in MAPS else "[]"
    if isinstance(value, str):
        return encode_basestring(value)
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"JSON has no form for {scalar_text(value)}")
    return scalar_text(value)

"""YAML text of values, written by the emitter of `ruamel.yaml`, which knows all rules of quoting."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from ruamel.yaml import events
from ruamel.yaml.emitter import Emitter
from ruamel.yaml.tag import Tag

from yschema_engine.text.node_values import reads_as_other, scalar_text
from yschema_engine.text.nodes import ARRAYS, MAPS, elements, pairs

try:
    from ruamel.yaml.cyaml import CEmitter  # type: ignore[attr-defined]
except ImportError:  # the package with the parts in C is missing
    CEmitter = None


_WIDE = 1_000_000
_TAG = Tag(suffix="!")  # never printed: every scalar is implicit


class _Emitter(Emitter):
    """The emitter in Python, which asks for the version of YAML if a string has a colon."""

    use_version = None


def emit(value: Any, *, flow: bool = False) -> str:
    """Return a value as YAML text.

    Args:
        value: what to print: nodes, a plain value, or one with nodes in it.
        flow: print maps and arrays on one line, as `{a: 1}` and `[1, 2]`.
    """
    stream = io.StringIO()
    # The emitter in C writes characters beyond the basic plane as escapes.
    emitter_class = CEmitter if CEmitter and not _beyond_basic_plane(value) else _Emitter
    emitter = emitter_class(stream, width=_WIDE, allow_unicode=True)
    begin, end = events.DocumentStartEvent(explicit=False), events.DocumentEndEvent(explicit=False)
    inside = _events(value, flow=flow)
    for event in (events.StreamStartEvent(), begin, *inside, end, events.StreamEndEvent()):
        emitter.emit(event)
    # A lone plain scalar is followed by a document end marker.
    return stream.getvalue().removesuffix("...\n")


def _beyond_basic_plane(value: Any) -> bool:
    if type(value) in MAPS:
        return any(_beyond_basic_plane(key) or _beyond_basic_plane(below) for key, below in pairs(value))
    if type(value) in ARRAYS:
        return any(map(_beyond_basic_plane, elements(value)))
    return isinstance(value, str) and not value.isascii() and max(value) > "\uffff"


def _events(value: Any, *, flow: bool) -> Iterator[Any]:
    if type(value) in MAPS:
        items = pairs(value)
        yield events.MappingStartEvent(None, None, implicit=True, flow_style=flow or not items)
        for key, below in items:
            yield from _events(key, flow=True)  # a tuple if code computes it so
            yield from _events(below, flow=flow)
        yield events.MappingEndEvent()
    elif type(value) in ARRAYS:
        inside = elements(value)
        yield events.SequenceStartEvent(None, None, implicit=True, flow_style=flow or not inside)
        for element in inside:
            yield from _events(element, flow=flow)
        yield events.SequenceEndEvent()
    else:
        style = _string_style(value, literal=not flow) if isinstance(value, str) else None
        yield events.ScalarEvent(None, _TAG, (True, True), scalar_text(value), style=style)


def _string_style(text: str, *, literal: bool) -> str | None:
    if "\n" in text:
        is_plain = text.strip() and not text.startswith((" ", "\n")) and "\t" not in text
        return "|" if literal and is_plain else '"'
    return '"' if reads_as_other(text) else None

"""Values as YAML and JSON text."""

from __future__ import annotations

import io
import json
import math
import re
from collections.abc import Iterator
from typing import Any

from ruamel.yaml import events
from ruamel.yaml.emitter import Emitter
from ruamel.yaml.tag import Tag

from yschema_engine.nodes.tree import Array, Map, Value

try:
    from ruamel.yaml.cyaml import CEmitter  # type: ignore[attr-defined]
except ImportError:  # the package with the parts in C is missing
    CEmitter = None

_WIDE = 1_000_000
_TAG = Tag(suffix="!")  # never printed: every scalar is implicit
_SAFE = re.compile(r"[A-Za-z0-9_./-]*\Z")


def to_yaml(value: Value, *, flow: bool = False) -> str:
    """Return the value as YAML text in block style, with a final line end.

    Strings that any reader of YAML 1.1 could take for something else are quoted.

    Args:
        value: what to print.
        flow: print maps and arrays on one line, as `{a: 1}` and `[1, 2]`.
    """
    if not isinstance(value, Map | Array | str) or (isinstance(value, str) and _SAFE.match(value)):
        return _quoted_if_ambiguous(value) if isinstance(value, str) else f"{_scalar_text(value)}\n"
    stream = io.StringIO()
    emitter = _emitter(stream, value)
    for event in _document(value, flow=flow):
        emitter.emit(event)
    # A lone plain scalar is followed by a document end marker.
    return stream.getvalue().removesuffix("...\n")


def _quoted_if_ambiguous(text: str) -> str:
    return f'"{text}"\n' if _reads_as_other(text) else f"{text}\n"


def to_json(value: Value, *, in_order: bool = False) -> str:
    """Return the value as JSON text, indented by two.

    Args:
        value: what to write.
        in_order: keep keys in their order; without it they are sorted, as the reference prints them.

    Raises:
        ValueError: JSON has no form for an infinite number or one that is not a number.
    """
    plain = _json(value)
    return json.dumps(plain, indent=2, ensure_ascii=False, sort_keys=not in_order, allow_nan=False) + "\n"


def _json(value: Value) -> Any:
    if isinstance(value, Map):
        return {_scalar_text(item.key): _json(item.value) for item in value.items}
    if isinstance(value, Array):
        return [_json(item.value) for item in value.items]
    return value


def _emitter(stream: io.StringIO, value: Value) -> Any:
    # The emitter in C writes characters beyond the basic plane as escapes.
    emitter = Emitter if CEmitter is None or _beyond_basic_plane(value) else CEmitter
    return emitter(stream, width=_WIDE, allow_unicode=True)


def _beyond_basic_plane(value: Value) -> bool:
    if isinstance(value, Map):
        return any(_beyond_basic_plane(i.key) or _beyond_basic_plane(i.value) for i in value.items)
    if isinstance(value, Array):
        return any(_beyond_basic_plane(i.value) for i in value.items)
    return isinstance(value, str) and not value.isascii() and max(value) > "\uffff"


def _document(value: Value, *, flow: bool) -> Iterator[Any]:
    yield events.StreamStartEvent()
    yield events.DocumentStartEvent(explicit=False)
    yield from _events(value, flow=flow)
    yield events.DocumentEndEvent(explicit=False)
    yield events.StreamEndEvent()


def _events(value: Value, *, flow: bool) -> Iterator[Any]:
    if isinstance(value, Map):
        yield events.MappingStartEvent(None, None, implicit=True, flow_style=flow or not value.items)
        for item in value.items:
            yield from _key(item.key)
            yield from _events(item.value, flow=flow)
        yield events.MappingEndEvent()
    elif isinstance(value, Array):
        yield events.SequenceStartEvent(None, None, implicit=True, flow_style=flow or not value.items)
        for element in value.items:
            yield from _events(element.value, flow=flow)
        yield events.SequenceEndEvent()
    else:
        yield _scalar(value, literal=not flow)


def _key(key: Any) -> Iterator[Any]:
    """Return the events of a key, which is a tuple if code computes it so."""
    if isinstance(key, tuple):
        yield events.SequenceStartEvent(None, None, implicit=True, flow_style=True)
        for part in key:
            yield from _key(part)
        yield events.SequenceEndEvent()
    else:
        yield _scalar(key)


def _scalar(value: Any, *, literal: bool = False) -> Any:
    text = _scalar_text(value)
    style = _string_style(text, literal=literal) if isinstance(value, str) else None
    return events.ScalarEvent(None, _TAG, (True, True), text, style=style)


def _string_style(text: str, *, literal: bool) -> str | None:
    if "\n" in text:
        return (
            "|" if literal and text.strip() and not text.startswith((" ", "\n")) and "\t" not in text else '"'
        )
    return '"' if _reads_as_other(text) else None


def _reads_as_other(text: str) -> bool:
    return text.lower() in _WORDS or _AMBIGUOUS.match(text) is not None


_WORDS = frozenset(("", "~", "=", "<<", *["y", "yes", "true", "on", "n", "no", "false", "off", "null"]))
# Numbers, sexagesimal ones too, and dates, as readers of YAML 1.1 and 1.2 know them.
_AMBIGUOUS = re.compile(
    r"""[-+]?(?:
      0[xob][0-9a-f_]+
    | \.[0-9_]+(?:e[-+]?[0-9]+)?
    | [0-9][0-9_]*(?:\.[0-9_]*)?(?:e[-+]?[0-9]+)?
    | [0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?
    | \.(?:inf|nan)
    )\Z
    | [0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:\Z|[Tt\s])""",
    re.VERBOSE | re.IGNORECASE,
)


def _scalar_text(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        if math.isinf(value):
            return ".inf" if value > 0 else "-.inf"
        return ".nan" if math.isnan(value) else repr(value)
    return str(value)

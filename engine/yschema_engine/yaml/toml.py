"""Reading of TOML into the same nodes as YAML, each with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from yschema_engine.text.findings import EngineError, parse_code
from yschema_engine.text.lazy_import import tomllib
from yschema_engine.text.nodes import Array, ArrayItem, Document, DocumentSet, Map, MapItem, Value
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.size_limits import DEPTH
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.scalars import NESTED_YAML

NOT_TOML = parse_code("not-toml", "this is not valid TOML")
_PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_NAME = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_TABLE = re.compile(rf"[ \t]*(?P<open>\[\[?)[ \t]*(?P<name>{_NAME})[ \t]*\]")
_KEY = re.compile(rf"[ \t]*(?P<name>{_NAME})[ \t]*=[ \t]*(?P<value>\S(?:.*\S)?)?")
_PLACE = r"\s*\(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)\Z"

Keys = tuple[str | int, ...]


def read_toml(source: Source) -> DocumentSet:
    """Return the only document of a file in TOML; dates are strings.

    Raises:
        EngineError: the text is not valid TOML, or nested too deeply.
    """
    try:
        plain = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as e:
        place = re.search(_PLACE, str(e))
        is_placed = place is not None and place["line"]
        line = int(place["line"]) if place is not None and is_placed else max(len(source.lines), 1)
        span = Span(source, line, int(place["column"]) if place is not None and is_placed else 0)
        found = Verbatim(re.sub(_PLACE, "", str(e)))
        raise EngineError.of(NOT_TOML, span, found=found) from None
    except RecursionError:
        raise _nested(Span(source, 1)) from None
    except ValueError:  # Python bounds the digits of integers
        digits = phrase("an integer with thousands of digits")
        raise EngineError.of(NOT_TOML, Span(source, 1), found=digits) from None
    start = Span(source, 1)
    return DocumentSet([Document(_node(plain, (), start, dict(_places(source))), start)] if plain else [])


def _nested(span: Span) -> EngineError:
    return EngineError.of(NESTED_YAML, span, levels=DEPTH)


def _places(source: Source) -> Iterator[tuple[Keys, tuple[Span, Span]]]:
    """Yield the paths of tables and keys, each with the spans of its key and its value."""
    table: Keys = ()
    counts: dict[Keys, int] = {}
    for number, text in enumerate(source.lines, 1):
        line = Span(source, number)
        if header := _TABLE.match(text):
            table = ()
            names = _parts(header["name"])
            for at, name in enumerate(names, 1):
                table = (*table, name)
                if header["open"] == "[[" and at == len(names):
                    counts[table] = counts.get(table, -1) + 1
                    if not counts[table]:
                        yield table, (line.narrowed_to(header["name"]), line)
                if table in counts:
                    table = (*table, counts[table])
            yield table, (line.narrowed_to(header["name"]), line)
        elif key := _KEY.match(text):
            span = Span(source, number, key.start("name") + 1, key.end("name") + 1)
            start, end = key.span("value")
            value = Span(source, number, start + 1, end + 1) if key["value"] else span
            yield (*table, *_parts(key["name"])), (span, value)


def _parts(name: str) -> list[str]:
    """Return the keys of a dotted name."""
    return [part.strip("\"'") for part in re.findall(_PART, name)]


def _node(plain: Any, keys: Keys, span: Span, places: dict[Keys, tuple[Span, Span]]) -> Value:
    """Return a value as nodes; a value without a line of its own is on that of the value around it."""
    if len(keys) > DEPTH:
        raise _nested(span)
    if isinstance(plain, dict):
        items = []
        for key, value in plain.items():
            at, value_at = places.get((*keys, key), (span, span))
            item = MapItem(key, _node(value, (*keys, key), value_at, places), at)
            item.value_span = value_at
            items.append(item)
        return Map(items, span)
    if isinstance(plain, list):
        elements = []
        for index, value in enumerate(plain):
            at = places.get((*keys, index), (span, span))[0]
            elements.append(ArrayItem(_node(value, (*keys, index), at, places), at))
        return Array(elements, span)
    return plain if isinstance(plain, str | bool | int | float) else plain.isoformat()

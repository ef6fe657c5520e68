"""Documents of plain values: look-up by path, merging, and keys that come twice."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Any, TypeAlias

from yschema_engine.text.findings import (
    Code,
    Finding,
    finding,
    parse_code,
    revise,
    schema_warning,
    values_warning,
)
from yschema_engine.text.node_values import scalar_text
from yschema_engine.text.nodes import Array, Map, MapItem, MergedItem, Value, key_id, to_plain
from yschema_engine.text.paths import ROOT, OtherKey, Path, Step, children, key_of
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Source, Span

Plain: TypeAlias = Any
"""A value of dicts, lists and scalars."""
REPEATED_KEY = values_warning(
    "repeated-key-in-plain-values",
    "the map has this key twice: the last value takes effect",
    hint="remove one of them",
)
REPEATED_KEY_OF_INPUT = schema_warning("repeated-key-in-input", REPEATED_KEY.message, hint=REPEATED_KEY.hint)


REFUSED_BY_HELM = parse_code(
    "refused-by-helm",
    "Helm cannot read this, because JSON cannot represent it",
    expected="a key that is a string, and numbers that are finite",
)
DOCUMENT_ON_MARKER = parse_code(
    "document-on-marker",
    "Helm refuses values on the line of `---`",
    hint="begin the document on the next line",
)
_ON_MARKER = re.compile(r"^---[^\S\n]*([^\s#].*)$", re.MULTILINE)


def as_helm_reads(value: Value) -> Iterator[Finding]:
    """Write keys that are numbers as Helm does, and yield an error about whatever Helm cannot read.

    Source: `sigs.k8s.io/yaml`, which turns YAML into JSON.
    """
    for item in value.items if isinstance(value, Map | Array) else ():
        if isinstance(item, MapItem) and isinstance(item.key, float) and math.isfinite(item.key):
            item.key = f"{item.key:g}"
        if isinstance(item, MapItem) and item.key is None:
            yield finding(REFUSED_BY_HELM, item.span, found=phrase("null as a key"))
        if isinstance(item.value, float) and not math.isfinite(item.value):
            yield finding(REFUSED_BY_HELM, item.value_span, found=scalar_text(item.value))
        yield from as_helm_reads(item.value)


def on_marker(source: Source) -> Iterator[Finding]:
    """Yield an error about each document of a file that begins on the line of `---`."""
    for match in _ON_MARKER.finditer(source.text):
        line = Span(source, source.text.count("\n", 0, match.start()) + 1)
        yield finding(DOCUMENT_ON_MARKER, line.narrowed_to(match[1]), found=Verbatim(match[1].rstrip()))


def about_repeated_keys(documents: Iterable[Value]) -> Iterator[Finding]:
    """Drop repeated keys of inputs that are not values, in which paths do not lead to fields."""
    for document in documents:
        for each in drop_repeated_keys(document, REPEATED_KEY_OF_INPUT):
            yield revise(each, path=None)


def drop_repeated_keys(value: Value, code: Code, path: Path = ROOT) -> Iterator[Finding]:
    """Drop all but the last item of each key, and yield a warning about each item that replaces another.

    To set a key that `<<` brings in as well is what `<<` is for.
    """
    if isinstance(value, Map):
        kept: dict[object, MapItem] = {}
        for item in value.items:
            earlier = kept.get(key_id(item.key))
            if earlier is not None and not isinstance(earlier, MergedItem):
                related = ((phrase("the first one"), earlier.span),)
                yield finding(code, item.span, path=path.key(item.key), related=related)
            kept[key_id(item.key)] = item
        if len(kept) < len(value.items):
            value.items = list(kept.values())
    for inner, each in children(value, path):
        yield from drop_repeated_keys(each.value, code, inner)


def merged(one: Plain, other: Plain) -> Plain:
    """Return two documents merged; the second one takes precedence."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return other
    return {**one, **{key: merged(one[key], value) if key in one else value for key, value in other.items()}}


def without_all(document: Plain, paths: Iterable[Path]) -> Plain:
    """Return a document without the values at several paths, or the nearest ones around them that it sets."""
    if isinstance(document, list):
        return reduce(_without_item, filter(None, paths), document)
    if not isinstance(document, dict):
        return document
    below: dict[Step, list[Path]] = {}
    for path in paths:
        if path and path[0] in document:
            below.setdefault(path[0], []).append(Path(path[1:]))
    kept = {**document}
    for step, rests in below.items():
        if all(rests) and isinstance(document[step], dict | list):
            kept[step] = without_all(document[step], rests)
        else:
            del kept[step]
    return kept


def _without_item(document: list[Plain], path: Path) -> list[Plain]:
    step, rest = path[0], Path(path[1:])
    if not isinstance(step, int) or step >= len(document):
        return document
    is_inside = rest and isinstance(document[step], dict | list)
    inner = [without_all(document[step], [rest])] if is_inside else []
    return [*document[:step], *inner, *document[step + 1 :]]


def taken(document: Plain, path: Path) -> tuple[Plain, Plain]:
    """Return the value at a path, and the document without it; maps around it stay."""
    step, rest = path[0], Path(path[1:])
    key = key_of(step) if isinstance(document, dict) else step
    if isinstance(document, dict) and key not in document:
        return None, document
    if not rest:
        return document[key], {each: value for each, value in document.items() if each != key}
    value, inner = taken(document[key], rest)
    return value, put(document, Path([step]), inner)


def put(document: Plain, path: Path, value: Plain) -> Plain:
    """Return a document with a value at a path; maps around it are made if there are none."""
    if not path:
        return value
    step, rest = path[0], Path(path[1:])
    if isinstance(document, list) and isinstance(step, int):
        return [*document[:step], put(document[step], rest, value), *document[step + 1 :]]
    items = document if isinstance(document, dict) else {}
    return {**items, key_of(step): put(items.get(key_of(step)), rest, value)}


class ValueLookup:
    """Finds values in a value; each map is indexed once, since maps may have thousands of keys."""

    def __init__(self, value: Value) -> None:
        self._value = value
        self._items: dict[int, dict[object, Value]] = {}

    def at(self, path: Path) -> tuple[bool, Plain]:
        """Return whether there is a value at a path, and the plain value."""
        value = self._value
        for step in path:
            if isinstance(value, Array) and isinstance(step, int) and step < len(value.items):
                value = value.items[step].value
                continue
            key = key_id(step.key if isinstance(step, OtherKey) else step)  # type: ignore[arg-type]
            if not isinstance(value, Map) or key not in self._of(value):
                return False, None
            value = self._of(value)[key]
        return True, to_plain(value)

    def _of(self, value: Map) -> dict[object, Value]:
        """Return the values of a map by their keys; of several with the same key, the first one."""
        if id(value) not in self._items:
            self._items[id(value)] = {key_id(item.key): item.value for item in reversed(value.items)}
        return self._items[id(value)]

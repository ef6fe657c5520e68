"""Documents of plain values, and the values at paths in them."""

from __future__ import annotations

from yschema_engine.compare.changes import Plain
from yschema_engine.model.path import ROOT, OtherKey, Path, Step
from yschema_engine.nodes import Map, Scalar, Value, key_id, to_plain
from yschema_engine.nodes.tree import Array


def without(document: Plain, path: Path) -> Plain:
    """Return a document without the value at a path, or the nearest one around it that it sets."""
    if not path or path == ROOT:
        return document
    step, rest = path[0], Path(path[1:])
    if isinstance(document, list) and isinstance(step, int) and step < len(document):
        if rest and isinstance(document[step], dict | list):
            inner = without(document[step], rest)
            return [*document[:step], inner, *document[step + 1 :]]
        return [*document[:step], *document[step + 1 :]]
    if isinstance(document, dict) and step in document:
        if rest and isinstance(document[step], dict | list):
            return {**document, step: without(document[step], rest)}
        return {key: value for key, value in document.items() if key != step}
    return document


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


def value_at(value: Value, path: Path) -> tuple[bool, Plain]:
    """Return whether there is a value at a path, and the plain value."""
    for step in path:
        if isinstance(value, Array) and isinstance(step, int) and step < len(value.items):
            value = value.items[step].value
        elif isinstance(value, Map):
            key = step.key if isinstance(step, OtherKey) else step
            item = next((each for each in value.items if key_id(each.key) == key_id(key)), None)  # type: ignore[arg-type]
            if item is None:
                return False, None
            value = item.value
        else:
            return False, None
    return True, to_plain(value)


def key_of(step: Step) -> Scalar:
    """Return the key of a map that a step of a path stands for."""
    if isinstance(step, OtherKey):
        return step.key
    assert isinstance(step, str)
    return step

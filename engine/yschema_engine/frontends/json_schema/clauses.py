"""Conditions and what follows from them as clauses: `a` is set, `b` must be set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Literal

from yschema_engine.frontends.json_schema.summary import code, summary
from yschema_engine.model.phrases import Listing, Param, Phrase, joined, phrase

_MOST = 6
_DEEPEST = 4
_FIELDS = ("properties", "required")
_VALUES = ("const", "enum")
_MORE = "…"


def condition(schema: Any, depth: int = 0, *, is_negated: bool = False) -> Phrase:
    """Return when a condition holds.

    Args:
        schema: the value of `if`, as a plain value.
        depth: of the schema within the one that the words are about.
        is_negated: whether to return when it does not hold.
    """
    clauses = list(islice(_conditions(schema, depth), _MOST + 1)) or [summary(schema)]
    if not is_negated:
        return joined([_listed(clauses, "and")])
    if len(clauses) == 1:
        return joined(list(_conditions(schema, depth, is_negated=True)) or [_not(summary(schema))])
    return _not(_listed(clauses, "and"))


def consequence(schema: Any) -> Phrase:
    """Return what a schema asks for if its condition holds.

    Args:
        schema: the value of `then`, `else` or a key of `dependentSchemas`, as a plain value.
    """
    clauses = list(islice(_consequences(schema), _MOST + 1)) or [summary(schema)]
    shown = [*clauses[:_MOST], _MORE] if len(clauses) > _MOST else clauses
    return joined([Listing(tuple(shown), ";")])


def _listed(parts: Sequence[Param], join: Literal["and", "or"]) -> Param:
    shown = tuple(parts[:_MOST])
    return Listing((*shown, _MORE), ",") if len(parts) > _MOST else Listing(shown, join)


def _not(text: Param) -> Phrase:
    return phrase("not: {text}", text=text)


def _conditions(schema: Any, depth: int, *, is_negated: bool = False) -> Iterator[Param]:
    for path, inner in _fields(schema):
        if inner is None or inner is False:
            is_set = is_negated is not (inner is None)
            key = code(path)
            yield phrase("{key} is set", key=key) if is_set else phrase("{key} is not set", key=key)
        elif not _lists_values(inner):
            text = phrase("{key}: {text}", key=code(path), text=summary(inner))
            yield _not(text) if is_negated else text
        elif is_negated:
            yield phrase("{key} is not {values}", key=code(path), values=_values(inner))
        else:
            yield phrase("{key} is {values}", key=code(path), values=_values(inner))
    match _others(schema):
        case {"not": inner, **rest} if not rest and depth < _DEEPEST:
            yield condition(inner, depth + 1, is_negated=not is_negated)
        case {"anyOf": branches, **rest} if not rest and depth < _DEEPEST:
            either = _listed([condition(each, depth + 1) for each in branches[: _MOST + 1]], "or")
            yield _not(either) if is_negated else either
        case others if others:
            yield _not(summary(others)) if is_negated else summary(others)


def _consequences(schema: Any) -> Iterator[Param]:
    fields = list(_fields(schema, is_asked=True))
    required = [code(path) for path, inner in fields if inner is None]
    if required:
        yield phrase("{keys} must be set", keys=_listed(required, "and"))
    for path, inner in fields:
        if inner is False:
            yield phrase("{key} must not be set", key=code(path))
        elif inner is not None and _lists_values(inner):
            yield phrase("{key} must be {values}", key=code(path), values=_values(inner))
        elif inner is not None:
            yield phrase("{key}: {text}", key=code(path), text=summary(inner))
    match _others(schema):
        case {"not": {"required": [key], **rest}, **more} if not rest and not more:
            yield phrase("{key} must not be set", key=code(key))
        case others if others:
            yield summary(others)


def _fields(
    schema: Any, prefix: str = "", depth: int = 0, *, is_asked: bool = False
) -> Iterator[tuple[str, Any]]:
    """Yield the paths that a schema is about, with what it says of their values; None: they are set.

    Args:
        schema: a plain value.
        prefix: the path of the value that it is about, with a dot.
        depth: the number of keys in the path.
        is_asked: whether to say of all required keys that they are set, except for those with certain values.
    """
    if not isinstance(schema, dict):
        return
    properties: Mapping[str, Any] = schema.get("properties", {})
    telling = {key: inner for key, inner in properties.items() if inner is False or _says_more(inner)}
    for key in schema.get("required", ()):
        if key not in telling or (is_asked and not _lists_values(telling[key])):
            yield f"{prefix}{key}", None
    for key, inner in telling.items():
        if depth < _DEEPEST and isinstance(inner, dict) and {*inner} <= {*_FIELDS, "type"}:
            yield from _fields(inner, f"{prefix}{key}.", depth + 1, is_asked=is_asked)
        else:
            yield f"{prefix}{key}", inner


def _says_more(schema: Any) -> bool:
    """Return whether a schema says more of a value than its type."""
    silent = ("type", "title", "description", "default", "examples")
    return isinstance(schema, dict) and any(key not in silent for key in schema)


def _lists_values(schema: Any) -> bool:
    return isinstance(schema, dict) and any(key in schema for key in _VALUES)


def _values(schema: Mapping[str, Any]) -> Param:
    values = [schema["const"]] if "const" in schema else schema["enum"]
    return _listed([code(value) for value in values[: _MOST + 1]], "or")


def _others(schema: Any) -> dict[str, Any]:
    """Return the keywords of a schema that are not about fields."""
    if not isinstance(schema, dict):
        return {}
    is_map = schema.get("type") == "object"
    return {key: schema[key] for key in schema if key not in _FIELDS and not (key == "type" and is_map)}

"""Conditions and their consequences as clauses: `a` is set, `b` must be set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from yschema_engine.compiled.keyword_phrases import (
    LIMITS,
    MOST,
    SILENT,
    code,
    listed,
    lists_values,
    says_more,
)
from yschema_engine.compiled.schema_phrases import NUMBERS, is_only_not, negation, summary
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.phrases import MORE, Listing, Param, Phrase, joined, phrase

_DEEPEST = 4
_FIELDS = ("properties", "required")


def condition(schema: Any, depth: int = 0, *, is_negated: bool = False) -> Phrase:
    """Return when a condition holds.

    Args:
        schema: the value of `if`, as a plain value.
        depth: of the schema within the one that the words are about.
        is_negated: whether to return when it does not hold.
    """
    clauses = list(islice(_conditions(schema, depth, is_negated=is_negated), MOST + 1))
    clauses = clauses or [negation(schema) if is_negated else summary(schema)]
    return joined([listed(clauses, "or" if is_negated else "and")])


def consequence(schema: Any) -> Phrase:
    """Return the consequence of a condition as a phrase.

    Args:
        schema: the value of `then`, `else` or a key of `dependentSchemas`, as a plain value.
    """
    clauses = list(islice(_consequences(schema), MOST + 1)) or [summary(schema)]
    shown = [*clauses[:MOST], MORE] if len(clauses) > MOST else clauses
    return joined([Listing(tuple(shown), ";")])


def prohibition(schema: Any) -> Param:
    """Return the phrase for a schema in `not`.

    Args:
        schema: the value of `not`, as a plain value.
    """
    fields = list(islice(_fields(schema), MOST + 1))
    if _others(schema) or len(fields) > MOST or not any(inner is not None for _, inner, _ in fields):
        return negation(schema)
    return listed([_forbidden(*each) for each in fields], "or")


def _forbidden(path: str, schema: Any, is_required: bool) -> Phrase:  # noqa: FBT001  one of `_fields`
    """Return that the value at a path must not match a schema."""
    key = code(path)
    if schema is None:
        return phrase("{key} must not be set", key=key)
    if schema is False:
        return phrase("{keys} must be set", keys=key)
    if lists_values(schema) and not is_required:
        return phrase("{key} must be set, but not to {values}", key=key, values=_values(schema))
    return _asked(key, schema, is_negated=True)


def _conditions(schema: Any, depth: int, *, is_negated: bool = False) -> Iterator[Param]:
    for path, inner, is_required in _fields(schema):
        if inner is None or inner is False:
            is_set = is_negated is not (inner is None)
            key = code(path)
            yield phrase("{key} is set", key=key) if is_set else phrase("{key} is not set", key=key)
        else:
            yield _compared(path, inner, is_required=is_required, is_negated=is_negated)
    match _others(schema):
        case {"not": inner, **rest} if not rest and depth < _DEEPEST:
            yield condition(inner, depth + 1, is_negated=not is_negated)
        case {"anyOf": branches, **rest} if not rest and depth < _DEEPEST:
            parts = [condition(each, depth + 1, is_negated=is_negated) for each in branches[: MOST + 1]]
            yield listed(parts, "and" if is_negated else "or")
        case others if others:
            yield negation(others) if is_negated else summary(others)


def _compared(path: str, schema: Any, *, is_required: bool, is_negated: bool) -> Param:
    """Return that the value at a path matches a schema, as one that is not required does if it is not set."""
    may_be_unset = is_required is is_negated
    while is_only_not(schema):
        schema, is_negated = schema["not"], not is_negated
    key = code(path)
    if lists_values(schema):
        return _of_values(key, _values(schema), may_be_unset=may_be_unset, is_negated=is_negated)
    if not may_be_unset:
        return _clause(key, schema, is_negated=is_negated, is_asked=False)
    if _only_keyword(schema) in NUMBERS:
        text = negation(schema) if is_negated else summary(schema)
        return phrase("{key} is {text} or not set", key=key, text=text)
    clause = _clause(key, schema, is_negated=is_negated, is_asked=False)
    return Listing((clause, phrase("{key} is not set", key=key)), "or")


def _of_values(key: Param, values: Param, *, may_be_unset: bool, is_negated: bool) -> Phrase:
    if is_negated and may_be_unset:
        return phrase("{key} is not {values}", key=key, values=values)
    if is_negated:
        return phrase("{key} is set, but not to {values}", key=key, values=values)
    if may_be_unset:
        return phrase("{key} is {values} or not set", key=key, values=values)
    return phrase("{key} is {values}", key=key, values=values)


# How a clause describes a value, and how it asks for one.
_MATCHES = phrase("{key} matches {pattern}"), phrase("{key} must match {pattern}")
_DIFFERS = phrase("{key} does not match {pattern}"), phrase("{key} must not match {pattern}")
_IS = phrase("{key} is {text}"), phrase("{key} must be {text}")
_HAS = phrase("{key} has {text}"), phrase("{key} must have {text}")


def _clause(key: Param, schema: Any, *, is_negated: bool, is_asked: bool) -> Phrase:
    """Return a clause that describes a value, or asks for one."""
    text = negation(schema) if is_negated else summary(schema)
    match _only_keyword(schema):
        case "pattern":
            words = _DIFFERS if is_negated else _MATCHES
            return replace(words[is_asked], params=(("key", key), ("pattern", code(schema["pattern"]))))
        case keyword if keyword in NUMBERS:
            return replace(_IS[is_asked], params=(("key", key), ("text", text)))
        case keyword if keyword in LIMITS:
            return replace(_HAS[is_asked], params=(("key", key), ("text", text)))
    return phrase("{key}: {text}", key=key, text=text)


def _asked(key: Param, schema: Any, *, is_negated: bool = False) -> Phrase:
    """Return a clause about what a value must be."""
    while is_only_not(schema):
        schema, is_negated = schema["not"], not is_negated
    if not lists_values(schema):
        return _clause(key, schema, is_negated=is_negated, is_asked=True)
    if is_negated:
        return phrase("{key} must not be {values}", key=key, values=_values(schema))
    return phrase("{key} must be {values}", key=key, values=_values(schema))


def _only_keyword(schema: Any) -> str | None:
    """Return the keyword of a schema that has only one."""
    keywords = [keyword for keyword in schema if keyword not in SILENT] if isinstance(schema, dict) else []
    return keywords[0] if len(keywords) == 1 else None


def _consequences(schema: Any) -> Iterator[Param]:
    fields = list(_fields(schema, is_asked=True))
    required = [code(path) for path, inner, _ in fields if inner is None]
    if required:
        yield phrase("{keys} must be set", keys=listed(required, "and"))
    for path, inner, _ in fields:
        if inner is False:
            yield phrase("{key} must not be set", key=code(path))
        elif inner is not None:
            yield _asked(code(path), inner)
    if others := _others(schema):
        yield summary(others)


def _fields(
    schema: Any, prefix: str = "", depth: int = 0, *, is_asked: bool = False, is_required: bool = True
) -> Iterator[tuple[str, Any, bool]]:
    """Yield the paths in a schema with the schemas of their values, and whether they are required.

    If it says nothing but that they are set, what it says is None.

    Args:
        schema: a plain value.
        prefix: the path of the value that it is about, with a dot.
        depth: the number of keys in the path.
        is_asked: whether to say of all required keys that they are set, except for those with certain values.
        is_required: whether the value that the schema is about is required.
    """
    if not isinstance(schema, dict):
        return
    properties: Mapping[str, Any] = schema.get("properties", {})
    telling = {key: inner for key, inner in properties.items() if says_more(inner)}
    required = schema.get("required", ())
    for key in required:
        if key not in telling or (is_asked and not lists_values(telling[key])):
            yield f"{prefix}{key}", None, is_required
    for key, inner in telling.items():
        is_set = is_required and key in required
        while is_asked and _says_only_of_items(inner):
            key, inner, is_set = f"{key}[]", inner["items"], True  # noqa: PLW2901  the value to speak of
        if depth < _DEEPEST and isinstance(inner, dict) and {*inner} <= {*_FIELDS, "type"}:
            yield from _fields(inner, f"{prefix}{key}.", depth + 1, is_asked=is_asked, is_required=is_set)
        else:
            yield f"{prefix}{key}", inner, is_set


def _says_only_of_items(schema: Any) -> bool:
    items = schema.get("items") if isinstance(schema, dict) and {*schema} <= {"items", "type"} else None
    return items is not False and says_more(items)


def _values(schema: Mapping[str, Any]) -> Param:
    values = [schema["const"]] if "const" in schema else schema["enum"]
    return Listing(tuple(map(code, values)), "or", MOST * 3)


def _others(schema: Any) -> dict[str, Any]:
    """Return the keywords of a schema that are not about fields."""
    if not isinstance(schema, dict):
        return {}
    is_map = schema.get("type") == "object"
    return {key: schema[key] for key in schema if key not in _FIELDS and not (key == "type" and is_map)}

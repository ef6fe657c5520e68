"""Schemas in words: what a value of an alternative is, or what a condition asks for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Any

from yschema_engine.model.fields import Kind
from yschema_engine.model.phrases import Listing, Param, Phrase, Verbatim, counted, phrase
from yschema_engine.model.type_phrases import kind_phrase
from yschema_engine.rules.formats import FORMATS
from yschema_engine.rules.misuse import Misuse
from yschema_engine.rules.record import Subject
from yschema_engine.rules.registry import RULES

KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "string": "string",
        "integer": "integer",
        "number": "float",
        "boolean": "boolean",
        "null": "null",
        "object": "map",
        "array": "array",
    }
)
_ALONE: Mapping[str, Any] = MappingProxyType({})
_DEEPEST = 4
_MOST = 6
_LONGEST = 200
_ANY = phrase("any value")
_MORE = "…"

_LIMITS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "minimum": ("min", "float"),
        "maximum": ("max", "float"),
        "minLength": ("min_len", "string"),
        "maxLength": ("max_len", "string"),
        "minItems": ("min_len", "array"),
        "maxItems": ("max_len", "array"),
        "minProperties": ("min_len", "map"),
        "maxProperties": ("max_len", "map"),
    }
)


def summary(schema: Any, depth: int = 0) -> Param:
    """Return what a value that matches a schema is.

    Args:
        schema: a plain value; references in it are named, not followed.
        depth: of the schema within the one that the summary is about.
    """
    if not isinstance(schema, dict):
        return phrase("no value") if schema is False else _ANY
    if depth > _DEEPEST:
        return _MORE
    parts = list(islice(_parts(schema, depth), _MOST + 1)) or list(_types_below(schema))
    if len(parts) > _MOST:
        parts[_MOST] = _MORE
    return Listing(tuple(parts)) if parts else _ANY


def keyword_phrase(
    keyword: str, value: Any, depth: int = 0, around: Mapping[str, Any] = _ALONE
) -> Param | None:
    """Return what a keyword asks for; None for those that ask for nothing.

    Args:
        keyword: the keyword.
        value: its value.
        depth: of the schema within the one that the phrase is about.
        around: the schema with the keyword.
    """
    if keyword in _LIMITS:
        return _limit(keyword, value)
    if keyword == "contains":
        return _contains(summary(value, depth + 1), around.get("minContains", 1), around.get("maxContains"))
    make = _PHRASES.get(keyword)
    return make(value, depth) if make else None


def code(value: Any) -> Verbatim:
    """Return a value as short code."""
    text = value if isinstance(value, str) and value.strip() else json.dumps(value, ensure_ascii=False)
    return Verbatim(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")


def codes_of(values: Any) -> Param:
    """Return several values as short code."""
    parts: list[Param] = [code(value) for value in islice(values, _MOST * 3 + 1)]
    if len(parts) > _MOST * 3:
        parts[-1] = _MORE
    return Listing(tuple(parts))


def types(value: Any) -> Param:
    """Return the value of `type` in words."""
    names = value if isinstance(value, list) else [value]
    return Listing(tuple(kind_phrase(KINDS[name]) for name in names if name in KINDS), "or")


def _parts(schema: Mapping[str, Any], depth: int) -> Iterator[Param]:
    first = [keyword for keyword in _FIRST if keyword in schema]
    properties = schema.get("properties", {})
    told = {key for key in properties if _says_values(properties[key])}
    for keyword in (*first, *(each for each in schema if each not in _FIRST)):
        value = schema[keyword]
        if keyword == "required":
            value = [key for key in value if key not in told]
        part = keyword_phrase(keyword, value, depth, schema)
        if part is not None:
            yield part


def _limit(keyword: str, value: Any) -> Param | None:
    name, kind = _LIMITS[keyword]
    try:
        rule = RULES[name]
        return rule.phrase(rule.read(name, value), Subject(kind))
    except (Misuse, TypeError, ValueError):
        return None


def _format(name: Any) -> Phrase:
    if name == "duration":  # unlike that of the registry
        return phrase("an ISO 8601 duration, such as {example}", example=Verbatim("P3DT12H"))
    defined = FORMATS.get(name)
    return defined.phrase if defined else phrase("in the format {format}", format=code(name))


def _required(keys: Any, _: int) -> Param | None:
    return phrase("with {keys}", keys=Listing(tuple(map(code, keys[: _MOST * 2])), "and")) if keys else None


def _properties(properties: Any, depth: int) -> Param | None:
    said = [(key, schema) for key, schema in properties.items() if _says_values(schema)]
    words = ((code(key), summary(schema, depth + 1)) for key, schema in said[:_MOST])
    parts = [phrase("{key}: {text}", key=key, text=text) for key, text in words]
    return Listing(tuple(parts)) if parts else None


def _types_below(schema: Mapping[str, Any]) -> Iterator[Param]:
    """Yield the types of the values at some keys, which are worth saying if a schema says nothing else."""
    properties = schema.get("properties", {})
    typed = ((key, each) for key, each in properties.items() if isinstance(each, dict) and "type" in each)
    for key, each in islice(typed, _MOST + 1):
        yield phrase("{key}: {text}", key=code(key), text=types(each["type"]))


def _says_values(schema: Any) -> bool:
    """Return whether a schema says more than a type: that a field has a certain value, or none."""
    if not isinstance(schema, dict):
        return schema is False
    return any(each not in ("type", "description", "title", "default", "examples") for each in schema)


def _items(value: Any, depth: int) -> Param | None:
    if value is False:
        return phrase("no further items")
    return phrase("items: {text}", text=summary(value, depth + 1)) if isinstance(value, dict) else None


def _contains(text: Param, least: float, most: float | None) -> Phrase | None:
    """Return how many items are what a text says."""
    if most is None:
        if least <= 1:
            return phrase("at least one item is: {text}", text=text) if least else None
        return phrase("at least {count} items are: {text}", count=least, text=text)
    if not most:
        return phrase("no item is: {text}", text=text)
    if least == most:
        return counted(
            "exactly {count} item is: {text}",
            "exactly {count} items are: {text}",
            most,
            count=most,
            text=text,
        )
    if least:
        return phrase("{least} to {most} items are: {text}", least=least, most=most, text=text)
    return counted(
        "at most {count} item is: {text}", "at most {count} items are: {text}", most, count=most, text=text
    )


def _all_of(join: Any, schemas: Any, depth: int) -> Param | None:
    parts = [summary(schema, depth + 1) for schema in schemas[:_MOST]]
    if len(schemas) > _MOST:
        parts.append(_MORE)
    return phrase("({alternatives})", alternatives=Listing(tuple(parts), join)) if parts else None


def _one(template: Callable[[Param], Phrase]) -> Callable[[Any, int], Param]:
    return lambda schema, depth: template(summary(schema, depth + 1))


def _none(*_: Any) -> None:
    return None


_FIRST = ("$ref", "type", "const", "enum")
_PHRASES: Mapping[str, Callable[[Any, int], Param | None]] = MappingProxyType(
    {
        "$ref": lambda value, _: Verbatim(str(value).rstrip("/").rsplit("/", 1)[-1] or str(value)),
        "type": lambda value, _: types(value),
        "const": lambda value, _: code(value),
        "enum": lambda values, _: (
            phrase("one of {values}", values=codes_of(values)) if len(values) > 1 else codes_of(values)
        ),
        "required": _required,
        "properties": _properties,
        "exclusiveMinimum": lambda value, _: phrase("greater than {limit}", limit=code(value)),
        "exclusiveMaximum": lambda value, _: phrase("less than {limit}", limit=code(value)),
        "multipleOf": lambda value, _: phrase("a multiple of {factor}", factor=code(value)),
        "pattern": lambda value, _: phrase("matches {pattern}", pattern=code(value)),
        "format": lambda value, _: _format(value),
        "uniqueItems": lambda value, _: phrase("without duplicates") if value is True else None,
        "x-kubernetes-list-map-keys": lambda keys, _: phrase(
            "items that differ in {keys}", keys=Listing(tuple(map(code, keys)), "or")
        ),
        "additionalProperties": lambda value, _: phrase("no other keys") if value is False else None,
        "items": _items,
        "propertyNames": _one(lambda text: phrase("all keys are: {text}", text=text)),
        "not": _one(lambda text: phrase("not: {text}", text=text)),
        "anyOf": partial(_all_of, "or"),
        "oneOf": partial(_all_of, "or"),
        "allOf": partial(_all_of, "and"),
    }
)

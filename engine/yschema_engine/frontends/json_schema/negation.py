"""What a value that does not match a schema is: `less than 10` instead of `not: at least 10`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from yschema_engine.frontends.json_schema.terms import (
    KINDS,
    MOST,
    code,
    codes_of,
    format_phrase,
    limit_phrase,
    only_key,
    only_values,
    types,
    types_of,
)
from yschema_engine.schema import rules_of_bounds
from yschema_engine.text.phrases import Listing, Param, phrase

Summarise = Callable[[Any, int], Param]
_ADJECTIVES = frozenset(
    ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format")
)
_SIZES = frozenset(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"))
_SILENT = frozenset(("title", "description", "default", "examples", "$comment"))


def negated(schema: Any, depth: int, summarise: Summarise) -> Param:
    """Return what a value that does not match a schema is.

    Args:
        schema: a plain value.
        depth: of the schema within the one that the words are about.
        summarise: returns what a value that matches a schema is.
    """
    while isinstance(inner := _inverted(schema), dict) and inner.keys() == {"not"}:
        schema = inner["not"]
    if not isinstance(schema, dict):
        return phrase("any value") if schema is False else phrase("no value")
    asked = {key: value for key, value in schema.items() if key not in _SILENT}
    if not asked:
        return phrase("no value")
    if len(asked) == 1:
        [(keyword, value)] = asked.items()
        words = _of_keyword(keyword, value) or _of_schemas(keyword, value, depth, summarise)
        if words is not None:
            return words
    of_type = _of_type(asked, depth, summarise)
    return phrase("anything except: {text}", text=summarise(schema, depth)) if of_type is None else of_type


def _of_type(asked: Mapping[str, Any], depth: int, summarise: Summarise) -> Param | None:
    """Return what a value is that is not of a type, or breaks other keywords; None if that reads badly."""
    name = asked.get("type")
    others = {keyword: value for keyword, value in asked.items() if keyword != "type"}
    if not isinstance(name, str) or name not in KINDS or not others:
        return None
    if others.keys() == {"pattern"}:
        pattern = code(others["pattern"])
        return phrase("no {type} that matches {pattern}", type=types(name), pattern=pattern)
    both = Listing(tuple(summarise({keyword: value}, depth) for keyword, value in others.items()), "and")
    if others.keys() <= _ADJECTIVES:
        return phrase("no {type} that is {text}", type=types(name), text=both)
    if others.keys() <= _SIZES:
        return phrase("no {type} with {text}", type=types(name), text=both)
    values = only_values(others)
    is_typed = name == "string" and values is not None and all(isinstance(each, str) for each in values)
    return _no_value_of(values) if values is not None and is_typed else None


def _inverted(schema: Any) -> Any:
    """Return the value of `not` of a schema that has nothing else."""
    return schema["not"] if isinstance(schema, dict) and schema.keys() == {"not"} else None


def _of_keyword(keyword: str, value: Any) -> Param | None:
    """Return what a value that breaks a keyword is; None for keywords with schemas."""
    if keyword in _OPPOSITES and not isinstance(value, bool):  # as in draft 4
        opposite, step = _OPPOSITES[keyword]
        return limit_phrase(opposite, value + step)
    make = _PHRASES.get(keyword)
    return make(value) if make else None


def _of_schemas(keyword: str, value: Any, depth: int, summarise: Summarise) -> Param | None:
    match keyword:
        case "not":
            return summarise(value, depth + 1)
        case "contains":
            return phrase("no item is: {text}", text=summarise(value, depth + 1))
        case "anyOf":
            return _none_of(value, depth, summarise)
        case "allOf":
            return Listing(tuple(negated(each, depth + 1, summarise) for each in value[:MOST]), "or")
    return None


def _none_of(schemas: Any, depth: int, summarise: Summarise) -> Param | None:
    """Return what a value that matches none of several schemas is."""
    lists = [values for each in schemas if (values := only_values(each)) is not None]
    if len(lists) == len(schemas):
        return _no_value_of([value for values in lists for value in values])
    keys = [key for each in schemas if (key := only_key(each)) is not None]
    if len(keys) == len(schemas) and len(types_of(schemas)) == 1:
        return phrase("none of {keys} may be set", keys=Listing(tuple(map(code, keys[: MOST * 2]))))
    if len(schemas) > MOST:
        return None
    return Listing(tuple(negated(each, depth + 1, summarise) for each in schemas), "and")


def _no_value_of(values: list[Any]) -> Param:
    if len(values) == 1:
        return phrase("not {value}", value=code(values[0]))
    return phrase("none of {values}", values=codes_of(values))


def _not_set(keys: list[str]) -> Param | None:
    if len(keys) == 1:
        return phrase("{key} must not be set", key=code(keys[0]))
    listed = Listing(tuple(map(code, keys[: MOST * 2])), "and")
    return phrase("{keys} must not be set together", keys=listed) if keys else phrase("no value")


# The limit that breaks another one, and the difference between the two.
_OPPOSITES: Mapping[str, tuple[str, int]] = MappingProxyType(
    {
        "exclusiveMinimum": ("maximum", 0),
        "exclusiveMaximum": ("minimum", 0),
        "minLength": ("maxLength", -1),
        "maxLength": ("minLength", 1),
        "minItems": ("maxItems", -1),
        "maxItems": ("minItems", 1),
        "minProperties": ("maxProperties", -1),
        "maxProperties": ("minProperties", 1),
    }
)
_PHRASES: Mapping[str, Callable[[Any], Param | None]] = MappingProxyType(
    {
        "minimum": lambda limit: phrase("less than {limit}", limit=rules_of_bounds.shown(limit)),
        "maximum": lambda limit: phrase("greater than {limit}", limit=rules_of_bounds.shown(limit)),
        "multipleOf": lambda factor: phrase("not a multiple of {factor}", factor=code(factor)),
        "pattern": lambda pattern: phrase("does not match {pattern}", pattern=code(pattern)),
        "format": lambda name: phrase("not {value}", value=format_phrase(name)),
        "const": lambda value: _no_value_of([value]),
        "enum": _no_value_of,
        "type": lambda names: phrase("any type except {types}", types=types(names)),
        "required": _not_set,
    }
)

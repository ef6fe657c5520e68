"""Phrases for schemas: what they accept, and what their negation accepts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from yschema_engine.compiled.keyword_phrases import (
    ALTERNATIVES,
    KINDS,
    LIMITS,
    MOST,
    SILENT,
    code,
    codes_of,
    contained,
    format_phrase,
    limit_phrase,
    listed,
    only_key,
    only_values,
    says_more,
    some_of_keys,
    types,
    types_of,
    with_keys,
)
from yschema_engine.schema import rules_of_bounds
from yschema_engine.text.phrases import MORE, Listing, Param, Verbatim, phrase

_DEEPEST = 4
NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
"""The keywords that are about numbers alone."""
_ADJECTIVES = frozenset((*NUMBERS, "format"))


def negation(schema: Any, depth: int = 0) -> Param:
    """Return the phrase for values that do not match a schema.

    Args:
        schema: a plain value.
        depth: of the schema within the one that the words are about.
    """
    if depth > _DEEPEST:
        return MORE
    while is_only_not(schema) and is_only_not(schema["not"]):
        schema = schema["not"]["not"]
    if not isinstance(schema, dict):
        return phrase("any value") if schema is False else phrase("no value")
    asked = {key: value for key, value in schema.items() if key not in SILENT}
    if not asked:
        return phrase("no value")
    if len(asked) == 1:
        [(keyword, value)] = asked.items()
        words = _of_keyword(keyword, value, depth)
        if words is not None:
            return words
    of_type = _of_type(asked, depth)
    return phrase("anything except: {text}", text=summary(schema, depth)) if of_type is None else of_type


def _of_type(asked: Mapping[str, Any], depth: int) -> Param | None:
    """Return the phrase for values of other types, or that break other keywords; None if it reads badly."""
    name = asked.get("type")
    others = {keyword: value for keyword, value in asked.items() if keyword != "type"}
    if not isinstance(name, str) or name not in KINDS or not others:
        return None
    if others.keys() == {"pattern"}:
        pattern = code(others["pattern"])
        return phrase("no {type} that matches {pattern}", type=types(name), pattern=pattern)
    both = Listing(tuple(summary({keyword: value}, depth) for keyword, value in others.items()), "and")
    if others.keys() <= _ADJECTIVES:
        return phrase("no {type} that is {text}", type=types(name), text=both)
    if others.keys() <= _OPPOSITES.keys() - _ADJECTIVES:
        return phrase("no {type} with {text}", type=types(name), text=both)
    values = only_values(others)
    is_typed = name == "string" and values is not None and all(isinstance(each, str) for each in values)
    return _no_value_of(values) if values is not None and is_typed else None


def is_only_not(schema: Any) -> bool:
    """Return whether a schema has no other keyword than `not`."""
    return isinstance(schema, dict) and schema.keys() == {"not"}


def _of_keyword(keyword: str, value: Any, depth: int) -> Param | None:
    """Return the phrase for values that break a keyword; None if there is none."""
    if keyword in _OPPOSITES and not isinstance(value, bool):  # as in draft 4
        opposite, step = _OPPOSITES[keyword]
        return limit_phrase(opposite, value + step)
    make = _NEGATED_PHRASES.get(keyword)
    return make(value, depth) if make else None


def _none_of(schemas: Any, depth: int) -> Param | None:
    """Return the phrase for values that match none of several schemas."""
    lists = [values for each in schemas if (values := only_values(each)) is not None]
    if len(lists) == len(schemas):
        return _no_value_of([value for values in lists for value in values])
    keys = [key for each in schemas if (key := only_key(each)) is not None]
    if len(keys) == len(schemas) and len(types_of(schemas)) == 1:
        return phrase("none of {keys} may be set", keys=Listing(tuple(map(code, keys[: MOST * 2]))))
    if len(schemas) > MOST:
        return None
    return Listing(tuple(negation(each, depth + 1) for each in schemas), "and")


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
_OPPOSITES: Mapping[str, tuple[str, int]] = {
    "exclusiveMinimum": ("maximum", 0),
    "exclusiveMaximum": ("minimum", 0),
    **{f"min{size}": (f"max{size}", -1) for size in ("Length", "Items", "Properties")},
    **{f"max{size}": (f"min{size}", 1) for size in ("Length", "Items", "Properties")},
}
_NEGATED_PHRASES: Mapping[str, Callable[[Any, int], Param | None]] = {
    "minimum": lambda limit, _: phrase("less than {limit}", limit=rules_of_bounds.shown(limit)),
    "maximum": lambda limit, _: phrase("greater than {limit}", limit=rules_of_bounds.shown(limit)),
    "multipleOf": lambda factor, _: phrase("not a multiple of {factor}", factor=code(factor)),
    "pattern": lambda pattern, _: phrase("does not match {pattern}", pattern=code(pattern)),
    "format": lambda name, _: phrase("not {value}", value=format_phrase(name)),
    "const": lambda value, _: _no_value_of([value]),
    "enum": lambda values, _: _no_value_of(values),
    "type": lambda names, _: phrase("any type except {types}", types=types(names)),
    "required": lambda keys, _: _not_set(keys),
    "not": lambda schema, depth: summary(schema, depth + 1),
    "contains": lambda schema, depth: phrase("no item is: {text}", text=summary(schema, depth + 1)),
    "anyOf": _none_of,
    "allOf": lambda schemas, depth: Listing(
        tuple(negation(each, depth + 1) for each in schemas[:MOST]), "or"
    ),
}


_ALONE: Mapping[str, Any] = {}
_ANY = phrase("any value")


def summary(schema: Any, depth: int = 0) -> Param:
    """Return the phrase for values that match a schema.

    Args:
        schema: a plain value; references in it are named, not followed.
        depth: of the schema within the one that the summary is about.
    """
    if not isinstance(schema, dict):
        return phrase("no value") if schema is False else _ANY
    if depth > _DEEPEST:
        return MORE
    parts = list(islice(_parts(schema, depth), MOST + 1)) or list(_types_below(schema))
    return listed(parts) if parts else _ANY


def keyword_phrase(
    keyword: str, value: Any, depth: int = 0, around: Mapping[str, Any] = _ALONE
) -> Param | None:
    """Return the phrase for a keyword; None if it asks for nothing.

    Args:
        keyword: the keyword.
        value: its value.
        depth: of the schema within the one that the phrase is about.
        around: the schema with the keyword.
    """
    if keyword in LIMITS:
        return limit_phrase(keyword, value)
    if keyword in ALTERNATIVES:
        asking = (_PHRASES.keys() | LIMITS.keys() | {*ALTERNATIVES, "contains"}) - {keyword}
        return _either(keyword, value, depth, is_alone=asking.isdisjoint(around))
    if keyword == "contains":
        return contained(summary(value, depth + 1), around.get("minContains", 1), around.get("maxContains"))
    make = _PHRASES.get(keyword)
    return make(value, depth) if make else None


def _parts(schema: Mapping[str, Any], depth: int) -> Iterator[Param]:
    first = [keyword for keyword in _FIRST if keyword in schema]
    properties = schema.get("properties", {})
    required = [key for key in schema.get("required", ()) if not says_more(properties.get(key))]
    for keyword in (*first, *(each for each in schema if each not in _FIRST)):
        if keyword == "required" and "type" in schema:
            continue
        value = required if keyword == "required" else schema[keyword]
        part = keyword_phrase(keyword, value, depth, schema)
        if keyword == "allOf":
            yield from (summary(each, depth + 1) for each in value[: MOST + 1])
        elif keyword == "type" and required and part is not None:
            yield with_keys(required, value)
        elif part is not None:
            yield part


def _properties(properties: Any, depth: int) -> Param | None:
    said = [(key, schema) for key, schema in properties.items() if says_more(schema)]
    words = ((code(key), summary(schema, depth + 1)) for key, schema in said[:MOST])
    parts = [phrase("{key}: {text}", key=key, text=text) for key, text in words]
    return Listing(tuple(parts)) if parts else None


def _types_below(schema: Mapping[str, Any]) -> Iterator[Param]:
    """Yield the types of the values at some keys, which are worth saying if a schema says nothing else."""
    properties = schema.get("properties", {})
    typed = ((key, each) for key, each in properties.items() if isinstance(each, dict) and "type" in each)
    for key, each in islice(typed, MOST + 1):
        yield phrase("{key}: {text}", key=code(key), text=types(each["type"]))


def _items(value: Any, depth: int) -> Param | None:
    if value is False:
        return phrase("no further items")
    return phrase("items: {text}", text=summary(value, depth + 1)) if isinstance(value, dict) else None


def _either(keyword: str, schemas: Sequence[Any], depth: int, *, is_alone: bool) -> Param | None:
    """Return that a value matches one of several schemas."""
    keys = [key for each in schemas if (key := only_key(each)) is not None]
    types_ = types_of(schemas)
    if len(keys) == len(schemas) and len(types_) == 1:
        if types_[0] is None:
            return some_of_keys(list(map(code, keys)), keyword)
        return with_keys(keys, types_[0], "or")
    parts = [summary(schema, depth + 1) for schema in schemas[:MOST]]
    if len(schemas) > MOST:
        parts.append(MORE)
    if any(isinstance(part, Listing) and len(part.parts) > 1 for part in parts):
        return phrase("one of these: {alternatives}", alternatives=Listing(tuple(parts), ";"))
    either = Listing(tuple(parts), "or")
    return either if is_alone else phrase("({alternatives})", alternatives=either)


def _names(schema: Any, depth: int) -> Param:
    """Return the phrase for the keys of a map."""
    asked = {key: value for key, value in schema.items() if key != "type"} if isinstance(schema, dict) else {}
    text = summary(asked or schema, depth + 1)
    match [*asked]:
        case ["pattern"]:
            return phrase("each key matches {pattern}", pattern=code(asked["pattern"]))
        case ["minLength" | "maxLength", *others] if {*others} <= {"minLength", "maxLength"}:
            return phrase("each key has {text}", text=text)
        case ["enum" | "const" | "format"]:
            return phrase("each key is {text}", text=text)
    return phrase("each key: {text}", text=text)


_FIRST = ("$ref", "type", "const", "enum")
_PHRASES: Mapping[str, Callable[[Any, int], Param | None]] = {
    "$ref": lambda value, _: Verbatim(str(value).rstrip("/").rsplit("/", 1)[-1] or str(value)),
    "type": lambda value, _: types(value),
    "const": lambda value, _: code(value),
    "enum": lambda values, _: (
        phrase("one of {values}", values=codes_of(values)) if len(values) > 1 else codes_of(values)
    ),
    "required": lambda keys, _: with_keys(keys) if keys else None,
    "properties": _properties,
    "exclusiveMinimum": lambda value, _: phrase("greater than {limit}", limit=rules_of_bounds.shown(value)),
    "exclusiveMaximum": lambda value, _: phrase("less than {limit}", limit=rules_of_bounds.shown(value)),
    "multipleOf": lambda value, _: phrase("a multiple of {factor}", factor=code(value)),
    "pattern": lambda value, _: phrase("matches {pattern}", pattern=code(value)),
    "format": lambda value, _: format_phrase(value),
    "uniqueItems": lambda value, _: phrase("no two equal items") if value is True else None,
    "x-kubernetes-list-map-keys": lambda keys, _: phrase(
        "items that differ in {keys}", keys=Listing(tuple(map(code, keys)), "or")
    ),
    "additionalProperties": lambda value, _: phrase("no additional keys") if value is False else None,
    "items": _items,
    "propertyNames": _names,
    "not": lambda value, depth: negation(value, depth + 1),
    "allOf": lambda schemas, depth: Listing(tuple(summary(each, depth + 1) for each in schemas[:MOST])),
}

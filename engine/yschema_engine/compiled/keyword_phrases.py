"""Short phrases for keywords: types, values, limits, formats."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from yschema_engine.schema.fields import Kind
from yschema_engine.schema.formats import FORMATS
from yschema_engine.schema.rule_record import Misuse, Subject
from yschema_engine.schema.rule_registry import RULES
from yschema_engine.schema.types import kind_phrase
from yschema_engine.text.phrases import MORE, Listing, Param, Phrase, Verbatim, counted, phrase

KINDS: Mapping[str, Kind] = {
    "string": "string",
    "integer": "integer",
    "number": "float",
    "boolean": "boolean",
    "null": "null",
    "object": "map",
    "array": "array",
}
MOST = 6
"""The number of parts that words about a schema have."""
LISTING = ("const", "enum")
"""The keywords that list values."""
ALTERNATIVES = ("anyOf", "oneOf")
"""The keywords whose value is a list of alternatives."""
SILENT = ("title", "description", "default", "examples", "$comment")
"""The keywords that ask for nothing."""
Join: TypeAlias = Literal["and", "or", ","]
_LONGEST = 200

LIMITS: Mapping[str, tuple[str, tuple[Kind, ...]]] = {
    "minimum": ("min", ("integer", "float")),
    "maximum": ("max", ("integer", "float")),
    "minLength": ("min_len", ("string",)),
    "maxLength": ("max_len", ("string",)),
    "minItems": ("min_len", ("array",)),
    "maxItems": ("max_len", ("array",)),
    "minProperties": ("min_len", ("map",)),
    "maxProperties": ("max_len", ("map",)),
}
"""The keywords that mean the same as a rule, with its name and the kinds of values that it is about."""


def code(value: Any) -> Verbatim:
    """Return a value as short code."""
    text = value if isinstance(value, str) and value.strip() else json.dumps(value, ensure_ascii=False)
    return Verbatim(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")


def codes_of(values: Any) -> Param:
    """Return several values as short code: all of them, though not all are shown at first."""
    return Listing(tuple(map(code, values)), most=MOST * 3)


def listed(parts: Sequence[Param], join: Join = ",", most: int = MOST) -> Listing:
    """Return several parts, of which some are left out if there are too many."""
    return Listing((*parts[:most], MORE)) if len(parts) > most else Listing(tuple(parts), join)


def types(value: Any) -> Param:
    """Return the value of `type` in words."""
    names = value if isinstance(value, list) else [value]
    return Listing(tuple(kind_phrase(KINDS[name]) for name in names if name in KINDS), "or")


def types_of(alternatives: Sequence[Any]) -> list[Any]:
    """Return the values of `type` of several schemas, equal ones once; None for those without it."""
    found = [each.get("type") if isinstance(each, dict) else None for each in alternatives]
    return [type_ for index, type_ in enumerate(found) if type_ not in found[:index]]


def limit_phrase(keyword: str, value: Any) -> Phrase | None:
    """Return the phrase for a limit; None if its value is not valid."""
    name, kinds = LIMITS[keyword]
    try:
        rule = RULES[name]
        return rule.phrase(rule.read(name, value), Subject(kinds[-1]))
    except (Misuse, TypeError, ValueError):
        return None


def format_phrase(name: Any) -> Phrase:
    """Return the name of a format in words."""
    if name == "duration":  # unlike that of the registry
        return phrase("an ISO 8601 duration, such as {example}", example=Verbatim("P3DT12H"))
    defined = FORMATS.get(name)
    return defined.phrase if defined else phrase("in the format {format}", format=code(name))


def with_keys(keys: Sequence[str], type_: Any = None, join: Join = "and") -> Phrase:
    """Return that a map has keys.

    Args:
        keys: all of them, or those of which it has one.
        type_: the value of `type`; None without one.
        join: which of the two.
    """
    shown = listed([code(key) for key in keys], join, MOST * 2)
    if type_ is None:
        return phrase("with {keys}", keys=shown)
    return phrase("{type} with {keys}", type=types(type_), keys=shown)


def some_of_keys(keys: Sequence[Param], keyword: str, *, is_ambiguous: bool = False) -> Phrase:
    """Return how many of several keys a map has.

    Args:
        keys: the keys, or several that belong together.
        keyword: `oneOf` or `anyOf`.
        is_ambiguous: whether a map has more of them than it should.
    """
    shown = listed(keys, "or", MOST * 2)
    if is_ambiguous:
        return phrase("only one of the keys {keys}", keys=shown)
    if keyword == "oneOf":
        return phrase("exactly one of the keys {keys}", keys=shown)
    return phrase("at least one of the keys {keys}", keys=shown)


def only_key(schema: Any) -> str | None:
    """Return the key of a schema that asks for one key, and for nothing else but a type."""
    match schema:
        case {"required": [str(key)], **rest} if rest.keys() <= {"type"}:
            return key
    return None


def says_more(schema: Any) -> bool:
    """Return whether a schema says more of a value than its type, or that there must be none."""
    if not isinstance(schema, dict):
        return schema is False
    return any(key not in SILENT and key != "type" for key in schema)


def lists_values(schema: Any) -> bool:
    """Return whether a schema has a keyword that lists values."""
    return isinstance(schema, dict) and not schema.keys().isdisjoint(LISTING)


def only_values(schema: Any) -> list[Any] | None:
    """Return the values that a schema lists, if it asks for nothing else."""
    match schema:
        case {"const": value, **rest} if not rest:
            return [value]
        case {"enum": list(values), **rest} if not rest:
            return values
    return None


def contained(text: Param, least: float, most: float | None) -> Phrase | None:
    """Return the phrase for `contains`, with the number of items."""
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

"""Types in words: `string`, `integer or null`, `list of maps`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from yschema_engine.model.fields import ValueType
from yschema_engine.text.phrases import Listing, Param, Phrase, phrase

_ONE: Mapping[str, Phrase] = MappingProxyType(
    {
        "string": phrase("string"),
        "integer": phrase("integer"),
        "float": phrase("float"),
        "boolean": phrase("boolean"),
        "null": phrase("null"),
        "map": phrase("map"),
        "array": phrase("list"),
        "any": phrase("any"),
    }
)
_NUMBER, _NUMBERS = phrase("number"), phrase("numbers")
_SEVERAL: Mapping[str, Phrase] = MappingProxyType(
    {
        "string": phrase("strings"),
        "integer": phrase("integers"),
        "float": phrase("floats"),
        "boolean": phrase("booleans"),
        "null": phrase("nulls"),
        "map": phrase("maps"),
        "array": phrase("lists"),
        "any": phrase("any values"),
    }
)


def type_phrase(type_: ValueType) -> Param:
    """Return a type in words.

    Null comes behind a comma if it could be taken for a type of items: `list of strings, or null`.
    """
    if type_.words:
        return phrase("{type} ({words})", type=_kinds_phrase(type_), words=type_.words)
    return _kinds_phrase(type_)


def _kinds_phrase(type_: ValueType) -> Param:
    if type_.is_unknown:
        return phrase("unknown")
    kinds = [_one(kind, type_) for kind in type_.kinds if kind != "null"]
    if not type_.nullable:
        return _any_of(kinds)
    if kinds and "array" in type_.kinds and type_.item is not None:
        return phrase("{type}, or null", type=_any_of(kinds))
    return _any_of([*kinds, _ONE["null"]])


def _one(kind: str, type_: ValueType) -> Phrase:
    if kind == "array" and type_.item is not None and not type_.item.type.is_unknown:
        items = _several_of(type_.item.type)
        # Words in front of a list would otherwise belong to its last type alone in some languages.
        return (
            phrase("list of {types}", types=items)
            if _is_several(type_)
            else phrase("list of {items}", items=items)
        )
    return _NUMBER if kind == "float" and type_.is_number else _ONE[kind]


def _several(kind: str, type_: ValueType) -> Phrase:
    if kind == "array" and type_.item is not None and not type_.item.type.is_unknown:
        items = _several_of(type_.item.type)
        return (
            phrase("lists of {types}", types=items)
            if _is_several(type_)
            else phrase("lists of {items}", items=items)
        )
    return _NUMBERS if kind == "float" and type_.is_number else _SEVERAL[kind]


def _is_several(type_: ValueType) -> bool:
    return type_.item is not None and len(type_.item.type.kinds) > 1


def _several_of(type_: ValueType) -> Param:
    return _any_of([_several(kind, type_) for kind in type_.kinds])


def _any_of(kinds: Sequence[Phrase]) -> Param:
    return kinds[0] if len(kinds) == 1 else Listing(tuple(kinds), "or")


def kind_phrase(kind: str) -> Phrase:
    """Return the name of a type in words, as JSON Schema has it: a float is a number."""
    return _NUMBER if kind == "float" else _ONE[kind]

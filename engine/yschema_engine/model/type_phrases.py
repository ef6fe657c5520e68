"""Types in words: `string`, `integer or null`, `list of maps`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from yschema_engine.model.phrases import Listing, Param, Phrase, phrase


class Typed(Protocol):
    """Something that has a type: a field, or the items of an array."""

    @property
    def kinds(self) -> Sequence[str]:
        """The names of its types, except null."""

    @property
    def nullable(self) -> bool:
        """Whether null is one of its types."""

    @property
    def items(self) -> Typed | None:
        """The items of an array; None if nothing is known of them."""


_ONE: Mapping[str, Phrase] = {
    "string": phrase("string"),
    "integer": phrase("integer"),
    "float": phrase("float"),
    "boolean": phrase("boolean"),
    "null": phrase("null"),
    "map": phrase("map"),
    "array": phrase("list"),
    "any": phrase("any"),
}
_SEVERAL: Mapping[str, Phrase] = {
    "string": phrase("strings"),
    "integer": phrase("integers"),
    "float": phrase("floats"),
    "boolean": phrase("booleans"),
    "null": phrase("nulls"),
    "map": phrase("maps"),
    "array": phrase("lists"),
    "any": phrase("any values"),
}


def type_phrase(of: Typed) -> Param:
    """Return the type of a field in words.

    Null comes behind a comma if it could be taken for a type of items: `list of strings, or null`.
    """
    kinds = [_one(kind, of.items) for kind in of.kinds]
    if not of.nullable:
        return _any_of(kinds)
    if kinds and "array" in of.kinds and of.items is not None:
        return phrase("{type}, or null", type=_any_of(kinds))
    return _any_of([*kinds, _ONE["null"]])


def _one(kind: str, items: Typed | None) -> Phrase:
    if kind == "array" and items is not None:
        return phrase("list of {items}", items=_several_of(items))
    return _ONE[kind]


def _several(kind: str, items: Typed | None) -> Phrase:
    if kind == "array" and items is not None:
        return phrase("lists of {items}", items=_several_of(items))
    return _SEVERAL[kind]


def _several_of(items: Typed) -> Param:
    kinds = (*items.kinds, *(["null"] if items.nullable else []))
    return _any_of([_several(kind, items.items) for kind in kinds])


def _any_of(kinds: Sequence[Phrase]) -> Param:
    return kinds[0] if len(kinds) == 1 else Listing(tuple(kinds), "or")

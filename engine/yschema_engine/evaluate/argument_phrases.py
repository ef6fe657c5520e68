"""Phrases about annotations and their arguments, which several readers share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from yschema_engine.text.nodes import Array, DocumentSet, Map
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, phrase
from yschema_engine.text.suggestions import did_you_mean

TRUE_OR_FALSE = phrase("True or False")
ONE_OF_THEM = phrase("one of them")
VALUE_OF_YAML = phrase("a value that YAML can hold")
_KINDS = {
    str: phrase("a string"),
    bool: phrase("a boolean"),
    int: phrase("an integer"),
    float: phrase("a float"),
    tuple: phrase("a tuple"),
    list: phrase("a list"),
    dict: phrase("a dict"),
    Map: phrase("a YAML fragment"),
    Array: phrase("a YAML fragment"),
    DocumentSet: phrase("a YAML fragment"),
}


def kind(value: object) -> Phrase:
    """Return the type of a Starlark value, with its article."""
    return phrase("None") if value is None else _KINDS.get(type(value), phrase("a function"))


def annotation_name(name: str) -> Verbatim:
    """Return the name of an annotation as authors write it."""
    return Verbatim(f"@{name}")


def keyword(name: str) -> Verbatim:
    """Return the name of a keyword argument as authors write it."""
    return Verbatim(f"{name}=")


def keywords(names: Iterable[str], join: str = "or") -> Listing:
    """Return the names of keyword arguments as authors write them."""
    return Listing(tuple(map(keyword, names)), "or" if join == "or" else "and")


def named(name: str) -> Phrase:
    """Return how findings name a keyword argument."""
    return phrase("the keyword argument {argument}", argument=keyword(name))


def value_for(name: str, value: Param) -> Phrase:
    """Return how findings name the value of a keyword argument."""
    return phrase("{value} for {argument}", value=value, argument=keyword(name))


def similar_keyword(unknown: Sequence[str], known: Sequence[str]) -> Param:
    """Return a hint with the keyword argument that the first unknown one resembles; empty without one."""
    return (did_you_mean(unknown[0], known, keyword) if unknown else None) or ""

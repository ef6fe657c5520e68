"""The names of types in `@schema/type`, an annotation of the designs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from yschema_engine.evaluate.argument_phrases import (
    TRUE_OR_FALSE,
    keywords,
    kind,
    named,
    similar_keyword,
    value_for,
)
from yschema_engine.read.ytt.annotations import Annotations
from yschema_engine.read.ytt.proposed import TYPE
from yschema_engine.schema.fields import Kind
from yschema_engine.schema.rule_record import Misuse
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Annotation
from yschema_engine.text.phrases import Listing, Param, Verbatim, phrase
from yschema_engine.text.suggestions import suggest

_TYPES: Mapping[str, Kind] = MappingProxyType(
    {
        "bool": "boolean",
        "float": "float",
        "int": "integer",
        "null": "null",
        "string": "string",
        "any": "any",
    }
)
_MEANT = MappingProxyType(
    {
        "boolean": "bool",
        "integer": "int",
        "number": "float",
        "double": "float",
        "str": "string",
        "text": "string",
        "none": "null",
        "nil": "null",
    }
)
_COLLECTIONS = ("map", "array", "dict", "list", "object", "mapping", "sequence")
_NAMES = phrase(
    "names among {names}, or None", names=Listing(tuple(Verbatim(f'"{name}"') for name in _TYPES))
)
_ANY_TAKES_ALL = phrase("a value of any type can have each of the other types")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The arguments of a `@schema/type`.

    Attributes:
        kinds: the types that it names.
        or_inferred: whether that of the value is one as well.
    """

    kinds: tuple[Kind, ...]
    or_inferred: bool


def wanted_types(annotations: Annotations) -> Wanted | None:
    """Return the types of `@schema/type`; None without it, if it is misused, or with `any=`."""
    annotation = annotations.get(TYPE)
    if annotation is None or "any" in annotation.kwargs:
        return None
    try:
        return _wanted(annotation)
    except Misuse as e:
        annotations.misuse(annotation, found=e.found, expected=e.expected, hint=e.hint)
        return None


def any_alone(annotations: Annotations) -> bool:
    """Return whether `@schema/type any=…` is alone, as required; report it otherwise."""
    annotation = annotations.get(TYPE)
    if annotation is None or "any" not in annotation.kwargs:
        return False
    others = [f"{name}=" for name in annotation.kwargs if name != "any"]
    others += [written(value) for value in annotation.args]
    if others:
        listed = Listing(tuple(map(Verbatim, others)))
        found = phrase("any= together with {others}", others=listed)
        expected = phrase("any= alone, or names of types")
        annotations.misuse(annotation, found=found, expected=expected, hint=_ANY_TAKES_ALL)
    return not others


def _wanted(annotation: Annotation) -> Wanted:
    kwargs = annotation.kwargs
    unknown = [name for name in kwargs if name not in ("one_of", "or_inferred")]
    if unknown:
        known = ("one_of", "or_inferred", "any")
        raise Misuse(named(unknown[0]), keywords(known), similar_keyword(unknown, known))
    or_inferred = kwargs.get("or_inferred", False)
    if not isinstance(or_inferred, bool):
        raise Misuse(value_for("or_inferred", kind(or_inferred)), TRUE_OR_FALSE)
    if annotation.args and "one_of" in kwargs:
        raise Misuse(
            phrase("names of types both before one_of= and in it"), phrase("all of them in one place")
        )
    given = list(annotation.args)
    if "one_of" in kwargs:
        one_of = kwargs["one_of"]
        given = list(one_of) if isinstance(one_of, list | tuple) else [one_of]
    if not given and not or_inferred:
        raise Misuse(phrase("no type"), _NAMES)
    kinds = tuple(dict.fromkeys(_named(name) for name in given))
    if "any" in kinds and (len(kinds) > 1 or or_inferred):
        raise Misuse(phrase('"any" with other types'), phrase('"any" alone'), _ANY_TAKES_ALL)
    return Wanted(kinds, or_inferred)


def _named(name: Any) -> Kind:
    if name is None:
        return "null"
    if not isinstance(name, str):
        hint = phrase("a list of names belongs in one_of=") if isinstance(name, list | tuple) else ""
        raise Misuse(phrase("{value} as the name of a type", value=kind(name)), _NAMES, hint)
    if name in _TYPES:
        return _TYPES[name]
    raise Misuse(phrase("the name {name}", name=Verbatim(f'"{name}"')), _NAMES, _meant(name))


def _meant(name: str) -> Param:
    """Return a hint for the name of a type that does not exist."""
    if name.lower() in _COLLECTIONS:
        return phrase(
            "maps and arrays are declared by the value: leave the name out, and set or_inferred=True"
        )
    if name.lower() in _MEANT:
        return phrase("write {name}", name=Verbatim(f'"{_MEANT[name.lower()]}"'))
    near = suggest(name, _TYPES)
    return phrase("did you mean `{name}`?", name=Verbatim(f'"{near}"')) if near else ""

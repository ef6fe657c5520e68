"""The annotations of the proposed dialect (early design; proposal, parts 5 to 7), as facts.

They mean the same in documents of either dialect. What a mark such as `@schema/definition` changes for a
whole document is in `infer`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from yschema_engine.evaluate.argument_phrases import (
    ONE_OF_THEM,
    annotation_name,
    keywords,
    kind,
    named,
    similar_keyword,
    value_for,
)
from yschema_engine.evaluate.starlark.literals import Function
from yschema_engine.read.ytt.annotations import (
    ANY_KEY,
    DESCRIPTION,
    DOC,
    KEY,
    MAY_BE_PRESENT,
    REMOVED,
    TYPE,
    Annotations,
    flag,
    text,
)
from yschema_engine.read.ytt.functions import argument_sources, lambda_body
from yschema_engine.schema import re2_patterns
from yschema_engine.schema.fields import Kind
from yschema_engine.schema.functions import current_functions
from yschema_engine.schema.keys import Allowed, Count, KeyPolicy
from yschema_engine.schema.rule_record import Misuse
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Annotation, Document, Holder, MapItem, Scalar
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, phrase
from yschema_engine.text.suggestions import did_you_mean


def description(annotations: Annotations) -> str:
    """Return the text of `@schema/doc` without its indentation, or that of `@schema/desc`."""
    short, full = annotations.text(DESCRIPTION) or "", annotations.text(DOC)
    if full is None:
        return short
    if short:
        found = Listing((annotation_name(DOC), annotation_name(DESCRIPTION)), "and")
        annotations.misuse(annotations.holder.annotations[DOC], Misuse(found, ONE_OF_THEM))
    from inspect import cleandoc  # noqa: PLC0415  takes time to import

    return cleandoc(full)


def removed(annotations: Annotations) -> str | None:
    """Return the remedy of `@schema/removed`; None without it."""

    def read(annotation: Annotation) -> str:
        _item_of(annotation, annotations.holder)
        return text(annotation)

    return annotations.read(REMOVED, read)


def _item_of(annotation: Annotation, holder: Holder) -> MapItem:
    """Return the map item that has an annotation, or refuse the annotation of another node."""
    if isinstance(holder, MapItem):
        return holder
    found = phrase(
        "{annotation} on {node}",
        annotation=annotation_name(annotation.name),
        node=phrase("a document") if isinstance(holder, Document) else phrase("an array item"),
    )
    raise Misuse(found, phrase("on a map item, above its key"))


_AT_LEAST = r"(?a)([0-9]+)\+"
_COUNT = phrase('a number of keys, a string such as "1+", a function, or a list of these')
_KEYS = phrase('a regular expression, "any", or a function of the key, as in `lambda key: len(key) < 9`')
_ABSENT = (Count(0, 1),)
_TO_REMOVE = phrase("for a key that must not be set, use @schema/removed")


def keys(annotations: Annotations) -> KeyPolicy | None:
    """Return the key policy of the node; None without one, or after reporting a misuse."""
    names = [name for name in (KEY, ANY_KEY, MAY_BE_PRESENT) if name in annotations]

    def read(annotation: Annotation) -> KeyPolicy:
        item = _item_of(annotation, annotations.holder)
        if len(names) > 1:
            raise Misuse(Listing(tuple(map(annotation_name, names)), "and"), ONE_OF_THEM)
        if annotation.name == KEY:
            return _Key(annotation, item.key).keys()
        if annotation.args or annotation.kwargs:
            hint = phrase("@schema/key takes arguments")
            raise Misuse(phrase("an argument"), phrase("no argument"), hint)
        if annotation.name == ANY_KEY:
            return KeyPolicy(annotation.span, Allowed(), (Count(0, None),), optional=True)
        return KeyPolicy(annotation.span, None, _ABSENT, optional=True)

    return annotations.read(names[0], read) if names else None


class _Key:
    """Reads the arguments of a `@schema/key`."""

    def __init__(self, annotation: Annotation, own: Scalar) -> None:
        self._annotation = annotation
        self._own = key_text(own)
        self._sources = argument_sources(annotation)[1]

    def keys(self) -> KeyPolicy:
        annotation = self._annotation
        known = ("allowed", "expects", "missing_ok")
        unknown = [name for name in annotation.kwargs if name not in known]
        if annotation.args or unknown:
            found = phrase("a positional argument") if annotation.args else named(unknown[0])
            raise Misuse(found, keywords(known), similar_keyword(unknown, known))
        allowed = self._allowed() if "allowed" in annotation.kwargs else None
        expects = self._expects(allowed)
        result = KeyPolicy(annotation.span, allowed, expects)
        if allowed is not None:
            return replace(result, optional=True)
        if not result.is_met(1):
            source = Verbatim(f"expects={self._sources.get('expects', '…')}")
            found = phrase("{source} for a single key", source=source)
            raise Misuse(found, phrase("a number of keys that 1 meets, or allowed= in addition"))
        return replace(result, optional=result.is_met(0))

    def _allowed(self) -> Allowed:
        value = self._annotation.kwargs["allowed"]
        if isinstance(value, Function):
            fits = current_functions().add(partial(value.calls.call_with_context, value))
            return Allowed(self._names(value), check=fits)
        if not isinstance(value, str) or not value:
            raise Misuse(value_for("allowed", Verbatim(written(value))), _KEYS)
        if value == "any":
            return Allowed()
        re2_patterns.check_pattern("allowed", value)
        return Allowed(phrase("names that match {pattern}", pattern=Verbatim(value)), value)

    def _expects(self, allowed: Allowed | None) -> tuple[Count, ...]:
        kwargs = self._annotation.kwargs
        if "missing_ok" in kwargs and "expects" in kwargs:
            hint = phrase('missing_ok=True means `expects="0+"`')
            raise Misuse(keywords(("expects", "missing_ok"), "and"), ONE_OF_THEM, hint)
        if flag(self._annotation, "missing_ok"):
            return _ABSENT if allowed is None else (Count(0, None),)
        if "expects" not in kwargs:
            return (Count(),)
        value = kwargs["expects"]
        given = value if isinstance(value, list) else [value]
        counts = tuple(self._count(one, alone=value is one) for one in given)
        if not any(c.check is not None or c.most != 0 for c in counts):
            remedy = _TO_REMOVE if allowed is None and counts else ""
            expected = phrase("{counts}; at least one of them more than 0", counts=_COUNT)
            raise Misuse(value_for("expects", Verbatim(written(value))), expected, remedy)
        return counts

    def _count(self, value: Any, *, alone: bool) -> Count:
        if isinstance(value, Function):
            is_met = current_functions().add(partial(value.calls.call, value))
            return Count(check=is_met, words=self._numbers(value, alone=alone))
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return Count(value, value)
        if isinstance(value, str) and (number := re.fullmatch(_AT_LEAST, value)):
            return Count(int(number[1]), None)
        raise Misuse(value_for("expects", Verbatim(written(value))), _COUNT)

    def _names(self, function: Function) -> Phrase:
        """Return which keys a function of `allowed=` accepts, and what the schema's key is to it."""
        code = lambda_body(self._sources.get("allowed", ""))
        if not code and function.own_name:
            return phrase("names that {function} accepts", function=Verbatim(function.own_name))
        if not code:
            return phrase("names that a function accepts")
        parameters = self._sources["allowed"].partition(":")[0].split(",")
        if len(parameters) == 2 and (parameter := parameters[1].strip()).strip("_"):
            return phrase(
                "names such that {code}, where {parameter} is {key}",
                code=Verbatim(code),
                parameter=Verbatim(parameter),
                key=Verbatim(self._own),
            )
        return phrase("names such that {code}", code=Verbatim(code))

    def _numbers(self, function: Function, *, alone: bool) -> Phrase:
        """Return which numbers of keys a function of `expects=` accepts."""
        if alone and (code := lambda_body(self._sources.get("expects", ""))):
            return phrase("a number of keys such that {code}", code=Verbatim(code))
        if alone and function.own_name:
            return phrase("a number of keys that {function} accepts", function=Verbatim(function.own_name))
        return phrase("a number of keys that a function accepts")


_TYPES: Mapping[str, Kind] = {
    "bool": "boolean",
    "float": "float",
    "int": "integer",
    "null": "null",
    "string": "string",
    "any": "any",
}
_MEANT: Mapping[str, str] = {
    "boolean": "bool",
    "integer": "int",
    "number": "float",
    "double": "float",
    "str": "string",
    "text": "string",
    "none": "null",
    "nil": "null",
}
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


ANY = Wanted(("any",), or_inferred=False)
"""The types of `@schema/type any=True`."""


def wanted_types(annotations: Annotations) -> Wanted | None:
    """Return the types of `@schema/type`; None without it, if it is misused, or with `any=False`."""
    return annotations.read(TYPE, lambda each: _any(each) if "any" in each.kwargs else _wanted(each))


def _any(annotation: Annotation) -> Wanted | None:
    others = [f"{name}=" for name in annotation.kwargs if name != "any"]
    others += [written(value) for value in annotation.args]
    if others:
        found = phrase("any= together with {others}", others=Listing(tuple(map(Verbatim, others))))
        raise Misuse(found, phrase("any= alone, or names of types"), _ANY_TAKES_ALL)
    return ANY if flag(annotation, "any") else None


def _wanted(annotation: Annotation) -> Wanted:
    kwargs, known = annotation.kwargs, ("one_of", "or_inferred", "any")
    unknown = [name for name in kwargs if name not in known]
    if unknown:
        raise Misuse(named(unknown[0]), keywords(known), similar_keyword(unknown, known))
    or_inferred = flag(annotation, "or_inferred")
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
    raise Misuse(phrase("the name {name}", name=Verbatim(f'"{name}"')), _NAMES, _hint_for_type(name))


def _hint_for_type(name: str) -> Param:
    """Return a hint for the name of a type that does not exist."""
    if name.lower() in _COLLECTIONS:
        return phrase(
            "maps and arrays are declared by the value: leave the name out, and set or_inferred=True"
        )
    if name.lower() in _MEANT:
        return phrase("write {name}", name=Verbatim(f'"{_MEANT[name.lower()]}"'))
    return did_you_mean(name, _TYPES, lambda near: Verbatim(f'"{near}"')) or ""

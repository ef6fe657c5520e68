"""The annotations of the designs (early design; proposal, parts 5 to 7), as facts.

They mean the same in documents of either dialect. What a mark such as `@schema/definition` changes for a
whole document is in `infer`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from inspect import cleandoc
from types import MappingProxyType
from typing import Any

from yschema_engine.frontends.ytt.annotations.argument_sources import argument_sources
from yschema_engine.frontends.ytt.annotations.callbacks import Callback
from yschema_engine.frontends.ytt.annotations.shipped import PAIR, Annotations, Pairs, kind
from yschema_engine.frontends.ytt.starlark import Function, LimitError, Module
from yschema_engine.model.fields import Kind
from yschema_engine.model.findings import EngineError
from yschema_engine.model.keys import Allowed, Count, KeyPolicy
from yschema_engine.model.path import key_text
from yschema_engine.model.phrases import Phrase, Verbatim, phrase
from yschema_engine.nodes import Annotation, MapItem, Scalar
from yschema_engine.nodes.compare import written
from yschema_engine.rules.misuse import Misuse
from yschema_engine.rules.regular_expressions import check_pattern, compiled
from yschema_engine.source import Source

TYPE = "schema/type"
KEY = "schema/key"
ANY_KEY = "schema/any-key"
MAY_BE_PRESENT = "schema/key-may-be-present"
DOC = "schema/doc"
EXAMPLE = "schema/example"
EXAMPLES = "schema/examples"
REMOVED = "schema/removed"
VALIDATE = "schema/validate"
_OWN = frozenset((KEY, ANY_KEY, MAY_BE_PRESENT, DOC, REMOVED))

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
_NAMES = "names among " + ", ".join(f'"{name}"' for name in _TYPES) + ", or None"
_AT_LEAST = re.compile(r"([0-9]+)\+", re.ASCII)
_COUNT = 'a number of keys, a text such as "1+", a function, or a list of these'
_ABSENT = (Count(0, 1),)
_TO_REMOVE = "for a key that must not be there use @schema/removed"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The arguments of a `@schema/type`.

    Attributes:
        kinds: the types that it names.
        or_inferred: whether that of the value is one as well.
    """

    kinds: tuple[Kind, ...]
    or_inferred: bool


def of_their_own(annotations: Annotations) -> bool:
    """Return whether the node has annotations that only the designs have, beside rules and examples."""
    return not _OWN.isdisjoint(annotations.holder.annotations)


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
        found = f"any= beside {', '.join(others)}"
        hint = "any type takes in every other one"
        annotations.misuse(annotation, found=found, expected="any= alone, or names of types", hint=hint)
    return not others


def _wanted(annotation: Annotation) -> Wanted:
    kwargs = annotation.kwargs
    unknown = [name for name in kwargs if name not in ("one_of", "or_inferred")]
    if unknown:
        known = ("one_of", "or_inferred", "any")
        raise Misuse(
            f"the keyword argument {unknown[0]}=", "one_of=, or_inferred= or any=", _near(unknown, known)
        )
    or_inferred = kwargs.get("or_inferred", False)
    if not isinstance(or_inferred, bool):
        raise Misuse(f"{kind(or_inferred)} for or_inferred=", "True or False")
    if annotation.args and "one_of" in kwargs:
        raise Misuse("names of types both before one_of= and in it", "all of them in one place")
    given = list(annotation.args)
    if "one_of" in kwargs:
        one_of = kwargs["one_of"]
        given = list(one_of) if isinstance(one_of, list | tuple) else [one_of]
    if not given and not or_inferred:
        raise Misuse("no type", _NAMES)
    kinds = tuple(dict.fromkeys(_named(name) for name in given))
    if "any" in kinds and (len(kinds) > 1 or or_inferred):
        raise Misuse('"any" with other types', '"any" alone', "any type takes in every other one")
    return Wanted(kinds, or_inferred)


def _named(name: Any) -> Kind:
    if name is None:
        return "null"
    if not isinstance(name, str):
        hint = "a list of names goes with one_of=" if isinstance(name, list | tuple) else ""
        raise Misuse(f"{kind(name)} as the name of a type", _NAMES, hint)
    if name in _TYPES:
        return _TYPES[name]
    lowered = name.lower()
    near = get_close_matches(lowered, _TYPES, 1)
    hint = f'did you mean "{near[0]}"?' if near else ""
    if lowered in _MEANT:
        hint = f'write "{_MEANT[lowered]}"'
    if lowered in _COLLECTIONS:
        hint = "maps and arrays are declared by the value: leave the name out, and say or_inferred=True"
    raise Misuse(f'the name "{name}"', _NAMES, hint)


def keys(annotations: Annotations, modules: Mapping[Source, Module]) -> KeyPolicy | None:
    """Return the key policy of the node; None without one, or after reporting a misuse."""
    names = [name for name in (KEY, ANY_KEY, MAY_BE_PRESENT) if name in annotations]
    if not names:
        return None
    annotation = annotations[names[0]]
    if not isinstance(annotations.holder, MapItem):
        expected = "on a map item, above its key"
        annotations.misuse(annotation, found=f"@{names[0]} on {annotations.what}", expected=expected)
        return None
    if len(names) > 1:
        found = " and ".join(f"@{name}" for name in names)
        annotations.misuse(annotation, found=found, expected="one of them")
        return None
    try:
        if annotation.name == KEY:
            module = modules.get(annotation.span.source)
            return _Key(annotation, annotations.holder.key, module).keys()
        if annotation.args or annotation.kwargs:
            raise Misuse(f"an argument in @{annotation.name}", "none", f"@{KEY} takes arguments")
    except Misuse as e:
        annotations.misuse(annotation, found=e.found, expected=e.expected, hint=e.hint)
        return None
    except LimitError:
        raise
    except EngineError as e:
        annotations.failed(e.findings)
        return None
    if annotation.name == ANY_KEY:
        return KeyPolicy(annotation.span, Allowed(), (Count(0, None),), optional=True)
    return KeyPolicy(annotation.span, None, _ABSENT, optional=True)


class _Key:
    """Reads the arguments of a `@schema/key`."""

    def __init__(self, annotation: Annotation, own: Scalar, module: Module | None) -> None:
        self._annotation = annotation
        self._own = key_text(own)
        self._module = module
        self._sources = argument_sources(annotation)[1]

    def keys(self) -> KeyPolicy:
        annotation = self._annotation
        known = ("allowed", "expects", "missing_ok")
        unknown = [name for name in annotation.kwargs if name not in known]
        if annotation.args or unknown:
            found = "a positional argument" if annotation.args else f"the keyword argument {unknown[0]}="
            raise Misuse(found, "allowed=, expects= or missing_ok=", _near(unknown, known))
        allowed = self._allowed() if "allowed" in annotation.kwargs else None
        expects = self._expects(allowed)
        result = KeyPolicy(annotation.span, allowed, expects)
        if allowed is not None:
            return replace(result, optional=True)
        if not result.is_met(1):
            found = f"expects={self._sources.get('expects', '…')}, of one single key"
            raise Misuse(found, "a number that 1 meets, or allowed=")
        return replace(result, optional=result.is_met(0))

    def _allowed(self) -> Allowed:
        value = self._annotation.kwargs["allowed"]
        if isinstance(value, Function):
            return Allowed(self._names(value), check=self._callback(value).fits)
        if not isinstance(value, str) or not value:
            raise Misuse(
                f"{written(value)} for allowed=",
                'a regular expression, "any", or a function of the key, as in lambda key: len(key) < 9',
            )
        if value == "any":
            return Allowed()
        check_pattern("allowed", value)
        return Allowed(phrase("names that match {pattern}", pattern=Verbatim(value)), value, compiled(value))

    def _expects(self, allowed: Allowed | None) -> tuple[Count, ...]:
        kwargs = self._annotation.kwargs
        if "missing_ok" in kwargs:
            if "expects" in kwargs:
                raise Misuse("expects= beside missing_ok=", "one of them", 'missing_ok=True is expects="0+"')
            missing_ok = kwargs["missing_ok"]
            if not isinstance(missing_ok, bool):
                raise Misuse(f"{kind(missing_ok)} for missing_ok=", "True or False")
            if not missing_ok:
                return (Count(),)
            return _ABSENT if allowed is None else (Count(0, None),)
        if "expects" not in kwargs:
            return (Count(),)
        value = kwargs["expects"]
        given = value if isinstance(value, list) else [value]
        counts = tuple(self._count(one, alone=value is one) for one in given)
        if not any(c.check is not None or c.most != 0 for c in counts):
            hint = (
                "for a key that must not be there use @schema/removed" if allowed is None and counts else ""
            )
            raise Misuse(
                f"{written(value)} for expects=", f"{_COUNT}; at least one of them more than 0", hint
            )
        return counts

    def _count(self, value: Any, *, alone: bool) -> Count:
        if isinstance(value, Function):
            return Count(check=self._callback(value), words=self._numbers(value, alone=alone))
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return Count(value, value)
        if isinstance(value, str) and (number := _AT_LEAST.fullmatch(value)):
            return Count(int(number[1]), None)
        raise Misuse(f"{written(value)} for expects=", _COUNT)

    def _callback(self, function: Function) -> Callback:
        assert self._module is not None  # a function comes from a program
        return Callback(function, self._module)

    def _names(self, function: Function) -> Phrase:
        """Return which keys a function of `allowed=` accepts, and what the schema's key is to it."""
        code = self._body("allowed")
        if not code:
            name = _function_name(function)
            if not name:
                return phrase("names that a function accepts")
            return phrase("names that {function} accepts", function=Verbatim(name))
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
        code, name = (self._body("expects"), _function_name(function)) if alone else ("", "")
        if code:
            return phrase("a number of keys such that {code}", code=Verbatim(code))
        if name:
            return phrase("a number of keys that {function} accepts", function=Verbatim(name))
        return phrase("a number of keys that a function accepts")

    def _body(self, argument: str) -> str:
        """Return the body of a lambda, if the annotation holds it."""
        head, colon, body = self._sources.get(argument, "").partition(":")
        return body.strip() if colon and head.lstrip().startswith("lambda") else ""


def _function_name(function: Function) -> str:
    """Return the name of a function; empty for a lambda."""
    name = function.name.rsplit(".", 1)[-1]
    return "" if "lambda" in name else name


def _near(unknown: Sequence[str], known: Sequence[str]) -> str:
    near = get_close_matches(unknown[0], known, 1) if unknown else []
    return f"did you mean {near[0]}=?" if near else ""


def documentation(annotations: Annotations, description: str) -> str:
    """Return the text of `@schema/doc` without its indentation, or that of `@schema/desc`."""
    text = annotations.text(DOC)
    if text is None:
        return description
    if description:
        annotations.misuse(annotations[DOC], found=f"@{DOC} beside @schema/desc", expected="one of them")
    return cleandoc(text)


def example_pairs(annotations: Annotations) -> Pairs:
    """Return the value of `@schema/example`, and the pairs of a `@schema/examples` that is a list of them."""
    pairs: Pairs = []
    if EXAMPLE in annotations:
        annotation = annotations[EXAMPLE]
        if annotations.one_argument(annotation, "one value"):
            pairs.append((annotation, ("", annotation.args[0])))
    if EXAMPLES in annotations:
        annotation = annotations[EXAMPLES]
        pairs += [(annotation, given) for given in _listed(annotations, annotation)]
    return pairs


def _listed(annotations: Annotations, annotation: Annotation) -> Sequence[Any]:
    given = annotation.args
    if annotation.kwargs:
        found = f"a keyword argument in @{EXAMPLES}"
        annotations.misuse(annotation, found=found, expected=PAIR)
    if len(given) == 1 and isinstance(given[0], list):
        given = tuple(given[0])
    if not given and not annotation.kwargs:
        annotations.misuse(annotation, found=f"no value in @{EXAMPLES}", expected=PAIR)
    return given


def removed(annotations: Annotations) -> str | None:
    """Return the remedy of `@schema/removed`; None without it."""
    annotation = annotations.get(REMOVED)
    if annotation is None:
        return None
    if not isinstance(annotations.holder, MapItem):
        expected = "on a map item, above its key"
        annotations.misuse(annotation, found=f"@{REMOVED} on {annotations.what}", expected=expected)
        return None
    return annotations.text(REMOVED)

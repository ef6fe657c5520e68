"""The rule `one_of`: a list of allowed values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from types import MappingProxyType
from typing import Any

from yschema_engine.model.rules import Rule
from yschema_engine.rules import reading
from yschema_engine.rules.in_yaml import in_yaml
from yschema_engine.rules.record import Keywords, NamedRule, Portability, Subject, Target
from yschema_engine.text.node_values import equal, written
from yschema_engine.text.nodes import Array, Map, Value, to_plain, type_name
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, phrase

_VALUES = phrase("a list of values")
_NUMBERS = frozenset({"integer", "float"})
_PLAIN_KINDS = MappingProxyType({"list": "array", "tuple": "array", "dict": "map"})


def _read(keyword: str, value: Any) -> list[Any]:
    plain = to_plain(value) if isinstance(value, Map | Array) else value
    if not isinstance(plain, list | tuple | dict):
        raise reading.refusal(keyword, value, _VALUES)
    return list(plain)


def _assertion(arguments: Sequence[Any]) -> Any:
    return arguments if len(arguments) > 1 else reading.one_argument(arguments)


def _check(values: list[Any], value: Value) -> Param | None:
    plain = to_plain(value)
    if type(plain) is str and plain in values:
        return None
    if any(equal(plain, to_plain(allowed)) for allowed in values):
        return None
    return phrase("{value}, which is none of the allowed values", value=Verbatim(written(plain)))


def _phrase(values: list[Any], _: Subject) -> Phrase:
    listed = tuple(Verbatim(in_yaml(value)) for value in values)
    if len(listed) == 1:
        return phrase("exactly {value}", value=listed[0])
    return phrase("one of {values}", values=Listing(listed))


def _kind(value: Any) -> str:
    return _PLAIN_KINDS.get(type(value).__name__, type_name(value))


def _kinds(values: list[Any], _: Target) -> set[str]:
    kinds = {_kind(to_plain(value)) for value in values}
    return kinds | _NUMBERS if kinds & _NUMBERS else kinds


def _json_schema(rule: Rule, target: Target) -> Iterator[Keywords]:
    # Maps are merged and completed before they are compared.
    loose = {"map": "object"} | ({"array": "array"} if target.merges_items else {})
    exact_kinds = [kind for kind in target.kinds if kind not in loose]
    values = [value for value in _json_values(rule) if _fits(value, exact_kinds)]
    if "null" in target.kinds and None not in values:
        values.append(None)
    exact: Keywords = {"const": values[0]} if len(values) == 1 else {"enum": values}
    types = [name for kind, name in loose.items() if kind in target.kinds]
    if not types:
        yield exact
    elif values:
        yield {"anyOf": [exact, {"type": types}]}


def _fits(value: Any, kinds: Sequence[str]) -> bool:
    """Return whether a plain value, or one that is equal to it, is of one of the kinds."""
    kind = _kind(value)
    return kind in kinds or (kind == "float" and "integer" in kinds and value.is_integer())


def _openapi(rule: Rule, _: Target) -> Iterator[Keywords]:
    yield {"enum": _json_values(rule)}


def _json_values(rule: Rule) -> list[Any]:
    return [value for value in map(to_plain, rule.argument) if _is_json(value)]


def _is_json(value: Any) -> bool:
    """Return whether JSON can hold a plain value: no function, no infinite number."""
    if isinstance(value, list | tuple):
        return all(map(_is_json, value))
    if isinstance(value, dict):
        return all(map(_is_json, value.values()))
    return value is None or isinstance(value, str | int) or (isinstance(value, float) and isfinite(value))


ONE_OF = NamedRule(
    name="one_of",
    aliases=("enum",),
    expected=_VALUES,
    takes_list=True,
    read=_read,
    assertion=_assertion,
    check=_check,
    phrase=_phrase,
    values=lambda values: values,
    examples=lambda values: values,
    kinds=_kinds,
    json_schema=_json_schema,
    openapi=_openapi,
    portability=Portability(keyword="one_of", exported_since="0.50"),
)

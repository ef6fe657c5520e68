"""The rule `one_not_null`: of some keys of a map, exactly one that is not null."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from yschema_engine.model.rules import Rule
from yschema_engine.model.type_check import kind_name
from yschema_engine.rules import reading
from yschema_engine.rules.record import Keywords, NamedRule, Portability, Subject, Target, Without
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Array, Map, Scalar, Value, to_plain, type_name
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, phrase

_KEYS = phrase("True or a list of keys")
_OTHERS = object()
"""Stands for keys that the schema does not name."""


def _read(keyword: str, value: Any) -> Literal[True] | list[Any]:
    plain = to_plain(value) if isinstance(value, Map | Array) else value
    if plain is True:
        return True
    if not isinstance(plain, list | tuple | dict):
        raise reading.refusal(keyword, value, _KEYS)
    return list(plain)


def _assertion(arguments: Sequence[Any]) -> Any:
    return reading.one_argument(arguments) if arguments else True


def _check(keys: Literal[True] | list[Any], value: Value) -> Param | None:
    if not isinstance(value, Map):
        return phrase("{type}; expected a map", type=kind_name(type_name(value)))
    present = [i.key for i in value.items if i.value is not None and (keys is True or i.key in keys)]
    if len(present) == 1:
        return None
    if not present:
        return phrase("all values are null")
    return phrase("{keys} are not null", keys=Verbatim(written(present)))


def _phrase(keys: Literal[True] | list[Any], subject: Subject) -> Phrase:
    if keys is True:
        return phrase("exactly one of its keys is not null")
    links = Listing(tuple(subject.key(key) for key in keys))
    return phrase("exactly one of {keys} is not null", keys=links)


def _kinds(keys: Any, target: Target) -> tuple[str, ...]:
    return ("map",) if _looked_at(keys, target) else ()


def _json_schema(rule: Rule, target: Target) -> Iterator[Keywords]:
    keys = _looked_at(rule.argument, target) if "map" in target.kinds else []
    if not keys:
        return
    if _OTHERS in keys:
        if all(value is None for value in target.base.values()):
            yield {"not": {"type": "object", "additionalProperties": {"type": "null"}}}
        return
    ways = [_is_not_null(key_text(key), target.base.get(key)) for key in keys]
    null = [{"type": "null"}] if "null" in target.kinds else []
    yield {"oneOf": [*null, *({"type": "object", **way} for way in ways)]}


def _looked_at(keys: Literal[True] | list[Any], target: Target) -> list[Any]:
    """Return the keys that the rule is about, which may be others than the schema names."""
    if keys is not True:
        return list(dict.fromkeys(key for key in keys if not isinstance(key, list | tuple | dict)))
    others = [_OTHERS] if target.is_open else []
    return [*dict.fromkeys([*target.base, *target.names]), *others]


def _is_not_null(key: Scalar, base: Value) -> Keywords:
    """Return keywords for a value at a key that is not null: the one that is set, else the default."""
    value: Keywords = {"properties": {key: {"not": {"type": "null"}}}}
    return value if base is not None else {"required": [key], **value}


ONE_NOT_NULL = NamedRule(
    name="one_not_null",
    expected=_KEYS,
    read=_read,
    assertion=_assertion,
    check=_check,
    phrase=_phrase,
    examples=Without("the search for least values tries each key of a map"),
    kinds=_kinds,
    json_schema=_json_schema,
    openapi=Without("ytt does not export it: keywords of OpenAPI do not see defaults"),
    portability=Portability(keyword="one_not_null"),
)

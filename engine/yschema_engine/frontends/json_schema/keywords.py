"""Keywords of the library `jsonschema` with limits: of time, and of what references lead to.

The library searches by Python's regular expressions, which can take any time, and fails if a reference leads
nowhere. References are checked when a schema is loaded; here, one that is not followed allows every value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, wraps
from typing import Any

from jsonschema.exceptions import ValidationError

from yschema_engine.frontends.json_schema.alternatives import NoAlternativeError, select
from yschema_engine.frontends.json_schema.deadline import check_time
from yschema_engine.frontends.json_schema.evaluated import (
    declared_keys,
    evaluated_items,
    evaluated_keys,
    referred,
)
from yschema_engine.frontends.json_schema.search import is_match

Keyword = Callable[[Any, Any, Any, Any], Any]
_ALTERNATIVES = ("anyOf", "oneOf")


class UndeclaredKeyError(ValidationError):  # type: ignore[misc]
    """A key that `unevaluatedProperties` refuses.

    Attributes:
        key: the key.
        declared: the keys that the schema declares.
    """

    def __init__(self, key: str, declared: Sequence[str]) -> None:
        """Make an error about a key."""
        super().__init__(f"{key!r} is not declared")
        self.key = key
        self.declared = declared


def limited(keywords: Mapping[str, Keyword]) -> dict[str, Keyword]:
    """Return the keywords of a dialect, all of them with limits."""
    own = {name: keyword for name, keyword in _KEYWORDS.items() if name in keywords}
    own |= {name: _selecting(keywords[name]) for name in _ALTERNATIVES}
    return {name: _timed(keyword) for name, keyword in {**keywords, **own}.items()}


def _timed(keyword: Keyword) -> Keyword:
    @wraps(keyword)
    def timed(validator: Any, value: Any, instance: Any, schema: Any) -> Any:
        check_time()
        return keyword(validator, value, instance, schema)

    return timed


def _selecting(keyword: Keyword) -> Keyword:
    """Return a keyword with alternatives whose errors say which of them a map is meant to be."""

    def selecting(validator: Any, alternatives: Any, instance: Any, schema: Any) -> Any:
        for error in keyword(validator, alternatives, instance, schema):
            if error.context and isinstance(instance, dict):
                yield NoAlternativeError(error, partial(select, validator, alternatives, instance))
            else:
                yield error

    return selecting


def _reference(keyword: str) -> Keyword:
    def follow(validator: Any, reference: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
        for inner, subschema in referred(validator, reference, keyword):
            yield from validator.descend(instance, subschema, resolver=inner._resolver)

    return follow


def _pattern(validator: Any, pattern: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    if validator.is_type(instance, "string") and not is_match(pattern, instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _pattern_properties(validator: Any, patterns: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    if not validator.is_type(instance, "object"):
        return
    for pattern, subschema in patterns.items():
        for key, value in instance.items():
            if is_match(pattern, key):
                yield from validator.descend(value, subschema, path=key, schema_path=pattern)


def _additional(validator: Any, additional: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if not validator.is_type(instance, "object"):
        return
    extras = additional_keys(instance, schema)
    if additional is False and extras:
        yield ValidationError(f"keys that are not declared: {extras}")
    elif additional is not False:
        for key in extras:
            yield from validator.descend(instance[key], additional, path=key)


def additional_keys(instance: Mapping[str, Any], schema: Mapping[str, Any]) -> list[str]:
    """Return the keys that neither `properties` nor `patternProperties` declares."""
    named, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    others = (key for key in instance if key not in named)
    return [key for key in others if not any(is_match(pattern, key) for pattern in patterns)]


def _unevaluated_keys(
    validator: Any, subschema: Any, instance: Any, schema: Any
) -> Iterator[ValidationError]:
    if not validator.is_type(instance, "object"):
        return
    evaluated = evaluated_keys(validator, instance, schema, is_outermost=True)
    for key in (key for key in instance if key not in evaluated):
        if subschema is False:
            yield UndeclaredKeyError(key, declared_keys(validator, schema))
        else:
            yield from validator.descend(instance[key], subschema, path=key)


def _unevaluated_items(
    validator: Any, subschema: Any, instance: Any, schema: Any
) -> Iterator[ValidationError]:
    if not validator.is_type(instance, "array"):
        return
    evaluated = evaluated_items(validator, instance, schema, is_outermost=True)
    for index in (index for index in range(len(instance)) if index not in evaluated):
        if subschema is False:
            message = f"item {index} is not declared"
            yield ValidationError(message, path=(index,), instance=instance[index])
        else:
            yield from validator.descend(instance[index], subschema, path=index)


_KEYWORDS: Mapping[str, Keyword] = {
    **{keyword: _reference(keyword) for keyword in ("$ref", "$dynamicRef", "$recursiveRef")},
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional,
    "unevaluatedProperties": _unevaluated_keys,
    "unevaluatedItems": _unevaluated_items,
}

"""Keywords of the library `jsonschema`, within limits, and for schemas of which a part is not known.

The library searches by Python's regular expressions, which can take any time, and fails if a reference leads
nowhere. References are checked when a schema is loaded. If one is not followed, a part of the schema is not
known: it refuses no value, also where `oneOf`, `not` or `if` ask whether a value matches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, wraps
from types import MappingProxyType
from typing import Any

from yschema_engine.compiled.evaluated import (
    NoAlternativeError,
    UnknownError,
    additional_keys,
    declared_keys,
    evaluated,
    is_match_of,
    referred,
    select,
    steps_of,
)
from yschema_engine.compiled.library import ValidationError, check_time, extend, is_match
from yschema_engine.schema.rules_of_bounds import is_multiple

Keyword = Callable[[Any, Any, Any, Any], Any]


class UndeclaredKeyError(ValidationError):  # type: ignore[misc]
    """A key that `unevaluatedProperties` refuses.

    Attributes:
        key: the key.
        declared: the keys that the schema declares.
    """

    def __init__(self, key: str, declared: Sequence[str]) -> None:
        super().__init__(f"{key!r} is not declared")
        self.key = key
        self.declared = declared


def _timed(keyword: Keyword) -> Keyword:
    @wraps(keyword)
    def timed(validator: Any, value: Any, instance: Any, schema: Any) -> Any:
        check_time()
        return keyword(validator, value, instance, schema)

    return timed


def _alternatives(
    validator: Any, alternatives: Any, instance: Any, _: Any, *, is_one: bool
) -> Iterator[ValidationError]:
    """Yield the error of a value that matches no alternative, or several of those of `oneOf`."""
    context: list[ValidationError] = []
    matching = unknown = 0
    for index, each in enumerate(alternatives):
        errors = list(validator.descend(instance, each, schema_path=index))
        if not errors and not is_one:
            return
        matches = is_match_of(errors)
        matching += matches is True
        unknown += matches is None
        context += (error for error in errors if not isinstance(error, UnknownError))
    if matching > 1:
        yield ValidationError("several alternatives match")
    elif unknown:
        yield UnknownError("not known")
    elif not matching and isinstance(instance, dict):
        yield NoAlternativeError(context, partial(select, validator, alternatives, instance))
    elif not matching:
        yield ValidationError("no alternative matches", context=context)


def _not(validator: Any, schema: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    matches = is_match_of(validator.descend(instance, schema))
    if matches:
        yield ValidationError("the value matches")
    elif matches is None:
        yield UnknownError("not known")


def _if(validator: Any, condition: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    matches = is_match_of(validator.descend(instance, condition))
    keyword = "then" if matches else "else"
    if matches is None:
        yield UnknownError("not known")
    elif keyword in schema:
        for error in validator.descend(instance, schema[keyword], schema_path=keyword):
            if not hasattr(error, "condition"):
                error.condition = condition, matches
            yield error


def _contains(validator: Any, contained: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if not validator.is_type(instance, "array"):
        return
    counts = schema if "dependentRequired" in validator.VALIDATORS else {}  # not in draft 7
    least, most = counts.get("minContains", 1), counts.get("maxContains", len(instance))
    matches = [is_match_of(validator.descend(item, contained)) for item in instance]
    certain = matches.count(True)
    possible = certain + matches.count(None)
    if certain > most or possible < least:
        yield ValidationError(f"{certain} items match")
    elif possible > most or certain < least:
        yield UnknownError("not known")


def _multiple_of(validator: Any, factor: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    if validator.is_type(instance, "number") and not is_multiple(instance, factor):
        yield ValidationError(f"{instance!r} is not a multiple of {factor}")


def _reference(keyword: str) -> Keyword:
    def follow(validator: Any, reference: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
        targets = list(referred(validator, reference, keyword))
        for inner, subschema in targets:
            yield from validator.descend(instance, subschema, resolver=inner._resolver)
        if not targets:
            yield UnknownError("not known")

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


def _unevaluated(
    type_: Any, validator: Any, subschema: Any, instance: Any, schema: Any
) -> Iterator[ValidationError]:
    if not isinstance(instance, type_):
        return
    seen = evaluated(validator, instance, schema, is_outermost=True)
    for step in (each for each in steps_of(instance) if each not in seen):
        if subschema is not False:
            yield from validator.descend(instance[step], subschema, path=step)
        elif type_ is dict:
            yield UndeclaredKeyError(step, declared_keys(validator, schema))
        else:
            message = f"item {step} is not declared"
            yield ValidationError(message, path=(step,), instance=instance[step])


_KEYWORDS: Mapping[str, Keyword] = {
    **{keyword: _reference(keyword) for keyword in ("$ref", "$dynamicRef", "$recursiveRef")},
    "anyOf": partial(_alternatives, is_one=False),
    "oneOf": partial(_alternatives, is_one=True),
    "not": _not,
    "if": _if,
    "contains": _contains,
    "multipleOf": _multiple_of,
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional,
    "unevaluatedProperties": partial(_unevaluated, dict),
    "unevaluatedItems": partial(_unevaluated, list),
}


def limited_validator(
    base: Any, further: Mapping[str, Keyword] = MappingProxyType({}), type_checker: Any = None
) -> Any:
    """Return a class with limits, which an embedded `$schema` does not lift, and with complete paths.

    Args:
        base: the class of the library.
        further: keywords that the dialect does not have.
        type_checker: of the library, for types that differ from those of the class.
    """
    keywords: dict[str, Keyword] = {**base.VALIDATORS, **further}
    keywords |= {name: keyword for name, keyword in _KEYWORDS.items() if name in keywords}
    timed = {name: _timed(keyword) for name, keyword in keywords.items()}
    validator = extend(base, timed, type_checker=type_checker)
    evolve, descend = validator.evolve, validator.descend

    def evolve_within_limits(self: Any, **changes: Any) -> Any:
        schema = changes.get("schema")
        if isinstance(schema, dict) and "$schema" in schema:
            changes["schema"] = {key: value for key, value in schema.items() if key != "$schema"}
        return evolve(self, **changes)

    def descend_with_path(self: Any, instance: Any, schema: Any, path: Any = None, **places: Any) -> Any:
        for error in descend(self, instance, schema, path=path, **places):
            if schema is False and path is not None:
                error.path.appendleft(path)  # which the library forgets
            yield error

    validator.evolve, validator.descend = evolve_within_limits, descend_with_path
    return validator

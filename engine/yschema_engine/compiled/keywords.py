"""Keywords of the library `jsonschema`, extended with limits, and the dialects that use them.

The library searches by Python's regular expressions, which can take any time, and fails if a reference leads
nowhere. References are checked when a schema is loaded; here, one that is not followed allows every value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, wraps
from types import MappingProxyType
from typing import Any

from referencing.jsonschema import DRAFT7, DRAFT201909, DRAFT202012

from yschema_engine.compiled.documents import OLD_DRAFT, UNKNOWN_DIALECT, get_item
from yschema_engine.compiled.evaluated import (
    NoAlternativeError,
    declared_keys,
    evaluated,
    referred,
    select,
    steps_of,
)
from yschema_engine.compiled.formats import ALL, OF_DRAFT_7, format_checker
from yschema_engine.compiled.library import (
    Draft7Validator,
    Draft201909Validator,
    Draft202012Validator,
    ValidationError,
    check_time,
    extend,
    is_match,
)
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Code, EngineError, Finding, finding
from yschema_engine.text.nodes import MapItem, Value
from yschema_engine.text.phrases import Listing, Verbatim

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


def _timed(keyword: Keyword) -> Keyword:
    @wraps(keyword)
    def timed(validator: Any, value: Any, instance: Any, schema: Any) -> Any:
        check_time()
        return keyword(validator, value, instance, schema)

    return timed


def _selecting(keyword: Keyword) -> Keyword:
    """Return a keyword with alternatives whose errors name the one that a map most likely means."""

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
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional,
    "unevaluatedProperties": partial(_unevaluated, dict),
    "unevaluatedItems": partial(_unevaluated, list),
}


@dataclass(frozen=True, slots=True)
class Dialect:
    """A dialect of JSON Schema.

    Attributes:
        uri: the value of `$schema`.
        specification: how the library `referencing` finds identifiers and anchors.
        meta: the class of the library that checks schemas.
        validator: the class that checks instances, within limits.
        formats: an object of the library, which checks formats.
        merges_references: whether keywords next to a `$ref` count.
    """

    uri: str
    specification: Any
    meta: Any
    validator: Any
    formats: Any
    merges_references: bool


def limited_validator(base: Any, further: Mapping[str, Keyword] = MappingProxyType({})) -> Any:
    """Return a class with limits, which an embedded `$schema` does not lift, and with complete paths.

    Args:
        base: the class of the library.
        further: keywords that the dialect does not have.
    """
    keywords: dict[str, Keyword] = {**base.VALIDATORS, **further}
    keywords |= {name: keyword for name, keyword in _KEYWORDS.items() if name in keywords}
    keywords |= {name: _selecting(keywords[name]) for name in _ALTERNATIVES}
    validator = extend(base, {name: _timed(keyword) for name, keyword in keywords.items()})
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


def _dialect(
    uri: str, specification: Any, base: Any, formats: Iterable[str] = ALL, *, merges_references: bool = True
) -> Dialect:
    checker = format_checker(formats)
    return Dialect(uri, specification, base, limited_validator(base), checker, merges_references)


LATEST = _dialect("https://json-schema.org/draft/2020-12/schema", DRAFT202012, Draft202012Validator)
DRAFT_2019 = _dialect("https://json-schema.org/draft/2019-09/schema", DRAFT201909, Draft201909Validator)
DRAFT_7 = _dialect(
    "http://json-schema.org/draft-07/schema", DRAFT7, Draft7Validator, OF_DRAFT_7, merges_references=False
)
DIALECTS: Mapping[str, Dialect] = MappingProxyType({each.uri: each for each in (LATEST, DRAFT_2019, DRAFT_7)})
# Draft 7 adds `if` and annotations to draft 6, and takes nothing away.
_DRAFT_6 = "json-schema.org/draft-06/schema"
# Names have no scheme, because people write both `http:` and `https:`.
_BY_NAME: Mapping[str, Dialect] = MappingProxyType(
    {**{uri.partition("://")[2]: dialect for uri, dialect in DIALECTS.items()}, _DRAFT_6: DRAFT_7}
)
_OLD_DRAFTS = r"json-schema\.org/draft-0[0-5]/(hyper-)?schema"


def dialect_of(document: Value) -> Dialect:
    """Return the dialect of a document; 2020-12 without `$schema`, and if its dialect is unknown.

    Raises:
        EngineError: the dialect is a draft that is too old.
    """
    item = get_item(document, "$schema")
    name = _name_in(item)
    if item is not None and re.fullmatch(_OLD_DRAFTS, name):
        raise EngineError([_finding(OLD_DRAFT, item)])
    return _BY_NAME.get(name, LATEST)


def about_dialect(document: Value) -> Iterator[Finding]:
    """Yield the finding about a `$schema` that names no known dialect."""
    item = get_item(document, "$schema")
    if item is not None and _name_in(item) not in _BY_NAME:
        yield _finding(UNKNOWN_DIALECT, item)


def _name_in(item: MapItem | None) -> str:
    """Return the address in `$schema` without its scheme."""
    uri = "" if item is None else str(item.value)
    return uri.rstrip("#").removeprefix("http://").removeprefix("https://")


def _finding(code: Code, item: MapItem) -> Finding:
    known = Listing(tuple(map(Verbatim, DIALECTS)), "or")
    return finding(code, item.span, found=Verbatim(str(item.value)), dialects=known)

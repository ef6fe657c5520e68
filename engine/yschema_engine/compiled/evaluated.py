"""The parts of a value that keywords have evaluated, and the alternative that a map most likely means.

Schemas of 2019-09 differ: a list of `items` and `additionalItems` stand for `prefixItems` and `items`,
`contains` evaluates no items, and `$recursiveRef` stands for `$dynamicRef`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from referencing.exceptions import Unresolvable

from yschema_engine.compiled.library import ValidationError, check_time, is_match
from yschema_engine.schema.schema_keywords import KEYWORDS, REFERENCES, schemas_of
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.node_values import is_among, shared
from yschema_engine.text.suggestions import suggest

MOST_KEYS = 200
"""The number of keys that a misspelt one is compared with."""
_IN_PLACE = tuple(name for name, each in KEYWORDS.items() if each.is_in_place)
_COMBINING = ("allOf", "anyOf", "oneOf")


def evaluated(validator: Any, instance: Any, schema: Any, *, is_outermost: bool = False) -> set[Any]:
    """Return the keys of a map, or the indexes of an array, that a schema which it matches has evaluated.

    Args:
        validator: the library's, for the schema.
        instance: the map or the array.
        schema: the schema.
        is_outermost: whether `unevaluatedProperties` or `unevaluatedItems` of the schema itself is what asks.
    """
    check_time()
    if not isinstance(schema, dict):
        return set()
    own = _evaluated_keys if isinstance(instance, dict) else _evaluated_items
    steps = own(validator, instance, schema, is_outermost=is_outermost)
    is_known = all(any(referred(validator, schema[each], each)) for each in REFERENCES if each in schema)
    if steps is None or not is_known:
        return set(steps_of(instance))
    for inner, subschema in _in_place(validator, schema, _applied(validator, instance, schema)):
        steps |= evaluated(inner, instance, subschema)
    return steps


def steps_of(instance: Any) -> Iterable[Any]:
    """Return the keys of a map, or the indexes of an array."""
    return instance if isinstance(instance, dict) else range(len(instance))


def _evaluated_keys(_: Any, instance: Any, schema: Any, *, is_outermost: bool) -> set[Any] | None:
    """Return the keys that the keywords of a schema itself have evaluated; None for all of them."""
    if "additionalProperties" in schema or ("unevaluatedProperties" in schema and not is_outermost):
        return None
    return {*instance} - {*additional_keys(instance, schema)}


def additional_keys(instance: Mapping[str, Any], schema: Mapping[str, Any]) -> list[str]:
    """Return the keys that neither `properties` nor `patternProperties` declares."""
    named, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    others = (key for key in instance if key not in named)
    return [key for key in others if not any(is_match(pattern, key) for pattern in patterns)]


def _evaluated_items(validator: Any, instance: Any, schema: Any, *, is_outermost: bool) -> set[Any] | None:
    """Return the indexes of items; as `_evaluated_keys`."""
    items = schema.get("items")
    is_list = isinstance(items, list)
    rest = "additionalItems" if is_list else "items"
    if rest in schema or ("unevaluatedItems" in schema and not is_outermost):
        return None
    indexes = set(range(len(items if is_list else schema.get("prefixItems", ()))))
    if "contains" in schema and "prefixItems" in validator.VALIDATORS:
        contained = schema["contains"]
        matches = (_matches(validator, item, contained) for item in instance)
        indexes |= {index for index, each in enumerate(matches) if each is not False}
    return indexes


def declared_keys(validator: Any, schema: Any) -> list[str]:
    """Return the keys that a schema declares, and those of all schemas in it for the same value."""
    declared = (properties for _, properties in _with([*_parts(validator, schema, _IN_PLACE)], "properties"))
    return list(dict.fromkeys(key for each in declared for key in each if each[key] is not False))


def _in_place(validator: Any, schema: Any, subschemas: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield the schemas that references of a schema lead to, then subschemas, each with its validator."""
    for keyword in REFERENCES:
        if keyword in schema:
            yield from referred(validator, schema[keyword], keyword)
    for subschema in subschemas:
        yield validator.evolve(schema=subschema), subschema


def _applied(validator: Any, instance: Any, schema: Any) -> Iterator[Any]:
    """Yield the subschemas for the same value that it matches."""
    for keyword in _COMBINING:
        yield from (
            each for each in schema.get(keyword, ()) if _matches(validator, instance, each) is not False
        )
    if isinstance(instance, dict):
        dependent = schema.get("dependentSchemas", {})
        yield from (subschema for key, subschema in dependent.items() if key in instance)
    if "if" in schema:
        matches = _matches(validator, instance, schema["if"])
        branches = (*(("if", "then") if matches is not False else ()), *(() if matches else ("else",)))
        yield from (schema[keyword] for keyword in branches if keyword in schema)


def referred(validator: Any, reference: str, keyword: str = "$ref") -> Iterator[tuple[Any, Any]]:
    """Yield the schema that a reference leads to, with its validator; nothing if it leads nowhere."""
    resolver = validator._resolver
    try:
        resolved = resolver.lookup(reference)
        if keyword == "$recursiveRef":
            resolved = _outermost(resolver, resolved)
    except (Unresolvable, ValueError):
        return
    if isinstance(resolved.contents, dict | bool):
        inner = validator.evolve(schema=resolved.contents, _resolver=resolved.resolver)
        yield inner, resolved.contents


def _outermost(resolver: Any, resolved: Any) -> Any:
    """Return the outermost schema with `$recursiveAnchor` in the dynamic scope (2019-09, section 8.2.4.2)."""
    for uri, _ in resolver.dynamic_scope():
        if not _is_anchor(resolved):
            break
        try:
            outer = resolver.lookup(uri)
        except Unresolvable:
            continue  # the schema itself, if it has no `$id`
        if not _is_anchor(outer):
            break
        resolved = outer
    return resolved


def _is_anchor(resolved: Any) -> bool:
    return isinstance(resolved.contents, dict) and resolved.contents.get("$recursiveAnchor") is True


def _matches(validator: Any, instance: Any, subschema: Any) -> bool | None:
    return is_match_of(validator.descend(instance, subschema))


class UnknownError(ValidationError):  # type: ignore[misc]
    """A value may match a schema or not: a part of the schema is not known."""


def is_match_of(errors: Iterable[ValidationError]) -> bool | None:
    """Return whether a value with these errors matches a schema; None if that is not known."""
    matches: bool | None = True
    for error in errors:
        if not isinstance(error, UnknownError):
            return False
        matches = None
    return matches


_Parts = Sequence[tuple[Any, Any]]  # schemas for the same value, each with its validator


@dataclass(frozen=True, slots=True)
class Selection:
    """The alternatives that a map most likely means.

    Attributes:
        indexes: their indexes.
        key: a key whose value selects no alternative; None if there is no such key.
        values: those that select one.
        nearest: the index of the one that declares most of the keys of the map; None if several do.
    """

    indexes: tuple[int, ...]
    key: str | None = None
    values: tuple[Any, ...] = ()
    nearest: int | None = None


class NoAlternativeError(ValidationError):  # type: ignore[misc]
    """A map that matches none of several alternatives."""

    def __init__(self, context: Sequence[ValidationError], find: Callable[[], Selection]) -> None:
        """Make an error.

        Args:
            context: the errors of each alternative.
            find: returns the alternatives that the map is meant to be.
        """
        super().__init__("no alternative matches", context=context)
        self._find = find

    @cached_property
    def selection(self) -> Selection:
        """The alternatives that the map most likely means."""
        return self._find()


def select(validator: Any, alternatives: Sequence[Any], instance: Mapping[str, Any]) -> Selection:
    """Return the alternatives that a map most likely means.

    Args:
        validator: the library's, for the schema with the alternatives.
        alternatives: their schemas.
        instance: the map.
    """
    parts = [list(_parts(validator, each)) for each in alternatives]
    indexes = [index for index, each in enumerate(parts) if _allows_maps(each)]
    for key in _keys_in(parts[indexes[0]], "properties") if indexes else ():
        listed = [_listed(_at_key(parts[index], key)) for index in indexes]
        values = [each for each in listed if each is not None]
        if len(values) < len(indexes):
            continue
        if key in instance:
            chosen = [i for i, each in zip(indexes, values, strict=True) if is_among(instance[key], each)]
        elif all(key in _keys_in(parts[index], "required") for index in indexes):
            chosen = []
        else:
            continue
        if not chosen:
            return Selection((), key, tuple(_distinct(values)))
        indexes = chosen
    nearest = _nearest(validator, {index: alternatives[index] for index in indexes}, instance)
    return Selection(tuple(indexes), nearest=nearest)


def _nearest(validator: Any, alternatives: Mapping[int, Any], instance: Mapping[str, Any]) -> int | None:
    """Return the index of the alternative that declares most of the keys of a map, also of misspelt ones."""
    known = {
        index: declared_keys(validator.evolve(schema=each), each) for index, each in alternatives.items()
    }
    counts = {index: sum(_is_like(key, keys) for key in instance) for index, keys in known.items()}
    most = max(counts.values(), default=0)
    nearest = [index for index, count in counts.items() if count == most]
    return nearest[0] if most and len(nearest) == 1 else None


def _is_like(key: str, known: Sequence[str]) -> bool:
    return key in known or (len(known) <= MOST_KEYS and suggest(key, known) is not None)


def _parts(validator: Any, schema: Any, keywords: Sequence[str] = ("allOf",)) -> Iterator[tuple[Any, Any]]:
    """Yield a schema and those for the same value that it refers to, or has in some keywords.

    Each comes with its validator.
    """
    pending, seen = [(validator, schema)], set[int]()
    while pending:
        check_time()
        current, each = pending.pop(0)
        if id(each) in seen:
            continue
        seen.add(id(each))
        if not isinstance(each, dict):
            yield current, each
            continue
        merges = "$ref" not in each or "unevaluatedProperties" in validator.VALIDATORS  # as in some dialects
        if merges:
            yield current, each
        subschemas = (schemas_of(name, each[name]) for name in keywords if merges and name in each)
        pending += _in_place(current, each, chain.from_iterable(subschemas))


def _with(parts: _Parts, keyword: str) -> Iterator[tuple[Any, Any]]:
    """Yield the values of a keyword, each with the validator of its schema."""
    return (
        (validator, each[keyword]) for validator, each in parts if isinstance(each, dict) and keyword in each
    )


def _allows_maps(parts: _Parts) -> bool:
    """Return whether neither the types nor the values that a schema lists exclude maps."""
    if any(each is False for _, each in parts):
        return False
    listed = _listed(parts)
    return all("object" in value for _, value in _with(parts, "type")) and (
        listed is None or any(isinstance(each, dict) for each in listed)
    )


def _keys_in(parts: _Parts, keyword: str) -> list[str]:
    """Return the keys that `properties` or `required` names."""
    return list(dict.fromkeys(key for _, keys in _with(parts, keyword) for key in keys))


def _at_key(parts: _Parts, key: str) -> list[tuple[Any, Any]]:
    """Return the parts of the schemas of the value at a key."""
    declared = (each for each in _with(parts, "properties") if key in each[1])
    return [part for validator, properties in declared for part in _parts(validator, properties[key])]


def _listed(parts: _Parts) -> list[Any] | None:
    """Return the values that all of several schemas list; None if none of them lists values."""
    lists = [[value] for _, value in _with(parts, "const")] + [values for _, values in _with(parts, "enum")]
    return shared(lists) if lists else None


def _distinct(lists: Sequence[Sequence[Any]]) -> list[Any]:
    values: list[Any] = []
    for value in (each for listed in lists for each in listed):
        if not is_among(value, values):
            values.append(value)
    return values

"""The keys and the items of a value that some keyword of a schema has evaluated (2020-12, section 11).

Schemas of 2019-09 differ: a list of `items` and `additionalItems` stand for `prefixItems` and `items`,
`contains` evaluates no items, and `$recursiveRef` stands for `$dynamicRef`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referencing.exceptions import Unresolvable

from yschema_engine.frontends.json_schema.deadline import check_time
from yschema_engine.frontends.json_schema.search import is_match

_IN_PLACE = ("allOf", "anyOf", "oneOf")
_CONDITIONAL = ("if", "then", "else")
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")


def evaluated_keys(validator: Any, instance: Any, schema: Any, *, is_outermost: bool = False) -> set[str]:
    """Return the keys of a map that a schema, which the map matches, has evaluated.

    Args:
        validator: the library's, for the schema.
        instance: the map.
        schema: the schema.
        is_outermost: whether `unevaluatedProperties` of the schema itself is what asks.
    """
    check_time()
    if not isinstance(schema, dict):
        return set()
    if "additionalProperties" in schema or ("unevaluatedProperties" in schema and not is_outermost):
        return set(instance)
    keys = set(schema.get("properties", ())) & set(instance)
    patterns = schema.get("patternProperties", ())
    keys |= {key for key in instance if any(is_match(pattern, key) for pattern in patterns)}
    for inner, subschema in _applied(validator, instance, schema):
        keys |= evaluated_keys(inner, instance, subschema)
    return keys


def declared_keys(validator: Any, schema: Any) -> list[str]:
    """Return the keys that a schema declares, and those of all schemas in it for the same value."""
    keys: dict[str, None] = {}
    pending, seen = [(validator, schema)], set[int]()
    while pending:
        check_time()
        current, each = pending.pop(0)
        if isinstance(each, dict) and id(each) not in seen:
            seen.add(id(each))
            keys |= dict.fromkeys(
                key for key, value in each.get("properties", {}).items() if value is not False
            )
            pending += _in_place(current, each)
    return list(keys)


def _in_place(validator: Any, schema: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the subschemas for the same value, each with its validator."""
    for keyword in _REFERENCES:
        if keyword in schema:
            yield from referred(validator, schema[keyword], keyword)
    inner = [subschema for keyword in _IN_PLACE for subschema in schema.get(keyword, ())]
    inner += [schema[keyword] for keyword in _CONDITIONAL if keyword in schema]
    inner += schema.get("dependentSchemas", {}).values()
    yield from ((_inner(validator, subschema), subschema) for subschema in inner)


def evaluated_items(validator: Any, instance: Any, schema: Any, *, is_outermost: bool = False) -> set[int]:
    """Return the indexes of the items of an array that a schema, which the array matches, has evaluated.

    Args:
        validator: the library's, for the schema.
        instance: the array.
        schema: the schema.
        is_outermost: whether `unevaluatedItems` of the schema itself is what asks.
    """
    check_time()
    if not isinstance(schema, dict):
        return set()
    items = schema.get("items")
    first = items if isinstance(items, list) else schema.get("prefixItems", ())
    has_rest = ("additionalItems" if isinstance(items, list) else "items") in schema
    if has_rest or ("unevaluatedItems" in schema and not is_outermost):
        return set(range(len(instance)))
    indexes = set(range(len(first)))
    if "contains" in schema and "prefixItems" in validator.VALIDATORS:
        contains = validator.evolve(schema=schema["contains"])
        indexes |= {index for index, item in enumerate(instance) if contains.is_valid(item)}
    for inner, subschema in _applied(validator, instance, schema):
        indexes |= evaluated_items(inner, instance, subschema)
    return indexes


def _applied(validator: Any, instance: Any, schema: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the subschemas for the same value that it matches, each with its validator."""
    for keyword in _REFERENCES:
        if keyword in schema:
            yield from referred(validator, schema[keyword], keyword)
    for keyword in _IN_PLACE:
        for subschema in schema.get(keyword, ()):
            if _is_valid(validator, instance, subschema):
                yield _inner(validator, subschema), subschema
    for key, subschema in schema.get("dependentSchemas", {}).items():
        if isinstance(instance, dict) and key in instance:
            yield _inner(validator, subschema), subschema
    if "if" in schema:
        holds = _is_valid(validator, instance, schema["if"])
        for keyword in ("if", "then") if holds else ("else",):
            if keyword in schema:
                yield _inner(validator, schema[keyword]), schema[keyword]


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


def _inner(validator: Any, subschema: Any) -> Any:
    return validator.evolve(schema=subschema)


def _is_valid(validator: Any, instance: Any, subschema: Any) -> bool:
    return next(validator.descend(instance, subschema), None) is None

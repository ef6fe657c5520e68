"""The rules that a default breaks, which make a field required."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, cast

from yschema_engine.schema.fields import UNSET, Field, Kind
from yschema_engine.schema.rule_check import broken
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.nodes import type_name
from yschema_engine.text.paths import Path, key_text

_OF_MERGED = frozenset(("not", "if", "dependentRequired", "dependentSchemas"))


def root_to_export(schema: Schema, *, is_merged: bool = False) -> Field:
    """Return the field of the whole values.

    Where defaults are documentation alone, it has none that breaks a rule: users need not set such a field.
    Of a chart, a type that a comment names takes the default as well; otherwise Helm would refuse all values.

    Args:
        schema: the schema.
        is_merged: whether the export is for values merged onto the defaults; else for what users set.
    """
    if schema.checks_values_as_set:
        return _without_broken(schema.root, schema.invalid_defaults)
    return _with_defaults(schema.root, is_merged=is_merged)


def _with_defaults(field: Field, *, is_merged: bool) -> Field:
    type_ = field.type
    fields = tuple(_with_defaults(below, is_merged=is_merged) for below in type_.fields)
    item = _with_defaults(type_.item, is_merged=is_merged) if type_.item is not None else None
    added = tuple(_kind_of_default(field))
    takes_other = type_.takes_other_keys or "map" in added
    if not is_merged and any(not below.absent for below in fields):
        field = _without_keywords_of_merged(field)
    kinds = (*type_.kinds, *added)
    type_ = replace(type_, kinds=kinds, fields=fields, item=item, takes_other_keys=takes_other)
    return replace(field, type=type_)


def _without_keywords_of_merged(field: Field) -> Field:
    """Return a map without the keywords that may refuse it only because it lacks its defaults."""
    present = {key_text(below.key) for below in field.type.fields if not below.absent}
    rules = tuple(
        replace(rule, keywords=None) if rule.keywords and _is_of_merged(rule.keywords, present) else rule
        for rule in field.rules
    )
    alternatives = tuple(replace(shapes, keywords=None) for shapes in field.alternatives)
    return replace(field, rules=rules, alternatives=alternatives)


def _is_of_merged(keywords: Mapping[str, Any], present: Collection[str]) -> bool:
    """Return whether keywords may refuse a map because it lacks keys that are present by default."""
    required = keywords.get("dependentRequired")
    if required is not None and keywords.keys() == {"dependentRequired"}:
        return any(key in present for keys in required.values() for key in keys)
    return not _OF_MERGED.isdisjoint(keywords)


def _kind_of_default(field: Field) -> Iterator[Kind]:
    """Yield the type of a default that is not of the type that a comment names."""
    source = field.sources.get("type")
    if source is None or source.origin != "comment" or field.required:
        return
    if field.default is not UNSET:
        kind = type_name(field.default)
    elif field.type.fields:  # which have the defaults
        kind = "map"
    else:
        return
    expected = {*field.type.kinds, *(("integer",) if "float" in field.type.kinds else ())}
    if expected.isdisjoint((kind, "any")):
        yield cast("Kind", kind)


def _without_broken(field: Field, invalid: Collection[Path]) -> Field:
    type_ = field.type
    fields = tuple(_without_broken(below, invalid) for below in type_.fields)
    item = _without_broken(type_.item, invalid) if type_.item is not None else None
    field = replace(field, type=replace(type_, fields=fields, item=item))
    default = field.default
    if default is UNSET or not (field.path in invalid or any(True for _ in broken(field, default))):
        return field
    return replace(field, default=UNSET, absent=True)

"""A schema as a structural schema of Kubernetes, for custom resource definitions.

https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/ lists what
the API server refuses there, and what it asks for: a type for each field. Rules and alternatives that would
need more are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from yschema_engine.schema.fields import Field, default_of
from yschema_engine.show.json_schema.keys_and_rules import Facts
from yschema_engine.show.openapi import SCALARS, is_valid_default, rules, values
from yschema_engine.text.nodes import Array, Map, Value
from yschema_engine.text.paths import key_text

_TYPES = {**SCALARS, "map": "object", "array": "array"}
_KEPT = (
    *("enum", "format", "pattern", "minLength", "maxLength", "minItems", "maxItems"),
    *("minProperties", "maxProperties", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    *("multipleOf", "allOf"),
)
_FORMATS = frozenset(
    (
        *("uri", "email", "hostname", "ipv4", "ipv6", "uuid", "byte", "password", "date", "date-time"),
        *("duration", "int32", "int64", "float", "double"),
    )
)
_ANY: Facts = {"x-kubernetes-preserve-unknown-fields": True}
_METADATA = "metadata"


def structural_schema(field: Field, *, is_resource: bool) -> Facts:
    """Return the schema of a whole resource, as a version of a definition has it in `schema`.

    Args:
        field: the document.
        is_resource: whether the document is a resource; otherwise it is the `spec` of one.
    """
    if not is_resource:
        spec = _schema(field)
        required = {"required": ["spec"]} if "required" in spec else {}
        return {"openAPIV3Schema": {"type": "object", **required, "properties": {"spec": spec}}}
    root: dict[str, Any] = _schema(field)
    properties: dict[str, Any] = root.get("properties", {})
    if _METADATA in properties:
        properties[_METADATA] = {"type": "object"}  # the API server has the rules
    return {"openAPIV3Schema": root}


def _schema(field: Field) -> Facts:
    """Return the schema of a field, with its description and default."""
    kinds: list[str] = [kind for kind in field.type.kinds if kind != "null"]
    extensions = {
        each.keyword: each.value for each in field.details if each.keyword.startswith("x-kubernetes-")
    }
    facts = {**_documentation(field), **_typed(field, kinds), **extensions}
    if field.type.nullable or field.type.main == "any":
        facts["nullable"] = True
    default = _default(field, facts)
    return facts if default is None else {**facts, "default": default[0]}


def _typed(field: Field, kinds: Sequence[str]) -> Facts:
    if set(kinds) == {"integer", "string"}:
        return {"x-kubernetes-int-or-string": True}
    if set(kinds) == {"integer", "float"}:
        kinds = ["float"]
    if len(kinds) != 1 or kinds == ["any"]:
        return dict(_ANY)
    [kind] = kinds
    facts: Facts = {"type": _TYPES[kind], **_restrictions(field, kind)}
    if kind == "array" and field.type.item is not None:
        facts["items"] = _schema(field.type.item)
    return {**facts, **(_map(field) if kind == "map" else {})}


def _restrictions(field: Field, kind: str) -> Facts:
    """Return the keywords that restrict values, without those that the API server refuses."""
    facts = {**rules(field, kind), **values(field)}
    kept: Facts = {keyword: facts[keyword] for keyword in _KEPT if keyword in facts}
    if kept.get("format", "date") not in _FORMATS:
        del kept["format"]  # of which the API server warns
    if any(set(part) - {"pattern"} for part in kept.get("allOf", ())):
        del kept["allOf"]
    item = field.type.item
    has_scalars = item is not None and item.type.main in SCALARS
    if facts.get("uniqueItems") is True and has_scalars:
        kept["x-kubernetes-list-type"] = "set"
    return kept


def _map(field: Field) -> Facts:
    named = [each for each in field.type.named.values() if each.removed is None]
    others = [each for each in field.type.fields if each.is_open and each.removed is None]
    if not named:
        # A map has either named keys or others.
        return {"additionalProperties": _schema(others[0])} if len(others) == 1 else dict(_ANY)
    required = [key_text(each.key) for each in named if _is_required(each)]
    return {
        **({"required": required} if required else {}),
        "properties": {key_text(each.key): _schema(each) for each in named},
        **(_ANY if others or field.type.takes_other_keys else {}),
    }


def _is_required(field: Field) -> bool:
    """Return whether users have to set a field: itself, or a key of the map that it is."""
    if field.required or field.absent:
        return field.required
    default = default_of(field)
    if isinstance(default, Map) and field.type.main == "map":
        return any(map(_is_required, field.type.fields))
    return not is_valid_default(field, default)


def _default(field: Field, facts: Facts) -> tuple[Any] | None:
    """Return the default, if it matches the schema as it is written.

    A map has an empty one, which the API server completes, unless it has required keys.
    """
    if field.absent or field.key is None or field.required:
        return None
    default = default_of(field)
    if isinstance(default, Map) and facts.get("properties"):
        return None if "required" in facts else ({},)
    if default is None and not facts.get("nullable"):
        return None
    return (default,) if is_valid_default(field, default) and not _lacks_required(field, default) else None


def _lacks_required(field: Field, value: Value) -> bool:
    """Return whether an array in a default has an item that lacks a required key."""
    item = field.type.item
    if not isinstance(value, Array) or item is None:
        return False
    needed = [each.key for each in item.type.fields if _is_required(each)]
    maps = [each.value for each in value.items if isinstance(each.value, Map)]
    return any(key not in {entry.key for entry in each.items} for each in maps for key in needed)


def _documentation(field: Field) -> Facts:
    """Return title and description; a notice of deprecation is a part of it, as for fields of Kubernetes."""
    notice = f"Deprecated: {field.deprecated}" if field.deprecated else "Deprecated."
    parts = (field.description.strip(), "" if field.deprecated is None else notice)
    texts = {"title": field.title, "description": "\n\n".join(filter(None, parts))}
    return {name: text for name, text in texts.items() if text}

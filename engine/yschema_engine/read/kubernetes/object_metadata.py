"""The schema of `metadata`, which all resources have and an API server checks by itself.

The rules are those of `ValidateObjectMeta` in k8s.io/apimachinery, `pkg/api/validation/objectmeta.go`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from yschema_engine.read.json_schema.combined import pairs_of
from yschema_engine.text.nodes import Map, MapItem, from_plain
from yschema_engine.text.source import Span

_NAMESPACE = "namespace"
_LABEL = r"[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_NAME = rf"{_LABEL}(\.{_LABEL})*"
_QUALIFIED = r"[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?"
_KEYS = {"pattern": rf"^({_NAME}/)?{_QUALIFIED}$"}
_PROPERTIES: Mapping[str, Any] = {
    "name": {
        "type": "string",
        "maxLength": 253,
        "pattern": f"^{_NAME}$",
        "description": "The name of the resource: lower-case letters, digits, `-` and `.`.",
    },
    "generateName": {
        "type": "string",
        "maxLength": 253,
        "pattern": r"^[a-z0-9]([-a-z0-9.]*[-a-z0-9])?$",
        "description": "The beginning of a name that the API server completes, in place of `name`.",
    },
    _NAMESPACE: {
        "type": "string",
        "maxLength": 63,
        "pattern": f"^{_LABEL}$",
        "description": "The namespace of the resource: lower-case letters, digits and `-`.",
    },
    "labels": {
        "type": "object",
        "propertyNames": _KEYS,
        "additionalProperties": {"type": "string", "maxLength": 63, "pattern": f"^({_QUALIFIED})?$"},
        "description": "Names and values by which resources are selected.",
    },
    "annotations": {
        "type": "object",
        "propertyNames": _KEYS,
        "additionalProperties": {"type": "string"},
        "description": "Names and values that other programs read.",
    },
}
_OTHERS = (
    _NAMESPACE,  # which the API server removes from resources outside of namespaces
    *("uid", "resourceVersion", "generation", "selfLink", "finalizers", "ownerReferences", "managedFields"),
    *("creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"),
)
_NAMED = MappingProxyType({"if": {"not": {"required": ["generateName"]}}, "then": {"required": ["name"]}})


def with_metadata(declared: Map, span: Span, *, has_namespace: bool) -> Map:
    """Return the schema of `metadata` in a definition with the fields that all resources have.

    Args:
        declared: the schema, which a definition can limit further.
        span: the place of fields that it does not declare.
        has_namespace: whether resources are in namespaces.
    """
    own = {item.key: item for item in pairs_of(declared, "properties")}
    keys = [key for key in _PROPERTIES if has_namespace or key != _NAMESPACE]
    known = {key: MapItem(key, from_plain(_PROPERTIES[key], span), span) for key in keys}
    items = [_narrowed(known[key], own[key]) if key in own else known[key] for key in keys]
    items += [item for key, item in own.items() if key not in known]
    others = [item for item in declared.items if item.key not in ("properties", *_NAMED)]
    conditions = [MapItem(key, from_plain(value, span), span) for key, value in _NAMED.items()]
    return Map([*others, MapItem("properties", Map(items, span), span), *conditions], declared.span)


def _narrowed(known: MapItem, own: MapItem) -> MapItem:
    """Return a field of `metadata` with what a definition says about it."""
    if not isinstance(known.value, Map) or not isinstance(own.value, Map):
        return own
    keys = {item.key for item in own.value.items}
    return MapItem(
        own.key,
        Map([*own.value.items, *(item for item in known.value.items if item.key not in keys)], own.span),
        own.span,
    )


def take_other_keys(metadata: dict[str, Any]) -> None:
    """Let `metadata` have the keys that users seldom set, in a JSON Schema that refuses unknown keys."""
    if metadata.get("additionalProperties") is False:
        declared = metadata["properties"]
        metadata["properties"] = declared | {key: True for key in _OTHERS if key not in declared}

"""Conversion of OpenAPI 3.0 schemas in resources to JSON Schema, with checks, and the schema of `metadata`.

All resources have `metadata`, which an API server checks by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from yschema_engine.compiled.documents import INVALID_SCHEMA, PlainValues, get_item, get_value, to_json_like
from yschema_engine.read.json_schema.combined import items_of, pairs_of
from yschema_engine.schema.schema import ResourceKind
from yschema_engine.schema.schema_keywords import ANNOTATIONS, keyword_of, schemas_in
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import Array, Map, MapItem, Value, from_plain, type_name
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Span

if TYPE_CHECKING:
    from yschema_engine.compiled.check import InstanceChecker
    from yschema_engine.evaluate.limits import Limits

PRESERVES = "x-kubernetes-preserve-unknown-fields"
EMBEDS = "x-kubernetes-embedded-resource"
INT_OR_STRING = "x-kubernetes-int-or-string"
LIST_TYPE = "x-kubernetes-list-type"
MAP_KEYS = "x-kubernetes-list-map-keys"
_INT_OR_STRING = [{"type": "integer"}, {"type": "string"}]
_ONE = ("not", "items")
_SEVERAL = ("allOf", "anyOf", "oneOf")
_LEFT_OUT = ("nullable", "example", "externalDocs", "discriminator", "xml", "id")
_OF_RESOURCES: Mapping[str, Any] = {
    "apiVersion": {"type": "string"},
    "kind": {"type": "string"},
    "metadata": {"type": "object"},
}


@dataclass(frozen=True, slots=True)
class Converter:
    """Makes JSON Schemas.

    Attributes:
        plain: notes which JSON Schema each node becomes.
        is_closed: whether maps refuse keys that are not declared, as with strict validation by an API server.
    """

    plain: PlainValues
    is_closed: bool

    def convert(self, node: Value, *, is_structural: bool = True, is_open: bool = False) -> Any:
        """Return the JSON Schema of a node.

        Args:
            node: the schema.
            is_structural: whether it declares keys, and does not only restrict values.
            is_open: whether it is that of the items of an array which preserves unknown fields.
        """
        if not isinstance(node, Map):
            return node if isinstance(node, bool) else {}
        schema: dict[str, Any] = {}
        facts = {key_text(item.key): item.value for item in node.items}
        is_open = is_open or facts.get(PRESERVES) is True
        for key, value in facts.items():
            if key == "items" and is_open and is_structural:
                schema[key] = self.convert(value, is_open=True)
            elif key not in _LEFT_OUT and not key.startswith(("x-", "$")):
                schema[key] = self._keyword(key, value, is_structural=is_structural)
        _move_bounds(schema)
        _allow_null(schema, facts)
        if facts.get(INT_OR_STRING) is True:
            schema["type"] = ["integer", "string"]
            if schema.get("anyOf") == _INT_OR_STRING:  # says the same once more
                del schema["anyOf"]
        if facts.get(LIST_TYPE) == "set":
            schema["uniqueItems"] = True
        if facts.get(LIST_TYPE) == "map" and isinstance(facts.get(MAP_KEYS), Array):
            schema[MAP_KEYS] = to_json_like(facts[MAP_KEYS])
        if is_structural:
            self._close(schema, facts, is_open=is_open)
        self.plain.note(schema, node)
        return schema

    def _keyword(self, key: str, value: Value, *, is_structural: bool) -> Any:
        if key == "properties" and isinstance(value, Map):
            return {
                key_text(item.key): self.convert(item.value, is_structural=is_structural)
                for item in value.items
            }
        if key in _SEVERAL and isinstance(value, Array):
            return [self.convert(item.value, is_structural=False) for item in value.items]
        if key in _ONE or (key == "additionalProperties" and isinstance(value, Map)):
            return self.convert(value, is_structural=is_structural and key != "not")
        return to_json_like(value)

    def _close(self, schema: dict[str, Any], facts: Mapping[str, Value], *, is_open: bool) -> None:
        if facts.get(EMBEDS) is True:
            schema["properties"] = {**_OF_RESOURCES, **schema.get("properties", {})}
            schema["required"] = list(dict.fromkeys([*schema.get("required", ()), "apiVersion", "kind"]))
            metadata = schema["properties"]["metadata"]
            if isinstance(metadata, dict):  # which the API server checks by itself
                metadata.pop("additionalProperties", None)
        is_map = schema.get("type") in ("object", ["object", "null"]) or bool(schema.get("properties"))
        if self.is_closed and is_map and not is_open and "additionalProperties" not in schema:
            schema["additionalProperties"] = False


@dataclass(frozen=True, slots=True)
class StructuralOrigin:
    """The schema that a check is made from.

    Attributes:
        node: the schema.
        limits: of the time for a check.
        is_closed: whether maps refuse keys that are not declared.
        is_resource: whether values are resources, whose `metadata` an API server completes.
    """

    node: Value
    limits: Limits
    is_closed: bool = False
    is_resource: bool = False

    def prepare(self) -> InstanceChecker:
        """Return the check."""
        from referencing import Registry  # noqa: PLC0415  takes time to import

        from yschema_engine.compiled.check import InstanceChecker  # noqa: PLC0415  takes time to import
        from yschema_engine.read.kubernetes.words import STRUCTURAL  # noqa: PLC0415  takes time to import

        plain = PlainValues()
        schema = Converter(plain, self.is_closed).convert(self.node)
        if self.is_resource and isinstance(schema, dict):
            metadata = schema["properties"]["metadata"]
            if metadata.get("additionalProperties") is False:
                declared = metadata["properties"]
                metadata["properties"] = declared | {key: True for key in _OTHERS if key not in declared}
        return InstanceChecker(schema, plain, STRUCTURAL, Registry(), self.limits)


def _move_bounds(schema: dict[str, Any]) -> None:
    """Write exclusive bounds as numbers; in OpenAPI 3.0 they are booleans next to the bounds."""
    for exclusive, bound in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        if isinstance(schema.get(exclusive), bool) and schema.pop(exclusive) and bound in schema:
            schema[exclusive] = schema.pop(bound)


def _allow_null(schema: dict[str, Any], facts: Mapping[str, Value]) -> None:
    if facts.get("nullable") is not True:
        return
    if isinstance(schema.get("type"), str):
        schema["type"] = [schema["type"], "null"]
    if isinstance(schema.get("enum"), list) and None not in schema["enum"]:
        schema["enum"] = [*schema["enum"], None]


_NUMBERS = ("integer", "float")
_BY_KEYWORD: Mapping[str, Collection[str]] = {
    **dict.fromkeys(("type", "format", "pattern", "title", "description"), ("string",)),
    **dict.fromkeys(("enum", "required", *_SEVERAL), ("array",)),
    **dict.fromkeys(("minimum", "maximum", "multipleOf"), _NUMBERS),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems"), _NUMBERS),
    **dict.fromkeys(("minProperties", "maxProperties"), _NUMBERS),
    **dict.fromkeys(("exclusiveMinimum", "exclusiveMaximum"), ("boolean", *_NUMBERS)),
    **dict.fromkeys(("nullable", "uniqueItems"), ("boolean",)),
    "properties": ("map",),
    "not": ("map",),
    "items": ("map",),
    "additionalProperties": ("map", "boolean"),
}
_TYPES = ("object", "array", "string", "integer", "number", "boolean")


def check_keywords(schema: Value, span: Span) -> None:
    """Check the types of all keywords in a schema, and remove those that Kubernetes ignores.

    These are null, or JSON Schema has them, and `JSONSchemaProps` of apiextensions.k8s.io has not.

    Args:
        schema: the schema.
        span: its place.

    Raises:
        EngineError: a keyword is of another type, or names a type that does not exist.
    """
    if not isinstance(schema, Map):
        raise _invalid(span, type_name(schema))
    schema.items = [item for item in schema.items if _counts(item)]
    for item in schema.items:
        expected = _BY_KEYWORD.get(str(item.key))
        if expected is not None and type_name(item.value) not in expected:
            raise _invalid(item.value_span, type_name(item.value))
        if item.key == "type" and item.value not in _TYPES:
            raise _invalid(item.value_span, str(item.value))
        for each in item.value.items if item.key == "required" and isinstance(item.value, Array) else ():
            if not isinstance(each.value, str):
                raise _invalid(each.value_span, type_name(each.value))
        for inner in schemas_in(item):
            check_keywords(inner.value, inner.span)


def _counts(item: MapItem) -> bool:
    if item.value is None:
        return item.key == "default"
    name = key_text(item.key)
    return name in _BY_KEYWORD or name.startswith("x-") or name in ANNOTATIONS or not keyword_of(name).drafts


def _invalid(span: Span, found: str) -> EngineError:
    dialect = Verbatim("OpenAPI 3.0")
    return EngineError.of(INVALID_SCHEMA, span, found=Verbatim(found), dialect=dialect)


_NAMESPACE = "namespace"
# The rules are those of `ValidateObjectMeta` in k8s.io/apimachinery, `pkg/api/validation/objectmeta.go`.
_LABEL = r"[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_NAME = rf"{_LABEL}(\.{_LABEL})*"
_QUALIFIED = r"[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?"
_METADATA_KEYS = {"pattern": rf"^({_NAME}/)?{_QUALIFIED}$"}
_OF_METADATA: Mapping[str, Any] = {
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
        "propertyNames": _METADATA_KEYS,
        "additionalProperties": {"type": "string", "maxLength": 63, "pattern": f"^({_QUALIFIED})?$"},
        "description": "Names and values by which resources are selected.",
    },
    "annotations": {
        "type": "object",
        "propertyNames": _METADATA_KEYS,
        "additionalProperties": {"type": "string"},
        "description": "Names and values that other programs read.",
    },
}
# The keys of `metadata` that users seldom set.
_OTHERS = (
    _NAMESPACE,  # which the API server removes from resources outside of namespaces
    *("uid", "resourceVersion", "generation", "selfLink", "finalizers", "ownerReferences", "managedFields"),
    *("creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"),
)
_NAMED: Mapping[str, Any] = {"if": {"not": {"required": ["generateName"]}}, "then": {"required": ["name"]}}


def with_standard_fields(declared: Value, span: Span, resource: ResourceKind, *, has_namespace: bool) -> Map:
    """Return the schema of a resource with the fields that all resources have, in their usual order.

    Args:
        declared: the schema in a definition; null if there is none.
        span: the place of fields that it does not declare.
        resource: whose values `apiVersion` and `kind` have.
        has_namespace: whether resources are in namespaces.
    """
    metadata = {key: each for key, each in _OF_METADATA.items() if has_namespace or key != _NAMESPACE}
    fields = {
        "apiVersion": {"const": resource.api_version, "type": "string"},
        "kind": {"const": resource.kind, "type": "string"},
        "metadata": {"type": "object", "properties": metadata, **_NAMED},
    }
    schema = declared if isinstance(declared, Map) else Map([], span)
    properties = get_item(schema, "properties")
    known = {"properties": fields, "required": [*fields]}
    completed = _completed(schema, known, properties.span if properties is not None else span)
    ordered = get_value(completed, "properties")
    assert isinstance(ordered, Map)
    ordered.items.sort(key=lambda item: item.key == "status")  # which comes last
    return completed


def _completed(declared: Map, known: Mapping[str, Any], span: Span) -> Map:
    """Return a schema with keywords that are known besides its own; the fields in these come first."""
    items: list[MapItem] = []
    for keyword, value in known.items():
        own = get_item(declared, keyword)
        if keyword == "properties":
            by_key = {item.key: item for item in pairs_of(declared, keyword)}
            fields = [_completed_field(by_key.get(key), key, inner, span) for key, inner in value.items()]
            fields += (item for item in pairs_of(declared, keyword) if item.key not in value)
            items.append(MapItem(keyword, Map(fields, span), span))
        elif keyword == "required":
            at = own.span if own is not None else span
            names = dict.fromkeys((*value, *(item.value for item in items_of(declared, keyword))))
            items.append(MapItem(keyword, from_plain([*names], at), at))
        elif own is None or keyword in _NAMED:
            items.append(MapItem(keyword, from_plain(value, span), span))
    changed = {item.key for item in items}
    return Map([*(item for item in declared.items if item.key not in changed), *items], declared.span)


def _completed_field(own: MapItem | None, key: str, known: Mapping[str, Any], span: Span) -> MapItem:
    item = own or MapItem(key, Map([], span), span)
    assert isinstance(item.value, Map)  # as `check_keywords` makes sure
    return MapItem(key, _completed(item.value, known, item.span), item.span)

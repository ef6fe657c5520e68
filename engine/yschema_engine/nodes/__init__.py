"""YAML nodes: the model, walking it, and its way from and to plain Python values."""

from yschema_engine.nodes.plain import from_plain, to_plain
from yschema_engine.nodes.printing import to_json, to_yaml
from yschema_engine.nodes.tree import (
    Annotation,
    Array,
    ArrayItem,
    Comment,
    Document,
    DocumentSet,
    Holder,
    Item,
    Map,
    MapItem,
    Scalar,
    Value,
    copy_value,
    key_id,
    type_name,
    walk,
)

__all__ = [
    "Annotation",
    "Array",
    "ArrayItem",
    "Comment",
    "Document",
    "DocumentSet",
    "Holder",
    "Item",
    "Map",
    "MapItem",
    "Scalar",
    "Value",
    "copy_value",
    "from_plain",
    "key_id",
    "to_json",
    "to_plain",
    "to_yaml",
    "type_name",
    "walk",
]

"""JSON Schema of draft 7, without what is for editors alone: the `values.schema.json` of a Helm chart.

Helm checks the values of a chart merged onto its defaults. It hands `global` to each chart that is a
dependency, and parent charts turn dependencies on and off with `enabled`, so that the schema accepts these
keys, even if it accepts no others.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from yschema_engine.outputs.json_schema.schema import json_schema
from yschema_engine.schema.fields import Field
from yschema_engine.text.nodes import Value, from_plain, to_plain

_DIALECT = "http://json-schema.org/draft-07/schema#"
_FOR_EDITORS = frozenset(
    ("markdownDescription", "defaultSnippets", "deprecationMessage", "errorMessage", "patternErrorMessage")
)
_MAPS_OF_SCHEMAS = frozenset(("properties", "patternProperties", "definitions", "dependentSchemas"))
_LISTS_OF_SCHEMAS = frozenset(("anyOf", "oneOf", "allOf"))
_SCHEMAS = frozenset(
    (
        *("items", "additionalItems", "contains", "additionalProperties", "propertyNames"),
        *("not", "if", "then", "else"),
    )
)
# Keywords that draft 7 has under other names.
_RENAMED: Mapping[str, str] = MappingProxyType(
    {"$defs": "definitions", "dependentRequired": "dependencies", "dependentSchemas": "dependencies"}
)
_COUNTS = ("minContains", "maxContains")
GLOBAL = "global"
"""The key of the values that Helm hands to all charts."""
_ENABLED = "enabled"


def draft7(field: Field, *, is_as_set: bool = False) -> Value:
    """Return the JSON Schema of values.

    Args:
        field: what a valid schema document declares.
        is_as_set: whether rules are about what users set, and defaults are documentation.

    Returns:
        A map, ready to be printed.
    """
    plain: dict[str, Any] = _converted(
        to_plain(json_schema(field, is_as_set=is_as_set, is_for_editors=False))
    )
    plain = {"$schema": _DIALECT, **{key: value for key, value in plain.items() if key != "$schema"}}
    properties = plain.setdefault("properties", {})
    properties.setdefault(
        GLOBAL, {"type": "object", "description": "Values for the chart and all charts in it."}
    )
    if plain.get("additionalProperties") is False:
        properties.setdefault(_ENABLED, {"description": "Whether a parent chart installs this chart."})
    return from_plain(plain, field.span)


def _is_left_out(keyword: str, schema: Mapping[str, Any]) -> bool:
    # Draft 7 does not count: `contains` asks for one item there, even if the schema asks for none.
    asks_for_none = keyword == "contains" and schema.get("minContains") == 0
    return asks_for_none or keyword in _FOR_EDITORS or keyword in _COUNTS


def _converted(schema: Any) -> Any:
    """Return a schema in the words of draft 7."""
    if not isinstance(schema, dict):
        return schema
    converted: dict[str, Any] = {}
    for keyword, value in schema.items():
        name = _RENAMED.get(keyword, keyword)
        if _is_left_out(keyword, schema):
            continue
        if keyword == "prefixItems":
            converted["items"] = [_converted(each) for each in value]
        elif keyword == "items" and "prefixItems" in schema:
            converted["additionalItems"] = _converted(value)
        elif name in _MAPS_OF_SCHEMAS or keyword == "dependentSchemas":
            known = converted.setdefault(name, {})
            known |= {key: _converted(each) for key, each in value.items()}
        elif keyword in _LISTS_OF_SCHEMAS:
            converted[name] = [_converted(each) for each in value]
        elif keyword in _SCHEMAS:
            converted[name] = _converted(value)
        elif keyword == "$ref" and isinstance(value, str):
            converted[name] = value.replace("#/$defs/", "#/definitions/")
        elif name == "dependencies":
            converted.setdefault(name, {}).update(value)
        else:
            converted[name] = value
    if "$ref" in converted and len(converted) > 1:
        # In draft 7, keywords next to a reference do not count.
        reference = {"$ref": converted.pop("$ref")}
        converted["allOf"] = [*converted.get("allOf", ()), reference]
    return converted

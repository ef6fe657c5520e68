"""A JSON Schema without keywords for editors, which strict programs such as Ajv refuse."""

from __future__ import annotations

from yschema_engine.text.nodes import Array, Map, MapItem, Value, copy_value

_FOR_EDITORS = frozenset(
    (
        *("markdownDescription", "defaultSnippets", "deprecationMessage", "errorMessage"),
        *("patternErrorMessage", "doNotSuggest"),
    )
)
_OF_SCHEMAS = frozenset(("properties", "patternProperties", "$defs", "dependentSchemas"))
_OF_VALUES = frozenset(("const", "default", "enum", "examples", "required", "dependentRequired"))


def without_editor_keywords(schema: Value) -> Value:
    """Return a schema with the keywords of its dialect alone."""
    kept = copy_value(schema)
    _strip(kept)
    return kept


def _strip(schema: Value) -> None:
    if not isinstance(schema, Map):
        return
    schema.items[:] = [item for item in schema.items if _is_standard(item)]
    for item in schema.items:
        for inner in _schemas(item):
            _strip(inner)


def _is_standard(item: MapItem) -> bool:
    key = str(item.key)
    return key not in _FOR_EDITORS and not key.startswith("x-")


def _schemas(item: MapItem) -> list[Value]:
    """Return the schemas in the value of a keyword."""
    value = item.value
    if item.key in _OF_VALUES or not isinstance(value, Map | Array):
        return []
    is_one = isinstance(value, Map) and item.key not in _OF_SCHEMAS
    return [value] if is_one else [each.value for each in value.items]

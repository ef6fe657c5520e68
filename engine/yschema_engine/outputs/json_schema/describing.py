"""The part of a schema that describes values, and refuses none."""

from __future__ import annotations

from typing import Any

from yschema_engine.outputs.json_schema.keys import Facts

_DESCRIBING = frozenset(
    ("title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly")
)


def describing(schema: Any) -> Any:
    """Return a schema of fields with what describes values, and nothing that refuses one."""
    if not isinstance(schema, dict):
        return {}
    kept: Facts = {key: value for key, value in schema.items() if _describes(key)}
    if "properties" in schema:
        kept["properties"] = {key: describing(value) for key, value in schema["properties"].items()}
    if isinstance(schema.get("items"), dict) and (items := describing(schema["items"])):
        kept["items"] = items
    if isinstance(schema.get("additionalProperties"), dict) and "patternProperties" not in schema:
        kept["additionalProperties"] = describing(schema["additionalProperties"])
    return kept


def _describes(keyword: str) -> bool:
    is_for_editors = keyword in ("markdownDescription", "defaultSnippets", "deprecationMessage")
    return keyword in _DESCRIBING or is_for_editors or keyword.startswith("x-")

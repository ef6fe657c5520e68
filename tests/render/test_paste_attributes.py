"""The values that a page offers to paste for fields whose defaults are refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from yschema_engine import File, load_schema
from yschema_engine.show.field_facts import Facts
from yschema_engine.show.html.page_data import paste_attributes

NAMED = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}
OF_JSON_SCHEMAS: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "another type": ({"type": "integer", "minimum": 5, "default": "x"}, {"value": "5"}),
    "another value": ({"enum": ["a", "b"], "default": "c"}, {"value": "a"}),
    "an array": ({"type": "array", "items": {"type": "string"}, "default": 1}, {"value": "[]"}),
    "a map": ({**NAMED, "default": 3}, {"value": "name: example", "block": "map"}),
    "an example": ({"type": "integer", "default": "x", "examples": [7]}, {"value": "7"}),
    "required, a string": ({"type": "string", "minLength": 1, "default": ""}, {"value": "example"}),
    "required, an array": (
        {"type": "array", "items": {"type": "string"}, "default": 1},
        {"value": "- example", "block": "items"},
    ),
    "no value at all": ({"type": "integer", "minimum": 5, "maximum": 4, "default": 1}, {"value": ""}),
    "a valid default": ({"type": "integer", "default": 3}, {}),
}
OF_YTT = {
    "a number": ("#@schema/validation min=5\nfield: 2\n", {"value": "5"}),
    "an empty string": ('#@schema/validation min_len=1\nfield: ""\n', {"value": '""'}),
    "a valid number": ("#@schema/validation min=5\nfield: 7\n", {}),
}


def attributes(name: str, text: str) -> dict[str, str]:
    schema = load_schema([File(name, name, text.encode())])
    field = schema.find("field")
    assert field is not None
    return paste_attributes(field, Facts(schema))


@pytest.mark.parametrize("case", OF_JSON_SCHEMAS)
def test_a_valid_value_replaces_a_default_that_a_json_schema_refuses(case: str) -> None:
    field, expected = OF_JSON_SCHEMAS[case]
    schema = {"properties": {"field": field}, "required": ["field"] if case.startswith("required") else []}
    assert attributes("app.schema.json", json.dumps(schema)) == expected


@pytest.mark.parametrize("case", OF_YTT)
def test_a_valid_value_replaces_a_default_that_a_rule_refuses(case: str) -> None:
    schema, expected = OF_YTT[case]
    assert attributes("schema.yml", f"#@data/values-schema\n---\n{schema}") == expected

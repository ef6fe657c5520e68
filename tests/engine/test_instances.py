"""Values that JSON Schemas allow or refuse: as the engine checks them, and the library by itself."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft7Validator, Draft202012Validator
from jsonschema.validators import validator_for

from exports import named_cases
from support import Command
from yschema_engine import File, load_schema
from yschema_engine.nodes import from_plain, to_plain, type_name
from yschema_engine.outputs.json_schema.draft7 import draft7
from yschema_engine.outputs.json_schema.schema import json_schema

DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema"
CASES = named_cases("instances.yaml")


@pytest.mark.parametrize("case", CASES)
def test_values_are_checked(case: Any) -> None:
    text = json.dumps(case["schema"]).encode()
    schema = load_schema([File("app.schema.json", "app.schema.json", text)])
    check, span = schema.instance_check, schema.root.span
    assert check is not None
    assert _refused(case, lambda value: any(check(from_plain(value, span)))) == case["invalid"]


@pytest.mark.parametrize("case", CASES)
def test_the_library_agrees(case: Any) -> None:
    validator: Any = validator_for(case["schema"], default=Draft202012Validator)
    assert validator in (Draft7Validator, Draft202012Validator)
    check = validator(case["schema"])
    assert _refused(case, lambda value: not check.is_valid(value)) == case["invalid"]


@pytest.mark.parametrize("case", [each for each in CASES if "$ref" not in json.dumps(each.values)])
@pytest.mark.parametrize("draft", [7, 2020])
def test_an_exported_schema_accepts_what_its_source_does(case: Any, draft: int) -> None:
    dialect = case["schema"].get("$schema", DRAFT_2020)
    whole = {"$schema": dialect, "type": "object", "properties": {"value": case["schema"]}}
    root = load_schema([File("app.schema.json", "app.schema.json", json.dumps(whole).encode())]).root
    exported = to_plain(draft7(root) if draft == 7 else json_schema(root))
    check: Any = (Draft7Validator if draft == 7 else Draft202012Validator)(exported)
    kinds = {*root.type.fields[0].type.kinds, "null"}  # keywords such as `properties` imply a type
    refused = [value for value in case["valid"] if not check.is_valid({"value": value})]
    assert [value for value in refused if {"any", type_name(from_plain(value, root.span))} & kinds] == []


@pytest.mark.parametrize("draft", ["7", "2020-12"])
def test_a_default_that_breaks_its_own_rule_requires_nothing(yschema: Command, draft: str) -> None:
    name = {"type": "string", "minLength": 1, "default": ""}
    files = {
        "app.schema.json": json.dumps({"properties": {"name": name, "inner": {"properties": {"name": name}}}})
    }
    args = ("--schema-inspect", "-o", "json-schema", "--draft", draft)
    exported = json.loads(yschema("-f", "app.schema.json", *args, files=files).out)
    check: Any = (Draft7Validator if draft == "7" else Draft202012Validator)(exported)
    assert [check.is_valid(value) for value in ({}, {"inner": {}}, {"name": ""})] == [True, True, False]


def test_a_schema_that_the_library_brings_along_is_shown_once(yschema: Command) -> None:
    schema = {"properties": {"schema": {"$ref": "https://json-schema.org/draft/2020-12/schema"}}}
    files = {"app.schema.json": json.dumps(schema)}
    page = yschema("-f", "app.schema.json", "--schema-inspect", "-o", "markdown", files=files).out
    assert 40 < page.count("<a id=") < 100
    _, _, items = page.partition("</a>`schema.items`\n")
    assert items.partition("\n## ")[0].count("- Same as: `schema`\n") == 1


def _refused(case: Any, is_refused: Any) -> list[Any]:
    return [value for value in (*case["valid"], *case["invalid"]) if is_refused(value)]

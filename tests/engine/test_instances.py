"""Values that JSON Schemas allow or refuse: as the engine checks them, and the library by itself."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import (
    Draft4Validator,
    Draft6Validator,
    Draft7Validator,
    Draft201909Validator,
    Draft202012Validator,
)
from jsonschema.validators import validator_for

from exports import at, named_cases
from support import Command
from yschema_engine import File, load_schema
from yschema_engine.show.json_schema.exported import exported
from yschema_engine.text.nodes import from_plain, to_plain
from yschema_engine.values.check import check_files

DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema"
CASES = named_cases("instances.yaml")
EXPORTED = named_cases("json-schema-export.yaml")


@pytest.mark.parametrize("case", CASES)
def test_values_are_checked(case: Any) -> None:
    text = json.dumps(case["schema"]).encode()
    schema = load_schema([File("app.schema.json", "app.schema.json", text)])
    span = schema.root.span
    assert schema.own_check is not None
    check = schema.own_check.check
    assert _refused(case, lambda value: any(check(from_plain(value, span)))) == case["invalid"]


@pytest.mark.parametrize("case", CASES)
def test_the_library_agrees(case: Any) -> None:
    validator: Any = validator_for(case["schema"], default=Draft202012Validator)
    assert validator in (
        *(Draft4Validator, Draft6Validator, Draft7Validator),
        *(Draft201909Validator, Draft202012Validator),
    )
    check = validator(case["schema"])
    assert _refused(case, lambda value: not check.is_valid(value)) == case["invalid"]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("is_draft7", [True, False])
def test_an_exported_schema_accepts_what_its_source_does(case: Any, *, is_draft7: bool) -> None:
    check = _exported(case["schema"], is_draft7=is_draft7)
    assert [value for value in case["valid"] if not check.is_valid(value)] == []


@pytest.mark.parametrize("case", CASES)
def test_an_exported_schema_refuses_what_its_source_does(case: Any) -> None:
    check = _exported(case["schema"])
    assert _refused(case, lambda value: not check.is_valid(value)) == case["invalid"]


@pytest.mark.parametrize("case", EXPORTED)
@pytest.mark.parametrize("is_draft7", [True, False])
def test_an_exported_schema_keeps_keywords(case: Any, *, is_draft7: bool) -> None:
    check = _exported(case["schema"], is_draft7=is_draft7)
    lost = case.get("accepted in draft 7", []) if is_draft7 else []
    assert [value for value in case["valid"] if not check.is_valid(value)] == []
    assert [value for value in case["invalid"] if check.is_valid(value)] == lost


@pytest.mark.parametrize("case", named_cases("json-schema-annotations.yaml"))
@pytest.mark.parametrize("way", ["draft 7", "strict", "editors"])
def test_an_exported_schema_keeps_annotations(case: Any, way: str) -> None:
    is_draft7, is_for_editors = way == "draft 7", way == "editors"
    check = _exported(case["schema"], is_draft7=is_draft7, is_for_editors=is_for_editors)
    for path, facts in {**case["shows"], **case.get(way, {})}.items():
        shown = at(check.schema, path)
        assert {name: shown.get(name) for name in facts} == facts, path


@pytest.mark.parametrize("case", named_cases("helm-export.yaml"))
def test_a_schema_for_helm_has_the_conditions_in_comments(yschema: Command, case: Any) -> None:
    files = {"web/Chart.yaml": "{apiVersion: v2, name: web}\n", "web/values.yaml": case["values"]}
    exported = yschema("-f", "web", "--schema-inspect", "-o", "json-schema", "--draft", "7", files=files).out
    check: Any = Draft7Validator(json.loads(exported))
    assert [value for value in case["valid"] if not check.is_valid(value)] == []
    assert [value for value in case["invalid"] if check.is_valid(value)] == []


@pytest.mark.parametrize("closed", [False, True])
def test_a_schema_for_helm_keeps_conditions_and_accepts_global(yschema: Command, *, closed: bool) -> None:
    schema = {
        "properties": {"a": {"type": "boolean"}, "b": {"type": "string"}},
        "if": {"properties": {"a": {"const": True}}},
        "then": {"required": ["b"]},
        **({"additionalProperties": False} if closed else {}),
    }
    files = {
        "web/Chart.yaml": "{apiVersion: v2, name: web, version: 1.0.0}\n",
        "web/values.yaml": "a: false\nb: x\n",
        "web/values.schema.json": json.dumps(schema),
    }
    args = ("--schema-inspect", "-o", "json-schema", "--draft", "7")
    check: Any = Draft7Validator(json.loads(yschema("-f", "web", *args, files=files).out))
    helm = {"global": {"a": 1}}
    assert check.is_valid({"a": False, **helm})
    assert check.is_valid({"a": True, "b": "x", **helm})
    assert not check.is_valid({"a": True, **helm})
    assert check.is_valid({"a": False, "c": 1}) != closed


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


def _exported(schema: Any, **way: bool) -> Any:
    """Return the validator of an exported schema."""
    text = json.dumps(schema).encode()
    plain = to_plain(exported(load_schema([File("app.schema.json", "app.schema.json", text)]), **way))
    library: Any = Draft7Validator if way.get("is_draft7") else Draft202012Validator
    library.check_schema(plain)
    return library(plain)


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [
        ("values.yaml", '{"a": 1}', '{"a": "s"}'),
        ("values.json", '{"a": 1}', '{"a": "s"}'),
        ("values.toml", "  a = 1", 'a = "s"'),
    ],
)
def test_files_of_values_are_checked(name: str, wrong: str, right: str) -> None:
    schema = load_schema(
        [File("app.schema.json", "app.schema.json", b'{"properties": {"a": {"type": "string"}}}')]
    )
    (refused,) = check_files(schema, [File(name, name, wrong.encode())]).findings
    assert (refused.code.name, refused.span and refused.span.column) == ("json-schema-violation", 7)
    assert check_files(schema, [File(name, name, right.encode())]).plain == {"a": "s"}

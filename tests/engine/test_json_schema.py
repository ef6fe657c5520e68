"""A JSON Schema accepts the same values as the engine, and contains texts for editors."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from exports import at, load, named_cases
from made_values import Maker
from support import CASES, Command, load_yaml
from yschema_engine import EngineError, File, Schema, check_plain, load_schema
from yschema_engine.show.json_schema.schema import json_schema
from yschema_engine.text.nodes import from_plain, to_plain

MADE = 60


def exported(schema: Schema) -> Any:
    result = to_plain(from_plain(json_schema(schema.root), schema.root.span))
    Draft202012Validator.check_schema(result)
    return result


def validator(schema: Schema) -> Draft202012Validator:
    return Draft202012Validator(exported(schema), format_checker=Draft202012Validator.FORMAT_CHECKER)


@pytest.mark.parametrize("case", named_cases("json-schema"))
def test_verdicts_of_the_cases(case: dict[str, Any]) -> None:
    schema = load(case["schema"])
    ours = validator(schema)
    for kind, verdicts in (("valid", (True, True)), ("invalid", (False, False)), ("engine", (False, True))):
        for value in case.get(kind, ()):
            assert (value, check_plain(schema, value).valid, ours.is_valid(value)) == (value, *verdicts)


@pytest.mark.parametrize("case", named_cases("json-schema"))
def test_verdicts_of_values_that_are_made_up(case: dict[str, Any]) -> None:
    schema = load(case["schema"])
    ours = validator(schema)
    verdicts = set()
    for value in Maker(case["schema"]).documents(schema.root, MADE):
        verdict = check_plain(schema, value).valid
        verdicts.add(verdict)
        if verdict or "inexact" not in case:
            assert (value, ours.is_valid(value)) == (value, verdict)
    assert verdicts == {True, False}, "the values made up say little"


@pytest.mark.parametrize("folder", ["types", "validation"])
def test_schemas_of_the_conformance_cases_are_exported(folder: str) -> None:
    number = 0
    for path in sorted((CASES / "conformance" / folder).glob("*.yaml")):
        files = load_yaml(path.read_text(encoding="utf-8"))["files"]
        try:
            schema = load_schema([File(name, name, (text or "").encode()) for name, text in files.items()])
        except EngineError:
            continue
        assert exported(schema)["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        number += 1
    assert number > 20


@pytest.mark.parametrize("case", named_cases("json-schema/editor"))
def test_what_editors_show(case: dict[str, Any]) -> None:
    schema = exported(load(case["schema"]))
    for path, facts in case["shows"].items():
        shown = at(schema, path)
        assert {name: shown.get(name) for name in facts} == facts, path


def test_values_that_json_cannot_hold_are_left_out(yschema: Command) -> None:
    text = "#@data/values-schema\n---\n#@schema/examples ('all', float('inf'))\na: .inf\nb: 1\n"
    result = yschema("-f", "schema.yml", "--schema-inspect", "-o", "json-schema", files={"schema.yml": text})
    assert (result.status, result.err) == (0, "")
    assert at(load_yaml(result.out), "a")["type"] == "number"

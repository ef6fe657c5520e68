"""What the JSON Schema of a schema takes is what the engine takes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from made_values import Maker
from support import CASES, cases, load_yaml
from yschema_engine import File, Schema, check_plain, load_schema
from yschema_engine.export.json_schema import json_schema
from yschema_engine.nodes import to_plain

MADE = 120


def all_cases() -> list[Any]:
    return [
        pytest.param(case, id=f"{path.stem}: {name}".replace(" ", "-"))
        for path in sorted((CASES / "json-schema").glob("*.yaml"))
        for name, case in load_yaml(path.read_text(encoding="utf-8")).items()
    ]


def load(text: str) -> Schema:
    return load_schema([File("schema.yml", "schema.yml", text.encode())])


def validator(schema: Schema) -> Draft202012Validator:
    exported = to_plain(json_schema(schema.declaration))
    Draft202012Validator.check_schema(exported)
    return Draft202012Validator(exported, format_checker=Draft202012Validator.FORMAT_CHECKER)


@pytest.mark.parametrize("case", all_cases())
def test_verdicts_of_the_cases(case: dict[str, Any]) -> None:
    schema = load(case["schema"])
    exported = validator(schema)
    for value in case["valid"]:
        assert (value, check_plain(schema, value).valid, exported.is_valid(value)) == (value, True, True)
    for value in case["invalid"]:
        assert (value, check_plain(schema, value).valid, exported.is_valid(value)) == (value, False, False)
    for value in case.get("engine", ()):
        assert (value, check_plain(schema, value).valid, exported.is_valid(value)) == (value, False, True)


@pytest.mark.parametrize("case", all_cases())
def test_verdicts_of_values_that_are_made_up(case: dict[str, Any]) -> None:
    schema = load(case["schema"])
    exported = validator(schema)
    verdicts = set()
    for value in Maker(case["schema"]).documents(schema.declaration, MADE):
        verdict = check_plain(schema, value).valid
        verdicts.add(verdict)
        if verdict or "inexact" not in case:
            assert (value, exported.is_valid(value)) == (value, verdict)
    assert verdicts == {True, False}, "the values made up say little"

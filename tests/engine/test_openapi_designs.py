"""OpenAPI documents of schemas in the proposed dialect. The conformance cases cover other schemas."""

from __future__ import annotations

import json
from typing import Any

import pytest

from exports import at, load, named_cases
from made_values import Maker
from yschema_engine import Schema, check_plain
from yschema_engine.show.openapi import openapi
from yschema_engine.yaml.printing import to_json

MADE = 40
OF_DESIGNS = [
    case
    for case in (*named_cases("openapi.yaml"), *named_cases("json-schema"))
    if "data/values-schema" not in case.values[0]["schema"]
]


def exported(schema: Schema) -> Any:
    return json.loads(to_json(openapi([schema])))


@pytest.mark.parametrize("case", named_cases("openapi.yaml"))
def test_what_is_exported(case: dict[str, Any]) -> None:
    schema = exported(load(case["schema"]))["components"]["schemas"]["dataValues"]
    for path, facts in case["shows"].items():
        shown = at(schema, path)
        assert {name: _like(shown.get(name), fact) for name, fact in facts.items()} == facts, path


def _like(shown: Any, expected: Any) -> Any:
    """Return the output without the parts for which nothing is expected."""
    if isinstance(expected, dict) and isinstance(shown, dict):
        return {key: {} if expected.get(key) == {} else value for key, value in shown.items()}
    return shown


@pytest.mark.other_tools
@pytest.mark.parametrize("case", OF_DESIGNS)
def test_documents_and_their_defaults_are_valid(case: dict[str, Any]) -> None:
    from openapi_spec_validator import OpenAPIV30SpecValidator  # noqa: PLC0415

    document = exported(load(case["schema"]))
    assert [error.message for error in OpenAPIV30SpecValidator(document).iter_errors()] == []


@pytest.mark.other_tools
@pytest.mark.parametrize("case", OF_DESIGNS)
def test_values_that_the_engine_takes_are_taken(case: dict[str, Any]) -> None:
    from openapi_schema_validator import OAS30Validator, oas30_format_checker  # noqa: PLC0415

    schema = load(case["schema"])
    object_ = exported(schema)["components"]["schemas"]["dataValues"]
    ours = OAS30Validator(object_, format_checker=oas30_format_checker)
    for value in Maker(case["schema"]).documents(schema.root, MADE):
        assert (value, ours.is_valid(value)) == (value, True) or not check_plain(schema, value).valid

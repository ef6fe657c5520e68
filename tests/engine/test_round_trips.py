"""An exported JSON Schema accepts what its source accepts, for each keyword and at each place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from json_values import VALUES
from support import CASES, load_yaml
from yschema_engine import File, load_schema
from yschema_engine.show.json_schema.exported import exported
from yschema_engine.text.nodes import to_plain

KEYWORDS: dict[str, list[Any]] = load_yaml((CASES / "round-trips.yaml").read_text("utf-8"))
DRAFTS: dict[str, Any] = {"draft 7": Draft7Validator, "draft 2020-12": Draft202012Validator}
LOST = ("unevaluatedItems", "unevaluatedProperties", "minContains", "maxContains")  # in draft 7


def places(schema: Any) -> Iterator[Any]:
    """Yield a schema, and schemas that contain it; definitions stay at the root."""
    own = {key: value for key, value in schema.items() if key not in ("$schema", "definitions", "$defs")}
    shared = {key: value for key, value in schema.items() if key not in own}
    yield schema
    yield {"type": "object", "properties": {"a": own}, "required": ["a"], **shared}
    yield {"properties": {"a": {**own, "default": 1}}, "additionalProperties": False, **shared}
    yield {"type": "array", "items": own, **shared}
    yield {"type": "object", "additionalProperties": own, **shared}


def verdicts(draft: str, schema: Any) -> list[bool]:
    return _verdicts(draft, json.dumps(schema))


@cache  # sources in both drafts have the same exported schemas
def _verdicts(draft: str, text: str) -> list[bool]:
    schema = json.loads(text)
    DRAFTS[draft].check_schema(schema)
    check = DRAFTS[draft](schema)
    return [check.is_valid(value) for value in VALUES]


@pytest.mark.parametrize("draft", DRAFTS)
def test_an_exported_schema_accepts_what_its_source_does(draft: str) -> None:
    dialect = DRAFTS[draft].META_SCHEMA["$schema"]
    for case in (*KEYWORDS["both drafts"], *KEYWORDS[draft]):
        for source in places({"$schema": dialect, **case}):
            expected = verdicts(draft, source)
            schema = load_schema([File("a.schema.json", "a.schema.json", json.dumps(source).encode())])
            assert (source, verdicts("draft 2020-12", to_plain(exported(schema)))) == (source, expected)
            in_draft7 = verdicts("draft 7", to_plain(exported(schema, is_draft7=True)))
            is_lost = any(keyword in json.dumps(case) for keyword in LOST)
            wrong = [
                value
                for value, is_valid, is_accepted in zip(VALUES, expected, in_draft7, strict=True)
                if is_valid != is_accepted and not (is_lost and is_accepted)
            ]
            assert (source, wrong) == (source, [])

"""The output `reference-json` is what its JSON Schema describes, for each kind of input."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from support import Command
from walkthrough import ROOT
from yschema_engine.show.inspect import FORMAT

SCHEMA = json.loads((ROOT / "docs/reference/reference.schema.json").read_text(encoding="utf-8"))
KNOWN = {
    name for part in ("schema", "field", "items", "facts") for name in SCHEMA["$defs"][part]["properties"]
}
INPUTS = (
    "schemas/message-queue",
    "schemas/monitoring",
    "charts/beacon",
    "schemas/ferry/crd.yaml",
    "schemas/backup",
)
HEAD = "#@data/values-schema\n---\n"


def reference(yschema: Command, *arguments: str, **options: Any) -> Any:
    result = yschema(*arguments, "--schema-inspect", "-o", "reference-json", **options)
    assert result.status == 0, result.err
    return json.loads(result.out)


@pytest.mark.parametrize("place", INPUTS)
def test_it_is_what_its_schema_describes(yschema: Command, place: str) -> None:
    document = reference(yschema, "-f", str(ROOT / "sample_site" / place))
    Draft202012Validator(SCHEMA).validate(document)
    assert document["version"] == FORMAT


# Each with the lines of a schema, the place of an entry in the output, and what is in it.
FACTS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "anchor and pointer": (
        "a:\n- b/c: 1\n",
        "fields.0.items.fields.0",
        {"path": "a[].b/c", "anchor": "app.a.b~2Fc", "pointer": "/a/-/b~1c"},
    ),
    "items": ("a:\n- ''\n", "fields.0.items", {"path": "a[]", "anchor": "app.a", "kinds": ["string"]}),
    "document": ("{}\n", "", {"name": "app", "title": "App", "anchor": "app", "pointer": ""}),
    "kinds": ("#@schema/nullable\na: 1\n", "fields.0", {"kinds": ["integer", "null"]}),
    "description": (
        "#@schema/desc 'See [`b`](#app.b). <script>x()</script>'\na: 1\n",
        "fields.0",
        {
            "documentation": "See [`b`](#app.b). <script>x()</script>",
            "documentationHtml": '<p>See <a href="#app.b" rel="noopener noreferrer"><code>b</code></a>. </p>',
        },
    ),
    "place": (
        "a: 1\n",
        "fields.0",
        {"declared": {"file": "s.yml", "line": 3, "column": 1, "endColumn": 2}},
    ),
    "required": (
        "#@schema/validation min_len=1\na: ''\n",
        "fields.0",
        {"required": True, "requiredBecause": "default"},
    ),
    "required with a map": (
        "#@schema/nullable\na:\n  #@schema/validation min_len=1\n  b: ''\n",
        "fields.0.fields.0",
        {"required": True, "requiredWith": "a"},
    ),
    "limits": (
        "#@schema/validation min=1, max=9\na: 1\n",
        "fields.0.validations.0",
        {"rule": "between 1 and 9"},
    ),
    "check": (
        "#@schema/validation min=1, max=9\na: 1\n",
        "fields.0.validations.0.checks.1",
        {"name": "max", "argument": 9},
    ),
    "function": (
        "#@schema/validation ('odd', lambda v: v % 2)\na: 1\n",
        "fields.0.validations.0.checks.0",
        {"name": "custom", "source": "lambda v: v % 2"},
    ),
    "condition": (
        "#@schema/validation min=1, when=lambda v, ctx: ctx.parent['b'] == 'x'\na: 1\nb: x\n",
        "fields.0.validations.0",
        {
            "when": "ctx.parent['b'] == 'x'",
            "whenWords": "b is x",
            "condition": {"start": "parent", "keys": ["b"], "operator": "==", "value": "x"},
        },
    ),
    "combined": (
        "#@schema/validation one_not_null=['b']\na:\n  #@schema/nullable\n  b: 1\n",
        "fields.0.fields.0.combined.0",
        {"path": "a"},
    ),
    "example": (
        "#@schema/examples ('Six', 6)\na: 1\n",
        "fields.0.example.0",
        {
            "value": 6,
            "description": "Six",
            "declared": {"file": "s.yml", "line": 3, "column": 1, "endColumn": 29},
        },
    ),
}


@pytest.mark.parametrize(("lines", "place", "facts"), FACTS.values(), ids=FACTS)
def test_facts(yschema: Command, lines: str, place: str, facts: dict[str, Any]) -> None:
    document = reference(yschema, "-f", "s.yml", "--name", "app", files={"s.yml": f"{HEAD}{lines}"})
    Draft202012Validator(SCHEMA).validate(document)
    entry = document["schemas"][0]
    for step in filter(None, place.split(".")):
        entry = entry[int(step) if step.isdigit() else step]
    assert {name: entry.get(name) for name in facts} == facts
    assert set(document["schemas"][0]) <= KNOWN

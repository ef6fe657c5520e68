"""Maps of which a page says whether they take keys that no field stands for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from exports import named_cases
from yschema_engine import File, Schema, load_schema
from yschema_engine.show.field_facts import Facts
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.theme import find_theme
from yschema_engine.show.inspect import inspect
from yschema_engine.text.nodes import to_plain
from yschema_engine.text.phrases import ENGLISH

CLOSED = {"type": "object", "additionalProperties": False, "properties": {"name": {"type": "string"}}}


def load(case: dict[str, Any]) -> Schema:
    schema = json.dumps(case["schema"]) if "schema" in case else ""
    if "values" in case:
        texts = {"Chart.yaml": "{apiVersion: v2, name: web, version: 1.0.0}", "values.yaml": case["values"]}
        texts |= {"values.schema.json": schema} if schema else {}
    elif "ytt" in case:
        texts = {"schema.yml": case["ytt"]}
    elif "crd" in case:
        names = {"kind": "Web", "plural": "webs"}
        version = {
            "name": "v1",
            "served": True,
            "storage": True,
            "schema": {"openAPIV3Schema": case["crd"]},
        }
        spec = {"group": "example.com", "names": names, "scope": "Namespaced", "versions": [version]}
        head = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition"}
        texts = {"crd.yaml": json.dumps({**head, "metadata": {"name": "webs.example.com"}, "spec": spec})}
    else:
        texts = {"web.schema.json": schema}
    return load_schema([File(name, name, text.encode()) for name, text in texts.items()])


def entries(entry: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the entries of all fields by their paths."""
    inner = (*entry.get("fields", ()), *([entry["items"]] if "items" in entry else ()))
    found = {entry.get("path", ""): entry}
    for each in inner:
        found |= entries(each)
    return found


@pytest.mark.parametrize("case", named_cases("other-keys.yaml"))
def test_rules_say_which_maps_take_other_keys(case: dict[str, Any]) -> None:
    schema = load(case)
    facts = Facts(schema)
    fields = [schema.root, *(level for field in schema.root.walk() for level in field.levels)]
    words = {
        str(field.path): ENGLISH.text(rule.phrase)
        for field in fields
        for rule in facts.rules(field)
        if not rule.rules
    }
    assert words == case["says"]
    known = entries(to_plain(inspect([schema]))["schema"])
    for path, text in words.items():
        assert known[path]["other_keys"] == (text != "no additional keys")
        assert all(each["rule"] != text for each in known[path].get("validations", ()))


@pytest.mark.parametrize("is_closed", [True, False])
def test_a_page_opens_with_whether_the_document_takes_other_keys(*, is_closed: bool) -> None:
    schema = CLOSED if is_closed else {**CLOSED, "additionalProperties": True}
    html = Renderer(find_theme("mkdocs")).reference(load({"schema": schema})).html
    assert ("<dt>Keys</dt> <dd>no additional keys</dd>" in html) == is_closed


def test_a_page_says_that_items_take_no_other_keys_after_their_rules() -> None:
    item = {**CLOSED, "minProperties": 1}
    schema = {"type": "object", "properties": {"list": {"type": "array", "items": item}}}
    html = Renderer(find_theme("mkdocs")).reference(load({"schema": schema})).html
    assert "at least 1 key; no additional keys" in html

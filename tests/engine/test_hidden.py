"""Authors can hide fields from readers, which are checked all the same."""

from __future__ import annotations

from typing import Any

import pytest

from support import CASES, load_yaml
from yschema_engine import File, load_schema
from yschema_engine.docs.hidden_fields import hide
from yschema_engine.show.field_facts import Facts
from yschema_engine.show.findings import english
from yschema_engine.show.json_schema.exported import exported
from yschema_engine.show.values_file import values_yaml
from yschema_engine.yaml.printing import to_json, to_yaml

HIDDEN: dict[str, dict[str, Any]] = load_yaml((CASES / "review/hidden.yaml").read_text("utf-8"))


@pytest.mark.parametrize("case_name", HIDDEN)
def test_readers_do_not_see_hidden_fields(case_name: str) -> None:
    case = HIDDEN[case_name]
    name = case.get("file", "s.yaml")
    file = File(name, name, case["schema"].encode())
    schema = load_schema([file])
    before = [str(field.path) for field in schema.root.walk()]
    hiding = hide(schema, [file], case.get("patterns", ()))
    assert [str(field.path) for field in hiding.shown.root.walk()] == case["shown"]
    assert [str(field.path) for field in schema.root.walk()] == before, "checks see all of them"
    assert to_yaml(hiding.shown.default) == case["values"]
    text = values_yaml(Facts(hiding.shown)) + to_json(exported(hiding.shown))
    assert not [path for path in before if path not in case["shown"] and path.rpartition(".")[2] in text]
    lines = [each.span.line if each.span else 0 for each in hiding.findings]
    words = [f"{each.path_text}: {english(each, 'message')}" for each in hiding.findings]
    found = [f"{line} {text}" for line, text in zip(lines, words, strict=True)]
    assert found == case.get("findings", [])

"""What has to be set, and the values file with every default: both hold what they promise."""

from __future__ import annotations

from typing import Any

import pytest

from support import CASES, cases, load_yaml
from yschema_engine import EngineError, File, Schema, build_reference, check_plain, load_schema
from yschema_engine.nodes import to_plain
from yschema_engine.outputs.yaml.values_file import values_yaml
from yschema_engine.values.check import check_values
from yschema_engine.values.least import minimal
from yschema_engine.values.sources import plain_documents

MINIMAL: dict[str, Any] = load_yaml((CASES / "minimal.yaml").read_text(encoding="utf-8"))


def schema_of(text: str) -> Schema:
    return load_schema([File("s.yaml", "s.yaml", text.encode())])


@pytest.mark.parametrize("name", MINIMAL)
def test_minimal_values(name: str) -> None:
    case = MINIMAL[name]
    schema = schema_of(case["schema"])
    found = minimal(schema.declaration)
    assert to_plain(found.value) == case["minimal"]
    assert [d.path for d in found.violations] == case.get("broken", [])
    assert check_plain(schema, to_plain(found.value)).valid is (not found.violations)


def _schemas() -> list[Any]:
    return [*cases("conformance/types"), *cases("conformance/validation"), *cases("designs")]


@pytest.mark.parametrize("path", _schemas())
def test_the_values_file_holds_the_defaults(path: Any) -> None:
    files = load_yaml(path.read_text(encoding="utf-8")).get("files", {})
    try:
        schema = load_schema([File(name, name, (text or "").encode()) for name, text in files.items()])
    except EngineError:
        return  # a case of an error
    text = values_yaml(build_reference(schema, "values"))
    documents = plain_documents(File("values.yaml", "values.yaml", text.encode()))
    checked = check_values(schema, documents, rules=False)
    assert checked.findings == ()
    assert checked.plain == to_plain(schema.default)

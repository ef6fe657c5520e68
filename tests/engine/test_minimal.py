"""The minimal values file and the values file with all defaults satisfy the schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support import CASES, cases, load_yaml
from yschema_engine import EngineError, File, Schema, check_plain, load_schema
from yschema_engine.show.field_facts import Facts
from yschema_engine.show.values_file import values_yaml
from yschema_engine.text.nodes import to_plain
from yschema_engine.values.check import check_values
from yschema_engine.values.minimal import minimal_of
from yschema_engine.values.sources import plain_documents, reading

MINIMAL: dict[str, Any] = load_yaml((CASES / "minimal.yaml").read_text(encoding="utf-8"))

FILES: dict[str, Any] = load_yaml((CASES / "values-files.yaml").read_text(encoding="utf-8"))


def schema_of(case: dict[str, Any]) -> Schema:
    name = case.get("file", "s.yaml")
    return load_schema([File(name, name, case["schema"].encode())])


@pytest.mark.parametrize("name", MINIMAL)
def test_minimal_values(name: str) -> None:
    case = MINIMAL[name]
    schema = schema_of(case)
    found = minimal_of(schema)
    assert to_plain(found.value) == case["minimal"]
    assert [d.path_text for d in found.violations] == case.get("broken", [])
    assert check_plain(schema, to_plain(found.value)).valid is (not found.violations)


def _files(path: Path) -> list[File]:
    files = load_yaml(path.read_text(encoding="utf-8")).get("files", {})
    return [File(name, name, (text or "").encode()) for name, text in files.items()]


def _is_refused(path: Path) -> bool:
    """Return whether a case records an error in the schema rather than in data values."""
    expected = load_yaml(path.read_text(encoding="utf-8")).get("expect", {})
    return expected.get("error", {}).get("stage") in ("schema", "template")


ALL = [*cases("conformance/types"), *cases("conformance/validation"), *cases("designs")]
REFUSED = [case for case in ALL if _is_refused(case.values[0])]
ACCEPTED = [case for case in ALL if case not in REFUSED]


@pytest.mark.parametrize("path", ACCEPTED)
def test_the_values_file_holds_the_defaults(path: Path) -> None:
    schema = load_schema(_files(path))
    text = values_yaml(Facts(schema.named("values")))
    documents = plain_documents(File("values.yaml", "values.yaml", text.encode()), reading(schema))
    checked = check_values(schema, documents, rules=False)
    assert checked.findings == ()
    assert checked.plain == to_plain(schema.default)


@pytest.mark.parametrize("name", FILES)
def test_the_values_file_sets_what_users_may_set(name: str) -> None:
    case = FILES[name]
    text = values_yaml(Facts(schema_of(case)))
    assert load_yaml(text) == case["sets"]
    assert [part for part in case.get("has", ()) if part not in text] == []
    assert [part for part in case.get("lacks", ()) if part in text] == []


@pytest.mark.parametrize("path", REFUSED)
def test_an_invalid_schema_has_no_values_file(path: Path) -> None:
    with pytest.raises(EngineError):
        load_schema(_files(path))


def test_the_values_file_sets_no_default_that_the_schema_refuses() -> None:
    case = MINIMAL["a-default-that-the-schema-refuses"]
    text = values_yaml(Facts(schema_of(case).named("values")))
    assert load_yaml(text) == {"kept": 4}
    assert "#size: 2" in text

"""Samples of custom resources, each checked by the definition of its kind and version."""

from __future__ import annotations

from typing import Any

import pytest

from support import CASES, load_yaml
from yschema_engine import File
from yschema_engine.read.readers import load_schemas
from yschema_engine.show.findings import english
from yschema_engine.show.json_schema.exported import exported
from yschema_engine.text.nodes import to_plain
from yschema_engine.values.check import Checked, check_resources
from yschema_engine.values.sources import plain_documents, reading

DATA: dict[str, Any] = load_yaml((CASES / "resources.yaml").read_text("utf-8"))
SCHEMAS = load_schemas([File("crds.yaml", "crds.yaml", DATA["definitions"].encode())])


def checked(text: str) -> Checked:
    return check_resources(
        SCHEMAS, list(plain_documents(File("lamp.yaml", "lamp.yaml", text.encode()), reading(SCHEMAS[0])))
    )


@pytest.mark.parametrize("name", DATA["valid"])
def test_valid_resources(name: str) -> None:
    case = DATA["valid"][name]
    result = checked(case["text"])
    assert result.findings == ()
    assert result.plain == case["values"]


@pytest.mark.parametrize("name", DATA["wrong"])
def test_wrong_resources(name: str) -> None:
    case = DATA["wrong"][name]
    findings = checked(case["text"]).findings
    assert len(findings) == len(case["findings"]), findings
    for finding, expected in zip(findings, case["findings"], strict=True):
        place, _, words = expected.partition(": ")
        line, _, path = place.partition(" ")
        assert (str(finding.span.line if finding.span else ""), finding.path_text) == (line, path.strip())
        parts = (english(finding, part) for part in ("message", "found", "expected", "hint"))
        assert words in " ".join(filter(None, parts))
        assert finding.severity == case.get("severity", "error")


def test_status_comes_last_in_exported_schemas() -> None:
    lamp = next(schema for schema in SCHEMAS if schema.name == "lamp-v1")
    assert [*to_plain(exported(lamp))["properties"]] == ["apiVersion", "kind", "metadata", "spec", "status"]

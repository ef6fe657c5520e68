"""The file that `yschema schema` writes."""

from __future__ import annotations

from pathlib import Path

from support import Command

CHART = {
    "web/Chart.yaml": "apiVersion: v2\nname: web\n",
    "web/values.yaml": "# -- (int) Pods\nreplicas: 1\nlabels: {}\n",
}


def test_a_written_schema_stays_the_same(yschema: Command, tmp_path: Path) -> None:
    path = tmp_path / "web/values.schema.json"
    assert yschema("schema", "web", "--write", files=CHART).status == 0
    written = path.read_bytes()
    assert yschema("schema", "web").out.encode() == written
    assert yschema("schema", "web", "--write").status == 0
    assert path.read_bytes() == written
    checked = yschema("schema", "web", "--check")
    assert (checked.status, checked.err) == (0, "")
    values = {"web/values.yaml": "# -- (string) Pods\nreplicas: a\n"}
    assert yschema("schema", "web", "--check", files=values).status == 1
    assert path.read_bytes() == written
    assert yschema("schema", "web", "--write", files=values).status == 0
    assert b'"default": "a"' in path.read_bytes()


def test_a_schema_of_somebody_else_is_kept(yschema: Command, tmp_path: Path) -> None:
    files = {**CHART, "web/values.schema.json": '{"type": "object"}'}
    assert yschema("schema", "web", "--write", files=files).status == 2
    assert (tmp_path / "web/values.schema.json").read_text(encoding="utf-8") == '{"type": "object"}'

"""Paths in what readers see, which show nothing of the machine that made it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from support import Command
from yschema_engine.text.source import published

CHART = {
    "c/Chart.yaml": "apiVersion: v2\nname: c\n",
    "c/values.yaml": "# -- How many.\na: 1\n",
}
FORMS = ("json", "yaml", "html", "html-page", "markdown", "openapi-v3", "json-schema", "reference-json")


@pytest.mark.parametrize(
    ("file", "expected"),
    {
        "values.yaml": "values.yaml",
        "../values.yaml": "../values.yaml",
        "{here}/a/values.yaml": "a/values.yaml",
        "/elsewhere/a/values.yaml": "values.yaml",
    }.items(),
)
def test_paths(file: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert published(file.replace("{here}", str(tmp_path))) == expected


@pytest.mark.parametrize("form", FORMS)
def test_no_output_has_a_path_of_this_machine(form: str, yschema: Command, tmp_path: Path) -> None:
    result = yschema("-f", str(tmp_path / "c"), "--schema-inspect", "-o", form, files=CHART)
    assert result.status == 0 and result.out
    assert str(tmp_path) not in result.out


def test_a_site_is_the_same_from_each_folder(tmp_path: Path) -> None:
    config = "site_name: x\nplugins:\n- yschema:\n    schemas:\n      c: {files: [c], page: c.md}\n"
    for name, text in {**CHART, "mkdocs.yml": config}.items():
        path = tmp_path / "a" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    sites = []
    for number, folder in enumerate((tmp_path, tmp_path / "a", tmp_path / "a/c")):
        out = tmp_path / f"out{number}"
        arguments = ("site", "--form", "html", "--out", out, "--config", tmp_path / "a/mkdocs.yml")
        subprocess.run([sys.executable, "-m", "yschema_engine", *arguments], cwd=folder, check=True)
        files = (path for path in out.rglob("*") if path.is_file())
        sites.append({path.relative_to(out): path.read_bytes() for path in files})
    assert sites[0] and sites[0] == sites[1] == sites[2]
    assert not any(bytes(tmp_path) in data for data in sites[0].values())

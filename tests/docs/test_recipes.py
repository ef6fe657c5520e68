"""The recipes on the development page work as written, each in a copy of the repository.

`pytest tests/docs/test_recipes.py --regenerate` writes the printed output to the page.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tomllib
from pathlib import Path

import pytest

from walkthrough import ROOT, walk
from yschema_engine.release import VERSION

PAGE = ROOT / "docs/development.md"
RECIPE = re.compile(r"^### Add ([^\n]*)\n(.*?)(?=^##)", re.DOTALL | re.MULTILINE)
RECIPES = dict(RECIPE.findall(PAGE.read_text(encoding="utf-8")))
COPIED = (
    *("engine", "mkdocs_yschema", "themes", "tests", "tools", "sample_site"),
    *("pyproject.toml", "babel.cfg"),
)
EXPECTED = {
    *("a named rule", "a format", "an annotation", "an output", "a front end", "a theme"),
    *("a language", "a finding"),
}


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the repository whose code the commands run."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("node_modules", ".cache")
            shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    sources = (tmp_path, tmp_path / "engine", tmp_path / "themes")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, sources)))
    # Not the warm programs, which have loaded the code of the repository.
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}/usr/bin{os.pathsep}/bin")
    return tmp_path


def test_every_part_that_can_be_added_has_a_recipe() -> None:
    assert RECIPES.keys() >= EXPECTED


@pytest.mark.parametrize("name", RECIPES)
def test_recipe(name: str, copy: Path, request: pytest.FixtureRequest) -> None:
    text = RECIPES[name]
    actual = walk(text, copy, after_step=lambda: _install(copy))
    if request.config.getoption("regenerate"):
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(page.replace(text, actual), encoding="utf-8")
    assert text == actual


def _install(folder: Path) -> None:
    """Declare the entry points of the copy, as `pip install -e .` does."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [f"Name: {project['name']}", f"Version: {VERSION}", ""]
    info = folder / f"{project['name'].replace('-', '_')}-{VERSION}.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\n" + "\n".join(lines), encoding="utf-8")
    groups = {"console_scripts": project["scripts"], **project["entry-points"]}
    text = "".join(
        f"[{group}]\n" + "".join(f"{name} = {target}\n" for name, target in points.items())
        for group, points in groups.items()
    )
    (info / "entry_points.txt").write_text(text, encoding="utf-8")

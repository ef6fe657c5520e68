"""The recipes on the development page work as written, and pass the checks that such a change meets.

Each recipe is followed in a copy of the repository, in which its checks then run.
`pytest tests/docs/test_recipes.py --regenerate` writes the printed output to the page.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from walkthrough import ROOT, walk
from yschema_engine.release import VERSION

PAGE = ROOT / "docs/development.md"
RECIPE = re.compile(r"^### Add ([^\n]*)\n(.*?)(?=^##)", re.DOTALL | re.MULTILINE)
RECIPES = dict(RECIPE.findall(PAGE.read_text(encoding="utf-8")))
COPIED = (
    *("engine", "mkdocs_yschema", "themes", "tests", "tools", "sample_site", "docs", "LICENSES"),
    *("pyproject.toml", "babel.cfg", "mkdocs.yml"),
)
SOURCES = ("engine", "mkdocs_yschema", "themes", "tests", "tools")
LINTERS = (("ruff", "check", *SOURCES), ("ruff", "format", "--check", *SOURCES), ("lint-imports",))
CHECKS: dict[str, tuple[str, ...]] = {
    "a named rule": ("tests/engine/test_compare.py",),
    "a format": ("tests/engine/test_openapi_designs.py",),
    "an annotation": ("tests/engine/test_schema.py", "tests/engine/test_stored.py"),
    "an output": ("tests/cli/test_imports.py", "tests/cli/test_help.py"),
    "a site option": ("tests/docs/test_options.py", "tests/mkdocs_yschema/test_samples.py"),
    "a front end": ("tests/engine/test_inputs.py", "tests/engine/test_stored.py"),
    "a finding": ("tests/render/test_catalogues.py",),
}
"""The tests that a change of each kind meets, beside those that the recipe itself runs."""
FILES = {
    "a named rule": 3,
    "a format": 2,
    "an annotation": 4,  # and the treatment by ytt, if it does not have the annotation
    "an output": 3,
    "a site option": 2,
    "a front end": 3,
    "a finding": 1,
}
"""How many source files a recipe may touch."""
EXPECTED = {
    *("a named rule", "a format", "an annotation", "an output", "a site option", "a front end", "a theme"),
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
    if (ROOT / "themes/node_modules").is_dir():
        (tmp_path / "themes/node_modules").symlink_to(ROOT / "themes/node_modules")
    return tmp_path


def test_every_part_that_can_be_added_has_a_recipe() -> None:
    assert RECIPES.keys() >= EXPECTED


@pytest.mark.alone
@pytest.mark.parametrize("name", RECIPES)
def test_recipe(name: str, copy: Path, request: pytest.FixtureRequest) -> None:
    text = RECIPES[name]
    actual = walk(text, copy, after_step=lambda: _install(copy))
    if request.config.getoption("regenerate"):
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(page.replace(text, actual), encoding="utf-8")
    assert text == actual
    for command in _checks(name):
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("name", FILES)
def test_few_files_change(name: str) -> None:
    titles = set(re.findall(r'title="((?:engine|mkdocs_yschema|themes)/[^"]+)"', RECIPES[name]))
    assert len(titles) == FILES[name]


def _checks(name: str) -> Iterator[Sequence[str]]:
    yield from LINTERS
    if (ROOT / "themes/node_modules").is_dir() and ".js" in RECIPES[name]:
        yield "node", "themes/build.js"
    if name in CHECKS:
        yield "pytest", "-q", "-x", *CHECKS[name]


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

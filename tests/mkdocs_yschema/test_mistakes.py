"""Each mistake in a correct site is found once, at its line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from support import load_yaml, marks
from yschema_engine.text.findings import KINDS

from .sites import Built, SiteFolder

CASES = Path(__file__).parents[1] / "cases/sites"
RIGHT = CASES / "lantern"
PYMDOWNX = CASES / "lantern-pymdownx"
EXTENSIONS = """\
  - pymdownx.superfences
  - pymdownx.tabbed: {alternate_style: true}
  - pymdownx.snippets: {base_path: [.]}
"""
MISTAKES: list[dict[str, Any]] = load_yaml((CASES / "mistakes.yaml").read_text("utf-8"))
NAMED = [pytest.param(mistake, id=mistake["name"], marks=marks(mistake)) for mistake in MISTAKES]
OF_KINDS = [param for param, mistake in zip(NAMED, MISTAKES, strict=True) if "kind" in mistake]
WHERE = re.compile(r"^(?:yschema: )?(?P<place>\S+?:\d+)(?::\d+)?: ", re.MULTILINE)


@pytest.fixture
def lantern(site: SiteFolder, has_pymdownx: bool) -> SiteFolder:
    for path in sorted(site.folder.rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    copytree(RIGHT, site.folder, dirs_exist_ok=True)
    if has_pymdownx:
        copytree(PYMDOWNX, site.folder, dirs_exist_ok=True)
        config = (site.folder / "mkdocs.yml").read_text("utf-8")
        site.write({"mkdocs.yml": config.replace("  - fenced_code\n", EXTENSIONS)})
    return site


def planted(site: SiteFolder, mistakes: Iterable[dict[str, Any]]) -> None:
    for mistake in mistakes:
        path = site.folder / mistake["in"]
        text = path.read_text("utf-8")
        assert text.count(mistake["text"]) == 1, mistake["name"]
        path.write_text(text.replace(mistake["text"], mistake["wrong"]), "utf-8")


def place(mistake: dict[str, Any]) -> str:
    file = mistake.get("file", mistake["in"])
    at = mistake.get("at", mistake["text"])
    root = RIGHT if (RIGHT / file).exists() else PYMDOWNX
    lines = (root / file).read_text("utf-8").splitlines()
    (line,) = (number for number, line in enumerate(lines, 1) if at in line)
    return f"{file}:{line}"


def places(built: Built) -> list[str]:
    return [found["place"] for found in WHERE.finditer("\n".join(built.errors))]


@pytest.mark.parametrize(
    "extensions", ["python-markdown", pytest.param("pymdownx", marks=pytest.mark.other_tools)]
)
def test_what_is_right_is_quiet(lantern: SiteFolder, extensions: str) -> None:
    built = lantern.build(strict=True)
    assert built.errors == []
    assert not built.failed


@pytest.mark.parametrize("mistake", NAMED)
def test_a_mistake_is_found_at_its_line_once(lantern: SiteFolder, mistake: dict[str, Any]) -> None:
    planted(lantern, [mistake])
    built = lantern.build(strict=True)
    assert built.failed
    assert places(built) == [place(mistake)], built.log
    assert str(mistake["says"]) in built.log


@pytest.mark.parametrize("mistake", OF_KINDS)
def test_its_kind_can_be_off(lantern: SiteFolder, mistake: dict[str, Any]) -> None:
    planted(lantern, [mistake])
    settings = (lantern.folder / "mkdocs.yml").read_text("utf-8")
    levels = "      severity:\n"
    without = re.sub(rf"        {mistake['kind']}: warning\n", "", settings)
    lantern.write({"mkdocs.yml": without.replace(levels, f"{levels}        {mistake['kind']}: off\n")})
    built = lantern.build(strict=True)
    assert built.errors == []
    assert not built.failed


def test_one_of_each_kind_is_told_in_one_build(lantern: SiteFolder) -> None:
    first: dict[str, dict[str, Any]] = {}
    for mistake in MISTAKES:
        first.setdefault(mistake.get("kind", ""), mistake)
    del first[""]  # this mistake leaves no valid schema
    # In pages, what comments of charts ask for is of the kind of the block or the sample.
    assert first.keys() == set(KINDS) - {"comments"}
    planted(lantern, first.values())
    built = lantern.build(strict=True)
    assert sorted(places(built)) == sorted(map(place, first.values())), built.log

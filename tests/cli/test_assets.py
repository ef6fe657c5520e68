"""`yschema assets`, which writes style sheets and scripts."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from support import Command, load_yaml
from yschema_engine.show.html.theme import find_theme


@pytest.mark.parametrize("theme", ["material", "mkdocs", "readthedocs"])
def test_the_printed_lines_link_the_files(yschema: Command, tmp_path: Path, theme: str) -> None:
    for form, read in (("yaml", load_yaml), ("toml", lambda text: tomllib.loads(text)["project"])):
        result = yschema("assets", str(tmp_path), "--theme", theme, "--form", form)
        assert (result.status, result.err) == (0, "")
        config = read(result.out)
        linked = {*config["extra_css"], *config["extra_javascript"]}
        written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
        assert linked == {path for path in written if not path.endswith(".lazy.js")}
        assert {Path(path).name for path in written} == set(find_theme(theme).assets)


def test_files_are_replaced(yschema: Command, tmp_path: Path) -> None:
    style = tmp_path / "assets/yschema/yschema.css"
    yschema("assets", str(tmp_path))
    text = style.read_bytes()
    style.write_text("old")
    assert yschema("assets", str(tmp_path)).status == 0
    assert style.read_bytes() == text


def test_an_unknown_theme_and_a_folder_that_is_a_file(yschema: Command, tmp_path: Path) -> None:
    result = yschema("assets", str(tmp_path), "--theme", "cerulean")
    assert result.status == 2
    assert "unknown theme 'cerulean'; installed: base, material, mkdocs" in result.err
    (tmp_path / "assets").write_text("")
    result = yschema("assets", str(tmp_path))
    assert result.status == 2
    assert "cannot write assets/yschema/" in result.err


def test_the_folder_is_required(yschema: Command) -> None:
    assert yschema("assets").status == 2

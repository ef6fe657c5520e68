"""Themes are found by entry point, and extend each other."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from yschema_engine import Schema
from yschema_engine.read.inputs import File
from yschema_engine.read.ytt.load import load_schema
from yschema_engine.show.html import theme
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.theme import LAZY, ThemeError, find_theme

Install = Callable[[str, str, dict[str, str]], None]


def reference() -> Schema:
    schema = b"#@data/values-schema\n---\nname: web\n"
    return load_schema([File("s.yaml", "s.yaml", schema)]).named("app")


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Install a theme package with a name, settings and files."""
    points = dict(theme.installed_themes())
    monkeypatch.setattr(theme, "installed_themes", lambda: points)
    monkeypatch.syspath_prepend(tmp_path)

    def add(name: str, settings: str, files: dict[str, str]) -> None:
        package = f"theme_{tmp_path.name}_{name}"
        for path, text in {"__init__.py": "", "theme.toml": settings, **files}.items():
            target = tmp_path / package / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
        points[name] = EntryPoint(name, package, theme.GROUP)

    return add


@pytest.mark.parametrize(
    ("asked", "layers"),
    [
        ("mkdocs", ["mkdocs", "base"]),
        ("material", ["material", "base"]),
        ("readthedocs", ["readthedocs", "base"]),
        ("some-other-theme", ["base"]),
        (None, ["base"]),
    ],
)
def test_a_site_theme_has_a_theme(asked: str | None, layers: list[str]) -> None:
    found = find_theme(asked)
    assert [name for name, _ in found.layers] == layers
    assert next(iter(found.assets)) == "yschema.css"
    assert all(path.is_file() for path in found.assets.values())


def test_a_third_party_theme_overrides_a_block(install: Install) -> None:
    install(
        "corporate",
        'extends = "material"',
        {
            "templates/field.html": """\
{% extends "base/field.html" %}
{% block badges scoped %}<b>{{ field.type }}!</b>{% endblock %}
""",
            "assets/yschema.css": "/* mine */",
        },
    )
    found = find_theme("corporate")
    html = Renderer(found).reference(reference()).html
    assert "<b>string!</b>" in html
    assert "Default" in html
    assert found.assets["yschema.css"].read_text() == "/* mine */"


def test_a_folder_of_overrides_goes_first(tmp_path: Path) -> None:
    (tmp_path / "yaml.html").write_text("<kbd>{{ yaml }}</kbd>")
    renderer = Renderer(find_theme("base"), [tmp_path])
    assert "<kbd>web</kbd>" in renderer.reference(reference()).html


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (
            'extends = "nowhere"',
            "unknown theme 'nowhere'; installed: base, broken, material, mkdocs, readthedocs, stand",
        ),
        ('extends = "broken"', "'broken' extends itself"),
        ("extends = ", "cannot read the theme's settings"),
    ],
)
def test_a_theme_that_cannot_be_used(install: Install, settings: str, words: str) -> None:
    install("broken", settings, {})
    with pytest.raises(ThemeError, match=words):
        find_theme("broken")


@pytest.mark.parametrize("name", ["material", "mkdocs", "readthedocs"])
def test_the_first_script_and_style_sheet_are_small(name: str) -> None:
    assets = find_theme(name).assets
    first = [path.read_bytes() for file, path in assets.items() if LAZY not in file]
    assert len(first) >= 2
    assert sum(len(gzip.compress(data, mtime=0)) for data in first) <= 27_000

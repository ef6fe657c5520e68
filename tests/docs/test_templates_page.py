"""The page about templates lists all templates, with their blocks and their context, and no others."""

from __future__ import annotations

import importlib.util
import re
import sys
from importlib.metadata import EntryPoint
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import pytest
from jinja2 import Environment, meta, nodes

from walkthrough import ROOT, blocks
from yschema_engine import File, load_schema
from yschema_engine.show.html import theme
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.theme import find_theme

PAGE = ROOT / "docs/reference/templates.md"
TEXT = PAGE.read_text("utf-8")
SECTION = TEXT.partition("## The templates")[2].partition("## The context")[0]
ROW = re.compile(r"^\| `([\w.-]+)` \| (.+?) \| (.*?) ?\| (.*?) ?\|$", re.MULTILINE)
NAME = re.compile(r"`([\w-]+)`")
TABLES = dict(zip(("base", "standalone"), SECTION.split("The theme `standalone`"), strict=True))
FOLDERS = {name: Path(str(files(f"yschema_themes.{name}"))) / "templates" for name in TABLES}
TEMPLATES = [(name, path.name) for name, folder in FOLDERS.items() for path in sorted(folder.iterdir())]


@pytest.fixture(scope="module")
def environment() -> Environment:
    renderer = Renderer(find_theme("standalone"))
    return renderer._environment(renderer.words)


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    name = "docs_hook_templates"
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs/_hooks/templates.py")
    assert spec
    assert spec.loader
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rows(of: str) -> dict[str, tuple[set[str], set[str]]]:
    """Return the context and the blocks of each template on the page."""
    return {row[0]: (set(NAME.findall(row[2])), set(NAME.findall(row[3]))) for row in ROW.findall(TABLES[of])}


@pytest.mark.parametrize("of", FOLDERS)
def test_every_template_is_there_and_no_other(of: str) -> None:
    assert sorted(rows(of)) == [name for other, name in TEMPLATES if other == of]


@pytest.mark.parametrize(("of", "name"), TEMPLATES)
def test_its_blocks_are_there_and_no_others(environment: Environment, of: str, name: str) -> None:
    tree = environment.parse((FOLDERS[of] / name).read_text("utf-8"))
    assert rows(of)[name][1] == {block.name for block in tree.find_all(nodes.Block)}


@pytest.mark.parametrize(("of", "name"), TEMPLATES)
def test_its_context_is_there(environment: Environment, of: str, name: str) -> None:
    said, _ = rows(of)[name]
    assert said <= set(NAME.findall(TEXT.partition("## The context")[2].partition("###")[0]))
    assert needed(environment, FOLDERS[of] / name) <= said
    # A template may set these variables itself if they are undefined.
    assert said <= {"is_removed", "is_folded", "edits", "chips"}.union(
        *(needed(environment, path) for path in reached(environment, of, name))
    )


def needed(environment: Environment, path: Path) -> set[str]:
    """Return the variables that a template needs, and neither it nor its parent sets."""
    tree = environment.parse(path.read_text("utf-8"))
    own = {name.name for name in tree.find_all(nodes.Name) if name.ctx == "store"}
    own |= {"loop", *(macro.name for macro in tree.find_all(nodes.Macro))}
    for extends in tree.find_all(nodes.Extends):
        parent = FOLDERS["base"] / Path(extends.template.as_const()).name
        stored = environment.parse(parent.read_text("utf-8")).find_all(nodes.Name)
        own |= {name.name for name in stored if name.ctx == "store"}
    return meta.find_undeclared_variables(tree) - environment.globals.keys() - own


def reached(environment: Environment, of: str, name: str) -> set[Path]:
    """Return a template and all templates that it includes or extends, directly or not."""
    found: set[Path] = set()
    names = [f"{of}/{name}"]
    while names:
        folder, _, name = names.pop().rpartition("/")
        path = FOLDERS[folder or of] / name
        path = path if path.exists() else FOLDERS["base"] / name
        if path not in found:
            found.add(path)
            names += filter(None, meta.find_referenced_templates(environment.parse(path.read_text("utf-8"))))
    return found


def test_objects_and_filters_are_listed(hook: ModuleType, environment: Environment) -> None:
    page = hook.on_page_markdown(TEXT)
    assert "<!-- attributes" not in page
    assert "<!-- filters" not in page
    listed = {name for name in hook.OBJECTS if f"<!-- attributes of {name} -->" in TEXT}
    asked = set(re.findall(r"<!-- attributes of (\w+) -->", TEXT))
    assert asked == listed
    assert {"View", "Field", "Rule"} <= listed
    for name in (
        "| `is_broken` |",
        "| `walk()` |",
        "| `href(ids, view)` |",
        "| `describe` |",
    ):
        assert name in page
    # The lists contain each attribute that the templates use.
    used = {
        node.attr
        for folder in FOLDERS.values()
        for path in folder.iterdir()
        for node in environment.parse(path.read_text("utf-8")).find_all(nodes.Getattr)
    }
    known = set(re.findall(r"^\| `(\w+)", page, re.MULTILINE))
    of_text_and_loops = {
        "replace",
        "removesuffix",
        "removeprefix",
        "count",
        "get",
        "append",
        "first",
        "last",
        "index",
        "index0",
        "items",
    }
    of_lines = {name for name, _ in hook.attributes("AnnotatedLine")}
    of_lines |= {"line", "file"}
    assert used - known - of_text_and_loops - of_lines == set()


def test_a_theme_in_a_package_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = {block.options["title"]: block.text for block in blocks(TEXT) if "title" in block.options}
    package = {name: text for name, text in written.items() if name.startswith("acme_theme/")}
    assert len(package) == 4
    for name, text in {"acme_theme/__init__.py": "", "acme_theme/yschema/__init__.py": "", **package}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    group, name, module = re.findall(
        r'entry-points\."([\w.]+)"\]\n(\w+) = "([\w.]+)"', written["pyproject.toml"]
    )[0]
    assert group == theme.GROUP
    points = {**theme.installed_themes(), name: EntryPoint(name, module, group)}
    monkeypatch.setattr(theme, "installed_themes", lambda: points)
    monkeypatch.syspath_prepend(tmp_path)
    found = find_theme("acme")
    assert [layer for layer, _ in found.layers] == ["acme", "material", "base"]
    assert list(found.assets)[-1] == "yschema-acme.css"
    schema = "#@data/values-schema\n---\n#@schema/nullable\n#@schema/validation not_null=True\na: 1\n"
    app = load_schema([File("s.yaml", "s.yaml", schema.encode())]).named("app")
    html = Renderer(found, language="nl").reference(app).html
    assert '<span class="ys-badge">mag null zijn</span>' in html
    assert ">verplicht</span>" in html

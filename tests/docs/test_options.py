"""The pages about options list the names, types, defaults and descriptions in the code."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from mkdocs_yschema.markdown.directives import parse_directive
from mkdocs_yschema.markdown.extension import makeExtension
from support import load_yaml
from yschema_engine.site.option_types import types_of
from yschema_engine.site.options import DirectiveOptions, DisplayOptions, SiteOptions, read_site_options
from yschema_engine.text.findings import DEFAULT_LEVELS, KINDS

DOCS = Path(__file__).parents[2] / "docs"
ENTRY = re.compile(r"^#{3,4} `(.*?)` .*?\n\n\*Type:\* (.+?)\.(?: \*Default:\* (.+)\.)?\n\n(.+)", re.MULTILINE)


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    name = "docs_hook_options"
    spec = importlib.util.spec_from_file_location(name, DOCS / "_hooks/options.py")
    assert spec
    assert spec.loader
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _page(hook: ModuleType, name: str) -> str:
    text: str = hook.on_page_markdown((DOCS / "reference" / name).read_text(encoding="utf-8"))
    assert "<!-- options" not in text
    return text


def test_the_page_lists_the_defaults(hook: ModuleType) -> None:
    defaults = {name: default for name, _, default, _ in ENTRY.findall(_page(hook, "plugin.md"))}
    assert defaults.keys() > types_of(SiteOptions).keys()
    options = read_site_options({}, Path())
    for name in types_of(SiteOptions):
        value = (
            getattr(options, name, None)
            if name not in types_of(DisplayOptions)
            else getattr(options.display, name)
        )
        if isinstance(value, str | bool | int | tuple):
            plain = list(value) if isinstance(value, tuple) else value
            assert load_yaml(defaults[name].strip("`")) == plain, name
    for kind, level in DEFAULT_LEVELS.items():
        assert defaults[f"severity.{kind}"].strip("`") in (level, ""), kind


def test_the_page_lists_nested_options(hook: ModuleType) -> None:
    entries = {name: (kind, text) for name, kind, _, text in ENTRY.findall(_page(hook, "plugin.md"))}
    assert entries["schemas"][0] == "a map of names to maps"
    assert entries["schemas.NAME.files"][0] == "a list of strings"
    assert entries["schemas.NAME.page"][1].startswith("The path of a page")
    assert entries["layout"][0] == "one of `sections`, `table`, `yaml`"


def test_the_severity_page_lists_all_kinds_with_defaults() -> None:
    text = (DOCS / "reference/severity.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| .+ \| `(\w+)`", text, re.MULTILINE)
    assert dict(rows) == {kind: DEFAULT_LEVELS[kind] for kind in KINDS}


def test_the_directive_accepts_the_options_on_its_page(hook: ModuleType) -> None:
    names = re.findall(r"^\| `(\w+)` \| \S.* \|.*\|$", _page(hook, "directive.md"), re.MULTILINE)
    expected = {*DirectiveOptions.__dataclass_fields__, *DisplayOptions.__dataclass_fields__} - {
        "name",
        "display",
    }
    assert set(names) == expected
    samples = {
        "path": "a.b",
        "heading_level": "3",
        "layout": "table",
        "columns": "[type]",
        "collapse_depth": "2",
    }
    for name in names:
        parse_directive("app", f"    {name}: {samples.get(name, 'false')}")


def test_the_extension_accepts_the_options_on_its_page() -> None:
    text = (DOCS / "reference/markdown-extension.md").read_text(encoding="utf-8")
    names = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    assert names == [name for name in makeExtension().config if name != "site"]  # set by the plugin only

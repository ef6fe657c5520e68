"""The pages about options list the names, types, defaults and descriptions in the code."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from mkdocs.config.base import Config
from mkdocs.config.config_options import ListOfItems, Type

from mkdocs_yschema.config import YschemaConfig
from mkdocs_yschema.markdown.directive_options import parse_directive
from mkdocs_yschema.markdown.extension import makeExtension
from support import load_yaml
from yschema_engine.site.option_types import DirectiveOptions, DisplayOptions
from yschema_engine.text.findings import DEFAULT_LEVELS, KINDS

DOCS = Path(__file__).parents[2] / "docs"
ENTRY = re.compile(r"^#{3,4} `(.*?)` .*?\n\n\*Type:\* (.+?)\.(?: \*Default:\* (.+)\.)?\n\n(.+)", re.MULTILINE)


class Odd(Config):
    odd = ListOfItems(Type(bytes))
    """A type that YAML does not have."""


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


def _by_default(config: Config, outer: str = "") -> Iterator[tuple[str, object]]:
    for name, value in config.items():
        if isinstance(value, Config):
            yield outer + name, None
            yield from _by_default(value, f"{outer}{name}.")
        else:
            yield outer + name, None if value == {} else value


def test_the_page_lists_the_defaults(hook: ModuleType) -> None:
    defaults = {name: default for name, _, default, _ in ENTRY.findall(_page(hook, "plugin.md"))}
    config = YschemaConfig()
    assert config.validate() == ([], [])
    for name, value in _by_default(config):
        assert (defaults[name] and load_yaml(defaults[name].strip("`"))) == (
            "" if value is None else value
        ), name


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


def test_an_option_of_an_unknown_type_fails(hook: ModuleType) -> None:
    with pytest.raises(NotImplementedError, match=r"no (description|plural)"):
        list(hook.plugin_options(Odd))

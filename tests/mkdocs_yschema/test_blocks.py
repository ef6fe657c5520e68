"""Checked blocks in pages: the findings of a build, and pages that remain unchanged otherwise."""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from support import CASES, load_yaml

from .sites import CONFIG, SiteFolder

DATA: dict[str, Any] = load_yaml((CASES / "blocks.yaml").read_text(encoding="utf-8"))
PAGES: dict[str, Any] = DATA["pages"]
SITE = """\
site_name: Site
theme: {name: mkdocs}
plugins:
- yschema:
    schemas:
      app: {files: [schemas/app.yaml]}
      queue: {files: [schemas/queue.yaml]}
markdown_extensions:
- admonition
- attr_list
- def_list
- footnotes
- md_in_html
"""
PYMDOWNX = "- pymdownx.details\n- pymdownx.snippets\n- pymdownx.tabbed: {alternate_style: true}\n"
FENCES = {
    "superfences": "- pymdownx.highlight\n- pymdownx.superfences\n",
    "tabs-kept": "- pymdownx.superfences: {preserve_tabs: true}\n",
    "fenced_code": "- fenced_code\n- codehilite\n",
}
SITES = {fences: (fences, SITE + PYMDOWNX + extension) for fences, extension in FENCES.items()}
PLAIN_SITE = ("fenced_code", SITE + FENCES["fenced_code"])
_HEAD = re.compile(r"docs/(?P<page>[\w-]+)\.md:(?P<line>\d+)(?::\d+)?: (?:error: )?(?P<rest>.*)")


def in_sites() -> list[Any]:
    """Return each page with each extension for fences. Those that need pymdown-extensions are marked."""
    plain = [name for name, case in PAGES.items() if "needs" not in case]
    return [
        *(pytest.param(PLAIN_SITE, name, id=f"fenced_code-{name}") for name in plain),
        *(
            pytest.param(site, name, id=f"{fences}-{name}", marks=pytest.mark.other_tools)
            for fences, site in SITES.items()
            for name in PAGES
            if fences != "fenced_code" or name not in plain
        ),
    ]


class _Log(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


def told(folder: Path) -> dict[str, list[str]]:
    """Return the messages of a build by page."""
    config = load_config(str(folder / "mkdocs.yml"), site_dir=str(folder / "site"))
    handler, log = _Log(), logging.getLogger("mkdocs")
    log.addHandler(handler)
    try:
        config.plugins.on_startup(command="build", dirty=False)
        build(config)
    except Abort:
        pass
    finally:
        log.removeHandler(handler)
    found: dict[str, list[str]] = {}
    for block in "\n\n".join(handler.messages).split("\n\n"):
        if head := _HEAD.search(block):
            found.setdefault(head["page"], []).append(block[head.start() :])
    return found


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], dict[str, list[str]]]:
    """Return a function that builds all pages for an extension for fences, once, and returns its messages.

    A fixture with parameters would be built again for each change of the extension from test to test.
    """

    @cache
    def build(fences: str, config: str) -> dict[str, list[str]]:
        folder = tmp_path_factory.mktemp(fences)
        files = {f"schemas/{name}.yaml": text for name, text in DATA["schemas"].items()} | DATA["files"]
        files |= {"mkdocs.yml": config}
        files |= {f"docs/{name}.md": case["page"] for name, case in PAGES.items()}
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            windows = PAGES.get(path.stem, {}).get("crlf")
            path.write_text(text, encoding="utf-8", newline="\r\n" if windows else "\n")
        with contextlib.chdir(folder):
            return told(folder)

    return build


@pytest.mark.parametrize(("site", "name"), in_sites())
def test_what_a_build_says_of_a_page(
    said: Callable[[str, str], dict[str, list[str]]], site: tuple[str, str], name: str
) -> None:
    case, (fences, _), pages = PAGES[name], site, said(*site)
    blocks = pages.get(name, [])
    heads = [f"{head['line']}: {head['rest']}" for block in blocks if (head := _HEAD.match(block))]
    expected = case.get(fences, case.get("found", []))
    assert len(heads) == len(expected), blocks
    assert all(head.startswith(words) for head, words in zip(heads, expected, strict=True)), heads
    assert not [
        words for words in case.get("also", ()) if words not in re.sub(" +", " ", "\n".join(blocks))
    ], blocks


ONE = "```yaml yschema{}\nreplicas: many\n```\n"
FENCED = CONFIG + "markdown_extensions: [fenced_code]\n"


def severe(level: str) -> str:
    """Return the configuration with a severity for blocks."""
    return FENCED.replace("    schemas:\n", f"    severity: {{blocks: {level}}}\n    schemas:\n", 1)


@pytest.mark.parametrize("marks", ["=app", "", " yschema.fragment=replicas", " title='x'", ".complete"])
def test_the_only_schema_need_not_be_named(site: SiteFolder, marks: str) -> None:
    built = site.build({"docs/index.md": ONE.format(marks), "mkdocs.yml": FENCED})
    assert built.failed
    assert re.search(r"docs/index\.md:2:\d+: error: replicas: ", built.log)


@pytest.mark.parametrize(("level", "word"), [("error", "error"), ("warning", "warning"), ("off", None)])
def test_how_severe_wrong_blocks_are(site: SiteFolder, level: str, word: str | None) -> None:
    files = {"docs/index.md": ONE.format("=app"), "mkdocs.yml": severe(level)}
    built = site.build(files)
    assert built.failed == (level == "error")
    reported = zip(built.errors, built.severities, strict=True)
    assert [severity for error, severity in reported if "docs/index.md:2" in error] == (
        [word] if word else []
    )
    assert site.build(files, strict=True).failed == (level != "off")


def test_a_served_page_shows_its_block_and_goes_on(site: SiteFolder) -> None:
    files = {"docs/index.md": f"# Home\n\n{ONE.format('=app')}", "mkdocs.yml": FENCED}
    for _ in range(2):  # the second build repeats the message although nothing has changed
        built = site.build(files, command="serve")
        assert not built.failed
        assert len([error for error in built.errors if "docs/index.md:4" in error]) == 1
        assert "many" in built.page(".") and "cannot be shown" not in built.page(".")
        assert "yschema=" not in built.page(".")
    mended = site.build({"docs/index.md": "```yaml yschema=app\nreplicas: 3\n```\n"}, command="serve")
    assert mended.errors == []


def test_a_schema_that_is_wrong_is_told_once_where_it_is(site: SiteFolder) -> None:
    files = {"schemas/app.yaml": "#@data/values-schema\n---\nx: null\n", "docs/index.md": ONE.format("=app")}
    built = site.build(files, command="serve")
    assert len([error for error in built.errors if "schemas/app.yaml:3" in error]) == 1
    assert not [error for error in built.errors if "index.md" in error]


HOOK = """
def on_page_markdown(markdown, page, **_):
    return {}
"""
CHANGES = {
    "words": "markdown.replace('VERSION', '1.2')",
    "lines above": "'<!-- top -->\\n\\n' + markdown",
    "lines below": "markdown + '\\n\\n---\\n'",
    "lines away": "markdown.replace('Hidden\\n\\n', '')",
    "the page's title": "markdown.replace('# Home', '# Home of ' + page.file.name)",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_lines_of_pages_that_plugins_change(site: SiteFolder, change: str) -> None:
    block = ONE.format("=app title='VERSION'")
    page = f"---\ntitle: x\n---\n# Home\n\nHidden\n\nVERSION\n\n{block}\ntext VERSION\n\n{block}\n"
    config = FENCED + "hooks: [hook.py]\n"
    built = site.build({"mkdocs.yml": config, "hook.py": HOOK.format(change), "docs/index.md": page})
    lines = re.findall(r"docs/index\.md:(\d+)(?::\d+)?: error: replicas", built.log)
    assert lines == ["11", "17"], built.log


def test_a_block_that_a_plugin_adds_has_no_line(site: SiteFolder) -> None:
    change = repr(ONE.format("=app"))
    built = site.build({"mkdocs.yml": FENCED + "hooks: [hook.py]\n", "hook.py": HOOK.format(change)})
    assert built.failed
    assert "error: replicas: index.md: the value has the wrong type" in built.log


def test_a_page_of_another_plugins_making(site: SiteFolder) -> None:
    hook = (
        "from mkdocs.structure.files import File\n"
        "def on_files(files, config):\n"
        f"    files.append(File.generated(config, 'made.md', content={ONE.format('=app')!r}))\n"
    )
    built = site.build({"mkdocs.yml": FENCED + "hooks: [hook.py]\n", "hook.py": hook})
    assert "made.md:2:11: error: replicas" in built.log

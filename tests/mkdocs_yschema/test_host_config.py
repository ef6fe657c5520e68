"""The Markdown extension in hosts that drop plugins: options of `mkdocs.yml`, and pages in errors."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

import pytest
from markdown import Markdown
from markdown.preprocessors import Preprocessor

from support import Command
from yschema_engine.show.findings import as_text
from yschema_engine.site.site_config import read_config
from yschema_engine.text.findings import EngineError

from .sites import SCHEMA, SiteFolder

CONFIG = """\
site_name: Site
site_url: https://example.org/docs
theme: {name: material, language: de}
plugins:
- search
- yschema:
    filter: false
    columns: [type]
    schemas:
      app: {files: [schemas/app.yaml], title: App, page: reference/app.md}
markdown_extensions:
- pymdownx.emoji: {emoji_index: !!python/name:material.extensions.emoji.twemoji , key: !ENV [KEY]}
- yschema
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas/app.yaml").write_text(SCHEMA, encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    return tmp_path


def convert(folder: Path, text: str, page: str = "", **options: Any) -> str:
    """Convert a page as Zensical does, which has the path of the page in a preprocessor."""
    configs = {"yschema": {"base": str(folder), **options}}
    md = Markdown(extensions=["yschema", "toc"], extension_configs=configs)
    if page:
        context: Any = Preprocessor(md)
        context.page = SimpleNamespace(path=page)
        context.run = lambda lines: lines
        md.preprocessors.register(context, "rendering_context", 0)
    return md.convert(text)


def test_the_options_of_the_plugin_are_used(folder: Path) -> None:
    html = convert(folder, "# Values\n\n::: yschema app\n")
    assert 'id="app.service.type"' in html
    assert "Standardwert" in html
    assert "::: yschema" not in html
    assert "ys-filter" not in html


def test_cross_references_lead_to_the_page_of_the_schema(folder: Path) -> None:
    assert 'href="/docs/reference/app/#app.service.type"' in convert(folder, "[kind][app.service.type]")


@pytest.mark.parametrize(
    ("change", "url"),
    [
        (("https://example.org/docs", "https://example.org"), "/reference/app/"),
        (("reference/app.md", "reference/index.md"), "/docs/reference/"),
        (("reference/app.md", "index.md"), "/docs/"),
        (("site_name: Site", "use_directory_urls: false"), "/docs/reference/app.html"),
    ],
)
def test_addresses_of_pages(folder: Path, change: tuple[str, str], url: str) -> None:
    (folder / "mkdocs.yml").write_text(CONFIG.replace(*change), encoding="utf-8")
    assert read_config(folder / "mkdocs.yml").urls["app"] == url


def test_fleets_and_inherited_configurations(folder: Path) -> None:
    (folder / "base.yml").write_text(
        CONFIG.replace("site_url", "INHERIT: gone.yml\nsite_url"), encoding="utf-8"
    )
    (folder / "gone.yml").write_text("site_name: Other\ntheme: mkdocs\n", encoding="utf-8")
    child = """\
        INHERIT: base.yml
        theme: {name: readthedocs}
        plugins:
          yschema:
            schemas: {from: 'schemas/*.yaml', page: 'reference/{1}.md', kind: ytt}
        """
    (folder / "mkdocs.yml").write_text(dedent(child), encoding="utf-8")
    config = read_config(folder / "mkdocs.yml")
    assert [(name, entry.input_kind) for name, entry in config.schemas.items()] == [("app", "ytt")]
    assert config.urls == {"app": "/docs/reference/app/"}
    assert (config.site.theme, config.language) == ("readthedocs", "de")


def test_another_path_of_the_configuration(folder: Path) -> None:
    (folder / "mkdocs.yml").rename(folder / "site.yml")
    assert 'id="app.service"' in convert(folder, "::: yschema app\n", config="site.yml")


def test_schemas_of_the_extension_take_precedence(folder: Path) -> None:
    html = convert(folder, "::: yschema one\n", schemas={"one": {"files": ["schemas/app.yaml"]}})
    assert 'id="one.service"' in html
    assert "Default" in html


PAGES = {
    "an unknown path": ("# A\n\n::: yschema app\n    path: servic\n", "docs/a.md:4:11: error: unknown path"),
    "an unknown schema": ("# A\n\n::: yschema ap\n", "docs/a.md:3:13: error: unknown schema `ap`"),
    "a cross-reference": ("[text][app.servic]\n", "docs/a.md:1:7: error: schema `app` has no field"),
    "a block": ("```yaml yschema=app\nreplicas: x\n```\n", "docs/a.md:2:11: error: replicas: the value has"),
}


@pytest.mark.parametrize("case", PAGES)
def test_errors_name_the_page_and_the_hint(folder: Path, case: str) -> None:
    text, report = PAGES[case]
    with pytest.raises(EngineError) as error:
        convert(folder, text, "docs/a.md")
    assert report in str(error.value)
    assert ("did you mean" in str(error.value)) == (case != "a block")


def test_without_any_schema_a_directive_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="unknown schema `app`"):
        convert(tmp_path, "::: yschema app\n")


@pytest.mark.parametrize(
    ("config", "found"),
    [
        ("plugins: [", "mkdocs.yml"),
        ("plugins: [{yschema: {schemas: {app: {files: []}}}}]", "schemas.app"),
        ("plugins: [{yschema: {schemas: {a: {from: 'none/*'}}}}]", "matches no folder or file"),
        ("plugins: [{yschema: {layout: wide}}]", "layout"),
        ("INHERIT: none.yml", "none.yml"),
    ],
)
def test_invalid_configurations(tmp_path: Path, config: str, found: str) -> None:
    (tmp_path / "mkdocs.yml").write_text(config, encoding="utf-8")
    with pytest.raises(EngineError) as error:
        convert(tmp_path, "text")
    assert found in as_text(error.value.findings)


@pytest.mark.parametrize(
    "config", ["", "plugins: [search]", "plugins: [yschema]", "plugins: {yschema: null}"]
)
def test_configurations_without_options(tmp_path: Path, config: str) -> None:
    (tmp_path / "mkdocs.yml").write_text(config, encoding="utf-8")
    assert convert(tmp_path, "text") == "<p>text</p>"


def test_pages_link_the_files_that_yschema_site_has_written(
    folder: Path, yschema: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    page = "# Values\n\n::: yschema app\n"
    assert "values.schema.json" not in convert(folder, page, "reference/app.md")
    assert yschema("site", "--out", "docs").status == 0
    html = convert(folder, page, "reference/app.md")
    # Zensical rewrites links from the source of the page, and leaves what scripts read as it is.
    assert 'href="../yschema/app/values.schema.json"' in html
    assert 'data-mine="../../yschema/app/model.json"' in html
    assert 'href="reference/app/#app.service.type"' in convert(folder, "[kind][app.service.type]", "index.md")
    (folder / "docs/.yschema-site.json").write_text("[]")
    with pytest.raises(EngineError, match="not a list of the files"):
        convert(folder, page, "reference/app.md")


PICTURE = """\
#@data/values-schema
#@schema/desc "![Plan](https://example.org/plan.png)"
---
#@schema/desc "How many pods."
replicas: 2
"""


@pytest.mark.parametrize("host", ["the plugin", "yschema site", "the extension"])
@pytest.mark.parametrize("is_external", [False, True])
def test_options_of_pages_act_alike_on_every_host(
    site: SiteFolder, yschema: Command, host: str, is_external: bool
) -> None:
    site.write(
        {
            "mkdocs.yml": f"""\
                site_name: Site
                theme: {{name: mkdocs, custom_dir: over}}
                plugins:
                - yschema:
                    external_images: {str(is_external).lower()}
                    custom_templates: own
                    schemas: {{app: {{files: [schemas/app.yaml], page: app.md}}}}
                """,
            "schemas/app.yaml": PICTURE,
            "over/yschema/field.html": "<p>of the theme</p>\n",
            "own/mentions.html": "",
        }
    )
    match host:
        case "the plugin":
            html = site.build().page("app")
        case "yschema site":
            assert yschema("site", "--form", "html", "--out", "out").status == 0
            html = (site.folder / "out/app.html").read_text(encoding="utf-8")
        case _:
            html = convert(site.folder, "::: yschema app\n")
    assert "<p>of the theme</p>" in html
    assert ("<img" in html) == is_external

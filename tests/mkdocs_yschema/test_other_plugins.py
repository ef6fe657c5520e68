"""Sites with other plugins, each built with and without a mistake where the plugin has a part in it."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from textwrap import indent

import pytest

from .sites import CONFIG, Built, SiteFolder

pytestmark = [
    pytest.mark.other_tools,
    pytest.mark.filterwarnings("ignore"),  # about the code of other plugins
]

INDEX = "# Home\n\nSee [the kind][app.service.type], `app:replicas` and [all](reference/app.md).\n"
I18N = """\
i18n:
    docs_structure: suffix
    languages:
    - {locale: en, name: English, default: true, build: true}
    - {locale: de, name: Deutsch, build: true}
"""
LLMSTXT = "llmstxt:\n    full_output: all.txt\n    sections: {Usage: [index.md, reference/*.md]}\n"
BLOCK = "Text\n\n```yaml yschema=app\nreplicas: {}\n```\n"


@pytest.fixture(autouse=True)
def _without_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISABLE_MKDOCS_2_WARNING", "true")


def with_plugin(options: str, *, first: bool = True, theme: str = "mkdocs", more: str = "") -> str:
    """Return a configuration with another plugin, before or after ours."""
    entry = indent(f"- {options}\n", "")
    config = CONFIG.replace("name: mkdocs", f"name: {theme}")
    config = config.replace("- yschema:", f"{entry}- yschema:") if first else config + entry
    return f"site_url: https://example.org/docs\n{config}{more}"


def links(html: str) -> list[str]:
    return re.findall(r'href="([^"]*app\.(?:service\.type|replicas))"', html)


@pytest.mark.parametrize(
    "options",
    [
        "literate-nav",
        "redirects: {redirect_maps: {old.md: reference/app.md}}",
        "htmlproofer: {raise_error: true, validate_external_urls: false}",
    ],
)
def test_plugins_that_look_for_pages_find_generated_ones(site: SiteFolder, options: str) -> None:
    files = {"docs/SUMMARY.md": "- [Home](index.md)\n- [Values](reference/)\n"}
    built = site.build(
        {"mkdocs.yml": with_plugin(options), "docs/index.md": INDEX, **(files if "nav" in options else {})},
        strict=True,
    )
    assert not built.failed and not built.errors, built.log
    assert 'id="app.service.type"' in built.page("reference/app")
    if "nav" in options:
        assert ">Values<" in built.page("")
    if "redirect" in options:
        assert "../reference/app/" in built.page("old")


@pytest.mark.parametrize(
    "options",
    [
        "redirects: {redirect_maps: {old.md: reference/other.md}}",
        "htmlproofer: {raise_error: true, validate_external_urls: false}",
    ],
)
def test_plugins_that_look_for_pages_report_others(site: SiteFolder, options: str) -> None:
    page = '# Home\n\n<a href="reference/other/">Other</a>\n'
    assert site.build({"mkdocs.yml": with_plugin(options), "docs/index.md": page}, strict=True).failed


@pytest.mark.parametrize("structure", ["suffix", "folder"])
def test_each_language_has_the_generated_page(site: SiteFolder, structure: str) -> None:
    english, german = ("index.md", "index.de.md") if structure == "suffix" else ("en/index.md", "de/index.md")
    config = with_plugin(I18N.replace("suffix", structure), theme="material")
    pages = {
        "docs/index.md": None,
        f"docs/{english}": INDEX,
        f"docs/{german}": INDEX.replace("Home", "Anfang"),
    }
    built = site.build({"mkdocs.yml": config, **pages}, strict=True)
    assert not built.failed, built.log
    assert links(built.page("")) == links(built.page("de"))
    assert set(links(built.page(""))) == {"reference/app/#app.service.type", "reference/app/#app.replicas"}
    assert "Default" in built.page("reference/app")
    assert "Standardwert" in built.page("de/reference/app")
    assert 'href="../../de/reference/app/" hreflang="de"' in built.page("reference/app")
    for folder, label in (("", "Required"), ("de", "Erforderlich")):
        assert f"| {label} |" in (built.folder / folder / "reference/app/index.md").read_text(
            encoding="utf-8"
        )


def linked_files(built: Built, page: str) -> list[Path]:
    """Return the files of the schema and of the palette that a page links to or loads."""
    hrefs = re.findall(r'(?:href|data-[\w-]+)="((?:\.\./)+yschema/[^"]*)"', built.page(page))
    folder = built.folder / page
    return sorted({(folder / href).resolve().relative_to(built.folder.resolve()) for href in hrefs})


def test_each_language_has_files_of_its_own(site: SiteFolder) -> None:
    config = with_plugin(I18N, theme="material").replace(
        "page: ref", "samples: [samples/*.yaml]\n        page: ref"
    )
    built = site.build({"mkdocs.yml": config, "samples/few.yaml": "replicas: 1\n"}, strict=True)
    assert not built.failed, built.log
    english, german = linked_files(built, "reference/app"), linked_files(built, "de/reference/app")
    assert german == [Path("de", path) for path in english]
    assert {"fields.json", "model.json", "values.yaml", "values.schema.json", "few.yaml"} <= {
        path.name for path in english
    }
    assert all((built.folder / path).is_file() for path in (*english, *german))
    assert "# Type: " in (built.folder / "yschema/app/values.yaml").read_text(encoding="utf-8")
    assert "# Typ: " in (built.folder / "de/yschema/app/values.yaml").read_text(encoding="utf-8")
    assert "$schema=https://example.org/docs/de/yschema/app/" in built.page("de/reference/app")


@pytest.mark.parametrize("language", ["", "de/"])
def test_the_palette_leads_to_pages_of_its_language(site: SiteFolder, language: str) -> None:
    built = site.build({"mkdocs.yml": with_plugin(I18N, theme="material")}, strict=True)
    path = built.folder / language / "yschema/fields.json"
    [[_, rows]] = json.loads(path.read_text(encoding="utf-8"))
    pages = {(path.parent / ".." / row[0] / "index.html").resolve() for row in rows}
    assert pages == {(built.folder / language / "reference/app/index.html").resolve()}
    assert rows[0][3] == ("Ganzzahl" if language else "integer")


def test_a_page_of_all_pages_links_within_itself(site: SiteFolder) -> None:
    built = site.build(
        {"mkdocs.yml": with_plugin("print-site", first=False), "docs/index.md": INDEX}, strict=True
    )
    assert not built.failed, built.log
    html = built.page("print_page")
    assert "yschema-ref:" not in html
    targets = [link.removeprefix("#") for link in links(html)]
    assert len(targets) >= 2
    assert all(f'id="{target}"' in html for target in targets)
    assert 'href="../assets/yschema/yschema.css"' in html


def test_files_for_language_models_have_the_reference_as_sections(site: SiteFolder) -> None:
    built = site.build({"mkdocs.yml": with_plugin(LLMSTXT), "docs/index.md": INDEX}, strict=True)
    assert not built.failed, built.log
    text = (built.folder / "all.txt").read_text(encoding="utf-8")
    assert "(https://example.org/docs/reference/app/#app.service.type)" in text
    assert "The kind of service." in text
    assert ":::" not in text and "yschema-ref" not in text
    page = (built.folder / "reference/app/index.md").read_text(encoding="utf-8")
    assert page in text


def include(site: SiteFolder, value: str) -> Built:
    config = with_plugin("include-markdown", more="markdown_extensions: [pymdownx.superfences]\n")
    page = '# Home\n\n{% include-markdown "../parts/*.md" %}\n'
    files = {"mkdocs.yml": config, "docs/index.md": page, "parts/one.md": BLOCK.format(value)}
    return site.build(files, strict=True)


def test_a_wrong_block_in_an_included_file_is_reported_there(site: SiteFolder) -> None:
    built = include(site, "x")
    assert built.failed
    assert f"parts{os.sep}one.md:4:11: error: replicas: the value has the wrong type" in built.log


def test_a_valid_block_in_an_included_file(site: SiteFolder) -> None:
    built = include(site, "3")
    assert not built.failed and not built.errors, built.log


def commit_all(folder: Path) -> None:
    """Commit all files of a folder to a new Git repository."""
    author = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for command in (["init", "-q"], ["add", "."], [*author, "commit", "-q", "-m", "add files"]):
        subprocess.run(["git", *command], cwd=folder, check=True, capture_output=True)


def test_themes_can_copy_generated_pages_and_read_dates(site: SiteFolder) -> None:
    site.write({"mkdocs.yml": with_plugin("redirects", theme="shadcn"), "docs/index.md": INDEX})
    commit_all(site.folder)
    built = site.build(strict=True)
    assert not built.failed, built.log
    published = (built.folder / "reference/app.md").read_text(encoding="utf-8")
    assert "`service.type`" in published and ":::" not in published


@pytest.mark.parametrize("slash", ["", "/"])
def test_the_editor_line_has_the_version_that_mike_adds(
    site: SiteFolder, slash: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MIKE_DOCS_VERSION", "1.2")
    config = with_plugin("mike").replace("example.org/docs", f"example.org/docs{slash}")
    built = site.build({"mkdocs.yml": config}, strict=True)
    assert not built.failed, built.log
    assert "$schema=https://example.org/docs/1.2/yschema/app/" in built.page("reference/app")

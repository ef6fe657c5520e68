"""The start of a page, the layouts in a site, and the search index."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin

import pytest

from .sites import CONFIG, SCHEMA, THEMES, SiteFolder

REQUIRED = SCHEMA.replace("replicas: 2", "#@schema/validation min=3\nreplicas: 2")
IN_AN_ITEM = SCHEMA.replace("- path: /", '- path: /\n  #@schema/validation min_len=1\n  name: ""')
IMPOSSIBLE = SCHEMA.replace(
    "replicas: 2", '#@schema/validation ("to be other than it is", lambda v: v != v)\nreplicas: 2'
)
IDS = [
    "app.replicas",
    "app.service",
    "app.service.type",
    "app.service.loadBalancerIP",
    "app.routes",
    "app.routes.path",
]
LAYOUTS = ["sections", "table", "yaml"]


def config(**options: object) -> str:
    """Return the configuration with further options of the plugin."""
    lines = "".join(f"    {name}: {value}\n" for name, value in options.items())
    return CONFIG.replace("    schemas:\n", f"{lines}    schemas:\n", 1)


OPENINGS: dict[str, tuple[dict[str, str | None], list[str], list[str]]] = {
    "nothing to set": (
        {},
        ["No required settings.", "All 6 fields have defaults.", "values.yaml", "openapi.yaml"],
        ["values.minimal.yaml", "Validated at build", "yaml-language-server"],
    ),
    "nothing to set, and a field without a default": (
        {
            "mkdocs.yml": CONFIG.replace("        title:", "        from: json-schema\n        title:"),
            "schemas/app.yaml": "properties: {replicas: {type: integer, default: 2}, zone: {type: string}}\n",
            "docs/index.md": "# Home\n",
        },
        ["No required keys.", "app.zone"],
        ["have a default"],
    ),
    "something to set in an item": (
        {"schemas/app.yaml": IN_AN_ITEM},
        ["No required settings.", "1 more once you add an item"],
        ["have a default"],
    ),
    "something to set": (
        {"schemas/app.yaml": REQUIRED, "mkdocs.yml": config(severity="{defaults: warning}")},
        ["Required settings", "1 of 6 fields", "# at least 3", "values.minimal.yaml"],
        ["No required settings."],
    ),
    "nothing will do": (
        {"schemas/app.yaml": IMPOSSIBLE, "mkdocs.yml": config(severity="{defaults: warning}")},
        ["Required settings", "valid yet"],
        ["Validated at build", "No required settings."],
    ),
    "a site with an address": (
        {"mkdocs.yml": CONFIG + "site_url: https://docs.example.com/a/\n"},
        ["# yaml-language-server: $schema=https://docs.example.com/a/yschema/app/values.schema.json"],
        [],
    ),
    "no summary": (
        {"mkdocs.yml": config(show_required="false")},
        ["values.yaml"],
        ["has to be set", "must set"],
    ),
    "no downloads": ({"mkdocs.yml": config(downloads="false")}, ["No required settings."], ["values.yaml"]),
    "neither": (
        {"mkdocs.yml": config(downloads="false", show_required="false")},
        ["app.replicas"],
        ["values.yaml", "has to be set", "ys-summary"],
    ),
    "a part": (
        {"docs/reference/app.md": "# A\n\n::: yschema app\n    path: service\n"},
        ["app.service.type"],
        ["values.yaml", "has to be set", "ys-summary", 'type="radio"'],
    ),
    "no switch": ({"mkdocs.yml": config(yaml_view="false")}, ["app.replicas"], ['type="radio"']),
    "a switch": ({}, ['type="radio"'], []),
    "nothing to switch": ({"mkdocs.yml": config(layout="yaml")}, ["ys-yaml"], ['type="radio"']),
}


@pytest.mark.parametrize("case", OPENINGS)
def test_openings(site: SiteFolder, case: str) -> None:
    files, present, absent = OPENINGS[case]
    built = site.build(files)
    assert not built.failed, built.log
    html = built.page("reference/app")
    assert not [text for text in present if text not in html]
    assert not [text for text in absent if text in html]


@pytest.mark.parametrize("folders", ["true", "false"])
def test_files_are_where_links_lead(site: SiteFolder, folders: str) -> None:
    settings = config(severity="{defaults: off}") + f"use_directory_urls: {folders}\n"
    built = site.build({"schemas/app.yaml": REQUIRED, "mkdocs.yml": settings}, strict=True)
    page = "reference/app/index.html" if folders == "true" else "reference/app.html"
    html = (built.folder / page).read_text("utf-8")
    links = re.findall(r'<a href="([^"]+)" download="([^"]+)"', html)
    assert [name for _, name in links] == [
        "app-values.yaml",
        "app-values.minimal.yaml",
        "app-values.schema.json",
        "app-openapi.yaml",
    ]
    for href, _ in links:
        assert (built.folder / urljoin(page, href)).stat().st_size > 0


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_search_finds_fields_in_any_layout(site: SiteFolder, layout: str, theme: str) -> None:
    built = site.build(
        {"mkdocs.yml": config(layout=layout).replace("name: mkdocs", f"name: {theme}")}, strict=True
    )
    assert not built.failed, built.log
    entries = built.search
    found: dict[str, Any] = {anchor: entries.get(f"reference/app/#{anchor}") for anchor in IDS}
    assert not [anchor for anchor, entry in found.items() if entry is None]
    assert "The kind of service." in found["app.service.type"]["text"]
    assert "ClusterIP" in found["app.service.type"]["text"]
    texts = [entry["text"] for location, entry in entries.items() if location.startswith("reference/app/#")]
    assert sum(text.count("The kind of service.") for text in texts) == 1
    assert not [text for text in texts if "No required settings." in text]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_links_to_fields_are_known_in_any_layout(site: SiteFolder, layout: str) -> None:
    links = "".join(f"[{anchor}](reference/app.md#{anchor})\n" for anchor in IDS)
    checks = "validation: {links: {anchors: warn}}\n"
    files: dict[str, str | None] = {"mkdocs.yml": config(layout=layout) + checks, "docs/index.md": links}
    built = site.build(files, strict=True)
    assert not built.failed, built.log
    html = built.page("reference/app")
    assert all(html.count(f' id="{anchor}"') == 1 for anchor in IDS)
    built = site.build({"docs/index.md": "[x](reference/app.md#app.none)\n"}, strict=True)
    assert built.failed


def test_an_author_names_the_file_that_readers_write(site: SiteFolder) -> None:
    settings = config(severity="{defaults: off}")
    named = settings.replace("        title:", "        values_file: app.yml\n        title:")
    html = site.build({"schemas/app.yaml": REQUIRED, "mkdocs.yml": named}).page("reference/app")
    assert (
        'values.yaml" download="app.yml">app.yml</a> <span class="ys-count">all settings with comments'
        in html
    )

"""The YAML view of a long page is a separate file, which a script loads."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from render.html_text import Parsed

from .sites import CONFIG, Built, SiteFolder

MARKUP = "</script><b>bold</b> &amp; <!-- not a comment"
FIELDS = "".join(f"  f{i}: {i}\n" for i in range(61))
GROUPS = "".join(f'#@schema/desc "{MARKUP}"\n"group {i}":\n{FIELDS}' for i in range(6))
LONG = f"#@data/values-schema\n---\n{GROUPS}"
# One of the maps on a page of its own is long.
MANY = "".join(f"  f{i}: 0\n" for i in range(301))
UNEVEN = f"#@data/values-schema\n---\nlong:\n{MANY}short: {{a: 1}}\n"
TWICE = "# A\n\n::: yschema app\n\n::: yschema app\n    layout: table\n"
DIRECTIVE = "# A\n\n::: yschema app\n    layout: table\n    downloads: false\n"
_PLACE = re.compile(r'<fieldset class="ys-views"(?P<hidden> hidden)?>|data-lines="(?P<file>[^"]*)"')


@dataclass(frozen=True, slots=True)
class Place:
    """The place of the lines in a page.

    Attributes:
        page: the page, by its path in the site.
        file: what is fetched, likewise.
        lines: the lines that it has.
    """

    page: str
    file: str
    lines: Parsed


def config(more: str = "", **options: str) -> str:
    lines = "".join(f"    {name}: {value}\n" for name, value in options.items())
    return CONFIG.replace("    schemas:\n", f"{lines}    schemas:\n", 1) + more


SPLIT = CONFIG + "        split: map\n"
CASES: dict[str, tuple[dict[str, str], list[str]]] = {
    "a page": ({}, ["reference/app/index.html"]),
    "in a table": ({"mkdocs.yml": config(layout="table")}, ["reference/app/index.html"]),
    "without folders": ({"mkdocs.yml": config("use_directory_urls: false\n")}, ["reference/app.html"]),
    "an odd name": (
        {"docs/a b/c#é.md": DIRECTIVE},
        ["a b/c#é/index.html", "reference/app/index.html"],
    ),
    "twice in a page": ({"docs/reference/app.md": TWICE}, ["reference/app/index.html"] * 2),
    "on the home page": ({"docs/index.md": DIRECTIVE}, ["index.html", "reference/app/index.html"]),
    "each map on a page": (
        {"schemas/app.yaml": UNEVEN, "mkdocs.yml": SPLIT},
        ["reference/app/long/index.html"],
    ),
    "each on a page, and all": (
        {"schemas/app.yaml": UNEVEN, "mkdocs.yml": SPLIT, "docs/all.md": DIRECTIVE},
        ["all/index.html", "reference/app/long/index.html"],
    ),
    "a layout that is YAML": ({"mkdocs.yml": config(layout="yaml")}, []),
    "no switch": ({"mkdocs.yml": config(yaml_view="false")}, []),
    "few fields": ({"schemas/app.yaml": "#@data/values-schema\n---\na: 1\n"}, []),
}


def places(built: Built) -> Iterator[Place]:
    """Return the places for lines in all pages, each with the lines that a script loads."""
    for path in built.written:
        html = (built.folder / path).read_text("utf-8")
        hidden = False
        for found in _PLACE.finditer(html):
            if found["file"] is None:
                hidden = bool(found["hidden"])
                continue
            assert hidden, "nobody is offered what needs a script"
            file = unquote(urlsplit(urljoin(f"http://x/{path}", found["file"])).path).lstrip("/")
            yield Place(path, file, Parsed(json.loads((built.folder / file).read_text("utf-8"))))


@pytest.mark.parametrize("case", CASES)
def test_lines_are_where_a_page_looks_for_them(site: SiteFolder, case: str) -> None:
    files, pages = CASES[case]
    built = site.build({"schemas/app.yaml": LONG, **files}, strict=True)
    assert not built.failed, built.log
    found = list(places(built))
    assert [place.page for place in found] == pages
    there = sorted(p.relative_to(built.folder).as_posix() for p in built.folder.rglob("lines/**/*.json"))
    assert sorted(place.file for place in found) == there, "each has its own, and there are no others"
    for place in found:
        assert_complete(built, place)


def assert_complete(built: Built, place: Place) -> None:
    """Check that all keys exist, and link to existing ids."""
    page = (built.folder / place.page).read_text("utf-8")
    assert "ys-yaml" not in page
    assert place.lines.ids == [], "ids stay with the fields"
    assert not place.lines.unbalanced
    assert {tag for tag, _ in place.lines.elements} <= {"div", "span", "a", "i", "b", "details", "summary"}
    ids = set(Parsed(page).ids)
    keys = [str(attributes["href"]) for _, attributes in place.lines.elements if "href" in attributes]
    assert len(keys) > 300
    assert [key for key in keys if unquote(key).removeprefix("#") not in ids] == []


def test_the_file_is_no_page(site: SiteFolder) -> None:
    built = site.build({"schemas/app.yaml": LONG, "mkdocs.yml": f"{CONFIG}site_url: https://x.example/\n"})
    [place] = places(built)
    assert place.file.endswith(".json")
    assert "lines" not in (built.folder / "sitemap.xml").read_text()
    entry = built.search["reference/app/#app.group~200"]
    assert "Loading" not in json.dumps(built.search)
    assert "YAML" not in entry["text"]


@pytest.mark.parametrize("downloads", ["true", "false"])
def test_who_cannot_get_the_lines_is_led_to_the_file(site: SiteFolder, downloads: str) -> None:
    settings = config("        split: map\n", downloads=downloads)
    built = site.build({"schemas/app.yaml": UNEVEN, "mkdocs.yml": settings})
    page = "reference/app/long/index.html"
    html = (built.folder / page).read_text("utf-8")
    message = html.partition('data-state="failed"')[2].partition("</p>")[0]
    assert "The values could not be loaded." in message
    links = re.findall(r'href="([^"]+)"', message)
    assert len(links) == (downloads == "true")
    for link in links:
        assert "f300: 0" in (built.folder / urljoin(page, link)).read_text()


def test_while_a_site_is_served_they_are_those_of_the_page(site: SiteFolder) -> None:
    def keys() -> int:
        [place] = places(site.build(command="serve"))
        return sum(attributes.get("class") == "ys-line-key" for _, attributes in place.lines.elements)

    site.write({"schemas/app.yaml": LONG})
    assert keys() == 6 * 62
    site.write({"docs/index.md": "# Home\n\nMore.\n"})
    assert keys() == 6 * 62
    site.write({"schemas/app.yaml": f"{LONG}more: 1\n"})
    assert keys() == 6 * 62 + 1


def test_pages_of_languages_have_their_own(site: SiteFolder) -> None:
    site.write({"schemas/app.yaml": LONG})
    built = site.build({"mkdocs.yml": config(language="de")})
    [place] = places(built)
    assert place.lines.elements[0][1]["aria-label"] == "Werte als YAML: app"
    assert "Wird geladen …" in built.page("reference/app")


def test_dirty_builds_keep_them(site: SiteFolder, tmp_path: Path) -> None:
    site.build({"schemas/app.yaml": LONG})
    [place] = places(site.build(dirty=True))
    assert (tmp_path / "site" / place.file).stat().st_size > 0

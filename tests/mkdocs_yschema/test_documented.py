"""Under `mkdocs serve`, references show their documentation coverage."""

from __future__ import annotations

import re
from html import unescape

import pytest

from .sites import CONFIG, SCHEMA, SiteFolder

ALL = "#@data/values-schema\n---\n#@schema/desc 'A'\na: 1\n"
MANY = "#@data/values-schema\n---\n" + "".join(f"k{n}: 1\n" for n in range(9))
ACCEPTED = "#@data/values-schema\n---\n#! yschema: accept undocumented: its name says it\na: 1\nb: 2\n"
CASES: dict[str, tuple[dict[str, str], str, list[str]]] = {
    "some": (
        {},
        "2 of 6 fields documented (33.3 %) — without a description: service, service.loadBalancerIP,"
        " routes and 1 more routes[].path",
        ["app.service", "app.service.loadBalancerIP", "app.routes", "app.routes.path"],
    ),
    "all": ({"schemas/app.yaml": ALL}, "1 of 1 field documented (100 %)", []),
    "many": (
        {"schemas/app.yaml": MANY},
        "0 of 9 fields documented (0 %) — without a description: k0, k1, k2 and 6 more"
        " k3, k4, k5, k6, k7, k8",
        [f"app.k{n}" for n in range(9)],
    ),
    "accepted": (
        {"schemas/app.yaml": ACCEPTED},
        "0 of 1 field documented (0 %), 1 accepted — without a description: b",
        ["app.b"],
    ),
    "in English on a German site": (
        {"schemas/app.yaml": ALL, "mkdocs.yml": CONFIG.replace("yschema:\n", "yschema:\n    language: de\n")},
        "1 of 1 field documented (100 %)",
        [],
    ),
}


def line(html: str) -> tuple[str, list[str]]:
    """Return the text of the line, and its links."""
    shown = re.findall(r'<div class="ys-documented"[^>]*>(.*?)</div>', html, re.DOTALL)
    assert len(shown) <= 1
    text = unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", "".join(shown)))).strip()
    return text.replace(" ,", ","), re.findall(r'href="#([^"]+)"', "".join(shown))


@pytest.mark.parametrize("case", CASES)
def test_authors_see_how_much_is_documented(site: SiteFolder, case: str) -> None:
    files, text, anchors = CASES[case]
    built = site.build(files, command="serve")
    html = built.page("reference/app")
    assert line(html) == (text, anchors)
    assert not [anchor for anchor in anchors if f'id="{anchor}"' not in html]
    assert not [entry for entry in built.search.values() if "Documentation:" in entry["text"]]


@pytest.mark.parametrize("case", CASES)
def test_readers_do_not(site: SiteFolder, case: str) -> None:
    assert "ys-documented" not in site.build(CASES[case][0]).page("reference/app")


def test_parts_of_a_schema_do_not_tell(site: SiteFolder) -> None:
    page = "# A\n\n::: yschema app\n    path: service\n"
    built = site.build({"docs/reference/app.md": page}, command="serve")
    assert "ys-documented" not in built.page("reference/app")


def test_it_follows_what_is_written(site: SiteFolder) -> None:
    site.build(command="serve")
    built = site.build(
        {"schemas/app.yaml": SCHEMA.replace("service:", "#@schema/desc 'S'\nservice:")}, command="serve"
    )
    assert line(built.page("reference/app"))[0].startswith("3 of 6 fields documented (50 %)")


def test_on_the_pages_of_a_schema_on_many_pages(site: SiteFolder) -> None:
    settings = CONFIG.replace("page: reference/app.md", "page: reference/app.md\n        split: map")
    built = site.build({"mkdocs.yml": settings}, command="serve")
    text, _ = line(built.page("reference/app"))
    assert text.startswith("2 of 6 fields documented")
    assert 'href="service/#app.service.loadBalancerIP"' in built.page("reference/app")
    assert line(built.page("reference/app/service")) == ("", [])

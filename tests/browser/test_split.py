"""In a schema on many pages, readers find fields on other pages, from the overview and by old links."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .conftest import OPEN, one_theme
from .outline import Outline
from .sites import build_once, served
from .tabs import Tabs, visitor
from .test_tools import matches
from .test_web import AXE, DOCUMENT, TAGS, checked, grave, needed

Visit = Callable[..., Any]

SCHEMA = """\
#@data/values-schema
#@schema/validation one_not_null=["envoy", "gateway"]
---
replicas: 2
#@schema/desc "Where requests come in."
envoy:
  #@schema/desc "The **service** that carries the traffic."
  service:
    loadBalancerIP: ""
    deep:
      er:
        #@schema/validation min_len=1
        bottom: ""
#@schema/nullable
gateway:
  #@schema/desc "What it is called."
  className: ""
routes:
- path: /
"""
FOLDED = ".ys-key[id='values.envoy.service.deep.er.bottom']"


@pytest.fixture(scope="module")
def built(theme: str, sites: Path) -> Path:
    """Return the files of a site with a schema on many pages."""
    features = ", font: false, features: [navigation.instant]" * (theme == "material")
    schemas = "".join(
        f"      {name}: {{files: [values.yaml], page: {name}.md, split: map}}\n"
        for name in ("values", "other")
    )
    files = {
        "docs/index.md": "# Home\n",
        "docs/other.md": "# Other\n\n::: yschema other\n    layout: yaml\n",
        "values.yaml": SCHEMA,
        "mkdocs.yml": "site_name: Site\nsite_url: https://docs.example.com/\n"
        f"theme: {{name: {theme}{features}}}\nplugins:\n- search\n"
        f"- yschema:\n    collapse_depth: 2\n    schemas:\n{schemas}",
    }
    return build_once(sites, files, "--strict")


@pytest.fixture
def go(tabs: Tabs, built: Path) -> Iterator[Visit]:
    with served(built) as address, visitor(tabs, address) as visit:
        yield visit


def in_view(page: Any, selector: str) -> bool:
    box = page.locator(selector).bounding_box()
    return box is not None and 0 <= box["y"] < 900


@one_theme
def test_the_filter_of_the_overview_finds_what_is_on_other_pages(go: Visit) -> None:
    page = go("values/")
    assert page.locator(".ys-filter").get_attribute("placeholder").startswith("Filter 11 fields")
    page.focus(".ys-filter")
    page.keyboard.type("loadbal")
    assert page.locator(".ys-map:visible, .ys-field:visible").count() == 1
    assert page.locator(".ys-status").inner_text() == "1 match"
    page.click(".ys-map-page a:visible")
    page.wait_for_url("**/values/envoy/?filter=loadbal")
    page.wait_for_function("document.querySelector('.ys-filter')?.value === 'loadbal'")
    assert page.locator(".ys-field:visible").count() == 1
    assert page.locator(".ys-field:visible .ys-name").inner_text().startswith("loadBalancerIP")


FOUND = {
    "a description": ("carries the traffic", 1, ["Show 1 of 5 fields"]),
    "a description and the name around": ("service carries", 1, ["Show 1 of 5 fields"]),
    "a title": ("class name", 1, ["Show 1 of 1 fields"]),
    "paths": ("service", 5, ["Show 5 of 5 fields"]),
    "empty defaults": ('=""', 2, ["Show 1 of 5 fields", "Show 1 of 1 fields"]),
    "a map itself": ("where requests", 1, ["Show 5 fields"]),
    "words of different fields": ("traffic bottom", 0, []),
    "several maps": ("p", 9, ["Show 4 of 5 fields", "Show 1 field", "Show 1 of 1 fields"]),
}


@one_theme
def test_it_looks_in_all_that_they_say(go: Visit) -> None:
    page = go("values/")
    with page.expect_response("**/yschema/values/fields.json"):
        page.focus(".ys-filter")
    page.fill(".ys-filter", "traffic")
    page.locator(".ys-status >> text=1 match").wait_for()
    for words, number, ways in FOUND.values():
        page.fill(".ys-filter", words)
        assert page.locator(".ys-status").inner_text() == matches(number), words
        assert page.locator(".ys-map-page a:visible").all_inner_texts() == ways
        assert page.locator(".ys-no-match").is_visible() == (number == 0)


@one_theme
def test_the_file_of_the_overview_leads_there_too(go: Visit) -> None:
    """The YAML view works after a switch, and as the only layout."""
    for overview in ("values", "other"):
        page = go(f"{overview}/")
        if overview == "values":
            page.click(".ys-views >> text=YAML")
        page.fill(".ys-filter", "loadbal")
        assert page.locator(".ys-status").inner_text() == "1 match"
        assert page.locator(".ys-yaml .ys-line-key:visible").all_inner_texts() == ["envoy"]
        page.click(".ys-yaml >> text=Show 1 of")
        page.wait_for_url(f"**/{overview}/envoy/?filter=loadbal")


@one_theme
def test_where_that_cannot_be_had_it_looks_in_paths(go: Visit) -> None:
    page = go("")
    page.route("**/fields.json", lambda route: route.abort())
    page.evaluate("location.href = '/values/?filter=traffic'")
    page.wait_for_function("document.querySelector('.ys-status')?.textContent === '0 matches'")
    page.fill(".ys-filter", "er.bottom")
    assert page.locator(".ys-status").inner_text() == "1 match"
    assert page.locator(".ys-map-page a:visible").all_inner_texts() == ["Show 1 of 5 fields"]


@one_theme
def test_a_site_on_the_disk_has_the_filter(chromium: Any, built: Path) -> None:
    """This also works with instant navigation, which Material does not use here."""
    page = chromium.new_page()
    page.goto((built / "values/index.html").as_uri())
    page.fill(".ys-filter", "er.bottom")
    page.locator(".ys-status >> text=1 match").wait_for()
    page.close()


@one_theme
def test_without_a_filter_links_are_as_they_were(go: Visit) -> None:
    page = go("values/")
    link = page.locator(".ys-map-page a").first
    before = link.evaluate("link => link.href")
    page.fill(".ys-filter", "service")
    assert link.evaluate("link => link.search") == "?filter=service"
    page.fill(".ys-filter", "nothing of the kind")
    assert link.evaluate("link => link.href") == before
    page.fill(".ys-filter", "")
    assert link.evaluate("link => link.href") == before
    assert page.locator(".ys-map-page:visible").count() == 3


@pytest.mark.parametrize("overview", ["values", "other"])
def test_links_to_the_old_place_lead_to_the_new(go: Visit, overview: str) -> None:
    """This also works if the overview has the layout `yaml`."""
    page = go("")
    page.evaluate(f"location.href = '/{overview}/#{overview}.envoy.service.loadBalancerIP'")
    page.wait_for_url(f"**/{overview}/envoy/#{overview}.envoy.service.loadBalancerIP")
    page.wait_for_function("document.querySelector(':target') !== null")
    assert in_view(page, ":target")


@one_theme
def test_other_links_stay(go: Visit) -> None:
    page = go("values/#%E0%A4%A")
    for hash_ in ("%E0%A4%A", "values.envoy", "values.replicas", "values.nothing.here"):
        page.evaluate("hash => location.hash = hash", hash_)
        page.wait_for_timeout(300)
        assert page.url.endswith(f"/values/#{hash_}")


def test_a_link_across_opens_the_fold_that_it_leads_into(go: Visit) -> None:
    page = go("values/")
    page.locator(".ys-least > summary").click()
    page.click(".ys-summary .ys-line-key >> text=bottom")
    page.wait_for_url("**/values/envoy/#values.envoy.service.deep.er.bottom")
    page.wait_for_selector(f"{FOLDED}:visible")
    assert in_view(page, FOLDED)


@one_theme
def test_the_overview_shows_maps_as_cards_in_a_grid(go: Visit) -> None:
    page = go("values/")
    cards = page.locator(".ys-brief")
    one, other = cards.nth(0).bounding_box(), cards.nth(1).bounding_box()
    assert one["y"] == other["y"]
    assert one["x"] + one["width"] < other["x"]
    page.evaluate("document.querySelector('.ys-brief > .ys-content')?.remove()")
    ends = [card.locator(".ys-map-page").bounding_box() for card in (cards.nth(0), cards.nth(1))]
    assert ends[0]["y"] + ends[0]["height"] == ends[1]["y"] + ends[1]["height"]
    assert page.locator(".ys-yaml").get_by_role("link", name="Show ").first.is_visible(), (
        "next to the cards as well"
    )
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("document.querySelectorAll('.ys-brief')[1].getBoundingClientRect().left < 40")


@one_theme
def test_the_page_of_a_map_has_its_values_as_yaml(go: Visit) -> None:
    page = go("values/envoy/")
    page.click(".ys-views >> text=YAML")
    assert page.locator(".ys-yaml").inner_text().startswith("# Where requests come in.")
    assert page.locator(".ys-map:visible").count() == 0
    page.click(".ys-parent-page a")
    page.wait_for_url("**/values/")


@one_theme
def test_the_overview_as_yaml_leads_to_the_pages(go: Visit) -> None:
    page = go("values/")
    page.click(".ys-views >> text=YAML")
    text = page.locator(".ys-yaml").inner_text()
    assert "envoy: {} # Show 5 fields" in text
    assert "loadBalancerIP" not in text
    page.click(".ys-yaml .ys-line-key >> text=gateway")
    page.wait_for_url("**/values/gateway/#values.gateway")


@one_theme
def test_without_scripts_the_ways_are_there(chromium: Any, built: Path) -> None:
    context = chromium.new_context(java_script_enabled=False)
    with served(built) as address:
        page = context.new_page()
        page.goto(f"{address}values/")
        page.click(".ys-map-page >> text=Show 5 fields")
        assert page.url == f"{address}values/envoy/"
        page.locator(FOLDED).wait_for()  # without scripts, all is open
        page.click(".ys-parent-page a")
        assert page.url == f"{address}values/"
    context.close()


PATHS = ("values/", "values/envoy/", "other/", "other/envoy/")


@one_theme
@pytest.mark.parametrize("path", PATHS)
def test_axe_finds_nothing_grave(go: Visit, path: str) -> None:
    needed(AXE)
    page = go(path)
    page.evaluate(OPEN)
    assert grave(page, ".ys", TAGS) == set()


@one_theme
def test_the_html_is_valid(built: Path, tmp_path: Path) -> None:
    documents = []
    for path in PATHS:
        outline = Outline((built / path / "index.html").read_text("utf-8"))
        assert outline.problems == []
        documents.append((path.replace("/", "-"), DOCUMENT.format("\n".join(outline.regions))))
    assert checked(documents, tmp_path) == []

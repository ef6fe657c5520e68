"""Pages work for readers in a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from .conftest import LONG

Visit = Callable[..., Any]

IN_VIEW = """anchor => {
    const heading = document.getElementById(anchor);
    if (!heading) return false; /* the page is still to come */
    const top = heading.getBoundingClientRect().top;
    const lit = getComputedStyle(heading.parentElement, "::before").backgroundColor !== "rgba(0, 0, 0, 0)";
    return heading.matches(":target") && lit && top >= 0 && top < innerHeight / 2;
}"""
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def arrives(page: Any, anchor: str) -> None:
    page.wait_for_function(IN_VIEW, arg=anchor, timeout=10_000)


@pytest.mark.parametrize(
    ("path", "anchor"),
    [
        ("values/", "values.envoy.service"),
        ("designs/", "designs.annotations._"),
        ("long/", "long.group80.part.f7Count"),
        ("long/", "long.group99.part"),
    ],
)
def test_a_link_from_elsewhere_leads_to_the_field(visit: Visit, path: str, anchor: str) -> None:
    page = visit(f"{path}#{anchor}")
    arrives(page, anchor)
    page.wait_for_timeout(700)
    assert page.evaluate(IN_VIEW, anchor), "it stays there"


IMAGE = """addEventListener("DOMContentLoaded", () => {
    const image = Object.assign(document.createElement("img"), { src: "/late.png" });
    document.body.append(image);
})"""
# The first field in the lower half of the window, and where it is once nothing moves. The offset of the page
# says less: it changes while fields above are laid out.
READ = """async () => {
    const read = () => [...document.querySelectorAll(".ys-key[id]")]
        .map(key => [key.id, key.getBoundingClientRect().top]).find(([, top]) => top > innerHeight / 2);
    let [field, still] = [read(), 0];
    while (still < 20) {
        await new Promise(requestAnimationFrame);
        const next = read();
        still = String(next) === String(field) ? still + 1 : 0;
        field = next;
    }
    return field;
}"""
PLACE = "anchor => document.getElementById(anchor).getBoundingClientRect().top"


def test_who_reads_on_before_all_is_loaded_stays_there(profile: Any, address: str) -> None:
    page = profile.new_page()
    late: list[Any] = []

    def hold(route: Any) -> None:
        late.append(route)

    page.emulate_media(reduced_motion="reduce")
    page.route("**/late.png", hold)
    page.add_init_script(IMAGE)
    page.goto(f"{address}long/#long.group80.part.f7Count", wait_until="domcontentloaded")
    page.wait_for_function("scrollY > 2000")
    page.mouse.wheel(0, -1500)
    page.wait_for_timeout(200)
    anchor, before = page.evaluate(READ)
    late[0].abort()
    page.wait_for_load_state("load")
    page.wait_for_timeout(200)
    assert page.evaluate(PLACE, anchor) == pytest.approx(before, abs=50)
    page.close()


def test_a_link_in_the_page_leads_to_the_field(visit: Visit) -> None:
    page = visit("long/")
    page.evaluate("location.hash = '#long.group60.part.f3Count'")
    arrives(page, "long.group60.part.f3Count")


def test_each_field_offers_its_link(visit: Visit) -> None:
    page = visit("values/")
    page.locator("[id='values.envoy.service.annotations'] > a").click()
    assert page.url.endswith("#values.envoy.service.annotations")
    arrives(page, "values.envoy.service.annotations")


@pytest.mark.parametrize("path", ["values/", "designs/", "long/"])
def test_nothing_overflows(visit: Visit, path: str) -> None:
    page = visit(path)
    for width in (1300, 700, 390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(OVERFLOW) <= 0, f"{width} pixels"


MARKED_HIDDEN = """number => {
    const marked = [...document.querySelectorAll(".bs-sidebar .nav-link.active[href*='.']")];
    const isHidden = link => document.getElementById(link.hash.slice(1)).closest("[hidden]");
    return marked.filter(isHidden).length === number;
}"""


def test_the_contents_follow_the_reader(visit: Visit, theme: str) -> None:
    """The script of the theme mkdocs fails at anchors that are not valid selectors."""
    if theme != "mkdocs":
        pytest.skip("the others do without selectors")
    errors: list[str] = []
    page = visit("long/")
    for _ in range(4):
        page.mouse.wheel(0, 700)
        page.wait_for_timeout(100)
    page.locator(".bs-sidebar .nav-link.active", has_text="group").wait_for(timeout=4000)
    page.fill(".ys-filter", "group9")
    page.wait_for_function(MARKED_HIDDEN, arg=0, timeout=4000)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(page.url.replace("long", "values"))  # this page has unusual names
    assert [error for error in errors if "hljs" not in error] == []  # not available without a network


LOOK = """anchor => {
    const heading = document.getElementById(anchor);
    const name = heading.querySelector(".ys-name");
    const chosen = name.querySelector(".ys-placeholder");
    return [chosen && getComputedStyle(chosen).fontStyle, getComputedStyle(name).textDecorationLine];
}"""


def test_names_look_like_what_they_are(visit: Visit) -> None:
    page = visit("designs/")
    assert page.evaluate(LOOK, "designs.annotations") == [None, "none"]
    assert page.evaluate(LOOK, "designs.annotations._") == ["italic", "none"]
    assert page.evaluate(LOOK, "designs.nodes") == [None, "line-through"]


SEARCHES = {
    "last name": ("loadBalancerIP", "/values/", "#values.envoy.service.loadBalancerIP"),
    "path": ("envoy.service.loadBalancerIP", "/values/", "#values.envoy.service.loadBalancerIP"),
    "description": ("Zanzibar", "/values/", "#values.envoy.service.annotations"),
    "a map": ("carries traffic", "/values/", "#values.envoy.service"),
    "a name that readers choose": ("quagga", "/designs/", "#designs.annotations._"),
    "below such a name": ("size", "/designs/", f"#designs.pools._{LONG}.size"),
    "removed": ("okapi", "/designs/", "#designs.nodes"),
    "on a long page": ("group42.part.f7Count", "/long/", "#long.group42.part.f7Count"),
}


@pytest.fixture(scope="module")
def home(chromium: Any, address: str) -> Iterator[Any]:
    """Open a page to search from."""
    page = chromium.new_page()
    page.goto(address)
    page.wait_for_load_state("networkidle")
    yield page
    page.close()


@pytest.mark.parametrize(("words", "path", "anchor"), SEARCHES.values(), ids=SEARCHES)
def test_search_finds_the_field(home: Any, theme: str, words: str, path: str, anchor: str) -> None:
    from playwright.sync_api import expect  # noqa: PLC0415  an optional dependency

    first = _search(home, theme, words).first
    expect(first).to_have_js_property("hash", anchor, timeout=10_000)
    expect(first).to_have_js_property("pathname", path)


BOXES = {
    "mkdocs": "#mkdocs-search-query",
    "material": "[data-md-component=search-query]",
    "readthedocs": "[role=search] input[name=q]",
}
RESULTS = {"material": ".md-search-result__link[href*='#']"}


def _search(page: Any, theme: str, words: str) -> Any:
    """Enter a query in the search of the theme, and return the links of the results."""
    box = page.locator(BOXES[theme])
    page.bring_to_front()
    if theme == "mkdocs" and not box.is_visible():
        page.get_by_text("Search", exact=False).first.click()
    box.click()
    box.fill(words)
    page.keyboard.press("Enter" if theme == "readthedocs" else "Shift")  # the others react to keyup
    return page.locator(RESULTS.get(theme, "#mkdocs-search-results a[href*='#']"))

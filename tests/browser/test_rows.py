"""Rows, densities, the values file beside them, facets, the palette, keys and fingers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from .conftest import STILL, one_theme
from .contrast import CONTRASTS
from .gallery import SCHEMES
from .sites import build, served
from .tabs import FRAME, Tabs, visitor

MATERIAL = ", font: false, features: [toc.follow], palette: {scheme: default}"
FIELDS = "".join(f'  #@schema/desc "What f{i} is for. More of it."\n  f{i}Count: {i}\n' for i in range(20))
GROUPS = "".join(f'#@schema/desc "Group {i}."\ngroup{i}:\n{FIELDS}' for i in range(5))
LAST = "last:\n" + "".join(f"  part{i}: {i}\n" for i in range(31))
FIELD_COUNT = 143
SCHEMA = f"""\
#@data/values-schema
---
#@schema/desc "The region, in which the rest is."
#@schema/validation min_len=1
#@schema/examples ("One", "north")
region: ""
#@schema/desc "The port.\\n\\nIt is\\n\\na port\\n\\nlike others."
#@schema/validation one_of=[8443, 9443]
port: 8443
#@schema/deprecated "Use region."
old: true
store:
  #@schema/nullable
  #@schema/desc "A bucket."
  bucket:
    #@schema/validation min_len=3
    #@schema/examples ("In several lines", "abc")
    name: ""
{GROUPS}{LAST}"""
TOPS = """() => [...document.querySelectorAll(".ys-field")].filter(row => row.checkVisibility())
    .map(row => row.getBoundingClientRect().height)"""
SHOWN = """() => [...document.querySelectorAll(".ys-name")]
    .filter(name => name.checkVisibility()).map(name => name.hash)"""
LATER = "new Promise(done => setTimeout(done))"  # once the page has done what it put off
KEY_TOP = (
    "() => document.querySelector('.ys-yaml a[href=\"#shop.group2.f9Count\"]').getBoundingClientRect().top"
)
BELOW_TOOLS = """() => {
    const [reading, tools] = [".ys-reading", ".ys-tools"].map(part => document.querySelector(part));
    const { top, bottom } = tools.getBoundingClientRect();
    return top >= 0 && reading.getBoundingClientRect().top >= bottom;
}"""
FOLLOW = """hash => {
    const link = Object.assign(document.createElement("a"), { href: hash });
    document.body.append(link);
    link.click();
    link.remove();
}"""
AT_BAR = """anchor => Math.abs(document.getElementById(anchor).getBoundingClientRect().top
    - document.querySelector(".ys-tools").getBoundingClientRect().bottom) < 60"""
LIT_IN_VIEW = """() => {
    const { top } = document.querySelector(".ys-reading").getBoundingClientRect();
    return 0 < top && top < innerHeight;
}"""
# What is smaller than a finger or a pointer needs, apart from links in text and the lines of the values file.
SMALL = """least => [...document.querySelectorAll(".ys :is(a, button, summary, select, input, label)")]
    .filter(target => target.checkVisibility({ visibilityProperty: true }))
    .filter(target => !target.matches("p a, dd a, li a, .ys-text a, .ys-line-key, label input"))
    .filter(target => !target.matches(".ys-visually-hidden"))
    .filter(target => Math.min(target.offsetHeight || 99, target.offsetWidth || 99) < least)
    .map(target => target.cloneNode(false).outerHTML)"""
# Names of buttons and links that leave out the words on them (WCAG 2.2, 2.5.3).
UNNAMED = """() => [...document.querySelectorAll(".ys :is(a, button, summary)[aria-label]")]
    .filter(target => !target.ariaLabel.includes(target.innerText.trim()))
    .map(target => target.outerHTML)"""
CHOICES = """() => [...document.querySelectorAll(".ys-views span")]
    .filter(choice => choice.offsetWidth > 9).map(choice => choice.textContent)"""
DOTS_AS_TEXTS = """() => {
    for (const old of document.querySelectorAll(".dot")) old.remove();
    for (const link of document.querySelectorAll(".ys-has-required")) {
        const dot = Object.assign(document.createElement("i"), { className: "dot", textContent: "." });
        dot.style.color = getComputedStyle(link, "::after").backgroundColor;
        link.append(dot);
        link.closest("li").classList.add("current"); // as readthedocs marks what a link led to
    }
}"""
LIGHT = """anchor => {
    const { parentElement: box } = document.getElementById(anchor);
    const color = element => element ? getComputedStyle(element, "::before").backgroundColor : "none";
    const map = box.matches(".ys-map");
    return [color(box), color(map ? box.querySelector(":scope > .ys-content") : box)];
}"""
CUT_ABOVE = """() => [...document.querySelectorAll(".ys-opening *")].filter(part => part.checkVisibility())
    .filter(part => part.clientWidth && part.scrollWidth > part.clientWidth)
    .filter(part => getComputedStyle(part).overflowX === "hidden").map(part => part.textContent)"""
COLUMN_EDGES = """([heading, cell]) => [
    ...document.querySelectorAll(`.ys-columns > :nth-child(${heading}), .ys-field:not(.ys-open) > ${cell}`)]
    .filter(part => part.checkVisibility()).map(part => part.getBoundingClientRect().left)"""
LIT = "() => document.querySelector('.ys-reading .ys-line-key')?.textContent"
STOPS = """() => [...document.querySelectorAll(".ys-field")].map(row =>
    [...row.querySelectorAll("a, button, [tabindex]")].filter(element => element.tabIndex >= 0).length)"""
COLORS = """() => {
    const style = selector => getComputedStyle(document.querySelector(selector));
    return [".ys-meta > .ys-type", ".ys-meta > .ys-required", ".ys-meta > .ys-deprecated",
        ".ys-meta > .ys-default > code", ".ys-key"].map(selector => style(selector).color);
}"""
# Chooses the palette as the themes do, by an attribute.
DARKEN = """isDark => {
    document.documentElement.dataset.bsTheme = isDark ? "dark" : "light";
    document.body.dataset.mdColorScheme = isDark ? "slate" : "default";
}"""
ACTIVE = """() => [...new Set([...document.querySelectorAll(
    "[data-md-component=toc] .md-nav__link--active, .bs-sidebar .nav-link.active[href*='.']")]
    .map(link => decodeURIComponent(link.hash)))]"""
MIDDLE_OF_GROUP = "anchor => document.querySelector(`.ys-yaml [href='${anchor}.f9Count']`).scrollIntoView()"


# Whether the words in the filter fit into it if a number of four digits is among them.
FITS = r"""() => {
    const box = document.querySelector(".ys-filter");
    const { fontFamily, fontSize } = getComputedStyle(box, "::placeholder");
    const words = document.createElement("span");
    words.textContent = box.placeholder.replace(/\d+/, "1234");
    Object.assign(words.style, { position: "absolute", whiteSpace: "nowrap", fontFamily, fontSize });
    box.after(words);
    const { paddingLeft, paddingRight } = getComputedStyle(box);
    const width = words.offsetWidth;
    words.remove();
    return width <= box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
}"""


# Gives an inner map a long path. Returns how many lines its heading has, whether its name ends before its
# button, and which of its parents appear.
LONG_PATH = """() => {
    const key = document.querySelector(".ys-map .ys-map > .ys-key");
    const [path, name, more] = [".ys-parents > bdi", ".ys-name", ":scope > .ys-more"]
        .map(part => key.parentElement.querySelector(part));
    [path.textContent, name.textContent] = ["first_of_many.a_custom_proxy_spec.inner.", "serviceAccount"];
    const place = (node, at) => {
        const range = document.createRange();
        range.setStart(node.firstChild, at);
        range.setEnd(node.firstChild, at + 1);
        return range.getBoundingClientRect();
    };
    const box = path.parentElement.getBoundingClientRect();
    const places = [...path.textContent].map((letter, i) => [letter, place(path, i)]);
    const last = place(name, name.textContent.length - 1);
    const tops = [...places.map(([, { top }]) => top), place(name, 0).top, last.top];
    return [new Set(tops.map(Math.round)).size, last.right <= more.getBoundingClientRect().left,
        places.filter(([, { left, right }]) => left >= box.left - 1 && right <= box.right + 1)
            .map(([letter]) => letter).join("")];
}"""


@pytest.fixture(scope="module")
def rows_site(theme: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a site with a reference in two layouts."""
    config = f"""
site_name: Site
repo_url: https://example.com/repo
edit_uri: edit/main/docs/
theme: {{name: {theme}{MATERIAL * (theme == "material")}}}
plugins:
- search
- yschema:
    schemas:
      shop: {{files: [shop.yaml], page: shop.md}}
      more: {{files: [more.yaml], page: more.md}}
"""
    files = {
        "docs/index.md": "# Home\n\n::: yschema-index\n",
        "docs/table.md": "# Table\n\n::: yschema shop\n    layout: table\n",
        "docs/folded.md": "# Folded\n\n::: yschema shop\n    collapse_depth: 1\n",
        "shop.yaml": SCHEMA,
        "more.yaml": "#@data/values-schema\n---\nproxy:\n  service:\n    type: LoadBalancer\n",
        "mkdocs.yml": config,
    }
    with served(build(tmp_path_factory.mktemp(f"rows-{theme}"), files)) as address:
        yield address


@pytest.fixture
def go(tabs: Tabs, rows_site: str) -> Iterator[Callable[..., Any]]:
    with visitor(tabs, rows_site) as visit:
        yield visit


@pytest.fixture(scope="module")
def reference(tabs: Tabs, rows_site: str) -> Iterator[Any]:
    """Open the page that the tests share. Each leaves it as it was."""
    with visitor(tabs, rows_site) as visit:
        page = visit("shop/", width=1280)
        page.add_style_tag(content=STILL)
        page.locator(".ys-facet").first.wait_for(state="attached")
        yield page


@contextmanager
def width(page: Any, pixels: int) -> Iterator[None]:
    page.set_viewport_size({"width": pixels, "height": 900})
    page.evaluate(FRAME)
    yield
    page.set_viewport_size({"width": 1280, "height": 900})
    page.evaluate(FRAME)


def density(page: Any, name: str) -> None:
    page.locator(".ys-view-open").click()
    page.locator(f".ys-menu > [value={name}]").click()
    page.evaluate(FRAME)


def test_a_row_has_all_in_its_first_line(reference: Any) -> None:
    row = reference.locator("section", has=reference.locator("[id='shop.port']")).last
    first = [
        row.locator(part).bounding_box()["y"] for part in (".ys-key", ".ys-type", ".ys-default", ".ys-more")
    ]
    assert max(first) - min(first) < 16
    assert row.locator(".ys-text").bounding_box()["y"] > max(first)
    assert row.locator(".ys-chips code").all_inner_texts() == ["8443", "9443"]
    assert len(set(reference.evaluate(COLORS))) == 5


def test_compact_shows_a_line_for_each_field(reference: Any) -> None:
    density(reference, "compact")
    heights = reference.evaluate(TOPS)
    assert max(heights) < 40
    assert reference.locator(".ys-field, .ys-map").count() == FIELD_COUNT
    assert reference.evaluate("document.documentElement.scrollHeight") <= 7 * 900
    row = reference.locator("section.ys-field", has=reference.locator("[id='shop.port']"))
    code = row.locator(".ys-default > code")
    code.evaluate("code => { code.dataset.text = code.textContent; code.textContent = 'long/'.repeat(20) }")
    assert row.bounding_box()["height"] < 40, "however long a default is"
    code.evaluate("code => { code.textContent = code.dataset.text }")
    row.locator(".ys-type").click()
    assert row.locator(".ys-chips").is_visible()
    row.locator(".ys-type").click()
    assert not row.locator(".ys-chips").is_visible()
    row.locator(".ys-name").press("Enter")
    assert row.locator(".ys-chips").is_visible()
    reference.wait_for_url("**density=compact*")
    with width(reference, 390):
        assert max(reference.evaluate(TOPS)[3:]) < 40
    density(reference, "outline")
    assert not row.locator(".ys-default").is_visible() or row.get_attribute("class") == "ys-field ys-open"
    assert reference.locator("[id='shop.region'] + .ys-meta .ys-required").is_visible()
    density(reference, "comfortable")
    reference.wait_for_function("!location.search")


def test_a_table_starts_compact_below_its_headings(go: Callable[..., Any]) -> None:
    page = go("table/", width=1280)
    page.evaluate("localStorage.clear()")
    page.reload()
    page.locator(".ys-more").first.wait_for()
    assert page.locator(".ys").get_attribute("data-density") == "compact"
    page.wait_for_function(f"({LIT})() === 'region'")
    page.evaluate("window.scrollTo(0, 1500)")
    page.evaluate(FRAME)
    bar, heads = page.locator(".ys-tools").bounding_box(), page.locator(".ys-columns").bounding_box()
    assert heads["y"] == pytest.approx(bar["y"] + bar["height"], abs=2)


def test_the_file_follows_the_reader(reference: Any) -> None:
    assert reference.locator(".ys-yaml").is_visible()
    for anchor, key in (("shop.group3.f7Count", "f7Count"), ("shop.port", "port")):
        # Once is not enough: rows on the way get their real heights.
        scroll = f"document.getElementById('{anchor}').scrollIntoView()"
        reference.wait_for_function(f"{scroll} ?? (({LIT})() === '{key}' && ({LIT_IN_VIEW})())")
    # By key: where a pointer would have to be still moves with the reader.
    reference.locator(".ys-yaml").get_by_role("link", name="group4").press("Enter")
    reference.wait_for_function("document.querySelector(':target')?.id === 'shop.group4'")
    assert reference.locator(".ys-yaml").is_visible()
    with width(reference, 1100):
        assert not reference.locator(".ys-yaml").is_visible()
    reference.evaluate("window.scrollTo(0, 0)")


def test_the_file_is_as_tall_as_it_will_be(go: Callable[..., Any]) -> None:
    """Otherwise it would not show the field that a link leads to."""
    page = go("shop/", width=1280)
    page.locator(".ys-yaml").evaluate("yaml => { yaml.innerHTML = yaml.innerHTML.repeat(9) }")
    page.evaluate(FRAME)
    height = "document.querySelector('.ys-yaml').scrollHeight"
    before = page.evaluate(height)
    page.add_style_tag(content=".ys-tall::details-content { content-visibility: visible !important }")
    assert page.evaluate(height) == pytest.approx(before, rel=0.01)


def test_a_picture_of_the_whole_page_shows_all_rows(show: Callable[..., Any]) -> None:
    page = show("sections/", width=1280)
    is_drawn = "row => row.checkVisibility({ contentVisibilityAuto: true })"
    assert page.locator(".ys-field:not([hidden]) .ys-key").last.evaluate(is_drawn)


def test_the_view_and_the_place_are_kept(go: Callable[..., Any]) -> None:
    page = go("shop/", width=1000)
    # Once is not enough: rows on the way get their real heights. By default, mkdocs scrolls smoothly.
    scroll = "document.getElementById('shop.group2.f9Count').scrollIntoView({ behavior: 'instant' })"
    for _ in range(4):
        page.evaluate(scroll)
        page.evaluate(FRAME)
    page.wait_for_function(f"({AT_BAR})('shop.group2.f9Count')")
    page.wait_for_timeout(1500)  # until the page has seen which field is being read
    page.locator(".ys-views").get_by_label("YAML").press("Space")
    page.wait_for_url("**view=yaml*")
    page.wait_for_function(f"({KEY_TOP})() > 0 && ({KEY_TOP})() < 450")
    page.reload()
    page.locator(".ys-yaml").wait_for()
    assert page.locator(".ys").get_attribute("data-view") == "yaml"
    page.goto(page.url.partition("#")[0] + "#shop.group4.f3Count")
    page.reload()
    # With the comments above the key, which have no text until the browser lays them out.
    page.wait_for_function("document.querySelector('.ys-reading')?.innerText.includes('What f3 is for')")
    page.wait_for_function(BELOW_TOOLS)
    page.goto(page.url.partition("#")[0] + "#shop.port")
    page.reload()
    page.wait_for_function("document.querySelector('.ys-reading')?.innerText.includes('like others')")
    page.wait_for_timeout(1000)  # until the page has stopped following what loads
    assert page.evaluate(BELOW_TOOLS), "a long comment is in view, too"
    page.goto(page.url.partition("#")[0] + "#shop.group4.f3Count")
    page.wait_for_timeout(1500)  # until the page has followed the link
    page.locator(".ys-views").get_by_label("Fields").press("Space")
    page.wait_for_function(f"({AT_BAR})('shop.group4.f3Count')")
    page.evaluate("localStorage.clear()")


def test_a_link_leads_to_a_line_below_the_bar(go: Callable[..., Any], visit: Callable[..., Any]) -> None:
    page = go("shop/?view=yaml", width=1000)
    page.set_viewport_size({"width": 1000, "height": 400})
    page.evaluate(FOLLOW, "#shop.last.part2")  # its line has no comments above it
    assert page.evaluate(BELOW_TOOLS)
    page = visit("long/?view=yaml#long.group50.part.f3Count", width=1000)  # which loads the file later
    page.wait_for_function("document.querySelector('.ys-reading')?.innerText.includes('f3Count')")
    page.wait_for_function(BELOW_TOOLS)


# The maps around the field that a link leads to: in headings in the window, and in the path below the bar.
PARENTS = """() => {
    const key = document.querySelector(":target");
    if (!key) return [false, false, ""];
    const { bottom: bar } = document.querySelector(".ys-tools").getBoundingClientRect();
    const isSeen = ({ top, bottom }) => top >= bar && bottom <= innerHeight;
    const maps = [];
    const around = element => element.parentElement.closest(".ys-map");
    for (let box = around(key.parentElement); box; box = around(box))
        maps.push(box.querySelector(":scope > .ys-key > .ys-name"));
    const path = [...document.querySelectorAll(".ys-where > a")].map(link => link.hash);
    return [
        isSeen(key.querySelector(".ys-name").getBoundingClientRect()),
        maps.every(link => path.includes(link.hash) || isSeen(link.getBoundingClientRect())),
        path.join(" "),
    ];
}"""
DEEP = {
    "#shop.store.bucket.name": None,
    "#shop.group0.f0Count": None,
    "#shop.group0.f9Count": "#shop.group0",
    "#shop.group3.f7Count": "#shop.group3",
    "#shop.last.part15": "#shop.last",
}


@pytest.mark.parametrize("pixels", [1280, 390])
def test_a_link_shows_where_it_led_to(go: Callable[..., Any], pixels: int) -> None:
    page = go("shop/", width=pixels)
    for anchor, path in DEEP.items():
        page.evaluate(FOLLOW, anchor)
        page.wait_for_function(f"(([isSeen, hasMaps]) => isSeen && hasMaps)(({PARENTS})())")
        assert page.evaluate(PARENTS)[2] == path or path is None, anchor
    page.locator(".ys-where > a").click()
    page.wait_for_url("**#shop.last")
    page.evaluate("window.scrollTo(0, 0)")
    page.wait_for_function("!document.querySelector('.ys-where > a')")
    assert not page.locator(".ys-where").is_visible()


@one_theme
def test_every_level_has_a_guide(go: Callable[..., Any]) -> None:
    page = go("shop/", width=1280)
    ids = ["shop.region", "shop.store", "shop.store.bucket", "shop.store.bucket.name"]
    edges = page.evaluate(
        """ids => ids
        .map(id => document.getElementById(id).getBoundingClientRect().left)""",
        ids,
    )
    assert edges[0] == edges[1] < edges[2] < edges[3]
    assert page.evaluate("""[...document.querySelectorAll(".ys-below")]
        .every(box => getComputedStyle(box).borderInlineStartStyle === "solid")""")


# What readers can use in the bar; the choice of a view is one.
CONTROLS = """() => [...document.querySelectorAll(".ys-tools :is(a, button, input, select)")]
    .filter(control => control.checkVisibility({ visibilityProperty: true }))
    .filter(control => control.type !== "radio" || control.checked)
    .map(control => control.className || control.tagName)"""


@one_theme
@pytest.mark.parametrize(("page", "number"), {"shop": 5, "more": 3}.items())
def test_few_controls_are_above_the_fields(go: Callable[..., Any], page: str, number: int) -> None:
    controls = go(f"{page}/", width=1280).evaluate(CONTROLS)
    assert len(controls) <= number
    assert ("ys-filter" in controls) == (page == "shop")


@one_theme
def test_facets_show_while_readers_filter(go: Callable[..., Any]) -> None:
    page = go("shop/", width=1280)
    facets, first = page.locator(".ys-facets"), page.locator(".ys-key").first
    page.locator(".ys-facet").first.wait_for(state="attached")
    before = first.bounding_box()
    page.locator(".ys-filter").focus()
    assert facets.is_visible()
    assert first.bounding_box() == before, "nothing moves from under the pointer"
    page.locator(".ys-facets > .ys-search").click()
    page.get_by_role("combobox", name="Search all fields").press("Escape")
    page.locator(".ys-filter").blur()
    assert not facets.is_visible()
    page.locator(".ys-filter").fill("port")
    page.locator(".ys-filter").blur()
    assert facets.is_visible()


@one_theme
def test_a_view_is_kept_for_all_pages(go: Callable[..., Any]) -> None:
    page = go("shop/", width=1280)
    page.locator(".ys-views").get_by_label("Fields").press("Space")
    page.goto(page.url.partition("shop")[0] + "more/")
    page.wait_for_function("document.querySelector('.ys').dataset.view === 'fields'")
    page.set_viewport_size({"width": 1000, "height": 900})
    page.locator(".ys-views").get_by_label("YAML").press("Space")
    page.locator(".ys-views").get_by_label("Fields").press("Space")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(page.url.partition("more")[0] + "shop/")
    page.locator(".ys-yaml").wait_for()
    assert page.locator(".ys").get_attribute("data-view") == "both"


def test_facets_are_words_of_the_filter(reference: Any) -> None:
    box, status = reference.locator(".ys-filter"), reference.locator(".ys-status")
    chip = reference.get_by_role("button", name="Required 2")
    assert not chip.is_visible()
    box.focus()
    chip.click()
    assert (box.input_value(), chip.get_attribute("aria-pressed")) == ("is:required", "true")
    assert reference.evaluate(SHOWN) == [
        *("#shop.region", "#shop.store", "#shop.store.bucket", "#shop.store.bucket.name"),
    ]
    chip.click()
    for query, number in {
        **{"is:deprecated": 1, "=8443": 1, "=844": 0, "9443": 1, "type:bool": 1, "deprecated": 1},
        **{"type:integer group3": 20, "required with bucket": 1, "north": 1},
    }.items():
        box.fill(query)
        assert status.inner_text().split()[0] == str(number), query
    box.fill("type:integer group3")
    if reference.locator(".ys-number").count():
        assert "20" in " ".join(reference.locator(".ys-number").all_text_contents())
    assert reference.locator(".ys-facet").all_inner_texts() == ["Required 0", "Deprecated 0"]
    box.fill("bucket")
    assert reference.locator(".ys-facet").all_inner_texts() == ["Required 1", "Deprecated 0"]
    box.fill("type:integer group3")
    reference.wait_for_url("**filter=type*")
    box.press("ArrowDown")
    reference.locator("[href='#shop.group3.f0Count']:focus").wait_for()
    reference.keyboard.press("ArrowDown")
    reference.locator("[href='#shop.group3.f1Count']:focus").wait_for()
    box.press("Enter")
    reference.locator("[href='#shop.group3.f0Count']:focus").wait_for()
    types = reference.locator(".ys-types > option")
    assert {"integer (20)", "boolean (0)"} <= set(types.all_inner_texts()), "the fields with other words"
    box.fill("type:integer bucket")
    assert {"integer (0)", "string (1)"} <= set(types.all_inner_texts())
    box.fill("")
    assert reference.locator(".ys-facet").all_inner_texts() == ["Required 2", "Deprecated 1"]
    box.blur()


def test_a_field_is_one_stop_with_one_menu(reference: Any) -> None:
    assert max(reference.evaluate(STOPS)) == 1
    name = reference.locator("[id='shop.port'] > a")
    name.focus()
    reference.keyboard.press("ArrowRight")
    menu = reference.get_by_role("menu")
    menu.wait_for()
    assert menu.get_by_role("menuitem").all_inner_texts() == [
        *("Add to my values", "Copy as YAML", "Copy path", "Copy as flag", "Copy link"),
        "Edit in the schema",
    ]
    reference.keyboard.press("ArrowDown")
    reference.locator("[role=menuitem]:focus", has_text="Copy as YAML").wait_for()
    reference.keyboard.press("Escape")
    menu.wait_for(state="detached")
    focused = reference.locator("[href='#shop.port']:focus")
    focused.wait_for()
    reference.keyboard.press("Enter")
    reference.wait_for_url("**#shop.port")
    reference.evaluate(LATER)
    focused.wait_for()


def test_forced_colors_show_where_a_menu_is(reference: Any) -> None:
    reference.emulate_media(forced_colors="active")
    reference.locator("[id='shop.port'] > a").focus()
    reference.keyboard.press("ArrowRight")
    reference.get_by_role("menu").wait_for()
    outline = reference.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    reference.keyboard.press("Escape")
    reference.emulate_media(forced_colors="none")
    assert outline == "2px"


def test_the_palette_finds_fields_of_all_references(reference: Any, rows_site: str) -> None:
    reference.evaluate("document.activeElement.blur()")
    reference.keyboard.press("Control+k")
    box = reference.get_by_role("combobox", name="Search all fields")
    box.fill("prx.svc.typ")
    option = reference.locator(".ys-palette [role=option]").first
    option.wait_for()
    assert option.locator("span").all_inner_texts() == [
        "proxy.service.type",
        "string",
        "LoadBalancer",
        "More",
    ]
    box.fill("group3 f7 count what")  # of this page, in a description, too
    reference.wait_for_function(
        "document.querySelector('.ys-palette [role=option] .ys-path')?.textContent === 'group3.f7Count'"
    )
    assert reference.locator(".ys-palette .ys-group").all_inner_texts() == ["On this page"]
    assert option.locator(".ys-about").inner_text().startswith("What f7 is for.")
    box.fill("")
    reference.wait_for_function("document.querySelectorAll('.ys-palette [role=option]').length > 1")
    shown = reference.locator(".ys-palette [role=option] .ys-path").all_inner_texts()
    assert shown[:2] == ["region", "store"], "what is required, and maps"
    assert reference.locator(".ys-palette > .ys-keys").inner_text().startswith("↑↓")
    box.fill("is:deprecated type:bool")
    reference.wait_for_function(
        "document.querySelector('.ys-palette [role=option] .ys-path')?.textContent === 'old'"
    )
    assert reference.locator(".ys-palette [role=option]").count() == 1
    box.press("Escape")
    reference.wait_for_function("!document.querySelector('.ys-palette')")
    reference.keyboard.press("v")
    box.fill("reg")
    option.wait_for()
    box.press("Enter")
    reference.wait_for_function("document.querySelector(':target')?.id === 'shop.region'")
    assert reference.url == f"{rows_site}shop/#shop.region"


def test_a_pointer_gets_targets_with_their_words(reference: Any) -> None:
    assert reference.evaluate(SMALL, 24) == []
    assert reference.evaluate(UNNAMED) == []


def test_the_filter_shows_the_key_that_opens_the_palette(reference: Any) -> None:
    box, cap = reference.locator(".ys-filter"), reference.locator(".ys-cap")
    assert box.get_attribute("placeholder") == f"Filter {FIELD_COUNT} fields…"
    assert (cap.inner_text(), cap.get_attribute("title")) == ("Ctrl K", "Search all fields")
    around, inside = box.bounding_box(), cap.bounding_box()
    assert inside["x"] + inside["width"] < around["x"] + around["width"]
    assert inside["x"] > around["x"] + around["width"] - 80
    box.fill("port")
    assert not cap.is_visible()
    box.fill("")


def test_no_button_covers_the_file(reference: Any) -> None:
    for view in ("both", "yaml"):
        reference.locator(f".ys-views label:has([value={view}])").click()
        button = reference.locator(".ys-yaml-head > .ys-copy").bounding_box()
        assert (
            button["y"] + button["height"] <= reference.locator(".ys-line:visible").first.bounding_box()["y"]
        )
    reference.locator(".ys-views label:has([value=both])").click()


def test_the_line_above_the_fields_is_not_cut(reference: Any) -> None:
    for pixels in (1280, 390):
        with width(reference, pixels):
            assert reference.evaluate(CUT_ABOVE) == []


def test_headings_of_columns_are_words_without_styles(reference: Any) -> None:
    words = reference.locator(".ys-columns").first.text_content().split()
    assert words == ["Name", "Type", "Default", "Description"]


def test_a_link_lights_what_is_said_of_a_field_or_a_map(go: Callable[..., Any]) -> None:
    page = go("shop/", width=1280)
    lights = []
    for anchor in ("shop.port", "shop.group1"):
        page.evaluate("anchor => { location.hash = anchor }", anchor)
        lights += page.evaluate(LIGHT, anchor)
    assert len(set(lights)) == 1
    # Rows on the way get their real heights.
    page.wait_for_function(
        "(({ top }) => 0 <= top && top < 800)(document.querySelector(':target').getBoundingClientRect())"
    )
    row = page.locator(".ys-map", has=page.locator("[id='shop.group1']")).last.bounding_box()
    place = {"x": row["x"] - 3, "y": row["y"], "width": 200, "height": 40}
    lit = page.screenshot(clip=place)
    page.add_style_tag(content=".ys-map::before, .ys-content::before { display: none !important }")
    assert page.screenshot(clip=place) != lit, "nothing is in front of it"


def test_compact_columns_are_below_each_other_and_their_headings(go: Callable[..., Any]) -> None:
    page = go("shop/?density=compact#shop.group3.f7Count", width=1280)
    for column in ([2, ".ys-meta"], [3, ".ys-content"]):
        edges = page.evaluate(COLUMN_EDGES, column) or [0]
        assert max(edges) - min(edges) < 2
    page.wait_for_function(f"({LIT})() === 'f7Count'")


def test_a_name_without_breaks_begins_in_the_first_line(go: Callable[..., Any]) -> None:
    page = go("shop/", width=1280)
    tops = page.evaluate("""() => {
        const link = document.querySelector("[id='shop.group0.f0Count'] > .ys-name");
        link.textContent = "x".repeat(120);
        link.previousElementSibling.append(document.createElement("wbr"), "more.");
        return [link, link.parentElement].map(element => element.getClientRects()[0].top);
    }""")
    assert abs(tops[0] - tops[1]) < 5


def test_words_from_right_to_left_begin_where_the_others_do(go: Callable[..., Any]) -> None:
    page = go("shop/", width=1280)
    left = page.evaluate("""() => {
        const text = document.querySelector("[id='shop.port'] ~ .ys-content .ys-text > p");
        const range = document.createRange();
        text.textContent = "\u05de\u05e1\u05e4\u05e8";
        range.selectNodeContents(text);
        return [range, text].map(box => box.getBoundingClientRect().left);
    }""")
    assert left[0] == pytest.approx(left[1], abs=1)


def test_lists_keep_their_marks_on_pages_from_right_to_left(go: Callable[..., Any]) -> None:
    page = go("shop/", width=1280)
    room = page.evaluate("""() => {
        document.body.dir = document.documentElement.dir = "rtl";
        const text = document.querySelector("[id='shop.port'] ~ .ys-content .ys-text");
        text.innerHTML = "<ul><li>English.</li></ul>";
        return text.querySelector("li").getBoundingClientRect().left - text.getBoundingClientRect().left;
    }""")
    assert room >= 16


def test_japanese_breaks_between_phrases(go: Callable[..., Any]) -> None:
    """The sentence says that nothing is required."""
    page = go("shop/", width=1280)
    lines = page.evaluate("""() => {
        const text = document.querySelector("[id='shop.port'] ~ .ys-content .ys-text > p");
        const range = new Range();
        document.documentElement.lang = "ja";
        text.textContent = "\u5fc5\u9808\u306e\u8a2d\u5b9a\u306f\u3042\u308a\u307e\u305b\u3093";
        text.style.inlineSize = "9em";
        range.setStart(text.firstChild, 6);  // the last word
        range.setEnd(text.firstChild, 11);
        return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
    }""")
    assert lines == 1


def test_the_file_keeps_its_indents_on_pages_from_right_to_left(go: Callable[..., Any]) -> None:
    page = go("shop/", width=1280)
    keys = page.locator(".ys-values .ys-line-key")
    keys.first.wait_for()
    indents = """keys => keys.slice(0, 9).map(key => Math.round(
        key.getBoundingClientRect().left - key.closest(".ys-yaml").getBoundingClientRect().left))"""
    before = keys.evaluate_all(indents)
    page.evaluate("document.body.dir = document.documentElement.dir = 'rtl'")
    assert keys.evaluate_all(indents) == before


def test_compact_hints_at_a_long_default(visit: Callable[..., Any]) -> None:
    page = visit("values/?density=compact", width=1280)
    hints = "id => getComputedStyle(document.getElementById(id).nextElementSibling, '::after').content"
    assert page.evaluate(hints, "values.envoy.service.annotations") == '"…"'
    assert page.evaluate(hints, "values.replicas") == "none"


def test_compact_names_are_not_cut(go: Callable[..., Any]) -> None:
    page = go("shop/?density=compact", width=1280)
    cut = page.evaluate(
        "[...document.querySelectorAll('.ys-field > .ys-key')].filter((key) => {"
        " key.querySelector('.ys-name').textContent = 'allowCrossNamespaceBackendReferencesWithoutGrant';"
        " return key.scrollWidth > key.clientWidth; }).length"
    )
    assert cut == 0


def test_compact_names_have_room_beside_long_marks(go: Callable[..., Any]) -> None:
    page = go("shop/?density=compact", width=390)
    lines = page.evaluate(
        "() => { const field = document.querySelector('.ys-field:has(.ys-required)');"
        " field.querySelector('.ys-required').textContent = 'required with defaultCertificate';"
        " const name = field.querySelector('.ys-name');"
        " name.textContent = 'tls.key'; return name.getClientRects().length; }"
    )
    assert lines == 1


def test_fingers_get_large_targets(chromium: Any, rows_site: str) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{rows_site}shop/")
    more = page.locator(".ys-more").first
    box = more.bounding_box()
    assert (box["width"], box["height"]) == (44, 44)
    more.tap()
    items = page.get_by_role("menuitem")
    items.first.wait_for()
    assert min(item.bounding_box()["height"] for item in items.all()) >= 44
    background = more.evaluate("button => getComputedStyle(button).backgroundColor")
    assert background == "rgba(0, 0, 0, 0)", "words can be below a target"
    page.keyboard.press("Escape")
    heads = page.locator(".ys-opening summary:visible")
    heads.last.tap()
    links = page.locator(".ys-files a")
    assert links.count()
    small = [part.bounding_box() for part in [*heads.all(), *links.all()]]
    assert min(min(box["width"], box["height"]) for box in small) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(SMALL, 44) == []
    assert page.evaluate(FITS), "also if there are more fields"
    for path, part in (("folded/", ".ys-unfold"), ("table/", ".ys-more"), ("", ".ys-index-tools input")):
        other = context.new_page()
        other.goto(f"{rows_site}{path}")
        other.locator(part).first.wait_for()
        assert other.evaluate(SMALL, 44) == [], path
        other.close()
    page.locator(".ys-map .ys-map").first.scroll_into_view_if_needed()
    page.locator(".ys-map .ys-map > .ys-more").first.wait_for()
    lines, fits, parents = page.evaluate(LONG_PATH)
    assert (lines, fits) == (1, True)
    assert "first_of_many.a_custom_proxy_spec.inner.".endswith(parents)
    assert "inner." in parents
    assert "first" not in parents
    bar = page.locator(".ys-tools")
    height = bar.bounding_box()["height"]
    page.locator(".ys-filter").fill("port")
    assert page.locator(".ys-status").inner_text() == "1 match"
    assert bar.bounding_box()["height"] <= height + 60, "one line more"
    page.goto(f"{rows_site}shop/?view=yaml")
    page.locator(".ys-tools .ys-views").wait_for()
    assert page.evaluate(CHOICES) == ["Fields"]
    assert page.locator(".ys-yaml summary").count()
    assert page.evaluate(SMALL, 44) == []
    context.close()


MAPS = [f"shop.group{i}" for i in (1, 4, 0, 2, 3)]


def test_the_contents_mark_the_map_of_the_field(theme: str, go: Callable[..., Any], rows_site: str) -> None:
    if theme != "material":
        pytest.skip("the other themes have contents of another kind")
    page = go("shop/", width=1800)  # where there is room for them beside both views

    def expect(anchor: str) -> None:
        page.wait_for_function(f"({ACTIVE})().join() === '#{anchor}'", timeout=5000)

    for anchor in MAPS:
        page.locator(f"[data-md-component=toc] a[href$='#{anchor}']").last.click()
        expect(anchor)
        page.evaluate("hash => { location.hash = hash; }", f"#{anchor}.f3Count")
        expect(anchor)
    for anchor in MAPS:
        for link in (f"#{anchor}.f3Count", f"?h=count#{anchor}.f9Count"):  # from elsewhere, and of the search
            page.goto(f"{rows_site}shop/{link}")
            expect(anchor)


def test_the_contents_mark_what_a_link_led_to_at_the_end(theme: str, go: Callable[..., Any]) -> None:
    if theme == "readthedocs":
        pytest.skip("its contents mark what a link led to")
    page = go("shop/", width=1600)
    page.set_viewport_size({"width": 1600, "height": 3600})  # in which several maps show at the end
    for anchor in (f"#shop.{name}" for name in ("group4", "last", "group3", "group4", "group0", "group1")):
        page.evaluate(FOLLOW, anchor)
        page.wait_for_timeout(700)  # the site theme marks, too, and may take longer
        page.wait_for_function(f"anchor => ({ACTIVE})().at(-1) === anchor", arg=anchor)
        page.evaluate(FOLLOW, f"{anchor}.f3Count".replace("last.f3Count", "last.part30"))
        page.wait_for_timeout(300)
        page.wait_for_function(
            f"anchor => ({ACTIVE})().at(-1) === anchor", arg=anchor
        )  # of a field in the map


def test_the_contents_mark_the_lines_that_are_read(theme: str, go: Callable[..., Any]) -> None:
    if theme == "readthedocs":
        pytest.skip("its contents mark what a link led to")
    page = go("shop/?view=yaml", width=1100)
    assert not page.locator("[id='shop.group1']").is_visible()
    for anchor in (f"#{anchor}" for anchor in MAPS[1:]):
        page.wait_for_function(
            f"anchor => (({MIDDLE_OF_GROUP})(anchor), ({ACTIVE})().at(-1) === anchor)", arg=anchor
        )


def test_colors_stand_out(reference: Any, theme: str) -> None:
    for scheme in SCHEMES[theme]:
        reference.evaluate(DARKEN, scheme == "dark")
        contrasts = reference.evaluate(CONTRASTS, ".ys *")
        assert len(contrasts) > 300
        assert [text for contrast, text in contrasts if contrast < 4.5] == [], scheme
        reference.evaluate(DOTS_AS_TEXTS)
        dots = reference.evaluate(CONTRASTS, ".dot")
        assert dots
        assert [text for contrast, text in dots if contrast < 3] == [], scheme
    reference.evaluate(DARKEN, arg=False)

"""Pages look right in print, from right to left, on a phone, and with forced colors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from yschema_engine.show.html.view import LAYOUTS

from .conftest import one_theme
from .contrast import CONTRASTS
from .tabs import FRAME

Look = Callable[..., Any]

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# The visible texts. Buttons must not be printed.
TEXTS = """() => [...document.querySelectorAll(".ys *")].filter(element =>
    !element.closest("button, fieldset, label, output, [download], [role=status]")
    && !element.closest(".ys-parents, .ys-tools, .ys-facets, .ys-menu, .ys-columns, .ys-downloads")
    && !element.closest("[data-view=both] > .ys-values, .ys-long > summary")
    && [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim())
    && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && element.getClientRects().length).map(element => element.textContent.trim())"""
# Backgrounds that browsers leave out, so that light text would be on white paper.
DARK = """() => [...document.querySelectorAll(":root, body, .ys, .ys *")].filter(part => {
    if (!part.checkVisibility() || !part.offsetHeight) return false;
    const color = document.createElement("canvas").getContext("2d");
    color.fillStyle = getComputedStyle(part).backgroundColor;
    color.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = color.getImageData(0, 0, 1, 1).data;
    return alpha > 127 && red + green + blue < 384;
}).map(part => part.cloneNode(false).outerHTML)"""
# What a field says and paper does not show, or not in full.
CUT_OFF = """() => [...document.querySelectorAll(".ys-fields :is(.ys-content, .ys-content > *), .ys pre")]
    .filter(part => !part.closest(".ys-values, .ys-modeline"))
    .filter(part => !part.querySelector(".md-typeset__scrollwrap")) // stands out of its place by its padding
    .filter(part => !part.checkVisibility() || part.scrollWidth > part.clientWidth + 1)
    .map(part => part.outerHTML.slice(0, 120))"""
HALF_PAGE = 500  # pixels
# Content that print may separate from its heading: browsers break pages inside flexible boxes.
PARTED = """() => [...document.querySelectorAll(".ys-key ~ .ys-content, .ys-key ~ .ys-below")]
    .filter(part => part.checkVisibility())
    .filter(part => getComputedStyle(part).breakBefore !== "avoid"
        || getComputedStyle(part.parentElement).display !== "block")
    .map(part => part.parentElement.cloneNode(false).outerHTML)"""
UNBROKEN = """most => [...document.querySelectorAll(".ys *")]
    .filter(part => getComputedStyle(part).breakInside === "avoid" && part.offsetHeight > most)
    .map(part => part.cloneNode(false).outerHTML)"""
# The distance of each block from the start of its region. Code is left-to-right in all languages.
BEGINS = """end => [...document.querySelectorAll(".ys")].flatMap(region => {
    const edge = region.getBoundingClientRect()[end];
    return [...region.querySelectorAll("section, dl, dt, dd, p, table, th, td, details, h3, h4, h5, h6")]
        .filter(element => !element.closest("pre, code, button, .ys-text table, [dir=ltr]"))
        .filter(element => element.getClientRects().length)
        .map(element => [Math.abs(element.getBoundingClientRect()[end] - edge),
            element.cloneNode(false).outerHTML + " " + element.textContent.trim().slice(0, 40)]);
})"""
CODE_DIRECTIONS = """[...document.querySelectorAll(".ys pre, .ys code")]
    .filter(code => getComputedStyle(code).direction !== "ltr"
        || code.matches("pre") && getComputedStyle(code).textAlign === "right")
    .map(code => code.outerHTML.slice(0, 60))"""
KEY_HEIGHTS = """[...document.querySelectorAll(".ys-key")]
    .filter(key => key.textContent.length < 60).map(key => key.offsetHeight)"""
# Sentences in English whose full stop comes before their first letter.
REVERSED = """() => [...document.querySelectorAll(".ys-text p")].filter(text => {
    const node = text.firstChild;
    if (text.childNodes.length !== 1 || !/^[A-Z].*\\.$/.test(text.textContent)) return false;
    const [first, last] = [0, node.length - 1].map(i => {
        const range = document.createRange();
        range.setStart(node, i);
        range.setEnd(node, i + 1);
        return range.getBoundingClientRect();
    });
    return last.width && last.top === first.top && last.left < first.left;
}).map(text => text.textContent)"""
# The names of fields whose letters appear in another order than in the source.
JUMBLED = """() => [...document.querySelectorAll(".ys-key, .ys-yaml .ys-line")]
    .filter(key => key.checkVisibility()).filter(key => {
        const walker = document.createTreeWalker(key, NodeFilter.SHOW_TEXT), places = [];
        while (walker.nextNode()) {
            const part = walker.currentNode.parentElement;
            if (!part.closest(".ys-parents, .ys-name, .ys-line")) continue;
            if (part.closest(".ys-field > .ys-key > .ys-parents")) continue; // only for screen readers
            for (let i = 0; i < walker.currentNode.length; i++) {
                const range = document.createRange();
                range.setStart(walker.currentNode, i);
                range.setEnd(walker.currentNode, i + 1);
                const { left, bottom, width } = range.getBoundingClientRect();
                if (width) places.push([left, bottom]);
            }
        }
        return places.some(([left, bottom], i) =>
            i && Math.abs(bottom - places[i - 1][1]) < 5 && left <= places[i - 1][0]);
    }).map(key => key.textContent)"""
LOST_SYMBOLS = """() => [...document.querySelectorAll(".ys *")].flatMap(element =>
    ["::before", "::after", null].map(part => [element, part, getComputedStyle(element, part)])
    .filter(([, part, style]) => (!part || style.content !== "none") && style.maskImage !== "none"
        && style.forcedColorAdjust !== "none"
        && style.backgroundColor === getComputedStyle(document.body).backgroundColor)
    .map(([, part]) => element.cloneNode(false).outerHTML + (part || "")))"""
FOCUS = """() => [...document.querySelectorAll(".ys :is(a, button, input, summary, select)")]
    .filter(element => element.checkVisibility())
    .filter(element => {
        element.focus({ preventScroll: true, focusVisible: true });
        const ringed = part => part && getComputedStyle(part).outlineStyle !== "none";
        return document.activeElement === element && !ringed(element) && !ringed(element.nextElementSibling);
    })
    .map(element => element.cloneNode(false).outerHTML)"""
# The styles that can highlight a field with forced colors, which remove backgrounds and shadows.
MARKED = """id => {
    const key = document.getElementById(id);
    const row = key.closest("section, li, details") || key;
    return [[key], [row], [row, "::before"]].flatMap(part => {
        const style = getComputedStyle(...part);
        return [style.outlineStyle, style.outlineWidth, style.borderInlineStartWidth, style.borderBlockWidth,
            style.borderInlineStartColor, style.color];
    }).join(" ");
}"""
# Texts smaller than so many pixels. Parents in rows have no size: headings show them.
SMALL_TEXTS = """least => [...document.querySelectorAll(".ys *")]
    .filter(part => [...part.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .filter(part => part.checkVisibility({ visibilityProperty: true }))
    .map(part => [part, parseFloat(getComputedStyle(part).fontSize)])
    .filter(([part, size]) => size > 0 && size < least)
    .map(([part, size]) => `${size} ${part.outerHTML.slice(0, 99)}`)"""
TURN = "dir => document.querySelectorAll('.ys').forEach(region => { region.dir = dir })"
FIELD = "shipped.host"
RTL_LETTER = re.compile(
    r"[\u0590-\u08ff]"
)  # Hebrew, Arabic and their neighbors, which appear in another order

layouts = pytest.mark.parametrize("layout", LAYOUTS)


@layouts
def test_paper_has_everything(look: Look, layout: str) -> None:
    seen = Counter(look(layout, opened=True).evaluate(TEXTS))
    page = look(layout, media="print")
    page.evaluate('window.dispatchEvent(new Event("beforeprint"))')  # as browsers do before printing
    page.evaluate(FRAME)
    printed = Counter(page.evaluate(TEXTS))
    cut_off = page.evaluate(CUT_OFF)
    page.evaluate('window.dispatchEvent(new Event("afterprint"))')
    assert seen.total() > 100
    assert seen - printed == Counter()
    assert cut_off == []


@one_theme
def test_on_paper_nothing_tall_moves_to_the_next_page(look: Look) -> None:
    assert look("sections", media="print").evaluate(UNBROKEN, HALF_PAGE) == []


@one_theme
def test_on_paper_no_page_ends_with_a_heading(look: Look) -> None:
    assert look("sections", media="print").evaluate(PARTED) == []


@one_theme
def test_on_paper_a_header_covers_no_field(look: Look) -> None:
    page = look("sections", media="print")
    assert page.evaluate('getComputedStyle(document.querySelector(".navbar")).position') == "static"
    assert page.evaluate('document.querySelector("[role=main]").offsetWidth > innerWidth * 0.9')


def test_paper_is_light(look: Look) -> None:
    page = look("sections", media="print", color_scheme="dark")
    contrasts = page.evaluate(CONTRASTS, ".ys *")
    assert len(contrasts) > 20
    assert [element for contrast, element in contrasts if contrast < 4.5] == []
    assert page.evaluate(DARK) == []


@one_theme
@layouts
def test_no_grid_runs_through_the_rows(look: Look, layout: str) -> None:
    assert look(layout).evaluate('getComputedStyle(document.body, "::before").backgroundImage') == "none"


SWITCH = """() => [...document.querySelector(".ys-tools > .ys-views").querySelectorAll("span")].map(span => {
    const { left, top } = span.getBoundingClientRect();
    return { x: left + 5, y: top + 8, width: 2, height: 2 };
})"""
FONTS = "selector => [...document.querySelectorAll(selector)].map(part => getComputedStyle(part).fontFamily)"


@layouts
def test_no_text_is_too_small_to_read(look: Look, layout: str) -> None:
    for width in (1300, 390):
        assert look(layout, width=width, opened=True).evaluate(SMALL_TEXTS, 12) == []


@layouts
def test_defaults_are_code(look: Look, layout: str) -> None:
    page = look(layout, opened=True)
    fonts = page.evaluate(FONTS, ".ys-default > code")
    assert layout == "yaml" or fonts
    assert set(fonts) <= set(page.evaluate(FONTS, ".ys-key")), "also long ones"


@layouts
@pytest.mark.parametrize("width", [1300, 700, 390, 320])
def test_no_page_scrolls_sideways(look: Look, layout: str, width: int) -> None:
    assert look(layout, width=width).evaluate(OVERFLOW) <= 0
    assert look(layout, width=width, opened=True).evaluate(OVERFLOW) <= 0


@layouts
def test_right_to_left_is_the_mirror_image(look: Look, layout: str) -> None:
    page = look(layout, opened=True)
    left, heights = page.evaluate(BEGINS, "left"), page.evaluate(KEY_HEIGHTS)
    page.evaluate(TURN, "rtl")
    turned = page.evaluate(KEY_HEIGHTS)
    right = page.evaluate(BEGINS, "right")
    placeholder = page.locator(".ys-filter").first.evaluate(
        "box => getComputedStyle(box, '::placeholder').textAlign"
    )
    directions, reversed_texts = page.evaluate(CODE_DIRECTIONS), page.evaluate(REVERSED)
    page.evaluate(TURN, "")
    assert [
        f"{element}: {there} and {here} pixels"
        for (there, element), (here, _) in zip(left, right, strict=True)
        if abs(there - here) > 3
    ] == []
    assert turned == heights
    assert placeholder == "right"
    assert directions == [], "code reads from left to right"
    assert reversed_texts == [], "so does English"


@layouts
@pytest.mark.parametrize("state", [{"width": 1300}, {"width": 390}, {"media": "print"}], ids=str)
def test_right_to_left_paths_read_as_they_are_written(look: Look, layout: str, state: dict[str, Any]) -> None:
    page = look(layout, opened=True, **state)
    before = page.evaluate(JUMBLED)
    page.evaluate(TURN, "rtl")
    after = page.evaluate(JUMBLED)
    page.evaluate(TURN, "")
    assert all(RTL_LETTER.search(name) for name in before)
    assert after == before


@layouts
def test_right_to_left_a_phone_does_not_scroll_sideways(look: Look, layout: str) -> None:
    page = look(layout, width=360, opened=True)
    before = page.evaluate(OVERFLOW)
    page.evaluate("document.documentElement.dir = 'rtl'")
    page.evaluate(FRAME)
    after = page.evaluate(OVERFLOW)
    page.evaluate("document.documentElement.removeAttribute('dir')")
    assert after <= before


@layouts
@pytest.mark.parametrize("colours", ["none", "active"])
def test_focus_can_be_seen(look: Look, layout: str, colours: str) -> None:
    page = look(layout, opened=True, forced_colors=colours)
    page.keyboard.press("Tab")  # themes show the focus only after a key press
    assert page.evaluate(FOCUS) == []


@layouts
def test_forced_colours_leave_what_tells_things_apart(look: Look, layout: str) -> None:
    page = look(layout, opened=True, forced_colors="active")
    assert page.evaluate(LOST_SYMBOLS) == [], "symbols can be seen"
    if layout != "yaml":
        page.evaluate("window.scrollTo({ top: 0, behavior: 'instant' })")
        choices = {page.screenshot(clip=corner) for corner in page.evaluate(SWITCH)}
        assert len(choices) == 2, "the view that is chosen can be seen"
    before = page.evaluate(MARKED, FIELD)
    page.evaluate("id => { location.hash = id }", FIELD)
    page.evaluate(FRAME)
    after = page.evaluate(MARKED, FIELD)
    page.evaluate("location.hash = ''")
    assert after != before, "where a link led to can be seen"

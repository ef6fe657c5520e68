"""Pages on paper, from right to left, on a phone, and in colours that the reader's system forces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from yschema_engine.outputs.html.view import LAYOUTS

from .conftest import FRAME

Look = Callable[..., Any]

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# The texts that can be seen; what is to be pressed is not for paper.
TEXTS = """() => [...document.querySelectorAll(".ys *")].filter(element =>
    !element.closest("button, fieldset, label, output, [download], [role=status]")
    && !element.closest(".ys-parents, .ys-tools, .ys-buttons")
    && [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim())
    && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && element.getClientRects().length).map(element => element.textContent.trim())"""
# How far each block begins from where its region begins; code is the same in either direction.
BEGINS = """end => [...document.querySelectorAll(".ys")].flatMap(region => {
    const edge = region.getBoundingClientRect()[end];
    return [...region.querySelectorAll("section, dl, dt, dd, p, table, th, td, details, h3, h4, h5, h6")]
        .filter(element => !element.closest("pre, code, button, .ys-text table, [dir=ltr]"))
        .filter(element => element.getClientRects().length)
        .map(element => [Math.abs(element.getBoundingClientRect()[end] - edge),
            element.cloneNode(false).outerHTML + " " + element.textContent.trim().slice(0, 40)]);
})"""
CODE_DIRECTIONS = """[...document.querySelectorAll(".ys pre, .ys code")]
    .filter(code => getComputedStyle(code).direction !== "ltr").map(code => code.outerHTML.slice(0, 60))"""
# The names of fields in which letters that follow one another in a line do not stand so on the page.
JUMBLED = """() => [...document.querySelectorAll(".ys-key, .ys-yaml .ys-line")]
    .filter(key => key.checkVisibility()).filter(key => {
        const walker = document.createTreeWalker(key, NodeFilter.SHOW_TEXT), places = [];
        while (walker.nextNode()) {
            if (!walker.currentNode.parentElement.closest(".ys-parents, .ys-name, .ys-line")) continue;
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
# All of a field that can mark it in forced colours, where neither backgrounds nor shadows are left.
MARKED = """id => {
    const key = document.getElementById(id);
    const row = key.closest("section, tr, li, details") || key;
    return [[key], [row], [key, "::before"]].flatMap(part => {
        const style = getComputedStyle(...part);
        return [style.outlineStyle, style.outlineWidth, style.borderInlineStartWidth, style.borderBlockWidth,
            style.borderInlineStartColor, style.color];
    }).join(" ");
}"""
TURN = "dir => document.querySelectorAll('.ys').forEach(region => { region.dir = dir })"
FIELD = "shipped.host"

layouts = pytest.mark.parametrize("layout", LAYOUTS)


@layouts
def test_paper_has_everything(look: Look, layout: str) -> None:
    seen = Counter(look(layout, opened=True).evaluate(TEXTS))
    page = look(layout, media="print")
    page.evaluate('window.dispatchEvent(new Event("beforeprint"))')  # as browsers do
    page.evaluate(FRAME)
    printed = Counter(page.evaluate(TEXTS))
    page.evaluate('window.dispatchEvent(new Event("afterprint"))')
    assert seen.total() > 100
    assert seen - printed == Counter()


@layouts
@pytest.mark.parametrize("width", [1300, 700, 390, 320])
def test_no_page_scrolls_sideways(look: Look, layout: str, width: int) -> None:
    assert look(layout, width=width).evaluate(OVERFLOW) <= 0
    assert look(layout, width=width, opened=True).evaluate(OVERFLOW) <= 0


@layouts
def test_right_to_left_is_the_mirror_image(look: Look, layout: str) -> None:
    page = look(layout, opened=True)
    left = page.evaluate(BEGINS, "left")
    page.evaluate(TURN, "rtl")
    right = page.evaluate(BEGINS, "right")
    directions = page.evaluate(CODE_DIRECTIONS)
    page.evaluate(TURN, "")
    assert [
        f"{element}: {there} and {here} pixels"
        for (there, element), (here, _) in zip(left, right, strict=True)
        if abs(there - here) > 3
    ] == []
    assert directions == [], "code reads from left to right"


@layouts
@pytest.mark.parametrize("width", [1300, 390])
def test_right_to_left_paths_read_as_they_are_written(look: Look, layout: str, width: int) -> None:
    page = look(layout, width=width, opened=True)
    before = page.evaluate(JUMBLED)  # names in letters that go from right to left themselves
    page.evaluate(TURN, "rtl")
    after = page.evaluate(JUMBLED)
    page.evaluate(TURN, "")
    assert len(before) <= 1
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
    page.keyboard.press("Tab")  # scripts of themes show focus to those who use the keyboard
    assert page.evaluate(FOCUS) == []


@layouts
def test_forced_colours_leave_what_tells_things_apart(look: Look, layout: str) -> None:
    page = look(layout, opened=True, forced_colors="active")
    assert page.evaluate(LOST_SYMBOLS) == [], "symbols can be seen"
    before = page.evaluate(MARKED, FIELD)
    page.evaluate("id => { location.hash = id }", FIELD)
    page.evaluate(FRAME)
    after = page.evaluate(MARKED, FIELD)
    page.evaluate("location.hash = ''")
    assert after != before, "where a link led to can be seen"

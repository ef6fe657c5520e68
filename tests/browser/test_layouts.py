"""The layouts, the switch between them, and the required fields work for readers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from support import load_yaml

from .conftest import one_theme

Show = Callable[..., Any]

SELECTED = """() => {
    const yaml = [...document.querySelectorAll(".ys-yaml")].find(e => e.checkVisibility());
    getSelection().selectAllChildren(yaml);
    return [getSelection().toString(), yaml.textContent];
}"""
IN_VIEW = """anchor => {
    const { top } = document.getElementById(anchor).getBoundingClientRect();
    return top >= 0 && top < innerHeight && document.getElementById(anchor).checkVisibility();
}"""
SHOWN = "id => document.getElementById(id).checkVisibility()"
WIDEST = """() => Math.max(...[...document.querySelectorAll(".ys-yaml")].map(file =>
    file.scrollWidth - file.clientWidth))"""
MARGIN_CUT_OFF = """() => [...document.querySelectorAll(".ys-yaml .ys-block[id]")].filter(target => {
    location.hash = target.id;
    return target.closest(".ys-yaml").scrollLeft;
}).map(target => target.id)"""
SEEN = "element => element.checkVisibility()"
FIELD = "shipped.power.battery.volts"


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def test_the_switch_shows_one_of_both(show: Show) -> None:
    page = show("sections/")
    switch = page.locator(".ys-views").last
    yaml = page.locator(".ys-yaml").last
    assert yaml.is_visible()
    assert page.evaluate(SHOWN, "shipped.operator")
    switch.get_by_label("Side by side").focus()
    page.keyboard.press("ArrowRight")
    assert yaml.is_visible()
    assert not page.evaluate(SHOWN, "shipped.operator")
    switch.get_by_text("Fields", exact=True).click()
    assert not yaml.is_visible()
    assert page.evaluate(SHOWN, "shipped.operator")


def test_a_key_in_the_yaml_leads_to_its_field(show: Show) -> None:
    page = show("table/")
    # Keys, as rows that come into the window get their real heights and would move from under the mouse.
    page.locator(".ys-views").last.get_by_label("YAML").press("Space")
    page.locator(f".ys-yaml a[href='#{FIELD}']").last.press("Enter")
    page.wait_for_function(IN_VIEW, arg=FIELD, timeout=5000)
    assert page.url.endswith(f"#{FIELD}")


@one_theme
def test_what_is_folded_opens_for_a_link(show: Show) -> None:
    page = show("yaml/")
    page.evaluate("document.querySelectorAll('.ys-yaml details').forEach(d => d.open = false)")
    assert not page.evaluate(SHOWN, FIELD)
    page.evaluate("anchor => { location.hash = anchor; }", FIELD)
    page.wait_for_function(IN_VIEW, arg=FIELD, timeout=5000)


@one_theme
def test_a_link_leaves_the_margin_of_the_file_in_view(show: Show) -> None:
    page = show("yaml/", width=1000)
    assert page.evaluate(WIDEST) > 50
    assert page.evaluate(MARGIN_CUT_OFF) == []


@one_theme
def test_a_map_folds_by_the_keyboard(look: Show) -> None:
    page = look("yaml")
    summary = page.locator("summary[aria-label='power']").last
    summary.focus()
    page.keyboard.press("Enter")
    assert not page.evaluate(SHOWN, FIELD)
    assert page.evaluate(SHOWN, "shipped.power")
    page.keyboard.press("Enter")
    assert page.evaluate(SHOWN, FIELD)


@one_theme
def test_what_is_selected_in_the_yaml_is_valid(look: Show) -> None:
    page = look("yaml")
    selected, text = page.evaluate(SELECTED)
    assert lines(selected) == lines(text)
    assert load_yaml(selected) == load_yaml(text)


@one_theme
def test_what_must_be_set_can_be_copied(look: Show) -> None:
    page = look("sections")
    found = page.locator(".ys-least > pre").evaluate_all("all => all.map(code => code.textContent)")
    assert found
    assert all(isinstance(load_yaml(text), dict) for text in found)


@one_theme
def test_without_scripts_both_are_reachable(chromium: Any, gallery_address: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(gallery_address + "sections/")
    heading = page.locator("[id='shipped.operator']")
    assert heading.is_visible()
    page.locator(".ys-views").last.get_by_label("YAML").press("Space")
    assert page.locator(".ys-yaml").last.is_visible()
    assert not heading.is_visible()
    context.close()


def test_a_row_is_lit_by_a_link_to_it(show: Show) -> None:
    page = show("table/#shipped.operator")
    page.wait_for_function(IN_VIEW, arg="shipped.operator", timeout=5000)
    row = "document.getElementById('shipped.operator').parentElement"
    lit = f"getComputedStyle({row}, '::before').backgroundColor"
    assert page.evaluate(lit) != "rgba(0, 0, 0, 0)"


@one_theme
def test_printing_shows_what_is_folded(look: Show) -> None:
    page = look("yaml", media="print")
    page.evaluate("document.querySelectorAll('.ys-yaml details').forEach(d => d.open = false)")
    assert page.evaluate(SHOWN, FIELD)
    look("yaml")

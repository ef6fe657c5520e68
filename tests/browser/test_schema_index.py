"""The table of schemas: readers sort and filter it, also with keys, and can use it without scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .conftest import one_theme

NAMES = ["values", "designs", "required", "long"]
FIELDS = ["long", "values", "designs", "required"]  # from the most


def shown(page: Any) -> list[str]:
    rows = page.locator(".ys-index tbody tr:not([hidden]) th")
    return [name.lower() for name in rows.all_inner_texts()]


def test_keys_sort_it(visit: Callable[..., Any]) -> None:
    page = visit("all/")
    head = page.get_by_role("columnheader", name="Fields")
    head.get_by_role("button").press("Enter")
    assert (shown(page), head.get_attribute("aria-sort")) == (FIELDS, "descending")
    head.get_by_role("button").press("Enter")
    assert (shown(page), head.get_attribute("aria-sort")) == (FIELDS[::-1], "ascending")
    page.get_by_role("columnheader", name="Schema").get_by_role("button").press("Enter")
    assert shown(page) == sorted(NAMES)
    assert head.get_attribute("aria-sort") is None


def test_words_filter_it(visit: Callable[..., Any]) -> None:
    page = visit("all/")
    assert page.locator(".ys-index input").get_attribute("placeholder") == "Filter 4 schemas…"
    box, status = page.locator(".ys-index input"), page.locator(".ys-index output")
    box.fill("LONG")
    assert (shown(page), status.inner_text()) == (["long"], "1 of 4")
    box.fill("nowhere")
    assert (shown(page), status.inner_text()) == ([], "No schemas match “nowhere”.")
    box.fill("")
    assert (shown(page), status.inner_text()) == (NAMES, "")


def test_it_fits_a_phone(visit: Callable[..., Any]) -> None:
    page = visit("all/", width=390)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.locator(".ys-index table").evaluate("table => table.getBoundingClientRect().right") <= 390
    row = page.locator(".ys-index tbody tr").first
    name, numbers = row.locator("th").bounding_box(), row.locator(".ys-amount")
    assert numbers.first.bounding_box()["y"] > name["y"], "below the name"
    label = "cell => getComputedStyle(cell, '::before').content"
    assert ["Fields" in numbers.nth(n).evaluate(label) for n in range(2)] == [True, False]
    page.get_by_role("columnheader", name="Fields").get_by_role("button").click()
    assert shown(page) == FIELDS


@pytest.mark.parametrize("width", [1440, 1000])
def test_descriptions_have_the_widest_column(visit: Callable[..., Any], width: int) -> None:
    page = visit("all/", width=width)
    words = "cells => cells.forEach(cell => { cell.textContent = 'A register of data. '.repeat(7); })"
    page.locator(".ys-index tbody td:nth-child(2)").evaluate_all(words)
    widths = page.locator(".ys-index thead th").evaluate_all("cells => cells.map(cell => cell.offsetWidth)")
    assert widths[1] > 2 * max(widths[2:]), "numbers need no more room than their headings"


@one_theme
def test_no_grid_runs_through_it(visit: Callable[..., Any]) -> None:
    grid = 'getComputedStyle(document.body, "::before").backgroundImage'
    assert visit("all/").evaluate(grid) == "none"
    assert visit("").evaluate(grid) != "none", "other pages keep theirs"


@one_theme
def test_it_is_a_table_without_scripts(chromium: Any, address: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}all/")
    assert shown(page) == NAMES
    assert not page.locator(".ys-index-tools").is_visible()
    page.locator(".ys-index tbody a").last.click()
    page.wait_for_url("**/long/")
    context.close()

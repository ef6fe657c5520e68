"""Samples can be expanded and copied, and their keys link to fields."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import one_theme
from .gallery import SAMPLES

Show = Callable[..., Any]
PIER = (SAMPLES / "pier.yaml").read_text("utf-8")
IN_VIEW = """anchor => {
    const { top } = document.getElementById(anchor).getBoundingClientRect();
    return location.hash === "#" + anchor && top >= 0 && top < innerHeight / 2;
}"""


@pytest.fixture
def page(show: Show) -> Any:
    page = show("sections/")
    page.locator(".ys-sample").first.scroll_into_view_if_needed()
    return page


def test_they_are_folded_until_somebody_opens_them(page: Any) -> None:
    page.locator(".ys-samples > summary").first.press("Enter")
    assert page.locator(".ys-sample > summary").all_inner_texts() == [
        "One pier",
        "The whole harbour",
        "dark.yaml refused",
    ]
    assert not page.locator(".ys-file pre").first.is_visible()
    page.locator(".ys-sample > summary").first.focus()
    page.keyboard.press("Enter")
    assert page.locator(".ys-file pre").first.is_visible()
    assert page.locator(".ys-file > pre").first.evaluate("code => code.textContent") == PIER


@one_theme
def test_a_key_leads_to_its_data_value(page: Any) -> None:
    page.locator(".ys-samples > summary").first.press("Enter")
    page.locator(".ys-sample > summary").first.press("Enter")  # a click may miss while fonts load
    page.locator(".ys-file a[href='#shipped.power.mains']").first.click()
    page.wait_for_function(IN_VIEW, arg="shipped.power.mains", timeout=5000)


@one_theme
def test_a_file_can_be_downloaded(page: Any) -> None:
    page.locator(".ys-samples > summary").first.press("Enter")
    page.locator(".ys-sample > summary").nth(1).press("Enter")
    heads = page.locator(".ys-sample").nth(1).locator(".ys-file-head > a")
    assert heads.all_inner_texts() == ["pier.yaml", "harbour.yaml", "lamps.star"]
    for number, name in enumerate(heads.all_inner_texts()):
        with page.expect_download() as download:
            heads.nth(number).click()
        assert download.value.suggested_filename == name
        assert Path(download.value.path()).read_bytes() == (SAMPLES / name).read_bytes()


@one_theme
def test_a_file_can_be_copied(chromium: Any, gallery_address: str) -> None:
    context = chromium.new_context()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{gallery_address}sections/")
    page.locator(".ys-samples > summary").first.press("Enter")
    page.locator(".ys-sample > summary").first.press("Enter")
    page.get_by_role("button", name="Copy pier.yaml").first.click()
    page.wait_for_function("navigator.clipboard.readText()")
    assert page.evaluate("navigator.clipboard.readText()") == PIER
    context.close()


@one_theme
def test_without_scripts_they_open(chromium: Any, gallery_address: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{gallery_address}sections/")
    page.locator(".ys-samples > summary").first.press("Enter")
    page.locator(".ys-sample > summary").first.press("Enter")
    assert page.locator(".ys-file pre").first.is_visible()
    assert page.locator(".ys-file-head button").count() == 0
    context.close()


def test_they_are_open_in_print(page: Any) -> None:
    page.emulate_media(media="print")
    assert page.locator(".ys-file pre").first.evaluate(
        "e => e.checkVisibility({contentVisibilityAuto: true})"
    )

"""What comes before the fields is a line, so that the fields begin high up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .conftest import one_theme

Visit = Callable[..., Any]

FIRST = 'document.querySelector(".ys-fields .ys-field, .ys-fields .ys-map").getBoundingClientRect().top'
HEADS = ".ys-opening > .ys-opens > summary, .ys-summary > .ys-opens > summary"


@pytest.mark.parametrize(("width", "highest"), [(1280, 330), (390, 420)])
def test_the_first_field_is_near_the_top(visit: Visit, width: int, highest: int) -> None:
    page = visit("values/", width=width)
    assert page.locator(HEADS).count()
    assert page.evaluate(FIRST) < highest


# Once each head is open: whether all heads are still in their line, and how many are open.
HEAD_PLACES = """heads => {
    const top = head => head.getBoundingClientRect().top;
    const tops = () => heads.map(head => top(head) - top(heads[0]));
    for (const head of heads) head.parentElement.open = false;
    const closed = tops();
    return heads.map(head => {
        head.click();
        const now = tops();
        const open = heads.filter(each => each.parentElement.open);
        return [now.every((place, i) => place === closed[i]), open.length];
    });
}"""


@one_theme
def test_the_heads_stay_in_their_line_while_one_is_open(visit: Visit) -> None:
    page = visit("required/")
    page.add_style_tag(content="details { transition: none !important }")
    assert page.locator(HEADS).evaluate_all(HEAD_PLACES) == [[True, 1], [True, 1]]

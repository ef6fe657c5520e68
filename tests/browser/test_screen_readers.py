"""Screen readers learn all that the page shows: the accessibility tree of Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from .conftest import one_theme
from .tabs import FRAME

Look = Callable[..., Any]
pytestmark = one_theme  # the elements are the same in all
Tree = Callable[[str], list[tuple[str, dict[str, Any]]]]

# The protocol leaves out what is far from the window; screen readers do not.
RENDERED = ".ys :not([hidden]) { content-visibility: visible !important }"
LAST = "[...document.querySelectorAll('.ys')].at(-1)"
PRESSED = ("button", "link", "searchbox", "combobox", "radio", "menuitem", "DisclosureTriangle")


def tree_of(page: Any) -> Tree:
    """Return a function that lists the elements of a role in the last reference: names and properties."""
    client = page.context.new_cdp_session(page)
    reference = client.send("Runtime.evaluate", {"expression": LAST})["result"]["objectId"]

    def elements(role: str) -> list[tuple[str, dict[str, Any]]]:
        query = {"objectId": reference, "role": role}
        nodes = client.send("Accessibility.queryAXTree", query)["nodes"]
        return [
            (
                node["name"]["value"],
                {entry["name"]: entry["value"].get("value") for entry in node["properties"]},
            )
            for node in nodes
            if not node["ignored"]
        ]

    return elements


@pytest.fixture
def page(look: Look) -> Iterator[Any]:
    page = look("sections", opened=True)
    rendered = page.add_style_tag(content=RENDERED)
    page.evaluate(FRAME)
    yield page
    rendered.evaluate("style => style.remove()")


def test_headings_are_whole_paths(page: Any) -> None:
    # Where a name can break, it has a space.
    headings = {name.replace(" ", ""): level for name, level in tree_of(page)("heading")}
    assert headings["operator"]["level"] == 3
    assert headings["power.mains.volts"]["level"] == 5
    assert not {"volts", "mains", "six"} & headings.keys(), "names without what is around them"


def test_everything_to_press_has_a_name(page: Any) -> None:
    elements = tree_of(page)
    for role in PRESSED:
        assert all(name.strip() for name, _ in elements(role)), role
    assert [name for name, _ in elements("searchbox")] == ["Filter"]
    assert [name for name, _ in elements("combobox")] == [], "facets come with the filter"
    assert [name for name, _ in elements("radio")] == ["Fields", "Side by side", "YAML"]
    assert [name for name, _ in elements("region")] == ["Values as YAML: shipped"]


def test_chips_tell_their_state_and_their_number(page: Any) -> None:
    page.locator(".ys-filter").last.focus()
    page.locator(".ys-facet").last.wait_for()
    chips = {name: state for name, state in tree_of(page)("button") if "pressed" in state}
    assert {name: state["pressed"] for name, state in chips.items()} == {
        "Required 3": "false",
        "Deprecated 2": "false",
        **{"Minimal": "false", "All": "true", "One pier": "false", "The whole harbour": "false"},
    }


def test_a_fold_tells_whether_it_is_open(page: Any) -> None:
    elements = tree_of(page)
    name, state = next(link for link in elements("button") if link[0] == "two")
    assert state["expanded"], name
    page.locator("[id='shipped.deep.one.two'] > .ys-name").press("Enter")
    _, state = next(link for link in elements("button") if link[0] == "two")
    assert not state["expanded"]
    page.locator("[id='shipped.deep.one.two'] > .ys-name").press("Enter")


def test_the_menu_is_one(page: Any) -> None:
    elements = tree_of(page)
    page.locator("[id='shipped.operator'] > .ys-name").focus()
    page.keyboard.press("ArrowRight")
    page.get_by_role("menu").wait_for()
    button = dict(elements("button"))["More actions for operator"]
    assert (button["hasPopup"], button["expanded"]) == ("menu", True)
    [(menu, _)] = elements("menu")
    assert menu == "More actions for operator"
    assert ("Copy path", True) in [(name, state["focusable"]) for name, state in elements("menuitem")]
    page.keyboard.press("Escape")


def test_the_number_of_matches_is_announced(page: Any) -> None:
    box = page.locator(".ys-filter").last
    box.fill("volts")
    status = next(state for _, state in tree_of(page)("status") if state.get("live") == "polite")
    assert status["atomic"]
    assert page.locator(".ys-status").last.inner_text() == "2 matches"
    box.fill("")

"""Details that make a page read wrong or look broken."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .contrast import CONTRASTS
from .sites import build_once, served
from .tabs import FRAME, Tabs, visitor

LONG = "allowCrossNamespaceBackendReferencesWithoutAnyGrantOfTheirNamespaceOwnersAndMaintainersOfTheCluster"
SETTINGS = {
    "material": "{name: material, font: false, features: [navigation.top], palette: {primary: deep orange, "
    "accent: deep orange}}",
    "mkdocs": "{name: mkdocs}",
    "readthedocs": "{name: readthedocs}",
}
TEXT = {"type": "string"}
TOOL = {
    "type": "object",
    "required": ["spec"],
    "properties": {
        "spec": {
            "type": "object",
            "required": ["schedule"],
            "properties": {
                "schedule": TEXT,
                "cluster": {"type": "object", "required": ["name"], "properties": {"name": TEXT}},
            },
        },
        **{f"field{i}": TEXT for i in range(9)},
    },
}
WIDE = "".join(f"##   {key}: {'x' * 200}\n" for key in ("first", "second"))
FILES = {
    "docs/index.md": "# Home\n",
    "chart/Chart.yaml": "apiVersion: v2\nname: chart\nversion: 1.0.0\n",
    "chart/values.yaml": "## @param args Arguments\nargs:\n  - infinity\n"
    "## @param command Command\ncommand: [sleep]\n"
    f"## e.g.\n## hosts:\n{WIDE}hosts: []\n{LONG}: true\n"
    + "".join(f"part{i}:\n  size: {i}\n" for i in range(60)),
    "tool.json": json.dumps(TOOL),
    "empty.yaml": "#@data/values-schema\n---\n{}\n",
    "one.yaml": "#@data/values-schema\n---\n#@schema/desc 'One.'\nname: one\n",
}
BADGE = "id => document.getElementById(id).nextElementSibling.querySelector('.ys-badge').textContent"
BOTTOMS = """() => [".md-top", ".ys-tools"].map(part => document.querySelector(part).getBoundingClientRect())
    .map(({ top, bottom }) => [top, bottom])"""
UNREACHABLE = """() => [...document.querySelectorAll(".ys :is(pre, code, .ys-yaml)")]
    .filter(box => box.checkVisibility() && /auto|scroll/.test(getComputedStyle(box).overflowX)
        && (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1))
    .filter(box => box.tabIndex < 0 && !box.querySelector("a, button"))
    .map(box => box.outerHTML.slice(0, 90))"""
Visit = Callable[..., Any]


@pytest.fixture(scope="module")
def address(theme: str, sites: Path) -> Iterator[str]:
    schemas = {"chart": "chart", "tool": "tool.json", "empty": "empty.yaml", "one": "one.yaml"}
    listed = "".join(
        f"      {name}: {{files: [{file}], page: {name}.md}}\n" for name, file in schemas.items()
    )
    config = (
        f"site_name: Site\ntheme: {SETTINGS[theme]}\nplugins:\n- search\n- yschema:\n    schemas:\n{listed}"
    )
    with served(build_once(sites, {**FILES, "mkdocs.yml": config})) as root:
        yield root


@pytest.fixture
def visit(tabs: Tabs, address: str) -> Iterator[Visit]:
    with visitor(tabs, address) as go:
        yield go


def _default(page: Any, name: str) -> str:
    return str(page.locator(f"[id='chart.{name}'] + .ys-meta > .ys-default").inner_text())


def test_a_list_on_one_line_is_no_negative_number(visit: Visit) -> None:
    page = visit("chart/")
    assert [_default(page, name) for name in ("args", "command")] == ["[infinity]", "[sleep]"]
    page.keyboard.press("v")
    page.locator(".ys-palette input").fill("args")
    assert page.locator(".ys-palette [role=option] .ys-value").first.inner_text() == "[infinity]"


def test_what_is_always_required_is_not_required_with_something(visit: Visit) -> None:
    page = visit("tool/")
    assert page.evaluate(BADGE, "tool.spec.schedule") == "required"
    assert page.evaluate(BADGE, "tool.spec.cluster.name") == "required with cluster"


def test_the_bar_leaves_the_button_to_the_top_whole(visit: Visit, theme: str) -> None:
    if theme != "material":
        pytest.skip("only Material has the button")
    for width in (1300, 390):
        page = visit("chart/", width=width)
        page.mouse.wheel(0, 1500)
        page.wait_for_function("scrollY > 900")
        page.mouse.wheel(0, -200)
        page.wait_for_function("!document.querySelector('.md-top').hidden")
        page.wait_for_timeout(400)
        [[top, _], [_, bar]] = page.evaluate(BOTTOMS)
        assert top >= bar, width


def test_keys_can_be_read_in_a_palette_of_few_contrasts(visit: Visit) -> None:
    page = visit("chart/", width=1440)
    page.wait_for_selector(".ys-line-key")
    contrasts = page.evaluate(CONTRASTS, ".ys-yaml :is(.ys-line-key, .ys-line)")
    assert [text for contrast, text in contrasts if contrast < 4.5] == []


def test_downloads_are_aligned_with_their_list(visit: Visit) -> None:
    page = visit("chart/")
    page.locator(".ys-downloads > summary").click()
    files = page.locator(".ys-files")
    inner = files.evaluate(
        "list => list.getBoundingClientRect().x + parseFloat(getComputedStyle(list).paddingLeft)"
    )
    assert abs(files.locator("a").first.bounding_box()["x"] - inner) <= 2


def test_long_keys_beside_the_fields_are_whole(visit: Visit) -> None:
    page = visit("chart/", width=1440)
    page.wait_for_selector(".ys-line-key")
    lines = page.locator(".ys-yaml")
    assert lines.evaluate("lines => lines.scrollWidth - lines.clientWidth") <= 0
    assert LONG in lines.inner_text().replace("\n", "")


def test_more_width_is_not_less_room_to_read(visit: Visit) -> None:
    page = visit("chart/", width=1440)
    widths = []
    for width in (1440, 1600, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate(FRAME)
        widths.append(page.evaluate("document.querySelector('.ys-main').offsetWidth"))
    assert widths == sorted(widths)


def test_what_scrolls_can_be_reached_by_keys(visit: Visit) -> None:
    page = visit("chart/", width=700)
    assert page.evaluate(UNREACHABLE) == []


def test_an_empty_schema_says_so(visit: Visit) -> None:
    page = visit("empty/")
    assert page.locator(".ys-empty").inner_text() == "This package has no settings."
    assert page.locator(".ys :is(input, select, button):visible").count() == 0


def test_few_fields_need_no_tools(visit: Visit) -> None:
    page = visit("one/")
    assert page.locator(".ys :is(.ys-filter, .ys-facet, .ys-types, .ys-view-open):visible").count() == 0

"""Alternatives as tabs: one shape at a time, with its fields, its marks and its YAML."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from support import Command

from .gallery import theme_settings
from .sites import build_once, served
from .tabs import FRAME, Tabs, visitor


def _map(required: str, **properties: object) -> dict[str, Any]:
    return {"type": "object", "required": required.split(), "properties": properties}


TEXT = {"type": "string"}
ROUTE = {
    "oneOf": [
        {"title": "Static", **_map("to", to=TEXT)},
        {"title": "Balanced", **_map("pool", pool={**TEXT, "description": "Narwhals, in turn."})},
    ]
}
SCHEMA = {
    "title": "Notifier",
    "type": "object",
    "required": ["target"],
    "properties": {
        "target": {
            "description": "Where messages go.",
            "oneOf": [
                {"title": "Email", **_map("kind to", kind={"const": "email"}, to=TEXT, cc=TEXT)},
                {"title": "Slack", **_map("kind channel", kind={"const": "slack"}, channel=TEXT, token=TEXT)},
                {"title": "Hook", **_map("kind url", kind={"const": "hook"}, url=TEXT, route=ROUTE)},
                {"title": "Only a name", "type": "string", "minLength": 1},
            ],
        },
        "steps": {
            "type": "array",
            "items": {
                "oneOf": [
                    _map("type run", type={"const": "shell"}, run=TEXT),
                    _map("type image", type={"enum": ["pod", "container"]}, image=TEXT),
                ]
            },
        },
        "store": {"anyOf": [{"$ref": "#/definitions/Disk"}, {"$ref": "#/definitions/Bucket"}]},
        "limit": {
            "oneOf": [
                _map("by value", by={"const": "number"}, value={"type": "integer"}, unit=TEXT),
                _map("by value", by={"const": "names"}, value={"type": "array", "items": TEXT}),
            ]
        },
        **{f"other{i}": TEXT for i in range(9)},
    },
    "definitions": {
        "Disk": _map("path", path=TEXT),
        "Bucket": {
            **_map("bucket", bucket=TEXT),
            "oneOf": [
                {"title": "By key", **_map("key", key=TEXT)},
                {"title": "By role", **_map("role", role=TEXT)},
            ],
        },
    },
}
SHOWN = """() => [...document.querySelectorAll(".ys-key")].filter(key => key.checkVisibility()
    && !key.closest("[hidden]")).map(key => key.id.split(".").slice(1).join("."))"""
LINES = """() => [...document.querySelectorAll(".ys-yaml .ys-line:has(> a)")]
    .filter(line => line.checkVisibility()).map(line => line.textContent.trim())"""
TABS = """() => [...document.querySelectorAll("[role=tab]")].filter(tab => tab.checkVisibility())
    .map(tab => `${tab.textContent}${tab.ariaSelected === "true" ? "*" : ""}`)"""
BADGE = (
    "name => document.getElementById(`n.${name}`).nextElementSibling.querySelector('.ys-badge').textContent"
)
TURN = "direction => { document.documentElement.dir = document.body.dir = direction; }"
FOLLOW = "hash => { location.hash = hash; }"
Visit = Callable[..., Any]


@pytest.fixture(scope="module")
def address(theme: str, sites: Path) -> Iterator[str]:
    files = {
        "docs/index.md": "# Home\n\n::: yschema n\n",
        "n.json": json.dumps(SCHEMA),
        "mkdocs.yml": f"site_name: Site\ntheme: {theme_settings(theme)}\n"
        "plugins:\n- search\n- yschema:\n    schemas:\n      n: {files: [n.json]}\n",
    }
    with served(build_once(sites, files)) as root:
        yield root


@pytest.fixture
def visit(tabs: Tabs, address: str) -> Iterator[Visit]:
    with visitor(tabs, address) as go:
        yield go


def _fields(page: Any, name: str) -> list[str]:
    return [path for path in page.evaluate(SHOWN) if path.startswith(f"{name}.")]


def _choose(page: Any, name: str) -> None:
    page.get_by_role("tab", name=name, exact=True).click()


def test_one_shape_shows_with_its_marks_and_its_values(visit: Visit) -> None:
    page = visit("")
    assert _fields(page, "target") == ["target.kind", "target.to", "target.cc"]
    assert [page.evaluate(BADGE, f"target.{name}") for name in ("kind", "to", "cc")] == [
        "required",
        "required",
        "optional",
    ]
    _choose(page, "Slack")
    assert _fields(page, "target") == ["target.kind", "target.channel", "target.token"]
    assert page.evaluate(BADGE, "target.channel") == "required"
    assert page.locator("[id='n.target.kind'] ~ * .ys-chips code:visible").all_text_contents() == ["slack"]
    assert page.locator(".ys-only:visible").count() == 0
    panel = page.locator("[role=tabpanel]:visible").first
    assert panel.inner_text().strip() == "If kind is slack, with channel"
    _choose(page, "Only a name")
    assert _fields(page, "target") == []


def test_names_come_from_titles_values_and_definitions(visit: Visit) -> None:
    names = "Email*,Slack,Hook,Only a name,shell*,pod or container,Disk*,Bucket,number*,names"
    assert ",".join(visit("").evaluate(TABS)) == names


def test_the_values_beside_are_those_of_the_shape(visit: Visit) -> None:
    page = visit("", width=1440)
    page.wait_for_selector(".ys[data-view=both] .ys-line-key")
    assert page.evaluate(LINES)[:4] == ["target:", "kind: email", "to: example", "#cc: <string>"]
    _choose(page, "Slack")
    assert page.evaluate(LINES)[:4] == [
        "target:",
        "kind: slack",
        "channel: <string>",
        "#token: <string>",
    ]
    page.evaluate("navigator.clipboard.writeText = async text => { window.copied = text; }")
    page.locator(".ys-yaml-head .ys-copy").click()
    copied = page.evaluate("window.copied")
    assert "  kind: slack" in copied
    assert "  channel: <string>" in copied
    assert "cc:" not in copied
    _choose(page, "Email")
    assert page.evaluate(LINES)[:4] == ["target:", "kind: email", "to: example", "#cc: <string>"]


def test_a_field_has_the_type_of_the_shape(visit: Visit) -> None:
    page = visit("")
    type_ = page.locator("[id='n.limit.value'] + .ys-meta > .ys-type")
    assert type_.text_content() == "integer"
    _choose(page, "names")
    assert type_.text_content() == "array of strings"
    _choose(page, "number")
    assert type_.text_content() == "integer"


def test_the_file_alone_has_the_keys_of_the_shape(visit: Visit) -> None:
    page = visit("?view=yaml#n.target.token")
    page.wait_for_selector(".ys[data-view=yaml] .ys-line-key")
    lines = page.evaluate(LINES)
    assert lines[:2] == ["target:", "kind: slack"]
    assert not any("url:" in line for line in lines[:6])
    assert page.locator(".ys-line[data-shape='Slack']").count() == 1


def test_a_shape_has_shapes_of_its_own(visit: Visit) -> None:
    page = visit("")
    assert _fields(page, "store") == ["store.path"]
    _choose(page, "Bucket")
    assert _fields(page, "store") == ["store.bucket", "store.key"]
    _choose(page, "By role")
    assert _fields(page, "store") == ["store.bucket", "store.role"]
    _choose(page, "Hook")
    assert _fields(page, "target") == ["target.kind", "target.url", "target.route", "target.route.to"]


@pytest.mark.parametrize(
    ("field", "chosen"),
    [
        ("target.token", ["Slack"]),
        ("target.route.pool", ["Hook", "Balanced"]),
        ("store.role", ["Bucket", "By role"]),
        ("target.cc", ["Email"]),
    ],
)
def test_a_link_chooses_the_shapes_of_its_field(visit: Visit, field: str, chosen: list[str]) -> None:
    for page in (visit(f"#n.{field}"), visit("")):
        page.evaluate(FOLLOW, f"#n.{field}")
        page.evaluate(FRAME)
        assert field in page.evaluate(SHOWN)
        assert {f"{name}*" for name in chosen} <= set(page.evaluate(TABS))


def test_a_filter_chooses_a_shape_with_a_hit(visit: Visit) -> None:
    page = visit("", width=1440)
    page.locator(".ys-filter").fill("narwhal")
    assert page.evaluate(SHOWN) == ["target", "target.route", "target.route.pool"]
    assert page.evaluate(TABS) == ["Email", "Slack", "Hook*", "Only a name", "Static", "Balanced*"]
    page.locator(".ys-filter").fill("is:required target")
    assert page.evaluate(SHOWN) == [
        "target",
        "target.kind",
        "target.url",
        "target.route",
        "target.route.pool",
    ]
    page.locator(".ys-filter").fill("")
    assert "target.url" in page.evaluate(SHOWN)
    assert "target.token" not in page.evaluate(SHOWN)


def test_the_palette_chooses_the_shape_of_a_hit(visit: Visit) -> None:
    page = visit("")
    page.keyboard.press("Control+k")
    page.locator(".ys-palette input").fill("token")
    page.locator(".ys-palette [role=option]").first.wait_for()
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash === '#n.target.token'")
    page.evaluate(FRAME)
    assert "target.token" in page.evaluate(SHOWN)


KEYS = {
    "ltr": [
        ("ArrowRight", "Slack"),
        ("ArrowLeft", "Email"),
        ("ArrowLeft", "Only a name"),
        ("Home", "Email"),
        ("End", "Only a name"),
    ],
    "rtl": [
        ("ArrowLeft", "Slack"),
        ("ArrowRight", "Email"),
        ("ArrowRight", "Only a name"),
        ("ArrowLeft", "Email"),
    ],
}


@pytest.mark.parametrize("direction", KEYS)
def test_keys_move_between_tabs(visit: Visit, direction: str) -> None:
    page = visit("")
    page.evaluate(TURN, direction)
    try:
        page.get_by_role("tab", name="Email").focus()
        for key, name in KEYS[direction]:
            page.keyboard.press(key)
            page.locator("[aria-selected=true]:focus", has_text=name).wait_for()
        assert page.locator("[role=tablist]").first.locator("[tabindex='0']").count() == 1
    finally:
        page.evaluate(TURN, "ltr")


def test_tabs_name_their_panels(visit: Visit) -> None:
    page = visit("")
    assert page.get_by_role("tablist").first.get_attribute("aria-label")
    panel = page.get_by_role("tab", name="Slack").get_attribute("aria-controls")
    assert page.locator(f"#{panel}[role=tabpanel]").count() == 1


def test_print_and_pages_without_scripts_show_all_shapes(visit: Visit) -> None:
    page = visit("", media="print")
    wanted = ["target.to", "target.channel", "target.url", "target.route.pool", "store.path", "store.role"]
    printed = page.evaluate(
        "names => names.map(name => document.getElementById(`n.${name}`).checkVisibility())", wanted
    )
    assert all(printed)
    assert page.locator("[role=tablist]:visible").count() == 0
    assert page.locator(".ys-only:visible").count() > 4
    plain = visit("", without="**/*yschema*.js*")
    shown = plain.evaluate(SHOWN)
    assert set(wanted) <= set(shown)
    assert plain.evaluate(BADGE, "target.to") == "required at times"


def test_the_search_of_the_browser_chooses_a_shape(visit: Visit) -> None:
    page = visit("")
    page.evaluate("""() => document.getElementById("n.target.token")
        .dispatchEvent(new Event("beforematch", { bubbles: true }))""")
    assert "target.token" in page.evaluate(SHOWN)


def test_a_page_of_its_own_has_the_tabs(chromium: Any, yschema: Command, tmp_path: Path) -> None:
    (tmp_path / "n.json").write_text(json.dumps(SCHEMA), encoding="utf-8")
    text = yschema("-f", str(tmp_path / "n.json"), "--schema-inspect", "-o", "html-page").out
    (tmp_path / "n.html").write_text(text, encoding="utf-8")
    page = chromium.new_page(viewport={"width": 390, "height": 800})
    page.goto((tmp_path / "n.html").as_uri())
    _choose(page, "Slack")
    assert _fields(page, "target") == ["target.kind", "target.channel", "target.token"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()


def test_lists_of_shapes_that_share_their_fields_stay_lists(
    chromium: Any, yschema: Command, tmp_path: Path
) -> None:
    either = {
        "type": "object",
        "properties": {"a": TEXT, "b": TEXT},
        "oneOf": [{"required": ["a"], "maxProperties": 1}, {"required": ["b"]}],
    }
    (tmp_path / "e.json").write_text(
        json.dumps({"type": "object", "properties": {"e": either}}), encoding="utf-8"
    )
    text = yschema("-f", str(tmp_path / "e.json"), "--schema-inspect", "-o", "html-page").out
    (tmp_path / "e.html").write_text(text, encoding="utf-8")
    page = chromium.new_page()
    page.goto((tmp_path / "e.html").as_uri())
    assert page.get_by_role("tab").count() == 0
    assert page.locator(".ys-shapes > li:visible").count() == 2
    page.close()

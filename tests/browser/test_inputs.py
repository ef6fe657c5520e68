"""What a page shows of inputs that are not in the language of ytt."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from support import Command, load_yaml

from .gallery import theme_settings
from .sites import build_once, served
from .tabs import Tabs, visitor

FERRY = Path(__file__).parents[2] / "sample_site/schemas/ferry/crd.yaml"
# Pixels between what is above the fields and the first key.
DISTANCE = """() => document.querySelector(".ys-fields .ys-key").getBoundingClientRect().top
    - Math.max(...[...document.querySelectorAll(".ys-tools, .ys-facets")]
        .map(part => part.getBoundingClientRect().bottom))"""


def test_tables_about_a_resource_are_seen(chromium: Any, yschema: Command, tmp_path: Path) -> None:
    text = yschema("-f", str(FERRY), "--schema-version", "v1", "--schema-inspect", "-o", "html-page").out
    (tmp_path / "ferry.html").write_text(text, encoding="utf-8")
    page = chromium.new_page()
    page.goto((tmp_path / "ferry.html").as_uri())
    page.locator(".ys-input > summary").press("Enter")
    captions = page.locator(".ys-input-table caption:visible").all_text_contents()
    assert captions == ["Versions", "Columns of kubectl get"]
    assert page.locator(".ys-input-table td:visible", has_text="v1beta1 Ferry is deprecated").count() == 1
    page.close()


def test_the_name_of_a_table_is_above_it(tabs: Tabs, theme: str, sites: Path) -> None:
    files = {
        "docs/index.md": "# Home\n\n::: yschema ferry\n",
        "mkdocs.yml": f"site_name: Site\ntheme: {theme_settings(theme)}\n"
        f"plugins:\n- yschema:\n    schemas:\n      ferry: {{files: ['{FERRY}']}}\n",
    }
    with served(build_once(sites, files)) as address, visitor(tabs, address) as visit:
        page = visit("")
        page.locator(".ys-input > summary").press("Enter")
        table = page.locator(".ys-input-table").first
        caption, head = (table.locator(part).bounding_box() for part in ("caption", "thead"))
        assert caption["y"] + caption["height"] <= head["y"] + 1


@pytest.mark.parametrize("first", ["{type: object, properties: {tag: {type: string}}}", "{type: string}"])
@pytest.mark.parametrize("width", [1280, 390])
def test_the_first_field_keeps_its_distance_from_the_bar(
    chromium: Any, yschema: Command, tmp_path: Path, first: str, width: int
) -> None:
    (tmp_path / "image.schema.yaml").write_text(f"type: object\nproperties:\n  image: {first}\n")
    text = yschema("-f", str(tmp_path / "image.schema.yaml"), "--schema-inspect", "-o", "html-page").out
    (tmp_path / "image.html").write_text(text, encoding="utf-8")
    page = chromium.new_page(viewport={"width": width, "height": 800})
    page.goto((tmp_path / "image.html").as_uri())
    assert page.evaluate(DISTANCE) >= 8
    page.close()


SHOWN = "element => element.innerText"
IN_WINDOW = "element => element.getBoundingClientRect().top < innerHeight"


def test_the_file_beside_a_resource_can_be_applied(chromium: Any, yschema: Command, tmp_path: Path) -> None:
    text = yschema("-f", str(FERRY), "--schema-version", "v1", "--schema-inspect", "-o", "html-page").out
    (tmp_path / "ferry.html").write_text(text, encoding="utf-8")
    page = chromium.new_page(viewport={"width": 1440, "height": 900})
    page.goto((tmp_path / "ferry.html").as_uri())
    column, tabs = page.locator(".ys-values .ys-yaml:visible"), page.locator(".ys-yaml-tabs > button")
    assert tabs.all_inner_texts() == ["Minimal", "All"]
    whole = load_yaml(column.text_content())
    tabs.nth(0).click()
    assert tabs.nth(0).get_attribute("aria-pressed") == "true"
    assert (
        load_yaml(column.text_content()).keys() == whole.keys() == {"apiVersion", "kind", "metadata", "spec"}
    )
    tabs.nth(1).click()
    assert "status" not in column.text_content()
    fold = page.locator(".ys-optional > summary").first
    assert "namespace" not in column.evaluate(SHOWN)
    fold.click()
    assert "#namespace: example" in column.evaluate(SHOWN)
    fold.click()
    page.locator(".ys-filter").fill("namespace")
    assert "#namespace: example" in column.evaluate(SHOWN)
    page.locator(".ys-filter").fill("")
    page.locator(".ys-views label:has([value=yaml])").click()
    assert "#namespace: example" in column.evaluate(SHOWN)
    page.close()


PAGES = re.compile(rb"/Type\s*/Page\b")


@pytest.mark.parametrize("number", [199, 200])
def test_many_fields_take_little_paper(chromium: Any, yschema: Command, tmp_path: Path, number: int) -> None:
    (tmp_path / "shop.yaml").write_text(
        "#@data/values-schema\n---\n"
        + "".join(f"#@schema/desc 'What field {i} is for.'\nfield{i}: {i}\n" for i in range(number))
    )
    text = yschema("-f", str(tmp_path / "shop.yaml"), "--schema-inspect", "-o", "html-page").out
    (tmp_path / "shop.html").write_text(text, encoding="utf-8")
    page = chromium.new_page()
    page.goto((tmp_path / "shop.html").as_uri())
    assert (len(PAGES.findall(page.pdf(format="A4"))) <= 8) is (number == 200)
    page.close()


HTTP = {
    "type": "object",
    "properties": {name: {"type": "string", "description": f"The {name}."} for name in ("a", "b", "c", "d")},
}
SHARED = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "type": "object",
    "definitions": {"http": HTTP},
    "properties": {
        **{f"site{number}": {"$ref": "#/definitions/http"} for number in range(4)},
        "pairs": {
            "type": "object",
            "additionalProperties": {"type": "object", "properties": {"x": {"type": "string"}}},
        },
    },
}


def test_a_shared_definition_is_shown_once(chromium: Any, yschema: Command, tmp_path: Path) -> None:
    (tmp_path / "shop.schema.json").write_text(json.dumps(SHARED))
    text = yschema("-f", str(tmp_path / "shop.schema.json"), "--schema-inspect", "-o", "html-page").out
    (tmp_path / "shop.html").write_text(text, encoding="utf-8")
    page = chromium.new_page()
    address = (tmp_path / "shop.html").as_uri()
    page.goto(address)
    root = page.locator(".ys-key").first.get_attribute("id").partition(".")[0]
    assert page.locator(".ys-same").all_inner_texts() == ["Same as: site0"] * 3
    shown, folded = (page.locator(f"[id='{root}.site{number}.a']") for number in (0, 1))
    assert shown.is_visible()
    assert not folded.is_visible()
    page.locator(".ys-unfold").first.click()
    assert folded.is_visible()
    page.goto(f"{address}#{root}.site2.b")
    page.locator(f"[id='{root}.site2.b']").wait_for(state="visible")
    page.goto(f"{address}#{root}.pairs.web.x")
    page.wait_for_function("location.hash.endsWith('.pairs._.x')")
    assert page.locator(f"[id='{root}.pairs._.x']").evaluate(IN_WINDOW)
    page.goto(f"{address}#{root}.pairs.web.y")
    assert page.url.endswith(".pairs.web.y")
    page.close()


CHART = {
    "Chart.yaml": "apiVersion: v2\nname: shop\nversion: 1.0.0\n",
    "values.yaml": "".join(
        f"## @section Part {part}\n\n## @param part{part}.size How large part {part} is.\n"
        f"## @param part{part}.name What part {part} is called.\n"
        f"part{part}:\n  size: {part}\n  name: n{part}\n" + "".join(f"  f{i}: {i}\n" for i in range(9))
        for part in range(4)
    ),
}
SECTIONS = """() => [...document.querySelectorAll(".ys-section-name")]
    .filter(name => name.checkVisibility()).map(name => name.textContent.trim())"""


def test_sections_follow_the_filter_and_lead_to_lines(tabs: Tabs, theme: str, sites: Path) -> None:
    files = {
        "docs/index.md": "# Home\n\n::: yschema shop\n",
        **{f"shop/{name}": text for name, text in CHART.items()},
        "mkdocs.yml": f"site_name: Site\ntheme: {theme_settings(theme)}\n"
        "plugins:\n- yschema:\n    schemas:\n      shop: {files: [shop]}\n",
    }
    with served(build_once(sites, files)) as address, visitor(tabs, address) as visit:
        page = visit("")
        assert page.evaluate(SECTIONS) == [f"Part {part}" for part in range(4)]
        for query, shown in {"part2.size": ["Part 2"], "zebra": [], "is:required": []}.items():
            page.locator(".ys-filter").fill(query)
            assert page.evaluate(SECTIONS) == shown, query
        page.goto(f"{address}?view=yaml")
        page.wait_for_function("document.querySelector('.ys').dataset.view === 'yaml'")
        page.set_viewport_size({"width": 1300, "height": 300})
        anchor = page.evaluate("[...document.querySelectorAll('.ys-section-name')].at(-2).id")
        page.evaluate(
            """hash => {
                const link = Object.assign(document.createElement("a"), { href: hash });
                document.body.append(link);
                link.click();
            }""",
            f"#{anchor}",
        )
        page.wait_for_function("document.querySelector('.ys-reading')?.textContent.includes('part2')")
        assert page.evaluate("window.scrollY") > 0

"""Cross-references lead from text to a field, and from the field to other pages that mention it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from .sites import build, served
from .tabs import Tabs, visitor
from .test_pages import arrives

Visit = Callable[..., Any]

FIELDS = "".join(f"  f{i}: {i}\n" for i in range(60))
SCHEMA = f"#@data/values-schema\n---\nenvoy:\n{FIELDS}  service:\n    type: a\nlast:\n{FIELDS}"
GUIDE = (
    "# Guide\n\n"
    + "Text.\n\n" * 60
    + "## Kinds of `values:envoy.service`\n\n[the kind][values.envoy.service.type]\n"
)

SECTION = """() => {
    const top = document.querySelector(":target")?.getBoundingClientRect().top;
    return top >= 0 && top < innerHeight;
}"""
# Material mistakes the next page for one of the history if it saves the scroll position late.
SCROLL_AND_CLICK = """text => {
    const link = [...document.querySelectorAll("a")].find(link => link.textContent === text);
    link.scrollIntoView({ behavior: "instant", block: "center" });
    scrollBy({ top: -20, behavior: "instant" });
    setTimeout(() => link.click(), 40);
}"""


@pytest.fixture(scope="module")
def site(theme: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a site with cross-references, with instant navigation in Material, and return its address."""
    folder = tmp_path_factory.mktemp(f"references-{theme}")
    features = ", font: false, features: [navigation.instant]" * (theme == "material")
    config = f"""
site_name: Site
theme: {{name: {theme}{features}}}
plugins:
- search
- yschema:
    schemas:
      values: {{files: [values.yaml], page: reference/values.md}}
"""
    with served(folder / "site") as address:
        files = {
            "docs/index.md": "# Home\n\nThe `values:envoy.service.type` is told.\n",
            "docs/guide/kinds.md": GUIDE,
            "values.yaml": SCHEMA,
            "mkdocs.yml": f"site_url: {address}{config}",
        }
        build(folder, files, "--strict")
        yield address


@pytest.fixture
def go(tabs: Tabs, site: str) -> Iterator[Visit]:
    with visitor(tabs, site) as visit:
        yield visit


def test_there_and_back(go: Visit) -> None:
    page = go("")
    page.click("text=envoy.service.type")
    arrives(page, "values.envoy.service.type")
    page.locator(".ys-mentions a", has_text="Kinds of envoy.service").first.press(
        "Enter"
    )  # the page may still scroll
    page.wait_for_url("**/guide/kinds/#kinds-of-envoyservice")
    page.wait_for_function(SECTION)
    page.evaluate(SCROLL_AND_CLICK, "the kind")
    arrives(page, "values.envoy.service.type")
    assert not page.locator("a.ys-ref:not([href])").count()
    page.go_back()
    page.get_by_role("link", name="the kind").wait_for()


def test_instant_navigation_stays_in_one_page(go: Visit, theme: str) -> None:
    page = go("")
    page.evaluate("window.stayed = true")
    page.click("text=envoy.service.type")
    arrives(page, "values.envoy.service.type")
    assert page.evaluate("window.stayed === true") == (theme == "material")

"""The box of findings at the top of a page is readable in each theme, and links to the field."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from .conftest import STILL, one_theme
from .gallery import SCHEMES, theme_settings
from .sites import served
from .tabs import Tabs, visitor
from .test_web import AXE, DARK, DOCUMENT, RULES, checked, grave, needed

LONG = "aVeryLongNameThatSomebodyGaveToAValueThatHasToDoWithManyOtherThings"
FIELDS = "".join(f"field{i}: {i}\n" for i in range(12))
FILES = {
    "docs/index.md": "# Home\n\n```yaml yschema=app\nreplicas: x\nreplica: 1\n```\n",
    "docs/quiet.md": "# Quiet\n\n::: yschema mild\n",
    "app.yaml": f'#@data/values-schema\n---\n#@schema/desc "How many."\nreplicas: 2\n{LONG}: 1\n{FIELDS}',
    "mild.yaml": "#@data/values-schema\n---\nsize: 2\n",
}
MEANWHILE = {"app.yaml": f"#@data/values-schema\n---\nreplicas: null\n{LONG}: null\n{FIELDS}"}
Open = Callable[..., Any]


@pytest.fixture(scope="module")
def address(theme: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a site as `mkdocs serve` builds it after its schema has been broken."""
    folder = tmp_path_factory.mktemp(f"banner-{theme}")
    settings = f"""
site_name: Site
theme: {theme_settings(theme)}
plugins:
- yschema:
    severity: {{undocumented: warning}}
    schemas:
      app: {{files: [{folder}/app.yaml], page: app.md}}
      mild: {{files: [{folder}/mild.yaml]}}
"""
    for files in ({**FILES, "mkdocs.yml": settings}, MEANWHILE):
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        config = load_config(str(folder / "mkdocs.yml"), site_dir=str(folder / "site"))
        if files is not MEANWHILE:
            config.plugins.on_startup(command="serve", dirty=False)
        build(config, serve_url="http://localhost/")
    with served(folder / "site") as root:
        yield root


@pytest.fixture
def visit(tabs: Tabs, address: str) -> Iterator[Open]:
    with visitor(tabs, address) as go:

        def still(path: str, **options: Any) -> Any:
            page = go(path, **options)
            page.add_style_tag(content=STILL)
            return page

        yield still


@pytest.mark.parametrize("path", ["", "quiet/", "app/"], ids=["errors", "warnings", "outdated"])
def test_axe_finds_nothing_grave(visit: Open, theme: str, path: str) -> None:
    needed(AXE)
    for scheme in SCHEMES[theme]:
        page = visit(path, color_scheme=scheme)
        page.wait_for_function(DARK if scheme == "dark" else f"!({DARK})")
        for folded in page.locator(".ys-findings summary").all():
            folded.click()
        for width in (1300, 360) if path == "" else (1300,):
            page.set_viewport_size({"width": width, "height": 900})
            found = grave(page, ".ys-findings", RULES[scheme])
            assert found == set(), f"{scheme}, {width} pixels wide"


@pytest.mark.parametrize("width", [1300, 360])
def test_it_stands_at_the_top_and_fits(visit: Open, width: int) -> None:
    page = visit("app/", width=width)
    box = page.locator(".ys-findings").bounding_box()
    assert box["y"] + box["height"] < page.locator("h1", has_text="App").bounding_box()["y"]
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
    assert page.evaluate("document.querySelector('.ys-findings').scrollWidth") <= box["width"]
    assert "2 errors" in page.locator(".ys-findings").inner_text()
    assert page.locator("#app\\.replicas").count() == 1


def test_its_links_lead_to_the_data_value(visit: Open) -> None:
    page = visit("")
    page.locator(".ys-findings").get_by_role("link", name="replicas").click()
    page.wait_for_url("**/app/#app.replicas")
    assert page.locator("#app\\.replicas").is_visible()


@one_theme
def test_it_is_valid(visit: Open, tmp_path: Path) -> None:
    banners = {
        name: visit(path).evaluate("document.querySelector('.ys-findings').outerHTML")
        for name, path in (("errors", ""), ("warnings", "quiet/"), ("outdated", "app/"))
    }
    assert {name: 'role="alert"' in html for name, html in banners.items()} == {
        "errors": True,
        "warnings": False,
        "outdated": True,
    }
    assert checked([(name, DOCUMENT.format(html)) for name, html in banners.items()], tmp_path) == []

"""Fixtures for browser tests: a browser, and sites in each theme."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from .gallery import gallery_files
from .sites import build, served

THEMES = ("mkdocs", "material", "readthedocs")
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # other hosts do not exist
]
# The collapsible parts of all regions, at every depth.
_FOLDS = """() => {
    const regions = [...document.querySelectorAll(".ys")];
    const all = selector => regions.flatMap(region => [...region.querySelectorAll(selector)]);
    document.activeElement.blur();
    for (const fold of all("details")) fold.open = true;
    for (const button of all("button[aria-expanded=%s]")) button.click();
}"""
OPEN, FOLD = _FOLDS % "false", _FOLDS % "true"
STILL = "* { transition: none !important }"  # colors change at once
FRAME = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
LONG = "aVeryLongNameThatSomebodyGaveToAValueThatHasToDoWithManyOtherThings"
SCHEMA = f"""\
#@data/values-schema
---
replicas: 2
"0 odd/names": 1
envoy:
  #@schema/desc "The service that carries the traffic."
  service:
    #@schema/desc "Which **infrastructure** to use, as in https://example.com/{"long/" * 30}"
    loadBalancerIP: ""
    #@schema/desc "Zanzibar is a word of its own."
    annotations: {"x" * 300}
{LONG}:
  {LONG}:
    #@schema/desc "a | b | c | d\\n--|--|--|--\\n{"wide-cell" * 8} | {"wide-cell" * 8} | c | d"
    #@schema/default [{{"name": "{"y" * 200}"}}]
    {LONG}:
    - name: ""
"""
DESIGNS = f"""\
#@schema/definition data_values=True
---
annotations:
  #@schema/any-key
  #@schema/doc "Quagga is a word of its own."
  #@schema/validate format="uri"
  _: ""
pools:
  #@schema/key allowed="^{"[a-z]" * 60}$", expects="1+"
  _{LONG}:
    #@schema/type "int", "float", "string", None
    #@schema/validate format="port"
    size: 3
#@schema/removed "Okapi: use `pools`."
nodes: 3
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Start Chromium with Playwright. If it is missing, tests are skipped, or fail in CI."""
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415  an optional dependency
    except ImportError:
        path = None
    if path is None:
        message = "browser tests need the Python package playwright and Chromium, as `chromium` on the PATH"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session", params=THEMES)
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def profile(chromium: Any, theme: str) -> Iterator[Any]:
    """Return a browser context, which caches files for all pages of a theme."""
    context = chromium.new_context()
    yield context
    context.close()


@pytest.fixture(scope="session")
def address(theme: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a site in the theme with the pages `values/`, `designs/` and `long/`, and return its address."""
    fields = "".join(f"    f{j}Count: {j}\n" for j in range(9))
    groups = "".join(f"group{i}:\n  part:\n{fields}" for i in range(100))
    files = {
        "docs/index.md": "# Home\n\nNothing here.\n",
        "values.yaml": SCHEMA,
        "designs.yaml": DESIGNS,
        "long.yaml": f"#@data/values-schema\n---\n{groups}",
        "mkdocs.yml": f"""
site_name: Site
theme: {{name: {theme}{", font: false" * (theme == "material")}}}
plugins:
- search
- yschema:
    schemas:
      values: {{files: [values.yaml], page: values.md}}
      designs: {{files: [designs.yaml], page: designs.md}}
      long: {{files: [long.yaml], page: long.md}}
""",
    }
    with served(build(tmp_path_factory.mktemp(theme), files, "--strict")) as root:
        yield root


@pytest.fixture
def visit(profile: Any, address: str) -> Iterator[Callable[..., Any]]:
    """Return a function that opens a page of the site."""
    with visitor(profile, address) as go:
        yield go


@pytest.fixture(scope="session")
def galleries(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return the files of a site in a theme that shows all features, with a page for each layout."""

    @cache
    def made(theme: str) -> Path:
        return build(tmp_path_factory.mktemp(f"gallery-{theme}"), gallery_files(theme))

    return made


@pytest.fixture(scope="session")
def gallery(theme: str, galleries: Callable[[str], Path]) -> Path:
    return galleries(theme)


@pytest.fixture(scope="session")
def gallery_address(gallery: Path) -> Iterator[str]:
    with served(gallery) as root:
        yield root


@pytest.fixture
def show(profile: Any, gallery_address: str) -> Iterator[Callable[..., Any]]:
    """Return a function that opens a page of the gallery."""
    with visitor(profile, gallery_address) as go:
        yield go


@pytest.fixture(scope="session")
def look(profile: Any, gallery_address: str) -> Iterator[Callable[..., Any]]:
    """Return a function that opens the page of a layout in a state. Tests share the page and restore it."""
    with visitor(profile, gallery_address) as go:
        pages: dict[str, Any] = {}

        def state(layout: str, *, width: int = 1300, opened: bool = False, **media: Any) -> Any:
            if layout not in pages:
                pages[layout] = go(f"{layout}/")
                pages[layout].add_style_tag(content=STILL)
            page = pages[layout]
            page.bring_to_front()  # background tabs are painted slowly
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(**(dict.fromkeys(("media", "color_scheme", "forced_colors"), "null") | media))
            page.evaluate(OPEN if opened else FOLD)
            page.evaluate(FRAME)
            return page

        yield state


@contextmanager
def visitor(profile: Any, address: str) -> Iterator[Callable[..., Any]]:
    """Open pages, close them after the test, and check that no script has failed."""
    pages = []
    failures: list[str] = []

    def go(path: str, *, width: int = 1300, **media: Any) -> Any:
        page = profile.new_page()
        page.on("pageerror", lambda error: failures.append(f"{error}\n{error.stack}"))
        page.emulate_media(**media)
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(address + path)
        page.evaluate(FRAME)
        pages.append(page)
        return page

    yield go
    for page in pages:
        page.close()
    assert [failure for failure in failures if "yschema" in failure] == []

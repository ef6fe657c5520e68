"""Fixtures for browser tests: a browser, and sites in each theme."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .gallery import gallery_files
from .sites import build_once, served
from .tabs import FRAME, NO_SEARCH, Tabs, visitor

THEMES = ("mkdocs", "material", "readthedocs")
# For what the theme of the site has no part in.
one_theme = pytest.mark.parametrize("theme", THEMES[:1], indirect=True)
# The shell has no window to draw, and takes half the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
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
    for (const toggle of all("[aria-controls][aria-expanded=%s]")) toggle.click();
}"""
OPEN, FOLD = _FOLDS % "false", _FOLDS % "true"
STILL = "* { transition: none !important }"  # colors change at once
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


def needs_tools(tools: str, *paths: Path | str | None) -> None:
    """Skip the test if a tool is missing, or fail it in CI."""
    if all(path and Path(path).exists() for path in paths):
        return
    message = f"the test needs {tools}: `make browser` fetches them"
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Start Chromium with Playwright. If it is missing, tests are skipped, or fail in CI."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
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


@pytest.fixture(scope="session", autouse=True)
def _programs(warm: None) -> None:
    """Let sites be built by a process that starts warm."""


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder for sites that all processes of a test run share."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "sites"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session", params=THEMES)
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def profile(chromium: Any, theme: str) -> Iterator[Any]:
    """Return a browser context, which caches files for all pages of a theme. The search does not work."""
    context = chromium.new_context()
    context.add_init_script(NO_SEARCH)
    yield context
    context.close()


@pytest.fixture(scope="session")
def tabs(profile: Any) -> Tabs:
    return Tabs(profile)


@pytest.fixture(scope="session")
def address(theme: str, sites: Path) -> Iterator[str]:
    """Serve a site in the theme with a page for each schema, `values/` and so on, and return its address."""
    fields = "".join(f"    f{j}Count: {j}\n" for j in range(9))
    groups = "".join(f"group{i}:\n  part:\n{fields}" for i in range(100))
    files = {
        "docs/index.md": "# Home\n\nNothing here.\n",
        "docs/all.md": "# All\n\n::: yschema-index\n",
        "values.yaml": SCHEMA,
        "designs.yaml": DESIGNS,
        "required.yaml": '#@data/values-schema\n---\n#@schema/validation min_len=1\nhost: ""\n',
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
      required: {{files: [required.yaml], page: required.md}}
      long: {{files: [long.yaml], page: long.md}}
""",
    }
    with served(build_once(sites, files, "--strict")) as root:
        yield root


@pytest.fixture
def visit(tabs: Tabs, address: str) -> Iterator[Callable[..., Any]]:
    """Return a function that opens a page of the site."""
    with visitor(tabs, address) as go:
        yield go


@pytest.fixture(scope="session")
def galleries(sites: Path) -> Callable[[str], Path]:
    """Return the files of a site in a theme that shows all features, with a page for each layout."""
    return lambda theme: build_once(sites, gallery_files(theme))


@pytest.fixture(scope="session")
def gallery(theme: str, galleries: Callable[[str], Path]) -> Path:
    return galleries(theme)


@pytest.fixture(scope="session")
def gallery_address(gallery: Path) -> Iterator[str]:
    with served(gallery) as root:
        yield root


@pytest.fixture
def show(tabs: Tabs, gallery_address: str) -> Iterator[Callable[..., Any]]:
    """Return a function that opens a page of the gallery."""
    with visitor(tabs, gallery_address) as go:
        yield go


@pytest.fixture(scope="session")
def look(tabs: Tabs, gallery_address: str) -> Iterator[Callable[..., Any]]:
    """Return a function that opens the page of a layout in a state. Tests share the page and restore it."""
    with visitor(tabs, gallery_address) as go:
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

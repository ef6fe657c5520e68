"""A browser, and one site in each theme."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from .gallery import write_gallery

THEMES = ("mkdocs", "material", "readthedocs")
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
FRAME = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
LONG = "aVeryLongNameThatSomebodyGaveToAValueThatHasToDoWithManyOtherThings"
SCHEMA = f"""\
#@data/values-schema
---
replicas: 2
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
    """Chromium, driven by Playwright. Where it is missing tests are skipped, but fail in CI."""
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
        yield browser.new_context()  # one for all, for its cache
        browser.close()


@pytest.fixture(scope="session", params=THEMES)
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def address(theme: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the site in the theme is served, with the pages `values/`, `designs/` and `long/`, a long one."""
    folder = tmp_path_factory.mktemp(theme)
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
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    build = [sys.executable, "-W", "ignore", "-m", "mkdocs", "build", "-q", "--strict"]
    subprocess.run(build, cwd=folder, check=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    with served(folder / "site") as root:
        yield root


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serves the files of a folder; gives its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_request(self, *args: object) -> None:
        """Keeps quiet."""


@pytest.fixture
def visit(chromium: Any, address: str) -> Iterator[Callable[..., Any]]:
    """Opens a page of the site; what lies elsewhere on the net is not there."""
    with _visitor(chromium, address) as go:
        yield go


@pytest.fixture(scope="session")
def gallery(theme: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a site in the theme that has all there is to show, a page for each layout."""
    folder = tmp_path_factory.mktemp(f"gallery-{theme}")
    write_gallery(folder, theme)
    return folder / "site"


@pytest.fixture(scope="session")
def gallery_address(gallery: Path) -> Iterator[str]:
    with served(gallery) as root:
        yield root


@pytest.fixture
def show(chromium: Any, gallery_address: str) -> Iterator[Callable[..., Any]]:
    """Opens a page of the gallery."""
    with _visitor(chromium, gallery_address) as go:
        yield go


@contextmanager
def _visitor(chromium: Any, address: str) -> Iterator[Callable[..., Any]]:
    pages = []

    def go(path: str, *, width: int = 1300, **media: Any) -> Any:
        page = chromium.new_page()
        page.emulate_media(**media)
        page.set_viewport_size({"width": width, "height": 900})
        page.route("**/*", lambda r: r.continue_() if r.request.url.startswith(address) else r.abort())
        page.goto(address + path)
        page.evaluate(FRAME)
        pages.append(page)
        return page

    yield go
    for page in pages:
        page.close()

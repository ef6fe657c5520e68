"""Take the pictures of the README and of the documentation from a page of the sample site.

Needs Chromium, and Playwright of the dependency group `dev`. `make pictures` runs it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs/assets/pictures"
PAGE = "reference/portcullis/#ingress.proxy.service.type"
SIZE = {"width": 1360, "height": 620}
"""The part of the page that pictures show, without the header and the navigation of the site."""
SHOTS: dict[str, dict[str, Any]] = {
    "my-values-light": {},
    "my-values-dark": {"color_scheme": "dark"},
}
_BROWSERS = ("chromium", "chromium-browser", "chromium-headless-shell", "google-chrome")
_VALUES = """\
infrastructureProvider: aws
proxy:
  service:
    typ: LoadBalancer
"""
"""What the reader of the picture writes into *My values*."""
_BARE = """\
.md-header, .md-sidebar, .md-footer, .md-tabs, .md-content__button { display: none !important }
.md-grid { max-width: none !important }
"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:  # type: ignore[override]
        """Write no log."""


@contextmanager
def served(folder: str) -> Iterator[str]:
    """Serve a folder, and yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


def take(browser: Any, address: str, name: str) -> None:
    """Take one picture."""
    context = browser.new_context(viewport=SIZE, device_scale_factor=2, **SHOTS[name])
    page = context.new_page()
    page.goto(address + PAGE)
    page.locator(".ys-facets > select").first.wait_for(state="attached")
    page.add_style_tag(content=_BARE)
    page.locator(".ys-mine-open").first.click()
    page.locator(".ys-mine-area").first.fill(_VALUES)
    page.wait_for_timeout(2000)  # the page stays at the target of the address for a moment
    page.screenshot(path=PICTURES / f"{name}.png")
    context.close()


def main() -> int:
    """Build the sample site, and take all pictures."""
    chromium = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if chromium is None:
        sys.stderr.write("Chromium is missing.\n")
        return 1
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        config = str(ROOT / "sample_site/mkdocs.yml")
        build = [sys.executable, "-m", "mkdocs", "build", "-q", "-f", config, "-d", folder]
        subprocess.run(build, check=True)  # noqa: S603
        with served(folder) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for name in SHOTS:
                take(browser, address, name)
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

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
PAGE = "reference/portcullis/#ingress.proxy.service"
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 800},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 1.5,
}
SHOTS = {
    "wide-light": (PAGE, WIDE),
    "wide-dark": (PAGE, {**WIDE, "color_scheme": "dark"}),
    "compact": ("reference/portcullis/?density=compact#ingress.controller", WIDE),
    "phone": (PAGE, PHONE),
    "my-values": (PAGE, WIDE),
}
_BROWSERS = ("chromium", "chromium-browser", "chromium-headless-shell", "google-chrome")
VALUES = {
    "my-values": """\
infrastructureProvider: aws
controller:
  replicas: two
proxy:
  service:
    typ: LoadBalancer
""",
}
"""What readers write into *My values*."""


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
    path, options = SHOTS[name]
    context = browser.new_context(**options)
    page = context.new_page()
    page.goto(address + path)
    page.locator(".ys-facets > select").first.wait_for(state="attached")
    if name in VALUES:
        page.locator(".ys-mine-open").click()
        page.locator(".ys-mine-area").fill(VALUES[name])
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

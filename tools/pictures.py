"""Take the pictures of the README and of the documentation, and record a clip, from a sample.

Needs Chromium, and Playwright of the dependency group `dev`. `make pictures` runs it.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs/assets/pictures"
PAGE = "samples/portcullis/#ingress.proxy.service.type"
SIZE = {"width": 760, "height": 480}
"""The part of the page that pictures show, without the header and the navigation of the site."""
SCHEMES = {"light": {}, "dark": {"color_scheme": "dark"}}
_BROWSERS = ("chromium", "chromium-browser", "chromium-headless-shell", "google-chrome")
_LINES = ("proxy:", "  service:", "    typ: LoadBalancer")
"""What the reader of the picture writes into *My values*."""
_SECONDS = (0.9, 0.7, 0.7, 3.0, 2.5)
"""How long the clip shows the editor: empty, with each line, and with the key renamed."""
_WINDOW = {"width": 1200, "height": SIZE["height"]}
"""At this width, the pane of *My values* is next to the fields."""
_BARE = """\
.md-header, .md-sidebar, .md-footer, .md-tabs, .md-content__button, .md-top { display: none !important }
.md-grid { width: 760px !important; max-width: none !important; margin: 0 !important }
.md-main__inner { margin: 0 !important }
.md-content__inner { margin: 0 16px !important; padding: 8px 0 !important }
html { font-size: 112.5% !important; scrollbar-width: none }
"""


_TO_MAP = """
const bar = document.querySelector(".ys-tools").getBoundingClientRect().bottom;
const map = document.getElementById("ingress.proxy.service").getBoundingClientRect().top;
scrollTo(0, scrollY + map - bar + 48);
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


def open_my_values(page: Any, address: str) -> Any:
    """Open the sample with *My values*, and return its editor."""
    page.goto(address + PAGE)
    page.locator(".ys-facets > select").first.wait_for(state="attached")
    page.add_style_tag(content=_BARE)
    page.locator(".ys-mine-open").first.click()
    return page.locator(".ys-mine-area").first


def take(browser: Any, address: str, scheme: str) -> None:
    """Take a picture of a mistake, and record a clip in which a reader makes it and fixes it."""
    (PICTURES / f"my-values-{scheme}.png").write_bytes(_frames(browser, address, scheme, 2)[-2][1])
    (PICTURES / f"clip-{scheme}.png").write_bytes(animated(_frames(browser, address, scheme, 1.5), _SECONDS))


def _frames(browser: Any, address: str, scheme: str, scale: float) -> list[tuple[int, bytes]]:
    """Return pictures, each with its left edge in pixels; while the reader types, only the pane changes."""
    context = browser.new_context(viewport=_WINDOW, device_scale_factor=scale, **SCHEMES[scheme])
    page = context.new_page()
    editor = open_my_values(page, address)
    page.wait_for_timeout(2000)  # the page stays at the target of the address for a moment
    page.evaluate(_TO_MAP)
    pane = round(page.locator(".ys-mine[open]").bounding_box()["x"])

    def frame(act: Callable[[], object], left: int = 0) -> tuple[int, bytes]:
        act()
        page.wait_for_timeout(600)  # the page checks after a pause
        clip = {"x": left, "y": 0, "width": SIZE["width"] - left, "height": SIZE["height"]}
        return round(left * scale), page.screenshot(clip=clip)

    texts = ["\n".join(_LINES[:count]) for count in range(len(_LINES) + 1)]
    rename = page.locator(".ys-mine-findings button").filter(has_text="Rename").first
    frames = [
        frame(partial(editor.fill, texts[0])),
        *(frame(partial(editor.fill, text), pane - pane % 2) for text in texts[1:-1]),
        frame(partial(editor.fill, texts[-1])),
        frame(rename.click),
    ]
    context.close()
    return frames


def animated(frames: Sequence[tuple[int, bytes]], seconds: Sequence[float]) -> bytes:
    """Return an animated PNG.

    Args:
        frames: PNGs, each with its left edge in the first one, in pixels.
        seconds: how long each is shown.
    """
    head = _chunks(frames[0][1])[0]
    result = [b"\x89PNG\r\n\x1a\n", _chunk(*head), _chunk(b"acTL", struct.pack(">II", len(frames), 0))]
    number = 0
    for (left, frame), duration in zip(frames, seconds, strict=True):
        size = _chunks(frame)[0][1][:8]
        place = struct.pack(">IIHHBB", left, 0, round(duration * 100), 100, 0, 0)
        result.append(_chunk(b"fcTL", struct.pack(">I", number) + size + place))
        number += 1
        data = b"".join(content for name, content in _chunks(frame) if name == b"IDAT")
        if frame is frames[0][1]:
            result.append(_chunk(b"IDAT", data))
        else:
            result.append(_chunk(b"fdAT", struct.pack(">I", number) + data))
            number += 1
    return b"".join([*result, _chunk(b"IEND", b"")])


def _chunks(picture: bytes) -> list[tuple[bytes, bytes]]:
    """Return the names and contents of the parts of a PNG."""
    result, place = [], 8
    while place < len(picture):
        (length,) = struct.unpack(">I", picture[place : place + 4])
        result.append((picture[place + 4 : place + 8], picture[place + 8 : place + 8 + length]))
        place += length + 12
    return result


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def main() -> int:
    """Build the documentation, and take all pictures."""
    chromium = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if chromium is None:
        sys.stderr.write("Chromium is missing.\n")
        return 1
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        build = [sys.executable, "-m", "mkdocs", "build", "-q", "-f", str(ROOT / "mkdocs.yml"), "-d", folder]
        subprocess.run(build, check=True)  # noqa: S603
        with served(folder) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for scheme in SCHEMES:
                take(browser, address, scheme)
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

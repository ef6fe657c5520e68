"""The page of a schema with 5,000 fields beside the one that json-schema-for-humans makes of it.

Both are opened in Chromium, from the disk and without a network, one after the other in one run.
"""

from __future__ import annotations

import logging
import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from mkdocs.commands.build import build
from mkdocs.config import load_config

from benchmarks.generate import schema
from benchmarks.timing import table, verdict
from yschema_engine import File, build_reference, load_schema
from yschema_engine.export.json_schema import json_schema
from yschema_engine.nodes import to_json

LINES = 9_233  # for 5,000 fields
BYTES_AIM, PAINT_AIM, KEY_AIM = 0.25, 1.0, 1.0
TIMES = 3
_REGION = re.compile(r'<div class="ys">.*</section>\s*</div>', re.DOTALL)
_FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
_PAINT = """async () => {
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const first = performance.getEntriesByName("first-contentful-paint")[0];
    return [first ? first.startTime : performance.now(), performance.now()];
}"""
_BOX = ".ys input[type=search]"
# The plainest filter there is, as a measure: show the fields whose text has the letter.
_PLAIN = """() => {
    const fields = [...document.querySelectorAll(".ys :is(.ys-field, .ys-map)")];
    const begin = performance.now();
    for (const field of fields) field.hidden = !field.textContent.toLowerCase().includes("z");
    const end = performance.now();
    for (const field of fields) field.hidden = false;
    return end - begin;
}"""


def main() -> None:
    """Print the page's table."""
    try:
        from json_schema_for_humans.generate import generate_from_filename  # noqa: PLC0415
        from playwright.sync_api import sync_playwright  # noqa: PLC0415
    except ImportError as e:
        print(f"\nPages: left out, as {e.name} is missing")
        return
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        root = Path(name)
        ours, fields = _ours(root)
        generate_from_filename(str(root / "values.schema.json"), str(root / "theirs.html"))
        theirs = root / "theirs.html"
        _bytes(ours, theirs, fields)
        path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
        if path is None:
            print("  painting: left out, as Chromium is missing")
            return
        browser = playwright.chromium.launch(executable_path=path, args=_FLAGS)
        _painting(browser, ours, theirs)
        _filtering(browser, ours)
        browser.close()


def _ours(root: Path) -> tuple[Path, int]:
    """A site in the theme Material with the page; and how many fields it has."""
    text = schema(LINES)
    loaded = load_schema([File("schema.yaml", "schema.yaml", text.encode())])
    export = to_json(json_schema(loaded.declaration), in_order=True)
    (root / "values.schema.json").write_text(export, encoding="utf-8")
    (root / "docs").mkdir()
    (root / "docs/index.md").write_text("# Values\n\n::: yschema values\n", encoding="utf-8")
    (root / "schema.yaml").write_text(text, encoding="utf-8")
    (root / "mkdocs.yml").write_text(
        "site_name: Benchmark\nuse_directory_urls: false\ntheme: {name: material, font: false}\n"
        "plugins:\n  - yschema:\n      schemas:\n        values: {files: [schema.yaml]}\n",
        encoding="utf-8",
    )
    logging.getLogger("mkdocs").setLevel(logging.ERROR)
    config = load_config(str(root / "mkdocs.yml"), site_dir=str(root / "site"))
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    fields = sum(bool(field.path) for field in build_reference(loaded, "values").root.walk())
    return root / "site/index.html", fields


def _bytes(ours: Path, theirs: Path, fields: int) -> None:
    region = _REGION.search(ours.read_text(encoding="utf-8"))
    assert region is not None, f"no fields found in {ours}"
    mine = len(region[0].encode()) / fields
    other = len(theirs.read_bytes()) / fields
    row = [f"{fields:,} fields", f"{mine:,.0f}", f"{other:,.0f}", verdict(mine / other, BYTES_AIM)]
    table("Bytes of a page, a field", ("", "ours", "json-schema-for-humans", "ratio"), [row])


def _painting(browser: Any, ours: Path, theirs: Path) -> None:
    mine, other = ([_paints(browser, path) for _ in range(TIMES)] for path in (ours, theirs))
    rows = []
    for i, name in enumerate(("first contentful paint", "first frame after loading")):
        one, two = (median(paints[i] for paints in side) for side in (mine, other))
        rows.append([name, f"{one:,.0f} ms", f"{two:,.0f} ms", verdict(one / two, PAINT_AIM, "{:.2f}")])
    table("Opening it", ("", "ours", "json-schema-for-humans", "ratio"), rows)


def _paints(browser: Any, path: Path) -> list[float]:
    page = _open(browser, path)
    found: list[float] = page.evaluate(_PAINT)
    page.context.close()
    return found


def _filtering(browser: Any, ours: Path) -> None:
    """The time of scripts for a letter typed into the filter, beside that of the plainest filter."""
    page = _open(browser, ours)
    box = page.locator(_BOX).first
    if not box.count():
        print("\nFiltering: left out, as the page has no filter")
        return
    plain = median(page.evaluate(_PLAIN) for _ in range(TIMES))
    box.focus()
    page.keyboard.type("a")  # the first letter may set things up
    times = [_scripts(page, lambda letter=letter: page.keyboard.type(letter)) for letter in "pp-7"]  # type: ignore[misc]
    key = median(times)
    row = ["a letter", f"{key:.1f} ms", f"{plain:.1f} ms", verdict(key / plain, KEY_AIM, "{:.2f}")]
    table("Filtering: the time of scripts", ("", "ours", "hiding by text", "ratio"), [row])
    page.context.close()


def _scripts(page: Any, action: Callable[[], object]) -> float:
    """How long scripts run because of an action, in milliseconds."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    before = _metric(session)
    action()
    page.wait_for_timeout(500)  # it may wait for the next letter before it filters
    return (_metric(session) - before) * 1e3


def _metric(session: Any) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(metric["value"] for metric in metrics if metric["name"] == "ScriptDuration"))


def _open(browser: Any, path: Path) -> Any:
    page = browser.new_context(viewport={"width": 1300, "height": 900}).new_page()
    page.route(lambda url: not url.startswith("file:"), lambda route: route.abort())
    page.goto(path.as_uri(), timeout=300_000)
    return page

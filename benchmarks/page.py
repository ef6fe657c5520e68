"""Page of a schema with 5,000 fields, compared with the page that json-schema-for-humans generates.

Both pages are opened in Chromium in the same run, from the disk and without a network.
"""

from __future__ import annotations

import logging
import re
import shutil
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from mkdocs.commands.build import build
from mkdocs.config import load_config

from benchmarks.generate import schema
from benchmarks.report import Report, Verdict
from yschema_engine import File, load_schema
from yschema_engine.show.json_schema.schema import json_schema
from yschema_engine.yaml.printing import to_json

LINES = 12_390  # for 5,000 fields
BYTES_AIM, PAINT_AIM, KEY_AIM = 0.25, 1.0, 1.0
TIMES = 9
_REGION = re.compile(r'<div class="ys"[ >].*</section>', re.DOTALL)
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
_FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
_PAINT = """async () => {
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const first = performance.getEntriesByName("first-contentful-paint")[0];
    return [first ? first.startTime : performance.now(), performance.now()];
}"""
_BOX = ".ys input[type=search]"
# The time that scripts need to filter the page, and the time until the result is painted.
_MEASURE = """async narrow => {
    const found = [];
    for (const words of ["p", "po", "por", "port", "port name", "zebra", ""]) {
        const begin = performance.now();
        narrow(words);
        const scripts = performance.now() - begin;
        await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
        found.push([scripts, performance.now() - begin]);
    }
    return found;
}"""
_OURS = f"""() => ({_MEASURE})(words => {{
    const box = document.querySelector("{_BOX}");
    box.value = words;
    box.dispatchEvent(new Event("input", {{ bubbles: true }}));
}})"""
# A minimal filter: show the fields whose text contains all words.
_PLAIN = f"""() => {{
    const fields = [...document.querySelectorAll(".ys :is(.ys-field, .ys-map)")];
    return ({_MEASURE})(words => {{
        for (const field of fields) {{
            const text = field.textContent.toLowerCase();
            field.hidden = !words.split(" ").every(word => text.includes(word));
        }}
    }});
}}"""


def main(report: Report) -> None:
    """Print the results for the page."""
    try:
        from json_schema_for_humans.generate import generate_from_filename  # noqa: PLC0415
        from playwright.sync_api import sync_playwright  # noqa: PLC0415
    except ImportError as e:
        report.leave_out("pages", f"the Python package {e.name} is missing")
        return
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        root = Path(name)
        ours, fields = _ours(root)
        generate_from_filename(str(root / "values.schema.json"), str(root / "theirs.html"))
        theirs = root / "theirs.html"
        _bytes(report, ours, theirs, fields)
        browser = chromium(playwright)
        if browser is None:
            report.leave_out("opening and filtering a page", "Chromium is missing")
            return
        _painting(report, browser, ours, theirs)
        _filtering(report, browser, ours)
        browser.close()


def chromium(playwright: Any) -> Any:
    """Return Chromium without windows; None if it is not installed."""
    path = next(filter(None, map(shutil.which, _BROWSERS)), None)
    return playwright.chromium.launch(executable_path=path, args=_FLAGS) if path else None


def _ours(root: Path) -> tuple[Path, int]:
    """Build a site with the page in the theme Material, and return the number of its fields."""
    text = schema(LINES)
    loaded = load_schema([File("schema.yaml", "schema.yaml", text.encode())])
    export = to_json(json_schema(loaded.root), in_order=True)
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
    fields = sum(bool(field.path) for field in loaded.named("values").root.walk())
    return root / "site/index.html", fields


def _bytes(report: Report, ours: Path, theirs: Path, fields: int) -> None:
    region = _REGION.search(ours.read_text(encoding="utf-8"))
    assert region is not None, f"no fields found in {ours}"
    mine = len(region[0].encode()) / fields
    other = len(theirs.read_bytes()) / fields
    row = [f"{fields:,} fields", f"{mine:,.0f}", f"{other:,.0f}", Verdict(mine / other, BYTES_AIM)]
    report.table("Bytes of a page, a field", ("", "ours", "json-schema-for-humans", "ratio"), [row])


def _painting(report: Report, browser: Any, ours: Path, theirs: Path) -> None:
    """Measure opening both pages in turn, so that other load affects both."""
    paints = [(_paints(browser, ours), _paints(browser, theirs)) for _ in range(TIMES)]
    rows = []
    for i, name in enumerate(("first contentful paint", "first frame after loading")):
        one, two = (median(found[i] for found in side) for side in zip(*paints, strict=True))
        rows.append([name, f"{one:,.0f} ms", f"{two:,.0f} ms", Verdict(one / two, PAINT_AIM, "{:.2f}")])
    report.table("Opening it", ("", "ours", "json-schema-for-humans", "ratio"), rows)


def _paints(browser: Any, path: Path) -> list[float]:
    page = _open(browser, path)
    found: list[float] = page.evaluate(_PAINT)
    page.context.close()
    return found


def _filtering(report: Report, browser: Any, ours: Path) -> None:
    """Measure typing in the filter and in a minimal filter on the same page, in turn, each on a new page."""
    sides = [(_typing(browser, ours, _OURS), _typing(browser, ours, _PLAIN)) for _ in range(TIMES)]
    if sides[0][0] is None:
        report.leave_out("filtering a page", "the page has no filter")
        return
    rows = []
    for i, name in enumerate(("scripts", "until it is painted")):
        one, two = (
            median(times[i] for found in side for times in found) for side in zip(*sides, strict=True)
        )
        rows.append([name, f"{one:.1f} ms", f"{two:.1f} ms", Verdict(one / two, KEY_AIM, "{:.2f}")])
    report.table("A letter typed into the filter", ("", "ours", "hiding by text", "ratio"), rows)


def _typing(browser: Any, ours: Path, script: str) -> Any:
    page = _open(browser, ours)
    try:
        if not page.locator(_BOX).count():
            return None
        page.locator(_BOX).first.focus()  # initializes the filter, as for readers
        page.wait_for_timeout(500)
        return page.evaluate(script)
    finally:
        page.context.close()


def _open(browser: Any, path: Path) -> Any:
    page = browser.new_context(viewport={"width": 1300, "height": 900}).new_page()
    page.route(lambda url: not url.startswith("file:"), lambda route: route.abort())
    page.goto(path.as_uri(), timeout=300_000)
    return page

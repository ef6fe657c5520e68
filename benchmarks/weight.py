"""Weight of pages: bytes of a field, time to the first frame, and time in which scripts block the page.

The first frame of a page with 5,000 fields is compared with that of an empty page of the theme. Blocking is
compared with a page by json-schema-for-humans, and with one by Scalar if the variable `SCALAR` names its
script (`dist/browser/standalone.js` of the npm package `@scalar/api-reference`).
"""

from __future__ import annotations

import gzip
import logging
import os
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any

from mkdocs.commands.build import build
from mkdocs.config import load_config

from benchmarks.generate import schema
from benchmarks.page import chromium
from benchmarks.report import Report, Verdict
from yschema_engine import File, Schema, load_schema
from yschema_engine.show.json_schema.schema import json_schema
from yschema_engine.show.openapi import openapi
from yschema_engine.yaml.printing import to_json

SIZES = {"some": 3_250, "many": 12_390}  # lines, for 1,300 and 5,000 fields
BYTES_AIM, ASSETS_AIM, PAINT_AIM, BLOCKING_AIM = 700, 27_000, 100, 1 / 3
TIMES = 7
_SCALAR = "SCALAR"
_REGION = re.compile(r'<div class="ys".*</div>', re.DOTALL)
_WATCH = """
window.blocked = 0;
new PerformanceObserver(list => {
    for (const task of list.getEntries()) window.blocked += Math.max(0, task.duration - 50);
}).observe({ type: "longtask", buffered: true });
"""
_PAINT = """async () => {
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    return performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? performance.now();
}"""
_BLOCKED = """async () => {
    await new Promise(done => setTimeout(done, 2000));
    return window.blocked;
}"""


def main(report: Report) -> None:
    """Print the results."""
    try:
        from json_schema_for_humans.generate import generate_from_filename  # noqa: PLC0415
        from playwright.sync_api import sync_playwright  # noqa: PLC0415
    except ImportError as e:
        report.leave_out("the weight of pages", f"the Python package {e.name} is missing")
        return
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        root = Path(name)
        texts = {each: schema(lines) for each, lines in SIZES.items()}
        site = _built(root, texts)
        _bytes(report, site, texts)
        browser = chromium(playwright)
        if browser is None:
            report.leave_out("the first frame and blocking of pages", "Chromium is missing")
            return
        _first_paint(report, browser, site)
        (root / "some.schema.json").write_text(
            to_json(json_schema(_loaded(texts["some"]).root), in_order=True), "utf-8"
        )
        generate_from_filename(str(root / "some.schema.json"), str(root / "theirs.html"))
        pages = {"ours": site / "some.html", "json-schema-for-humans": root / "theirs.html"}
        others = _scalar(root, texts["some"])
        if not others:
            report.leave_out("the comparison with Scalar", f"the variable {_SCALAR} does not name its script")
        _blocking(report, browser, {**pages, **others})
        browser.close()


def _loaded(text: str) -> Schema:
    return load_schema([File("schema.yaml", "schema.yaml", text.encode())])


def _built(root: Path, texts: Mapping[str, str]) -> Path:
    """Build a site with a page for each schema and an empty page, and return its folder."""
    (root / "docs").mkdir()
    (root / "docs/index.md").write_text("# Empty\n", encoding="utf-8")
    for name, text in texts.items():
        (root / f"{name}.yaml").write_text(text, encoding="utf-8")
        (root / f"docs/{name}.md").write_text(f"# Values\n\n::: yschema {name}\n", encoding="utf-8")
    schemas = ", ".join(f"{name}: {{files: [{name}.yaml]}}" for name in texts)
    (root / "mkdocs.yml").write_text(
        "site_name: Benchmark\nuse_directory_urls: false\ntheme: {name: material, font: false}\n"
        f"plugins:\n  - yschema:\n      schemas: {{{schemas}}}\n",
        encoding="utf-8",
    )
    logging.getLogger("mkdocs").setLevel(logging.ERROR)
    config = load_config(str(root / "mkdocs.yml"), site_dir=str(root / "site"))
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    return root / "site"


def _bytes(report: Report, site: Path, texts: Mapping[str, str]) -> None:
    rows = []
    for name, text in texts.items():
        region = _REGION.search((site / f"{name}.html").read_text(encoding="utf-8"))
        assert region is not None, f"no fields found in {name}.html"
        fields = sum(bool(field.path) for field in _loaded(text).root.walk())
        rows.append([f"{fields:,} fields", Verdict(len(region[0].encode()) / fields, BYTES_AIM, "{:.0f}")])
    report.table("Bytes of a page, a field", ("", "bytes"), rows)
    assets = [*site.glob("assets/**/yschema*.js"), *site.glob("assets/**/yschema*.css")]
    first = sum(len(gzip.compress(path.read_bytes())) for path in assets if ".lazy." not in path.name)
    report.table(
        "First script and style sheet, compressed",
        ("", "bytes"),
        [["all", Verdict(first, ASSETS_AIM, "{:.0f}")]],
    )


def _first_paint(report: Report, browser: Any, site: Path) -> None:
    """Measure opening both pages in turn, so that other load affects both."""
    found = [
        [_measure(browser, site / name, _PAINT) for name in ("many.html", "index.html")] for _ in range(TIMES)
    ]
    many, empty = (median(times) for times in zip(*found, strict=True))
    row = ["5,000 fields", f"{many:.0f} ms", f"{empty:.0f} ms", Verdict(many - empty, PAINT_AIM, "{:.0f} ms")]
    report.table("First contentful paint", ("", "fields", "empty page", "difference"), [row])


def _blocking(report: Report, browser: Any, pages: Mapping[str, Path]) -> None:
    found = [[_measure(browser, path, _BLOCKED) for path in pages.values()] for _ in range(TIMES)]
    times = {name: median(each) for name, each in zip(pages, zip(*found, strict=True), strict=True)}
    ours = times["ours"]
    rows = [
        [
            name,
            f"{time:.0f} ms",
            "" if name == "ours" else Verdict(ours / max(time, 1), BLOCKING_AIM, "{:.2f}"),
        ]
        for name, time in times.items()
    ]
    report.table("Total blocking time of 1,300 fields", ("", "time", "ours, as a part of it"), rows)


def _scalar(root: Path, text: str) -> dict[str, Path]:
    """Return a page by Scalar, whose document has the schema as a component; nothing without its script."""
    script = os.environ.get(_SCALAR)
    if not script:
        return {}
    path = root / "scalar.html"
    content = to_json(openapi([_loaded(text)])).replace("<", "\\u003c")
    path.write_text(
        f'<!doctype html><script id="api-reference" type="application/json">{content}</script>'
        f'<script src="{Path(script).resolve().as_uri()}"></script>',
        encoding="utf-8",
    )
    return {"Scalar": path}


def _measure(browser: Any, path: Path, script: str) -> float:
    page = browser.new_context(viewport={"width": 1300, "height": 900}).new_page()
    page.add_init_script(_WATCH)
    page.route(lambda url: not url.startswith("file:"), lambda route: route.abort())
    page.goto(path.as_uri(), timeout=300_000)
    value = float(page.evaluate(script))
    page.context.close()
    return value


if __name__ == "__main__":
    main(Report())

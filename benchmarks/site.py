"""Time to build a site of a hundred schemas, compared with the same pages as finished HTML."""

from __future__ import annotations

import logging
import re
import tempfile
from pathlib import Path
from typing import Any

from mkdocs.commands.build import build
from mkdocs.config import load_config

from benchmarks.generate import schema
from benchmarks.report import Report, Verdict
from benchmarks.timing import best

SCHEMAS, LINES, AIM = 100, 300, 1.2
_ARTICLE = re.compile(r'<div[^>]* role="main">(.*?)</div>\s*</div>\s*</div>\s*<footer', re.DOTALL)


def main(report: Report) -> None:
    """Print the results for the site."""
    logging.getLogger("mkdocs").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        ours, theirs = with_plugin(root / "plugin"), root / "plain"
        built = best(lambda: _build(ours), 3)
        prerendered(ours, theirs)
        plain = best(lambda: _build(theirs), 3)
    ratio = built / plain
    row = [
        f"{SCHEMAS} schemas of {LINES} lines",
        f"{built:.2f} s",
        f"{plain:.2f} s",
        Verdict(ratio, AIM, "{:.2f}"),
    ]
    report.table("Building a site", ("", "with the plugin", "HTML rendered beforehand", "ratio"), [row])


def with_plugin(root: Path, *options: str) -> Path:
    """Write a site with a page for each schema.

    Args:
        root: its folder.
        options: lines of options of the plugin.
    """
    (root / "docs").mkdir(parents=True)
    (root / "docs/index.md").write_text("# Home\n", encoding="utf-8")
    names = [f"schema{i}" for i in range(SCHEMAS)]
    for name in names:
        (root / f"{name}.yaml").write_text(schema(LINES), encoding="utf-8")
    entries = "".join(f"        {n}: {{files: [{n}.yaml], page: {n}.md}}\n" for n in names)
    lines = "".join(f"      {option}\n" for option in options)
    text = f"site_name: Benchmark\nplugins:\n  - search\n  - yschema:\n{lines}      schemas:\n{entries}"
    (root / "mkdocs.yml").write_text(text, encoding="utf-8")
    return root


def prerendered(built: Path, root: Path) -> None:
    """Write the same site with the content of each page taken from the built site."""
    (root / "docs").mkdir(parents=True)
    for page in (built / "site").glob("*/index.html"):
        if page.parent.name.startswith("schema"):
            article = _ARTICLE.search(page.read_text(encoding="utf-8"))
            assert article is not None, f"no content found in {page}"
            (root / f"docs/{page.parent.name}.md").write_text(article[1], encoding="utf-8")
    (root / "docs/index.md").write_text("# Home\n", encoding="utf-8")
    (root / "mkdocs.yml").write_text("site_name: Benchmark\nplugins:\n  - search\n", encoding="utf-8")


def _build(root: Path) -> Any:
    config = load_config(str(root / "mkdocs.yml"), site_dir=str(root / "site"))
    config.plugins.on_startup(command="build", dirty=False)
    build(config)


if __name__ == "__main__":
    main(Report())

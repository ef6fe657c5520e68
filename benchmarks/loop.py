"""Time to rebuild a served site of a hundred schemas after a change, compared with the first build."""

from __future__ import annotations

import itertools
import logging
import tempfile
from collections.abc import Iterator
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config

from benchmarks.generate import schema
from benchmarks.report import Report, Verdict
from benchmarks.site import LINES, SCHEMAS, with_plugin
from benchmarks.timing import best
from yschema_engine.site.library import Run, SchemaLibrary
from yschema_engine.site.options import SiteOptions
from yschema_engine.site.schema_options import DeclaredSchemas, SchemaOptions
from yschema_engine.site.site_config import SiteConfig, SiteSettings

# One schema of a hundred has to be evaluated: a hundredth of the time, and the files of all are read to see
# that no other has changed. Of the rest of a build, MkDocs makes every page again, and its search reads every
# page again, which no plugin can spare them: without search, eight tenths of a first build should be gone.
STAGE_AIM, PAGES_AIM, SITE_AIM = 0.05, 0.2, 0.4


def main(report: Report) -> None:
    """Print the results for the editing loop."""
    logging.getLogger("mkdocs").setLevel(logging.ERROR)
    saves = itertools.count(10)
    with tempfile.TemporaryDirectory() as folder:
        root = with_plugin(Path(folder, "one"), "jobs: 1")  # a rebuild takes one process, too
        rows = [
            ["reading and evaluating schemas", *_stage(root, saves)],
            ["the site without search", *_site(_without_search(root), saves, PAGES_AIM)],
            ["the site, its pages and search", *_site(root / "mkdocs.yml", saves, SITE_AIM)],
        ]
        several = with_plugin(Path(folder, "several"))
        rows.append(
            ["the site without search, `jobs` by default", *_site(_without_search(several), saves, PAGES_AIM)]
        )
    report.table(
        f"A served site of {SCHEMAS} schemas of {LINES} lines",
        ("", "first build", "when one is saved", "ratio"),
        rows,
    )


def _without_search(root: Path) -> Path:
    """Write the configuration of a site without search, and return its path."""
    path = root / "without-search.yml"
    text = (root / "mkdocs.yml").read_text(encoding="utf-8")
    path.write_text(text.replace("  - search\n", ""), encoding="utf-8")
    return path


def _row(first: float, again: float, aim: float) -> list[object]:
    return [f"{first:.2f} s", f"{again:.2f} s", Verdict(again / first, aim)]


def _stage(root: Path, saves: Iterator[int]) -> list[object]:
    entries = {f"schema{i}": SchemaOptions((f"schema{i}.yaml",)) for i in range(SCHEMAS)}
    config = SiteConfig(SiteSettings(root), SiteOptions(schemas=DeclaredSchemas(entries)))

    def load(run: Run) -> None:
        run.memo.start_build()
        library = SchemaLibrary(config, run)
        for name in library.names:
            library.findings(name)

    def save_and_load(run: Run) -> None:
        _save(root, saves)
        load(run)

    run = Run()
    load(run)
    return _row(best(lambda: load(Run()), 3), best(lambda: save_and_load(run), 5), STAGE_AIM)


def _site(settings: Path, saves: Iterator[int], aim: float) -> list[object]:
    def save_and_serve() -> None:
        _save(settings.parent, saves)
        _serve(settings)

    return _row(best(lambda: _serve(settings, start=True), 2), best(save_and_serve, 3), aim)


def _save(root: Path, saves: Iterator[int]) -> None:
    path = root / f"schema{SCHEMAS // 2}.yaml"
    path.write_text(schema(LINES).replace("replicas: 0", f"replicas: {next(saves)}"), encoding="utf-8")


def _serve(settings: Path, *, start: bool = False) -> None:
    """Build the site as a server does, at the start or after a change."""
    config = load_config(str(settings), site_dir=str(settings.parent / "site"))
    if start:
        config.plugins.on_startup(command="serve", dirty=False)
    build(config, serve_url="http://localhost/")


if __name__ == "__main__":
    main(Report())

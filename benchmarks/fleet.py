"""Whole builds of a site of many schemas, cold and with a cache, compared with finished HTML.

`python -m benchmarks.fleet 1000` sets the number of schemas; without it, there are 100.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.generate import schema
from benchmarks.report import Report, Verdict
from benchmarks.site import LINES, prerendered
from benchmarks.timing import Run, run

SCHEMAS = 100
TIME_AIM, LARGE_AIM = 1.2, 1.3  # times of the same pages as finished HTML; for more schemas
_MKDOCS = str(Path(sys.executable).with_name("mkdocs"))
_CONFIG = """\
site_name: Benchmark
plugins:
- search
- yschema:
    cache_dir: .cache
    schemas: {from: "schemas/*.yaml", page: "{name}.md"}
"""


def main(report: Report) -> None:
    """Print the results."""
    measure(report, SCHEMAS)


def measure(report: Report, number: int) -> None:
    """Print the results for a number of schemas."""
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = _fleet(Path(folder, "plugin"), number), Path(folder, "plain")
        cold, warm = _build(ours), _build(ours)
        (ours / "schemas/schema0.yaml").write_text(schema(LINES), encoding="utf-8")
        runs = {"cold": cold, "with a cache": warm, "one schema changed": _build(ours)}
        prerendered(ours, theirs)
        plain = _build(theirs)
    rows: list[list[object]] = [["finished HTML", *_cells(plain), "", ""]]
    aim = TIME_AIM if number <= SCHEMAS else LARGE_AIM
    for name, taken in runs.items():
        ratio = taken.seconds / plain.seconds
        compared = Verdict(ratio, aim, "{:.2f}") if name == "cold" else f"{ratio:.2f}"
        rows.append([name, *_cells(taken), compared, f"{taken.memory / plain.memory:.2f}"])
    heads = ("", "time", "processor time", "memory", "time, ratio", "memory, ratio")
    report.table(f"Sites of {number:,} schemas of {LINES} lines", heads, rows)


def _cells(taken: Run) -> tuple[str, str, str]:
    return f"{taken.seconds:.1f} s", f"{taken.processor:.1f} s", f"{taken.memory / 2**20:.0f} MiB"


def _fleet(root: Path, number: int) -> Path:
    """Write a site of schemas with different fields."""
    for name in ("docs", "schemas"):
        (root / name).mkdir(parents=True)
    (root / "docs/index.md").write_text("# Home\n", encoding="utf-8")
    (root / "mkdocs.yml").write_text(_CONFIG, encoding="utf-8")
    for i in range(number):
        text = schema(LINES).replace("component_", f"part{i}_")
        (root / f"schemas/schema{i}.yaml").write_text(text, encoding="utf-8")
    return root


def _build(root: Path) -> Run:
    return run([_MKDOCS, "build", "-q", "-f", str(root / "mkdocs.yml"), "-d", str(root / "site")])


if __name__ == "__main__":
    measure(Report(), int(sys.argv[1]) if sys.argv[1:] else SCHEMAS)

"""Whole builds of a site of many schemas, cold and with a cache, compared with finished HTML.

`python -m benchmarks.fleet 1000` sets the number of schemas; without it, there are 100.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.generate import schema
from benchmarks.report import Report, Verdict
from benchmarks.site import LINES, prerendered

SCHEMAS = 100
TIME_AIM, LARGE_AIM = 1.2, 1.3  # times of the same pages as finished HTML; for more schemas
_UNIT = 1 if sys.platform == "darwin" else 1024  # macOS reports memory in bytes, other systems in KiB
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
    for name, (seconds, processor, memory) in runs.items():
        ratio = seconds / plain[0]
        compared = Verdict(ratio, aim, "{:.2f}") if name == "cold" else f"{ratio:.2f}"
        rows.append([name, *_cells((seconds, processor, memory)), compared, f"{memory / plain[2]:.2f}"])
    heads = ("", "time", "processor time", "memory", "time, ratio", "memory, ratio")
    report.table(f"Sites of {number:,} schemas of {LINES} lines", heads, rows)


def _cells(run: Sequence[float]) -> tuple[str, str, str]:
    return f"{run[0]:.1f} s", f"{run[1]:.1f} s", f"{run[2] / 2**20:.0f} MiB"


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


def _build(root: Path) -> tuple[float, float, int]:
    """Return the time and the processor time in seconds, and the peak memory of a process in bytes."""
    command = [_MKDOCS, "build", "-q", "-f", str(root / "mkdocs.yml"), "-d", str(root / "site")]
    silent = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
    start = time.perf_counter()
    _, status, usage = os.wait4(os.posix_spawn(command[0], command, os.environ, file_actions=silent), 0)
    if status:
        sys.exit(f"{' '.join(command)} ended with the status {os.waitstatus_to_exitcode(status)}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * _UNIT


if __name__ == "__main__":
    measure(Report(), int(sys.argv[1]) if sys.argv[1:] else SCHEMAS)

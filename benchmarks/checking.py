"""Time to check data values, which has to grow linearly with their size."""

from __future__ import annotations

from ruamel.yaml import YAML

from benchmarks.generate import schema, values
from benchmarks.report import Report, Verdict
from benchmarks.timing import best
from yschema_engine import File, check_files, load_schema

ITEMS = (10, 100, 1_000, 10_000)
SMALL, GROWTH_AIM = 1_000, 1.3


def main(report: Report) -> None:
    """Print the results for checks."""
    loaded = load_schema([_file(schema(300))])
    times, rows = {}, []
    for count in ITEMS:
        text = values(count)
        files = [_file(text)]
        times[count] = best(lambda files=files: check_files(loaded, files), 5)  # type: ignore[misc]
        pure = best(lambda text=text: YAML(typ="safe", pure=True).load(text), 1)  # type: ignore[misc]
        ratio = f"{times[count] / pure:.2f}"
        rows.append([f"{count:,}", f"{times[count] * 1e3:.1f} ms", f"{pure * 1e3:.1f} ms", ratio])
    report.table(
        "Checking values against a schema of 300 lines",
        ("items", "check", "ruamel.yaml, pure", "ratio"),
        rows,
    )
    growth = times[10_000] / times[1_000] / 10
    report.line(
        "growth of the time for an item from 1,000 items to 10,000", Verdict(growth, GROWTH_AIM, "{:.2f}")
    )
    small = [_file(values(i % 3)) for i in range(SMALL)]
    many = best(lambda: [check_files(loaded, [file]) for file in small], 1)
    again = best(lambda: [load_schema([_file(schema(300))]) for _ in range(20)], 1) / 20
    print(f"  {SMALL:,} small files against one loaded schema take {many / SMALL * 1e3:.2f} ms each;")
    print(f"  loading the schema again would add {again * 1e3:.2f} ms to each")


def _file(text: str) -> File:
    return File("file.yaml", "file.yaml", text.encode())

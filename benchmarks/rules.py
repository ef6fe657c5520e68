"""Time to check many custom rules, which has to grow linearly with their number."""

from __future__ import annotations

from benchmarks.generate import ruled
from benchmarks.report import Report, Verdict
from benchmarks.timing import best
from yschema_engine.read.inputs import File
from yschema_engine.read.ytt.load import load_schema

FEW, MANY, GROWTH_AIM = 250, 1_000, 1.1


def main(report: Report) -> None:
    """Print the results for rules."""
    times = {}
    for count in (FEW, MANY):
        files = [File("schema.yaml", "schema.yaml", ruled(count).encode())]
        times[count] = best(lambda files=files: load_schema(files))  # type: ignore[misc]
    rows = [[f"{count:,}", f"{seconds * 1e3:.0f} ms"] for count, seconds in times.items()]
    report.table("Custom rules, each run on its default and an example", ("rules", "time"), rows)
    growth = times[MANY] / times[FEW] / (MANY / FEW)
    report.line("growth of the time for a rule", Verdict(growth, GROWTH_AIM, "{:.2f}"))

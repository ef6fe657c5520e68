"""Time to check many custom rules, which has to grow linearly with their number."""

from __future__ import annotations

from benchmarks.generate import ruled
from benchmarks.timing import best, table, verdict
from yschema_engine.frontends.inputs import File
from yschema_engine.frontends.ytt.files.load import load_schema

FEW, MANY = 250, 1_000


def main() -> None:
    """Print the results for rules."""
    times = {}
    for count in (FEW, MANY):
        files = [File("schema.yaml", "schema.yaml", ruled(count).encode())]
        times[count] = best(lambda files=files: load_schema(files))  # type: ignore[misc]
    rows = [[f"{count:,}", f"{seconds * 1e3:.0f} ms"] for count, seconds in times.items()]
    table("Custom rules, each run on its default and an example", ("rules", "time"), rows)
    growth = times[MANY] / times[FEW] / (MANY / FEW)
    print(f"  the time a rule takes grows by the factor {verdict(growth, 1.1, '{:.2f}')}")

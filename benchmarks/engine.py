"""Time to load a schema, compared with the pure Python parser of `ruamel.yaml` on the same file."""

from __future__ import annotations

from ruamel.yaml import YAML

from benchmarks.generate import schema
from benchmarks.report import Report, Verdict
from benchmarks.timing import best
from yschema_engine.read.inputs import File
from yschema_engine.read.ytt.load import load_schema

LENGTHS = (30, 300, 3_000, 30_000)
RATIO_AIM, SCALE_AIM, WARM_AIM = 0.2, 11.0, 3.0


def main(report: Report) -> None:
    """Print the results for the engine."""
    engine: dict[int, float] = {}
    rows = []
    for length in LENGTHS:
        text = schema(length)
        files = [File("schema.yaml", "schema.yaml", text.encode())]
        times = 20 if length <= 300 else 5
        engine[length] = best(lambda files=files: load_schema(files), times)  # type: ignore[misc]
        pure = best(lambda text=text: YAML(typ="safe", pure=True).load(text), 3)  # type: ignore[misc]
        ratio = engine[length] / pure
        target = Verdict(ratio, RATIO_AIM) if length >= 3_000 else f"{ratio:.3f}"
        rows.append(
            [f"{text.count(chr(10)):,}", f"{engine[length] * 1e3:.1f} ms", f"{pure * 1e3:.1f} ms", target]
        )
    report.table(
        "Reading, evaluating and inferring a schema", ("lines", "engine", "ruamel.yaml, pure", "ratio"), rows
    )
    scale = engine[30_000] / engine[3_000]
    report.line("time for 30,000 lines / for 3,000", Verdict(scale, SCALE_AIM, "{:.1f}"))
    report.line("30 lines in a warm process", Verdict(engine[30] * 1e3, WARM_AIM, "{:.2f} ms"))

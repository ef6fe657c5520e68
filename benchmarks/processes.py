"""Time and memory of whole processes: `yschema`, Python and, if it is on the PATH, ytt."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.generate import chart, json_schema, schema
from benchmarks.report import Report, Verdict
from benchmarks.timing import run

SHORT, MIDDLE, LONG = 30, 2_800, 28_000
ROUNDS = {SHORT: 9, MIDDLE: 5, LONG: 2}
OUTPUTS = ("openapi-v3", "json-schema", "json", "html-page")
HELP_AIM, CHECK_AIM = 8.0, 12.0  # times of a Python process that does nothing
# Times of ytt, to OpenAPI; its memory with the most lines; and how much longer ten times the lines take.
TIME_AIMS, MEMORY_AIM, GROWTH_AIM = {MIDDLE: 1.2, LONG: 0.5}, 0.5, 11.0
_ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
_YSCHEMA = str(Path(sys.executable).with_name("yschema"))


def main(report: Report) -> None:
    """Print the results for processes."""
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for length in ROUNDS:
            files[length] = str(Path(folder, f"{length}.yaml"))
            Path(files[length]).write_text(schema(length), encoding="utf-8")
        _start(report, files[SHORT])
        _outputs(report, files)
        _inputs(report, Path(folder))


def _start(report: Report, file: str) -> None:
    runs = _in_turn(
        {
            "pass": [sys.executable, "-c", "pass"],
            "yschema --help": [_YSCHEMA, "--help"],
            "check": [_YSCHEMA, "-f", file],
        },
        ROUNDS[SHORT],
    )
    aims = {"yschema --help": HELP_AIM, "check": CHECK_AIM}
    least = runs["pass"][0]
    rows: list[list[object]] = [
        [
            name,
            f"{seconds * 1e3:.0f} ms",
            Verdict(seconds / least, aims[name], "{:.1f}") if name in aims else "",
        ]
        for name, (seconds, _) in runs.items()
    ]
    report.table(f"Starting, and checking {SHORT} lines", ("", "time", "times of `python -c pass`"), rows)


def _outputs(report: Report, files: Mapping[int, str]) -> None:
    ytt = shutil.which("ytt")
    times: dict[int, float] = {}
    rows: list[list[object]] = []
    for length in (MIDDLE, LONG):
        inspect = ["-f", files[length], "--data-values-schema-inspect", "-o"]
        commands = {output: [_YSCHEMA, *inspect, output] for output in OUTPUTS}
        if ytt:
            commands["ytt"] = [ytt, *inspect, "openapi-v3"]
        runs = _in_turn(commands, ROUNDS[length])
        times[length] = runs["openapi-v3"][0]
        rows += [
            [f"{length:,} lines, {name}", f"{seconds:.2f} s", f"{memory / 2**20:.0f} MiB"]
            for name, (seconds, memory) in runs.items()
        ]
        if ytt:
            (ours, memory), (theirs, space) = runs["openapi-v3"], runs["ytt"]
            rows.append(
                [
                    f"{length:,} lines, openapi-v3 / ytt",
                    Verdict(ours / theirs, TIME_AIMS[length], "{:.2f}"),
                    _memory(memory / space, length),
                ]
            )
    report.table("Inspecting a schema", ("", "time", "memory"), rows)
    growth = Verdict(times[LONG] / times[MIDDLE], GROWTH_AIM, "{:.1f}")
    report.line("time of ten times the lines to OpenAPI", growth)
    if not ytt:
        report.leave_out("the comparison with ytt", "ytt is not on the PATH")


def _memory(ratio: float, length: int) -> str | Verdict:
    """Return a ratio of memory, which has a target for many lines only: Python itself takes 10 MiB."""
    return Verdict(ratio, MEMORY_AIM, "{:.2f}") if length == LONG else f"{ratio:.2f}"


def _inputs(report: Report, folder: Path) -> None:
    """Print the results for the other schema languages."""
    rows: list[list[object]] = []
    times: dict[tuple[str, int], float] = {}
    for length in (MIDDLE, LONG):
        commands = {
            "chart": [_YSCHEMA, "-f", _write_chart(folder, length), "--schema-inspect", "-o", "json"],
            "JSON Schema": [
                _YSCHEMA,
                "-f",
                _write_json_schema(folder, length),
                "--schema-inspect",
                "-o",
                "json",
            ],
        }
        for name, (seconds, memory) in _in_turn(commands, ROUNDS[length]).items():
            times[name, length] = seconds
            growth: str | Verdict = ""
            if length == LONG:
                growth = Verdict(seconds / times[name, MIDDLE], GROWTH_AIM, "{:.1f}")
            rows.append(
                [f"{length:,} lines, {name}", f"{seconds:.2f} s", f"{memory / 2**20:.0f} MiB", growth]
            )
    report.table("Inspecting charts and JSON Schemas", ("", "time", "memory", "growth"), rows)


def _write_chart(folder: Path, lines: int) -> str:
    place = folder / f"chart-{lines}"
    place.mkdir()
    for name, text in chart(lines).items():
        (place / name).write_text(text, encoding="utf-8")
    return str(place)


def _write_json_schema(folder: Path, lines: int) -> str:
    path = folder / f"{lines}.schema.json"
    path.write_text(json_schema(lines), encoding="utf-8")
    return str(path)


def _in_turn(commands: Mapping[str, Sequence[str]], rounds: int) -> dict[str, tuple[float, int]]:
    """Return the shortest time in seconds and the peak memory in bytes of each command, run in turn."""
    for command in commands.values():
        run(command, _ENVIRONMENT)  # which writes the byte code of modules that it is the first to import
    runs = [{name: run(command, _ENVIRONMENT) for name, command in commands.items()} for _ in range(rounds)]
    return {
        name: (min(each[name].seconds for each in runs), min(each[name].memory for each in runs))
        for name in commands
    }


if __name__ == "__main__":
    main(Report())

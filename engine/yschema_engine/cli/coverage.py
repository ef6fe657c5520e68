"""`yschema coverage`: report how much of a schema is documented."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO

from yschema_engine.arguments.documentation import CoverageArguments
from yschema_engine.cli.input_files import input_files
from yschema_engine.cli.streams import Streams
from yschema_engine.docs.accepted_findings import Suppressions, in_file
from yschema_engine.docs.coverage import Coverage, Part, coverage
from yschema_engine.read.readers import declared, load_resources
from yschema_engine.schema.fields import Field
from yschema_engine.show.markdown_text import Md, cell, code, md
from yschema_engine.text.findings import Finding, finding, usage_code
from yschema_engine.text.phrases import phrase
from yschema_engine.text.printable import joined, printable

COVERAGE_TOO_LOW = usage_code(
    "coverage-too-low",
    "the documentation coverage is too low",
    found="{documented} of {total} fields, {percent} %",
    expected="at least {minimum} %",
)

_COLUMNS = ("fields", "documented", "%", "titles", "examples")
_EMPTY = '""'  # a key may be that


def run_coverage(arguments: CoverageArguments, streams: Streams) -> bool:
    """Measure and print the coverage, and return whether it is high enough.

    Raises:
        EngineError: the schema is not valid.
        UsageError: a file cannot be read, or there is no schema.
    """
    covered, warnings = measure(arguments, streams.stdin)
    streams.report(warnings)
    streams.write(coverage_text(covered, arguments))
    problem = too_little(covered, arguments)
    streams.report([problem] if problem else [])
    return problem is None


def measure(arguments: CoverageArguments, stdin: BinaryIO) -> tuple[Coverage, list[Finding]]:
    """Return the documentation coverage of a schema, and the findings about the comments in it.

    Raises:
        EngineError: the schema is invalid.
        UsageError: a file cannot be read, or there is no schema.
    """
    files = input_files(arguments, stdin)
    schema = declared(load_resources(files, arguments.load))
    comments = [in_file(file) for file in files]
    suppressions = Suppressions(each for of_file in comments for each in of_file.suppressions)
    covered = coverage(schema, suppressions)
    warnings = [warning for warning in schema.findings if warning.kind is None]
    misunderstood = [problem for of_file in comments for problem in of_file.findings]
    return covered, [*warnings, *misunderstood, *suppressions.unused(["undocumented"])]


def too_little(covered: Coverage, arguments: CoverageArguments) -> Finding | None:
    """Return an error if less is documented than the arguments ask for."""
    total, percent = covered.total, arguments.fail_under
    if percent is None or total.reaches(percent):
        return None
    return finding(
        COVERAGE_TOO_LOW,
        documented=total.documented,
        total=total.fields,
        percent=f"{total.percent:g}",
        minimum=f"{percent:g}",
        hint=None if arguments.missing else phrase("--missing lists what has no description"),
    )


def coverage_text(covered: Coverage, arguments: CoverageArguments) -> str:
    """Return the result as text, as JSON or as Markdown."""
    if arguments.output == "json":
        return json.dumps(_plain(covered), ensure_ascii=False, indent=2) + "\n"
    lines = _markdown if arguments.output == "markdown" else _text
    return "".join(f"{line}\n" for line in lines(covered, missing=arguments.missing))


def _text(covered: Coverage, *, missing: bool) -> Iterator[str]:
    rows = [("field", *_COLUMNS), *_rows(covered)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for name, *numbers in rows:
        right = (number.rjust(width) for number, width in zip(numbers, widths[1:], strict=True))
        yield "  ".join([name.ljust(widths[0]), *right])
    if covered.total.accepted:
        yield ""
        yield _accepted(covered.total)
    if missing and covered.missing:
        yield ""
        yield "without a description:"
        yield from (f"  {place}: {', '.join(paths)}" for place, paths in _missing(covered.missing))


def _markdown(covered: Coverage, *, missing: bool) -> Iterator[Md]:
    yield Md(f"| Field | {' | '.join(column.capitalize() for column in _COLUMNS)} |")
    yield Md(f"|---|{'--:|' * len(_COLUMNS)}")
    *parts, total = _rows(covered)
    for name, *numbers in parts:
        yield md("| {} | {} |", cell(code(name)), Md(" | ".join(numbers)))
    yield Md(f"| **total** | {' | '.join(total[1:])} |")
    if covered.total.accepted:
        yield Md("")
        yield Md(f"{_accepted(covered.total)}.")
    if missing and covered.missing:
        yield Md("\nWithout a description:\n")
        for place, paths in _missing(covered.missing):
            yield md("- {}: {}", code(place), Md(", ".join(map(code, paths))))


def _rows(covered: Coverage) -> Iterator[tuple[str, ...]]:
    for part in (*covered.parts, covered.total):
        name = "total" if part is covered.total else _shown(part.name)
        percent = f"{part.percent:g}" if part.fields else "-"
        yield (name, *map(str, (part.fields, part.documented, percent, part.titles, part.examples)))


def _accepted(total: Part) -> str:
    if total.accepted == 1:
        return "1 more field is accepted without a description"
    return f"{total.accepted} more fields are accepted without a description"


def _missing(fields: Iterable[Field]) -> list[tuple[str, Sequence[str]]]:
    """Return the paths by line; a fragment may be used in several places."""
    by_line: dict[str, list[str]] = {}
    for field in fields:
        by_line.setdefault(_shown(str(field.span)), []).append(_shown(str(field.path)))
    return list(by_line.items())


def _shown(text: str) -> str:
    return joined([printable(text)]) or _EMPTY


def _plain(covered: Coverage) -> dict[str, Any]:
    missing = [{"path": str(f.path), "file": f.span.file, "line": f.span.line} for f in covered.missing]
    parts = [{"name": part.name, **_numbers(part)} for part in covered.parts]
    return {**_numbers(covered.total), "parts": parts, "missing": missing}


def _numbers(part: Part) -> dict[str, Any]:
    names = ("fields", "documented", "percent", "titles", "examples", "accepted")
    return {name: getattr(part, name) for name in names}

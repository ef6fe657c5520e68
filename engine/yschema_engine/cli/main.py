"""`yschema`: from arguments and streams to an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import BinaryIO, TextIO

from yschema_engine.cli.arguments import Arguments, CoverageArguments, parse
from yschema_engine.cli.coverage import coverage_text, measure, too_little
from yschema_engine.cli.output import NAME, schema_text, value_text
from yschema_engine.frontends.ytt.files.inputs import File, find_files
from yschema_engine.frontends.ytt.files.load import LoadOptions, Schema, load_schema
from yschema_engine.lint.documentation import review
from yschema_engine.lint.policy import FindingCollector, Level
from yschema_engine.lint.suppressions import in_file
from yschema_engine.model.findings import EngineError, Finding, Kind, UsageError
from yschema_engine.nodes import Map
from yschema_engine.outputs.findings.render import ErrorFormat, draw
from yschema_engine.outputs.findings.repository import in_repository
from yschema_engine.reference import build_reference
from yschema_engine.values.check import Checked, check_values, values_documents
from yschema_engine.values.sources import overlays

VALID, VIOLATIONS, UNUSABLE = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run with the process's own arguments and streams, and return the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")
    try:
        return start(sys.argv[1:] if argv is None else argv, sys.stdin.buffer, sys.stdout, sys.stderr)
    except BrokenPipeError:
        sys.stderr.close()  # the reader has gone; nobody wants to hear more
        return VALID


def start(argv: Sequence[str], stdin: BinaryIO, stdout: TextIO, stderr: TextIO) -> int:
    """Run with the given arguments and streams, and return the exit status.

    Raises:
        SystemExit: after `--help` and `--version`.
    """
    try:
        arguments = parse(argv)
    except UsageError as e:
        stderr.write(draw(e.findings, colour=_shows_colour(stderr)))
        return UNUSABLE
    if isinstance(arguments, CoverageArguments):
        return run_coverage(arguments, stdin, stdout, stderr)
    return run(arguments, stdin, stdout, stderr)


def _shows_colour(stream: TextIO) -> bool:
    """Whether to use colours: on a terminal, unless NO_COLOR is set (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _sayer(stderr: TextIO, error_format: ErrorFormat) -> Callable[[Iterable[Finding]], object]:
    def say(findings: Iterable[Finding]) -> None:
        colour = _shows_colour(stderr)
        stderr.write(draw(findings, error_format, colour=colour, place=in_repository))

    return say


def run(arguments: Arguments, stdin: BinaryIO, stdout: TextIO, stderr: TextIO) -> int:
    """Do what the arguments say, and return the exit status."""

    say = _sayer(stderr, arguments.error_format)
    try:
        files = [file for argument in arguments.files for file in find_files(argument, stdin)]
        schema = load_schema(files, _load_options(arguments))
        checked = None if arguments.inspect == "schema" else _check(schema, files, arguments, stdin)
        findings = _findings(schema, files, checked, arguments)
        say(findings)
        if any(finding.severity == "error" for finding in findings):
            return VIOLATIONS
        if arguments.inspect == "schema":
            return _print(schema_text(schema, arguments), stdout)
        if checked is None or arguments.inspect is None:
            return VALID
        empty = Map([], schema.root.span)
        return _print(value_text(empty if checked.value is None else checked.value, arguments), stdout)
    except UsageError as e:
        say(e.findings)
        return UNUSABLE
    except EngineError as e:
        say(e.findings)
        return VIOLATIONS


def _load_options(arguments: Arguments) -> LoadOptions:
    return LoadOptions(
        arguments.strict,
        arguments.ignore_unknown_comments,
        arguments.limits,
        portability=arguments.levels["portability"] != "off",
    )


def _check(schema: Schema, files: Sequence[File], arguments: Arguments, stdin: BinaryIO) -> Checked | None:
    """Merge and check the values that the arguments give; None if they give none and ask for none."""
    given = values_documents(files, _load_options(arguments))
    others = overlays(arguments.sources, os.environ, stdin, strict=arguments.strict)
    documents = [*given.documents, *others]
    if not documents and not arguments.sources and arguments.inspect is None:
        return None
    return check_values(schema, documents, given.modules, rules=arguments.validate)


def _findings(
    schema: Schema, files: Sequence[File], checked: Checked | None, arguments: Arguments
) -> list[Finding]:
    """Return what is wrong with the schema and the values, as far as it counts."""
    is_used = checked is not None or arguments.inspect == "schema"
    collector = FindingCollector(_levels_in_use(arguments.levels) if is_used else arguments.levels)
    for file in files:
        collector.suppress(in_file(file))
    collector.add(schema.warnings + schema.not_portable + schema.wrong_examples)
    if any(kind in collector.looked_for for kind in ("undocumented", "titles", "deprecated")):
        collector.add(review(build_reference(schema, NAME)))
    collector.add(checked.findings if checked else ())
    collector.add_unused_suppressions()
    return _without_repeated(collector.subjects())


def _levels_in_use(levels: Mapping[Kind, Level]) -> Mapping[Kind, Level]:
    """Return the levels for a schema that is used: its examples do not keep anyone from using it."""
    return {**levels, "examples": "warning"} if levels["examples"] == "error" else levels


def _without_repeated(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings without warnings about a broken rule that is also reported as an error."""
    everything = list(findings)
    errors = {_broken_rule(finding) for finding in everything if finding.severity == "error"}
    return [
        finding
        for finding in everything
        if finding.severity == "error" or "rule" not in finding.params or _broken_rule(finding) not in errors
    ]


def _broken_rule(finding: Finding) -> tuple[object, ...]:
    return finding.span, finding.path, finding.params.get("rule")


def run_coverage(arguments: CoverageArguments, stdin: BinaryIO, stdout: TextIO, stderr: TextIO) -> int:
    """Do what the arguments of `yschema coverage` say, and return the exit status."""

    say = _sayer(stderr, arguments.error_format)
    try:
        covered, warnings = measure(arguments, stdin)
    except UsageError as e:
        say(e.findings)
        return UNUSABLE
    except EngineError as e:
        say(e.findings)
        return VIOLATIONS
    say(warnings)
    _print(coverage_text(covered, arguments), stdout)
    problem = too_little(covered, arguments)
    say([problem] if problem else [])
    return VIOLATIONS if problem else VALID


def _print(text: str, stdout: TextIO) -> int:
    stdout.write(text)
    stdout.flush()
    return VALID


if __name__ == "__main__":
    sys.exit(main())

"""`yschema`: from arguments and streams to an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import BinaryIO, TextIO

from yschema_engine.cli.arguments import Arguments, CoverageArguments, parse
from yschema_engine.cli.coverage import coverage_text, measure, too_little
from yschema_engine.cli.output import schema_text, value_text
from yschema_engine.frontends.ytt.files.inputs import File, find_files
from yschema_engine.frontends.ytt.files.load import LoadOptions, Schema, load_schema
from yschema_engine.lint.suppressions import without_accepted
from yschema_engine.model.findings import EngineError, Finding, Kind, UsageError
from yschema_engine.nodes import Map
from yschema_engine.outputs.findings.render import ErrorFormat, draw
from yschema_engine.outputs.findings.repository import in_repository
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
        options = LoadOptions(
            arguments.strict, arguments.ignore_unknown_comments, arguments.limits, arguments.dialect
        )
        schema = without_accepted(load_schema(files, options), files, _looked_for(options))
        if any(d.severity == "error" for d in schema.not_portable):
            say(schema.not_portable)
            return VIOLATIONS
        if arguments.inspect == "schema":
            # A schema is shown for what it is, even where its examples are wrong.
            say(schema.warnings + schema.not_portable + _as_warnings(schema.wrong_examples))
            return _print(schema_text(schema, arguments), stdout)
        checked = _check(schema, files, options, arguments, stdin)
        examples = schema.wrong_examples if checked is None else _as_warnings(schema.wrong_examples)
        if checked is None and arguments.inspect == "values":
            checked = check_values(schema, (), rules=arguments.validate)
        found = _once(
            schema.warnings + schema.not_portable + examples + (checked.findings if checked else ())
        )
        say(found)
        if any(d.severity == "error" for d in found):
            return VIOLATIONS
        if checked is None or arguments.inspect is None:
            return VALID
        # Data values that are null are none.
        nothing = Map([], schema.declaration.span)
        value = nothing if checked.value is None else checked.value
        return _print(value_text(value, arguments), stdout)
    except UsageError as e:
        say(e.findings)
        return UNUSABLE
    except EngineError as e:
        say(e.findings)
        return VIOLATIONS


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


def _looked_for(options: LoadOptions) -> tuple[Kind, ...]:
    """The kinds of findings that checking a schema looks for."""
    return ("examples", "defaults", "portability") if options.dialect == "ytt" else ("examples", "defaults")


def _check(
    schema: Schema, files: Sequence[File], options: LoadOptions, arguments: Arguments, stdin: BinaryIO
) -> Checked | None:
    """The data values that are given, merged and checked; None where none are."""
    given = values_documents(files, options)
    others = overlays(arguments.sources, os.environ, stdin, strict=arguments.strict)
    documents = [*given.documents, *others]
    if not documents and not arguments.sources:
        return None
    return check_values(schema, documents, given.modules, rules=arguments.validate)


def _once(findings: Iterable[Finding]) -> list[Finding]:
    """The findings without warnings of a value that breaks a rule where the same is an error."""
    found = list(findings)
    errors = {(d.at, d.path, d.rule) for d in found if d.severity == "error" and d.rule}
    return [d for d in found if d.severity == "error" or (d.at, d.path, d.rule) not in errors]


def _as_warnings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(replace(d, severity="warning") for d in findings)


def _print(text: str, stdout: TextIO) -> int:
    stdout.write(text)
    stdout.flush()
    return VALID


if __name__ == "__main__":
    sys.exit(main())

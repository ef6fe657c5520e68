"""`yschema`: from arguments and streams to an exit status."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import BinaryIO, TextIO

from yschema_engine.cli.arguments import Arguments, parse
from yschema_engine.diagnostics import Diagnostic, EngineError, UsageError
from yschema_engine.export.inspect import inspect
from yschema_engine.export.openapi import openapi
from yschema_engine.nodes import Map, Value, to_json, to_yaml
from yschema_engine.report import draw
from yschema_engine.workspace import LoadOptions, Schema, find_files, load_schema

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
        stderr.write(draw(e.diagnostics))
        return UNUSABLE
    return run(arguments, stdin, stdout, stderr)


def run(arguments: Arguments, stdin: BinaryIO, stdout: TextIO, stderr: TextIO) -> int:
    """Do what the arguments say, and return the exit status."""

    def say(diagnostics: Iterable[Diagnostic]) -> None:
        stderr.write(draw(diagnostics, arguments.error_format))

    try:
        files = [file for argument in arguments.files for file in find_files(argument, stdin)]
        options = LoadOptions(arguments.strict, arguments.ignore_unknown_comments, arguments.limits)
        schema = load_schema(files, options)
        text = _result(schema, arguments)
    except UsageError as e:
        say(e.diagnostics)
        return UNUSABLE
    except EngineError as e:
        say(e.diagnostics)
        return VIOLATIONS
    say(schema.warnings)
    # A schema is shown for what it is; otherwise its examples have to be right.
    shows_schema = arguments.inspect == "schema"
    say(replace(d, severity="warning") if shows_schema else d for d in schema.wrong_examples)
    if schema.wrong_examples and not shows_schema:
        return VIOLATIONS
    stdout.write(text)
    stdout.flush()
    return VALID


def _result(schema: Schema, arguments: Arguments) -> str:
    if arguments.inspect is None:
        return ""
    value = _value(schema, arguments)
    if "json" not in arguments.outputs:
        return to_yaml(value)
    try:
        return to_json(value)
    except ValueError:
        raise UsageError(
            "this cannot be shown as JSON",
            found="an infinite number, or one that is not a number (.nan)",
            expected="finite numbers",
            hint="use -o yaml",
        ) from None


def _value(schema: Schema, arguments: Arguments) -> Value:
    if arguments.inspect == "values":
        if schema.values_files:
            raise UsageError(
                "data values documents are not merged by this version",
                found=", ".join(schema.values_files),
                hint="leave these files out to see the defaults",
            )
        value = schema.default
        if arguments.validate and (violations := list(schema.violations(value))):
            raise EngineError(violations)
        # Data values that are null are none.
        return value if value is not None else Map([], schema.declaration.position)
    return openapi(schema.declaration) if "openapi-v3" in arguments.outputs else inspect(schema.declaration)


if __name__ == "__main__":
    sys.exit(main())

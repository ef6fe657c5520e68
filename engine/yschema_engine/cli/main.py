"""`yschema`: from arguments and streams to an exit status."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import BinaryIO, TextIO

from yschema_engine.arguments import parse
from yschema_engine.arguments.coverage import CoverageArguments
from yschema_engine.cli.check import run_check
from yschema_engine.cli.streams import Streams
from yschema_engine.cli.supervised import supervise
from yschema_engine.model.findings import EngineError, Finding, UsageError

VALID, VIOLATIONS, UNUSABLE = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run in a child process, by default with the arguments of this one; return the exit status."""
    arguments = sys.argv[1:] if argv is None else argv
    return supervise(
        lambda: _run(arguments),
        lambda: parse(arguments).load.limits,
        lambda finding: _report(finding, arguments),
    )


def _run(argv: Sequence[str]) -> int:
    """Run with the streams of the process, and return the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")
    try:
        return start(argv, sys.stdin.buffer, sys.stdout, sys.stderr)
    except BrokenPipeError:
        sys.stderr.close()  # the program that read the output has ended
        return VALID


def _report(finding: Finding, argv: Sequence[str]) -> int:
    """Report that code has ended the child process, which means that the arguments are valid."""
    Streams(sys.stdin.buffer, sys.stdout, sys.stderr, parse(argv).error_format).report([finding])
    return VIOLATIONS


def start(argv: Sequence[str], stdin: BinaryIO, stdout: TextIO, stderr: TextIO) -> int:
    """Run in this process with arguments and streams, and return the exit status.

    Raises:
        SystemExit: after `--help` and `--version`.
    """
    streams = Streams(stdin, stdout, stderr)
    try:
        arguments = parse(argv)
        streams = replace(streams, error_format=arguments.error_format)
        if isinstance(arguments, CoverageArguments):
            from yschema_engine.cli.coverage import run_coverage  # noqa: PLC0415  few runs need it

            is_valid = run_coverage(arguments, streams)
        else:
            is_valid = run_check(arguments, streams)
    except UsageError as e:
        streams.report(e.findings)
        return UNUSABLE
    except EngineError as e:
        streams.report(e.findings)
        return VIOLATIONS
    return VALID if is_valid else VIOLATIONS


if __name__ == "__main__":
    sys.exit(main())

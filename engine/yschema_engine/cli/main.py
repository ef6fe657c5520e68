"""`yschema`: from arguments and streams to an exit status."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, BinaryIO, TextIO

from yschema_engine.arguments import parse, subcommand
from yschema_engine.cli.process_streams import flush_streams, open_streams
from yschema_engine.cli.streams import Streams
from yschema_engine.cli.supervised import supervise
from yschema_engine.model.findings import EngineError, Finding, UsageError

if TYPE_CHECKING:
    from yschema_engine.arguments import Arguments

VALID, VIOLATIONS, UNUSABLE = 0, 1, 2
_INTERRUPTED, _ENDED_BY_PIPE = 130, 141  # as shells report processes that SIGINT and SIGPIPE have ended


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
    try:
        status = start(argv, *open_streams())
    except BrokenPipeError:  # the program that read the output has ended
        status = _ENDED_BY_PIPE
    except KeyboardInterrupt:
        status = _INTERRUPTED
    except SystemExit as e:  # after --help and --version
        status = e.code if isinstance(e.code, int) else VALID
    return status if flush_streams() else status or UNUSABLE


def _report(finding: Finding, argv: Sequence[str]) -> int:
    """Report that code has ended the child process, which means that the arguments are valid."""
    streams = Streams(*open_streams(), parse(argv).errors)
    streams.report([finding])
    return VIOLATIONS if streams.finish() else UNUSABLE


def start(argv: Sequence[str], stdin: BinaryIO, stdout: TextIO, stderr: TextIO) -> int:
    """Run in this process with arguments and streams, and return the exit status.

    Raises:
        SystemExit: after `--help` and `--version`.
    """
    try:
        arguments = parse(argv)
    except UsageError as e:
        Streams(stdin, stdout, stderr).report(e.findings)
        return UNUSABLE
    streams = Streams(stdin, stdout, stderr, arguments.errors)
    status = _status(subcommand(argv), arguments, streams)
    return status if streams.finish() else UNUSABLE


def _status(name: str, arguments: Arguments, streams: Streams) -> int:
    """Run a subcommand, whose module is imported for its calls only."""
    try:
        run = getattr(import_module(f"yschema_engine.cli.{name}"), f"run_{name}")
        return VALID if run(arguments, streams) else VIOLATIONS
    except UsageError as e:
        streams.report(e.findings)
        return UNUSABLE
    except EngineError as e:
        streams.report(e.findings)
        return VIOLATIONS


if __name__ == "__main__":
    sys.exit(main())

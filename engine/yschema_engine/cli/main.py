"""The run of a command, from arguments and streams to an exit status."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import BinaryIO, TextIO

from yschema_engine.arguments import CHECK, parse, subcommand
from yschema_engine.arguments.request import Request, error_output
from yschema_engine.cli.streams import Streams, flush_streams, open_streams
from yschema_engine.evaluate import jail
from yschema_engine.evaluate.limits import ChildGuard, current_guard, guarded_by
from yschema_engine.evaluate.processes import Record
from yschema_engine.schema.functions import Functions, having
from yschema_engine.text.findings import EngineError, UsageError

# The modules of subcommands that do not have one of their name.
_MODULES: Mapping[str, str] = {
    **dict.fromkeys(("assets", "serve"), "site"),
    **dict.fromkeys(("draft", "explain"), "schema"),
}
_PRINTING = (CHECK, "coverage", "explain")  # these write only to standard output, and start no program
VALID, VIOLATIONS, UNUSABLE = 0, 1, 2
_INTERRUPTED, _ENDED_BY_PIPE = 130, 141  # as shells report processes that SIGINT and SIGPIPE have ended


def run(record: Record | None) -> int:
    """Run with the arguments and the streams of the process, and return the exit status.

    Args:
        record: takes the name of the file whose code runs, for the parent process; None without a parent.
    """
    try:
        with guarded_by(ChildGuard(record or Record(), jail.enter)), having(Functions()):
            status = start(sys.argv[1:], *open_streams())
    except BrokenPipeError:  # the program that read the output has ended
        status = _ENDED_BY_PIPE
    except KeyboardInterrupt:
        status = _INTERRUPTED
    except SystemExit as e:  # after --help and --version
        status = e.code if isinstance(e.code, int) else VALID
    return status if flush_streams() else status or UNUSABLE


def report_death(status: int, record: Record) -> int | None:
    """Report that code has ended the child process, and return the exit status; None if it was not code.

    Args:
        status: the negative number of the signal.
        record: names the file whose code ran last.
    """
    from yschema_engine.evaluate.evaluator import death_of  # noqa: PLC0415  code rarely ends a process

    if not record.name:
        return None
    arguments = parse(sys.argv[1:])  # which are valid: code has run
    death = death_of(status, record, arguments.load.limits)
    if death is None:
        return None
    streams = Streams(*open_streams(), arguments.errors)
    streams.report([death])
    return VIOLATIONS if streams.finish() else UNUSABLE


def start(argv: Sequence[str], stdin: BinaryIO, stdout: TextIO, stderr: TextIO) -> int:
    """Run in this process with arguments and streams, and return the exit status.

    Raises:
        SystemExit: after `--help` and `--version`.
    """
    try:
        arguments = parse(argv)
    except UsageError as e:
        streams = Streams(stdin, stdout, stderr, error_output(argv))
        streams.report(e.findings)
        streams.finish()
        return UNUSABLE
    streams = Streams(stdin, stdout, stderr, arguments.errors)
    name = subcommand(argv)
    if name in _PRINTING and arguments.errors.error_file is None:
        current_guard().write_no_files()
    status = _status(name, arguments, streams)
    return status if streams.finish() else UNUSABLE


def _status(name: str, arguments: Request, streams: Streams) -> int:
    """Run a subcommand, whose module is imported for its calls only."""
    try:
        module = import_module(f"yschema_engine.cli.{_MODULES.get(name, name)}")
        run = getattr(module, f"run_{name}")
        return VALID if run(arguments, streams) else VIOLATIONS
    except UsageError as e:
        streams.report(e.findings)
        return UNUSABLE
    except EngineError as e:
        streams.report(e.findings)
        return VIOLATIONS

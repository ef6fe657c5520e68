"""`yschema completion`: print a completion script for a shell."""

from __future__ import annotations

import argparse

import shtab

from yschema_engine.arguments import CHECK, SUBCOMMANDS, command, program
from yschema_engine.arguments.site import CompletionArguments
from yschema_engine.cli.streams import Streams

_FILES = frozenset(("PATH", "FILE", "DIR"))
"""What help calls the files that an option takes."""


def run_completion(arguments: CompletionArguments, streams: Streams) -> bool:
    """Show the script.

    Raises:
        UsageError: it cannot be written.
    """
    streams.write(f"{shtab.complete(_whole_parser(), arguments.shell)}\n")
    return True


def _whole_parser() -> argparse.ArgumentParser:
    """Return a parser with all subcommands, which calls read one at a time."""
    parser = _parser(CHECK)
    subcommands = parser.add_subparsers(metavar="COMMAND", parser_class=argparse.ArgumentParser)
    for name in SUBCOMMANDS:
        inner = _parser(name)
        text = next(iter((inner.description or "").strip().splitlines()), name)
        copy = subcommands.add_parser(name, parents=[inner], add_help=False, help=text, description=text)
        copy.prog = inner.prog
    return parser


def _parser(name: str) -> argparse.ArgumentParser:
    """Return the parser of a subcommand, with the kinds of values that its options take."""
    parser = command(name).parser(program(name))
    for action in parser._actions:
        metavar = action.metavar if isinstance(action.metavar, str) else ""
        if "|" in metavar:
            action.choices = metavar.split("|")
        elif metavar in _FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # which shtab looks for
    return parser

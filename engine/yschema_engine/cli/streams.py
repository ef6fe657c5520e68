"""The streams of a run: results to one, findings to another."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from typing import BinaryIO, TextIO

from yschema_engine.cli.codes import UNWRITABLE_OUTPUT
from yschema_engine.deferred_classes import dataclass
from yschema_engine.model.findings import ErrorFormat, Finding, UsageError, finding
from yschema_engine.outputs.findings.render import draw, total
from yschema_engine.outputs.findings.repository import in_repository


@dataclass(frozen=True, slots=True)
class Streams:
    """The streams that a run reads and writes.

    Attributes:
        stdin: for a file called `-`.
        stdout: for results.
        stderr: for findings.
        error_format: the form of findings.
    """

    stdin: BinaryIO
    stdout: TextIO
    stderr: TextIO
    error_format: ErrorFormat = "text"

    def write(self, result: str) -> None:
        """Write a result.

        Raises:
            UsageError: it cannot be written; unless a program that reads it has ended.
        """
        try:
            self.stdout.write(result)
            self.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as e:
            raise UsageError([finding(UNWRITABLE_OUTPUT, found=e.strerror or str(e))]) from e

    def report(self, findings: Iterable[Finding]) -> None:
        """Write findings, and for people their number if there are several.

        If that is not possible, the exit status is all that reports them.
        """
        reported = list(findings)
        colour = _shows_colour(self.stderr)
        text = draw(reported, self.error_format, colour=colour, place=in_repository)
        if len(reported) > 1 and self.error_format in ("text", "concise"):
            text += f"\n{total(reported)}\n"
        with suppress(OSError):
            self.stderr.write(text)
            self.stderr.flush()


def _shows_colour(stream: TextIO) -> bool:
    """Return whether to use colours: on a terminal, unless NO_COLOR is set (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

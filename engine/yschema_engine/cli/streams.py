"""The streams of a run: results to one, findings to another."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from typing import BinaryIO, TextIO

from yschema_engine.arguments.parser import ErrorOutput
from yschema_engine.cli.codes import UNWRITABLE_OUTPUT, UNWRITABLE_REPORT
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import REPORT_FORMATS, ErrorFormat, Finding, UsageError, finding
from yschema_engine.text.phrases import Verbatim


@dataclass(frozen=True, slots=True)
class Streams:
    """The streams that a run reads and writes.

    Attributes:
        stdin: for a file called `-`.
        stdout: for results.
        stderr: for findings.
        errors: where findings go, and in which form.
    """

    stdin: BinaryIO
    stdout: TextIO
    stderr: TextIO
    errors: ErrorOutput = field(default_factory=ErrorOutput)
    _reported: list[Finding] = field(default_factory=list, init=False)

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
        """Write findings, and for people their number if there are several; keep those of a report.

        If that is not possible, the exit status is all that reports them.
        """
        reported = list(findings)
        self._reported.extend(reported)
        form: ErrorFormat = "text" if self.errors.file else self.errors.form
        if form in REPORT_FORMATS or not reported:
            return
        # A run without findings, as most are, writes none.
        from yschema_engine.show.annotations import in_repository  # noqa: PLC0415
        from yschema_engine.show.findings import draw, total  # noqa: PLC0415

        text = draw(reported, form, colour=_shows_colour(self.stderr), place=in_repository)
        if len(reported) > 1 and form in ("text", "concise"):
            text += f"\n{total(reported)}\n"
        self._write_error(text)

    def finish(self) -> bool:
        """Write the report on all findings, if there is one, and return whether that was possible."""
        errors = self.errors
        if errors.file is None and errors.form not in REPORT_FORMATS:
            return True
        from yschema_engine.show.annotations import in_repository  # noqa: PLC0415
        from yschema_engine.show.findings import draw  # noqa: PLC0415  as in `report`

        text = draw(self._reported, errors.form, place=in_repository)
        if errors.file is None:
            self._write_error(text)
            return True
        try:
            errors.file.write_text(text, "utf-8")
        except (OSError, ValueError) as e:
            reason = getattr(e, "strerror", None) or str(e)
            self.report([finding(UNWRITABLE_REPORT, file=Verbatim(str(errors.file)), found=reason)])
            return False
        return True

    def _write_error(self, text: str) -> None:
        with suppress(OSError):
            self.stderr.write(text)
            self.stderr.flush()


def _shows_colour(stream: TextIO) -> bool:
    """Return whether to use colours: on a terminal, unless NO_COLOR is set (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

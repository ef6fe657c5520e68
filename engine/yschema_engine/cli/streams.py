"""The output streams of a run: one for results, one for findings; either may be closed or broken."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import BinaryIO, NoReturn, TextIO, cast

from yschema_engine.arguments.request import ErrorOutput
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import (
    REPORT_FORMATS,
    ErrorFormat,
    Finding,
    UsageError,
    finding,
    for_people,
    limited,
    usage_code,
    usage_warning,
)
from yschema_engine.text.phrases import ENGLISH, Phrase, Verbatim
from yschema_engine.text.printable import Printable, filled, printable

MIGRATION_OF_SEVERAL = usage_code(
    "migration-of-several",
    "`--migrate` rewrites one file",
    expected="one file with data values",
    hint="name a file with --data-values-file, not its folder",
)
STRICT_IGNORES_WARNINGS = usage_warning(
    "strict-ignores-warnings",
    "with `--strict`, as in ytt, ambiguous scalars are errors, but warnings do not fail the run",
    hint="to fail on warnings, add `--fail-on warning`",
)
UNWRITABLE_OUTPUT = usage_code(
    "unwritable-output",
    "cannot write to standard output",
    hint="check where the output goes, and how much space is left",
)
UNWRITABLE_REPORT = usage_code(
    "unwritable-report",
    "cannot write the findings to {file}",
    hint="check the path and the free space",
)
NOT_JSON = usage_code(
    "not-json",
    "JSON cannot represent this result",
    found="an infinite number, or one that is not a number (.nan)",
    expected="finite numbers",
    hint="use -o yaml",
)
UNKNOWN_LANGUAGE = usage_code(
    "unknown-language", "labels are not available in the language {language}", expected="one of {known}"
)
TABLE_OUTDATED = usage_code(
    "table-outdated", "the table of fields is not up to date", hint="run the command without `--check`"
)
NO_PLACE_FOR_TABLE = usage_code(
    "table-without-place",
    "{file} has no marks for a table",
    hint="add these two lines, not in a code block, where the table goes",
)
UNPAIRED_MARK = usage_code(
    "table-mark-unpaired",
    "this mark of a table has no counterpart",
    expected="`<!-- yschema:begin -->` before each `<!-- yschema:end -->`",
)
FORM_OF_CHARTS = usage_code(
    "table-form-of-charts",
    "helm-docs writes tables for charts only",
    hint="leave out `--form helm-docs`",
)
NO_CHARTS = usage_code("no-charts", "{folder} contains no charts", expected="folders with `Chart.yaml`")
CHARTS_SKIPPED = usage_warning("charts-skipped", "skipped charts without marks for a table in `README.md`")
SCHEMA_OUTDATED = usage_code(
    "schema-outdated",
    "the schema of the chart is not up to date",
    hint="run `yschema schema {chart} --write`",
)
SCHEMA_BY_HAND = usage_code(
    "schema-by-hand",
    "this schema was not written by `yschema schema`, which would replace it",
    hint="write its rules into comments of `values.yaml`, and delete the file",
)
NO_SITE_CONFIG = usage_code(
    "no-site-configuration",
    "this folder contains no configuration",
    hint="name it with `--config`, or the files of a schema with `-f`",
)
OUT_NOT_A_FOLDER = usage_code(
    "out-not-a-folder", "{file} is a file", expected="a folder, or no file of this name"
)
OUT_INSIDE_DOCS = usage_code(
    "out-inside-docs",
    "{file} is a folder inside the folder of pages",
    expected="the folder of pages itself, or one outside of it",
    hint="pages are written to the paths that `page` names in the folder of pages",
)


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
            raise UsageError.of(UNWRITABLE_OUTPUT, found=e.strerror or str(e)) from e

    def report(self, findings: Iterable[Finding]) -> None:
        """Write findings, and for people their number if there are several; keep those of a report.

        If that is not possible, the exit status is all that reports them.
        """
        reported = list(findings)
        self._reported.extend(reported)
        form: ErrorFormat = "text" if self.errors.error_file else self.errors.error_format
        if form in REPORT_FORMATS or not reported:
            return
        from yschema_engine.show.findings import draw, total  # noqa: PLC0415  most runs have no findings

        reported = for_people(reported) if form == "text" else reported
        seen = limited(reported, self.errors.max_findings)
        text = draw(seen, form, colour=_shows_colour(self.stderr))
        if len(reported) > 1 and form in ("text", "concise"):
            text = filled("{}\n{}\n", text, total(reported))
        self._write_error(text)

    def note(self, text: Phrase) -> None:
        """Write what is no finding and people should know."""
        if self.errors.error_format == "text":
            self._write_error(filled("{}\n", printable(ENGLISH.text(text))))

    def finish(self) -> bool:
        """Write the report on all findings, if there is one, and return whether that was possible."""
        errors = self.errors
        if errors.error_file is None and errors.error_format not in REPORT_FORMATS:
            return True
        from yschema_engine.show.findings import draw  # noqa: PLC0415  most runs have no report
        from yschema_engine.site.output_folder import write_report  # noqa: PLC0415  as above

        text = draw(limited(self._reported, errors.max_findings), errors.error_format)
        if errors.error_file is None:
            self._write_error(text)
            return True
        try:
            write_report(errors.error_file, text)
        except UsageError as e:
            self.report(e.findings)
            return False
        except (OSError, ValueError) as e:
            reason = getattr(e, "strerror", None) or str(e)
            self.report([finding(UNWRITABLE_REPORT, file=Verbatim(str(errors.error_file)), found=reason)])
            return False
        return True

    def _write_error(self, text: Printable) -> None:
        with suppress(OSError):
            self.stderr.write(text)
            self.stderr.flush()


def _shows_colour(stream: TextIO) -> bool:
    """Return whether to use colours: on a terminal, unless NO_COLOR is set (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def open_streams() -> tuple[BinaryIO, TextIO, TextIO]:
    """Return standard input, output and error; a closed one fails when it is used, and errors go nowhere."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  open until the end
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    stdin = cast("BinaryIO", _InputOnce(sys.stdin.buffer if sys.stdin else None))
    stdout = cast("TextIO", _ClosedOutput()) if sys.stdout is None else sys.stdout
    return stdin, stdout, sys.stderr


def flush_streams() -> bool:
    """Write what is left, and return whether that is possible; then the interpreter need not try again."""
    results = [_flush(stream) for stream in (sys.stdout, sys.stderr) if stream is not None]
    return all(results)


def _flush(stream: TextIO) -> bool:
    try:
        stream.flush()
    except OSError:
        with suppress(OSError):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, stream.fileno())
            os.close(null)
        return False
    except ValueError:  # it has been closed
        return False
    return True


class _InputOnce(io.RawIOBase):
    """Standard input, which only one argument can read; None if it is closed."""

    def __init__(self, stream: BinaryIO | None) -> None:
        self._stream = stream
        self._was_read = False

    def read(self, size: int = -1) -> bytes:
        if self._stream is None:
            raise OSError(errno.EBADF, "standard input is closed")
        if self._was_read:
            raise OSError(errno.EINVAL, "another argument has read standard input")
        self._was_read = True
        return self._stream.read(size)


class _ClosedOutput(io.TextIOBase):
    def write(self, text: str) -> NoReturn:
        raise OSError(errno.EBADF, "standard output is closed")

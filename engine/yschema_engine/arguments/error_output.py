"""The flags that say where findings go, and in which form."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import get_args

from yschema_engine.arguments.parser import choice
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import ErrorFormat


@dataclass(frozen=True, slots=True)
class ErrorOutput:
    """The destination and the form of findings.

    Attributes:
        form: the form in which they are written.
        file: the file to which they are written in this form, while standard error gets text; if None,
            standard error gets the form.
    """

    form: ErrorFormat = "text"
    file: Path | None = None


def add_error_output(group: argparse._ActionsContainer) -> None:
    """Add `--error-format` and `--error-file`."""
    group.add_argument(
        "--error-format",
        **choice(get_args(ErrorFormat)),
        default="text",
        help="text for people (the default), concise (one line per finding), json (one object a line),"
        " github (annotations of a pull request), or a report for other tools: sarif (code scanning),"
        " gitlab (Code Quality) or junit (test results)",
    )
    group.add_argument(
        "--error-file",
        type=Path,
        metavar="PATH",
        help="write the findings to PATH in this form, and as text to standard error",
    )


def error_output(options: argparse.Namespace) -> ErrorOutput:
    """Return the destination and the form of findings that these flags set."""
    return ErrorOutput(options.error_format, options.error_file)

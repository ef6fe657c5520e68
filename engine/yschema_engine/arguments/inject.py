"""The arguments of `yschema inject`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, get_args

from yschema_engine.arguments.error_output import ErrorOutput, add_error_output, error_output
from yschema_engine.arguments.parser import (
    Parser,
    add_inputs,
    choice,
    load_options,
)
from yschema_engine.read.inputs import FileMark
from yschema_engine.read.options import LoadOptions
from yschema_engine.text.deferred_classes import dataclass

INJECT = "inject"
TableForm = Literal["helm-docs", "readme-generator", "terraform-docs"]
"""The columns of a table, by the tool that makes one like it."""
_DESCRIPTION = """\
Keep the table of fields in a Markdown file up to date.

The table is between two lines, which you add to the file once:
  <!-- yschema:begin -->
  <!-- yschema:end -->
"""
_EPILOG = """\
examples:
  yschema inject -f charts/web charts/web/README.md
      write the table
  yschema inject -f charts/web charts/web/README.md --check
      in CI: exit with status 1 if the table is not up to date
  yschema inject -f schema.yaml docs/values.md --form terraform-docs
      a table with other columns

Exit status: 0; 1 the table is not up to date or the schema is not valid; 2 wrong usage or unreadable input.
"""


@dataclass(frozen=True, slots=True)
class InjectArguments:
    """The request of a table in a file.

    Attributes:
        files: the `-f` arguments, in order.
        target: the Markdown file.
        form: of the table.
        check: whether to report a difference instead of writing the file.
        errors: where findings go, and in which form.
        load: how to read and evaluate the files.
        file_marks: marks of input files, in order.
    """

    files: tuple[str, ...]
    target: Path
    form: TableForm
    check: bool
    errors: ErrorOutput
    load: LoadOptions
    file_marks: tuple[FileMark, ...]


def parse_inject(argv: Sequence[str]) -> InjectArguments:
    """Return the arguments that follow `inject`.

    Raises:
        UsageError: the arguments are wrong.
        SystemExit: after `--help`.
    """
    parser = build_parser()
    options = parser.parse(argv)
    return InjectArguments(
        files=parser.files(options),
        target=options.target,
        form=options.form,
        check=options.check,
        errors=error_output(options),
        load=load_options(options),
        file_marks=tuple(options.file_mark),
    )


def build_parser() -> Parser:
    """Return the parser of these arguments."""
    parser = Parser(f"yschema {INJECT}", description=_DESCRIPTION, epilog=_EPILOG)
    add_inputs(parser.add_argument_group("input"))
    result = parser.add_argument_group("result")
    result.add_argument("target", type=Path, metavar="FILE", help="the Markdown file with the two lines")
    result.add_argument(
        "--check", action="store_true", help="do not write, but fail if the table is not up to date"
    )
    form = parser.add_argument_group("form")
    form.add_argument(
        "--form",
        **choice(get_args(TableForm)),
        default="helm-docs",
        help="the columns of the table: those of helm-docs (the default), readme-generator or terraform-docs",
    )
    add_error_output(form)
    return parser

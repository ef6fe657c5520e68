"""The arguments of `yschema coverage`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from yschema_engine.arguments.error_output import ErrorOutput, add_error_output, error_output
from yschema_engine.arguments.parser import (
    Parser,
    add_inputs,
    choice,
    load_options,
    percentage,
)
from yschema_engine.read.inputs import FileMark
from yschema_engine.read.options import LoadOptions
from yschema_engine.text.deferred_classes import dataclass

COVERAGE = "coverage"
CoverageOutput = Literal["text", "json", "markdown"]
_DESCRIPTION = """\
Show how many fields of a schema have a description, by top-level field.

A description of the items of an array counts for the array. Removed fields do
not count, and neither do fields whose missing description a comment accepts:
  #! yschema: accept undocumented: REASON
Percentages are rounded down.
"""
_EPILOG = """\
examples:
  yschema coverage -f schema.yaml --missing
      also list the fields without a description, with their lines
  yschema coverage -f config/ --fail-under 90
      in CI: exit with status 1 below 90 %
  yschema coverage -f schema.yaml -o markdown >> "$GITHUB_STEP_SUMMARY"
      a table for a summary

Exit status: 0; 1 below --fail-under or if the schema is not valid; 2 wrong usage or unreadable input.
"""


@dataclass(frozen=True, slots=True)
class CoverageArguments:
    """The request of a measurement of documentation.

    Attributes:
        files: the `-f` arguments, in order.
        output: the form of the result.
        missing: whether to list the fields without a description.
        fail_under: the percentage that has to be reached; None for any.
        errors: where findings go, and in which form.
        load: how to read and evaluate the files.
        file_marks: marks of input files, in order.
    """

    files: tuple[str, ...]
    output: CoverageOutput
    missing: bool
    fail_under: float | None
    errors: ErrorOutput
    load: LoadOptions
    file_marks: tuple[FileMark, ...]


def parse_coverage(argv: Sequence[str]) -> CoverageArguments:
    """Return the arguments that follow `coverage`.

    Raises:
        UsageError: the arguments are wrong.
        SystemExit: after `--help`.
    """
    parser = build_parser()
    options = parser.parse(argv)
    return CoverageArguments(
        files=parser.files(options),
        output=options.output,
        missing=options.missing,
        fail_under=options.fail_under,
        errors=error_output(options),
        load=load_options(options),
        file_marks=tuple(options.file_mark),
    )


def build_parser() -> Parser:
    """Return the parser of these arguments."""
    parser = Parser(f"yschema {COVERAGE}", description=_DESCRIPTION, epilog=_EPILOG)
    add_inputs(parser.add_argument_group("input"))
    result = parser.add_argument_group("result")
    result.add_argument(
        "--missing", action="store_true", help="list the fields without a description, with their lines"
    )
    result.add_argument(
        "--fail-under", type=percentage, metavar="PERCENT", help="exit with status 1 below PERCENT"
    )
    form = parser.add_argument_group("form")
    form.add_argument(
        "-o",
        "--output",
        **choice(get_args(CoverageOutput)),
        default="text",
        help="text (the default), json (includes what is missing) or markdown",
    )
    add_error_output(form)
    return parser

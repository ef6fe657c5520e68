"""The arguments of `yschema coverage`, `draft`, `explain`, `inject` and `schema`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from yschema_engine.arguments.parser import Parser, columns, percentage
from yschema_engine.arguments.request import Command, Reading, Request, SchemaRequest, add_flags, flag, flags
from yschema_engine.text.deferred_classes import dataclass

_LINKS = ("allow_symlink_destination", "dangerous_allow_all_symlink_destinations")
CoverageOutput = Literal["text", "json", "markdown"]
_COVERAGE_DESCRIPTION = """\
Show how many fields of a schema have a description, by top-level field.

A description of the items of an array counts for the array. Removed fields do
not count, and neither do fields whose missing description a comment accepts:
  #! yschema: accept undocumented: REASON
Percentages are rounded down.
"""
_COVERAGE_EPILOG = """\
examples:
  yschema coverage -f schema.yaml --missing
      also list the fields without a description, with their lines
  yschema coverage -f config/ --fail-under 90
      in CI: exit with status 1 below 90 %
  yschema coverage -f schema.yaml -o markdown >> "$GITHUB_STEP_SUMMARY"
      a table for a summary

Exit status: 0; 1 below --fail-under or if the schema is not valid; 2 wrong usage or unreadable input.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageArguments(SchemaRequest):
    """The request of a measurement of documentation."""

    missing: bool = flag("result", "list the fields without a description, with their lines")
    fail_under: float | None = flag(
        "result", "exit with status 1 below PERCENT", type=percentage, metavar="PERCENT"
    )
    output: CoverageOutput = flag(
        "form",
        "text (the default), json (includes what is missing) or markdown",
        "-o",
        "--output",
        default="text",
    )


_DRAFT_DESCRIPTION = """\
Write a schema in the language of ytt from a values file or a chart, as a start for its author.

Comments become descriptions, and values become types and defaults. A field of unknown type
accepts any value.
"""
_DRAFT_EPILOG = """\
examples:
  yschema draft values.yaml > schema.yaml
      a schema from a values file
  yschema draft charts/web > schema.yaml
      a schema from a chart, with what its own schema says

Exit status: 0; 1 the values or the chart are not valid; 2 wrong usage or unreadable input.
"""


def _add_file(parser: Parser) -> None:
    file = "a values file, or the folder or the archive of a chart"
    parser.group("input").add_argument("file", metavar="PATH", help=file)
    add_flags(parser, Reading, names=(*_LINKS, "time_limit", "memory_limit"))
    parser.set_defaults(kind="helm")


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftArguments(Request):
    """The request of a draft."""

    file: str = flags(_add_file)


TableForm = Literal["yschema", "helm-docs", "readme-generator", "terraform-docs"]
"""The columns of a table, by the tool that makes one like it."""
RowOrder = Literal["file", "name"]
_INJECT_USAGE = """\
%(prog)s [OPTION …] -f PATH FILE
       %(prog)s [OPTION …] --charts DIR"""
_INJECT_DESCRIPTION = """\
Keep tables of fields in a Markdown file up to date.

A table is between two lines, which you add to the file:
  <!-- yschema:begin -->
  <!-- yschema:end -->
To list only the fields of a map, name its path in the first line:
  <!-- yschema:begin path=image -->
"""
_INJECT_EPILOG = """\
examples:
  yschema inject -f charts/web charts/web/README.md
      write the table
  yschema inject -f charts/web charts/web/README.md --check
      in CI: exit with status 1 if the table is not up to date
  yschema inject --charts .
      write the tables in README.md of all charts of a repository
  yschema inject -f charts/web charts/web/README.md --form helm-docs
      the table that helm-docs writes

Exit status: 0; 1 a table is not up to date or the schema is not valid; 2 wrong usage or unreadable input.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class InjectArguments(SchemaRequest):
    """The request of tables in a file, or in those of all charts in a folder."""

    target: Path | None = flag(
        "result", "the Markdown file with the two lines", "target", nargs="?", metavar="FILE"
    )
    charts: Path | None = flag(
        "result",
        "instead of -f and FILE: write the tables in the README.md of each chart in DIR or below",
        metavar="DIR",
    )
    check: bool = flag("result", "do not write, but fail if a table is not up to date")
    form: TableForm = flag(
        "form",
        "yschema (the default); helm-docs for the table of a chart that helm-docs writes, byte for byte;"
        " or the columns of readme-generator or terraform-docs",
        default="yschema",
    )
    order: RowOrder | None = flag(
        "form", "the order of rows: that of the file (the default), or by name (the default for helm-docs)"
    )
    section_order: RowOrder = flag(
        "form", "the order of sections: that of the rows (the default), or by name", default="file"
    )


def _finish_inject(parser: Parser, options: argparse.Namespace) -> None:
    if options.charts is None:
        parser.require_files(options)
        if options.target is None:
            parser.error("the following arguments are required: FILE")
    elif options.files or options.target is not None:
        parser.error("--charts takes the place of -f and FILE")


_EXPLAIN_DESCRIPTION = """\
Show a field in the terminal: its type, description, rules, default and examples, and the fields below it.
"""
_EXPLAIN_EPILOG = """\
examples:
  yschema explain -f charts/web service.port
      a field of a chart
  yschema explain -f crds/boats.yaml spec.sails
      a field of a custom resource
  yschema explain -f schemas/
      the fields at the top

Exit status: 0; 1 the schema is not valid; 2 wrong usage, an unknown field or unreadable input.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainArguments(SchemaRequest):
    """The request of an explanation of a field.

    Attributes:
        width: of the terminal, in columns.
    """

    path: str = flag(
        "result",
        "the path of the field (default: the document)",
        "path",
        nargs="?",
        default="",
        metavar="FIELD",
    )
    width: int


def _finish_explain(parser: Parser, options: argparse.Namespace) -> None:
    parser.require_files(options)
    options.width = columns()


_SCHEMA_DESCRIPTION = """\
Write the values.schema.json of a chart, by which Helm checks values, from values.yaml and its comments.

Run the command again whenever these change. It never replaces a file that it has not written.
"""
_SCHEMA_EPILOG = """\
examples:
  yschema schema charts/web --write
      write charts/web/values.schema.json, or update it
  yschema schema charts --check
      in CI: exit with status 1 if a schema is not up to date
  yschema schema charts/web
      print the schema

Exit status: 0; 1 a schema is not up to date or a chart is not valid; 2 wrong usage or unreadable input.
"""


def _add_charts(parser: Parser) -> None:
    parser.group("input").add_argument(
        "charts", nargs="+", type=Path, metavar="CHART", help="the folder of a chart, or one with charts"
    )
    add_flags(parser, Reading, names=_LINKS)
    parser.set_defaults(kind="helm")


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaArguments(Request):
    """The request of the schemas of charts for Helm; they are printed unless they are written or checked."""

    charts: tuple[Path, ...] = flags(_add_charts)
    write: bool = flag("result", "write CHART/values.schema.json")
    check: bool = flag("result", "do not write, but fail if the file is not up to date")


COMMANDS: Mapping[str, Command] = {
    "coverage": Command(CoverageArguments, _COVERAGE_DESCRIPTION, _COVERAGE_EPILOG, Parser.require_files),
    "draft": Command(DraftArguments, _DRAFT_DESCRIPTION, _DRAFT_EPILOG, usage="%(prog)s [OPTION …] FILE"),
    "explain": Command(
        ExplainArguments,
        _EXPLAIN_DESCRIPTION,
        _EXPLAIN_EPILOG,
        _finish_explain,
        "%(prog)s [OPTION …] -f PATH [FIELD]",
    ),
    "inject": Command(InjectArguments, _INJECT_DESCRIPTION, _INJECT_EPILOG, _finish_inject, _INJECT_USAGE),
    "schema": Command(
        SchemaArguments, _SCHEMA_DESCRIPTION, _SCHEMA_EPILOG, usage="%(prog)s [OPTION …] CHART …"
    ),
}

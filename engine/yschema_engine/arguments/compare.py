"""The arguments of `yschema compare`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Literal, get_args

from yschema_engine.arguments.parser import (
    Command,
    ErrorOutput,
    Parser,
    add_error_output,
    add_inputs,
    choice,
)
from yschema_engine.compare.acceptance import FailOn, Releases
from yschema_engine.read.options import LoadOptions
from yschema_engine.text.deferred_classes import dataclass

CompareOutput = Literal["text", "json", "markdown", "html", "github", "gitlab", "sarif", "junit"]
# Either two versions are named, or one, which `argparse` cannot express.
_USAGE = """\
%(prog)s [OPTION …] OLD NEW
       %(prog)s [OPTION …] --against REVISION -f PATH"""
_DESCRIPTION = """\
Compare two versions of a schema, and show what changes for the values that users have.

For each change of what is accepted, the result shows values that one version accepts
and the other one refuses. Both versions have checked them.

OLD and NEW are files, folders, or git:REVISION:PATH.
"""
_EPILOG = """\
examples:
  yschema compare v1/schema.yaml v2/schema.yaml
      what has changed
  yschema compare --against origin/main -f schema.yaml --fail-on breaking
      in CI: exit with status 1 if the files break values that were valid
  yschema compare git:v1.4.2:schema.yaml git:v1.5.0:schema.yaml --versions 1.4.2 1.5.0
      whether the version number says enough
  yschema compare git:v1.4.2:schema.yaml schema.yaml -o markdown
      release notes
  yschema compare v1/schema.yaml v2/schema.yaml --data-values-file mine.yaml --migrate
      my values, rewritten for the new version

Exit status: 0; 1 if --fail-on or --versions does not allow the changes, or if a schema or the values are
not valid; 2 wrong usage or unreadable input.
"""


@dataclass(frozen=True, slots=True)
class CompareArguments:
    """The request of a comparison.

    Attributes:
        old: the path or the revision of the old version; empty if `against` names it.
        new: those of the new version.
        against: the revision to compare the files with; empty if there is none.
        files: the `-f` arguments, in order.
        output: the form of the result.
        fail_on: the changes that fail the run.
        releases: the versions to check by semantic versioning.
        accepted: files with accepted changes.
        values: files with data values, to which the result is limited.
        migrate: whether to show the values, rewritten for the new version.
        language: of labels in text, Markdown and HTML.
        errors: where findings go, and in which form.
        load: how to read and evaluate the files.
    """

    old: str
    new: str
    against: str
    files: tuple[str, ...]
    output: CompareOutput
    fail_on: FailOn
    releases: Releases | None
    accepted: tuple[str, ...]
    values: tuple[str, ...]
    migrate: bool
    language: str
    errors: ErrorOutput
    load: LoadOptions


def _finish(parser: Parser, options: argparse.Namespace) -> None:
    number = len(options.versions_of_schema)
    if options.against and (number or not options.files):
        parser.error("--against REVISION compares the files that -f names, and takes no OLD and NEW")
    if not options.against and (number != 2 or options.files):
        parser.error("name two versions, OLD and NEW, or use --against REVISION with -f")
    if options.migrate and len(options.values) != 1:
        parser.error("--migrate rewrites one file: name it with --data-values-file")
    options.old, options.new = options.versions_of_schema or ("", "")
    options.releases = Releases(*options.versions) if options.versions else None


def _add(parser: Parser) -> None:
    parser.add_argument("versions_of_schema", nargs="*", metavar="OLD NEW", help=argparse.SUPPRESS)
    _add_inputs(parser)
    _add_gate(parser)
    form = parser.add_argument_group("form")
    form.add_argument(
        "-o",
        "--output",
        **choice(get_args(CompareOutput)),
        default="text",
        help="text (the default), json, markdown, html (a page), github (annotations of a pull request), or a"
        " report: gitlab (Code Quality), sarif (code scanning) or junit (test results)",
    )
    form.add_argument(
        "--language",
        metavar="TAG",
        default="en",
        help="language of text, markdown and html: de, en (the default), es, fr, ja or zh",
    )
    add_error_output(form)


def _add_inputs(parser: Parser) -> None:
    add_inputs(parser, has_marks=False).add_argument(
        "--against",
        default="",
        metavar="REVISION",
        help="compare the files at -f with those in a git revision",
    )
    values = parser.add_argument_group("my values")
    values.add_argument(
        "--data-values-file",
        dest="values",
        action="append",
        default=[],
        metavar="PATH",
        help="show only the changes that affect these values; can be repeated",
    )
    values.add_argument(
        "--migrate", action="store_true", help="show the values, rewritten for the new version"
    )


def _add_gate(parser: Parser) -> None:
    gate = parser.add_argument_group("gate")
    gate.add_argument(
        "--fail-on",
        **choice(get_args(FailOn)),
        default="none",
        help="exit with status 1 on breaking changes, also on those that could not be checked (unknown), or"
        " also on changes of effect, or on any change (the default is none)",
    )
    gate.add_argument(
        "--versions",
        nargs=2,
        metavar=("OLD", "NEW"),
        help="exit with status 1 if the step between two semantic versions is too small for the changes",
    )
    gate.add_argument(
        "--accepted",
        action="append",
        default=[],
        metavar="FILE",
        help="a YAML file with changes that are accepted, with reasons; can be repeated",
    )


COMMANDS: Mapping[str, Command] = {
    "compare": Command(CompareArguments, _DESCRIPTION, _EPILOG, _add, _finish, _USAGE)
}

"""The arguments of `yschema compare`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Literal

from yschema_engine.arguments.parser import Parser
from yschema_engine.arguments.request import Command, Request, add_inputs, flag, flags
from yschema_engine.compare.failing_changes import FailOn, Releases
from yschema_engine.text.deferred_classes import dataclass

CompareOutput = Literal["text", "json", "markdown", "html", "github", "gitlab", "sarif", "junit"]
# Either two versions are named, or one, which `argparse` cannot express.
_USAGE = """\
%(prog)s [OPTION …] OLD NEW
       %(prog)s [OPTION …] --against REVISION -f PATH"""
_DESCRIPTION = """\
Compare two versions of a schema, and show what the changes mean for existing values.

For each change of what is accepted, show values that one version accepts and the other
one refuses, checked against both.

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


def _add_versions(parser: Parser) -> None:
    parser.add_argument("versions_of_schema", nargs="*", metavar="OLD NEW", help=argparse.SUPPRESS)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareArguments(Request):
    """The request of a comparison.

    Attributes:
        old: the path or the revision of the old version; empty if `against` names it.
        new: those of the new version.
    """

    old: str = flags(_add_versions)
    new: str
    files: tuple[str, ...] = flags(add_inputs)
    against: str = flag(
        "input", "compare the files at -f with those in a git revision", default="", metavar="REVISION"
    )
    values: tuple[str, ...] = flag(
        "my values",
        "show only the changes that affect these values; can be repeated",
        "--data-values-file",
        metavar="PATH",
    )
    migrate: bool = flag("my values", "show the values, rewritten for the new version")
    fail_on: FailOn = flag(
        "gate",
        "exit with status 1 on breaking changes, also on those that could not be checked (unknown), or"
        " also on changes of effect, or on any change (the default is none)",
        default="none",
    )
    releases: Releases | None = flag(
        "gate",
        "exit with status 1 if the step between two semantic versions is too small for the changes",
        "--versions",
        type=str,
        nargs=2,
        metavar=("OLD", "NEW"),
    )
    accepted: tuple[str, ...] = flag(
        "gate", "a YAML file with changes that are accepted, with reasons; can be repeated", metavar="FILE"
    )
    output: CompareOutput = flag(
        "form",
        "text (the default), json, markdown, html (a page), github (annotations of a pull request), or a"
        " report: gitlab (Code Quality), sarif (code scanning) or junit (test results)",
        "-o",
        "--output",
        default="text",
    )
    language: str = flag(
        "form",
        "language of text, markdown and html: de, en (the default), es, fr, ja or zh",
        default="en",
        metavar="TAG",
    )


def _finish(parser: Parser, options: argparse.Namespace) -> None:
    number = len(options.versions_of_schema)
    if options.against and (number or not options.files):
        parser.error("--against REVISION compares the files that -f names, and takes no OLD and NEW")
    if not options.against and (number != 2 or options.files):
        parser.error("name two versions, OLD and NEW, or use --against REVISION with -f")
    if options.migrate and len(options.values) != 1:
        parser.error("--migrate rewrites one file: name it with --data-values-file")
    options.old, options.new = options.versions_of_schema or ("", "")
    options.releases = Releases(*options.releases) if options.releases else None


COMMANDS: Mapping[str, Command] = {
    "compare": Command(CompareArguments, _DESCRIPTION, _EPILOG, _finish, _USAGE)
}

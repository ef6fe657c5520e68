"""The arguments of `yschema`, apart from what is done with them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from importlib.metadata import version
from typing import Literal, NoReturn, get_args

from yschema_engine.cli import codes
from yschema_engine.frontends.ytt.starlark import Limits
from yschema_engine.lint.policy import DEFAULT_LEVELS, Level
from yschema_engine.model.findings import KINDS, Kind, UsageError, finding
from yschema_engine.model.phrases import Verbatim
from yschema_engine.outputs.findings.render import ErrorFormat
from yschema_engine.values.sources import Sources

Inspect = Literal["values", "schema"]
Output = Literal["yaml", "json", "html", "html-page", "openapi-v3", "json-schema", "markdown"]
# The other kinds are about pages and samples, which only a site has.
_KINDS: tuple[Kind, ...] = (
    *("examples", "defaults"),
    *("undocumented", "titles", "deprecated", "portability"),
)
_DOCUMENTS = ("html", "html-page", "markdown")
_FORMS = (*_DOCUMENTS, "openapi-v3", "json-schema")

_DESCRIPTION = "Check a data values schema, show what it declares, and check data values against it."
_EPILOG = """\
examples:
  yschema -f schema.yaml --data-values-inspect
      the defaults, as YAML
  yschema -f schema.yaml --data-values-schema-inspect -o openapi-v3
      the schema as an OpenAPI document
  yschema -f config/ --schema-inspect -o json
      what each field is, for other tools
  yschema -f schema.yaml
      check the schema: quiet where all is well
  yschema -f schema.yaml --data-values-file prod.yaml --data-value tls.enabled=yes
      check data values (--data-values-inspect shows the final ones)

  yschema coverage -f schema.yaml
      how much of a schema is documented (yschema coverage --help)

Results go to standard output, everything else to standard error.
Exit status: 0 valid, 1 violations, 2 wrong usage or unreadable input.
"""

COVERAGE = "coverage"
CoverageOutput = Literal["text", "json", "markdown"]
_OF_COVERAGE = """\
Show how many of the data values of a schema have a description, by top-level value.

A description of an array's items is one of the array. What has been removed does
not count, nor does a value that a comment accepts without a description:
  #! yschema: accept undocumented: REASON
Percentages are rounded down.
"""
_EPILOG_OF_COVERAGE = """\
examples:
  yschema coverage -f schema.yaml --missing
      also what has no description, and where
  yschema coverage -f config/ --fail-under 90
      for CI: exit status 1 below 90 %
  yschema coverage -f schema.yaml -o markdown >> "$GITHUB_STEP_SUMMARY"
      a table for a summary

Exit status: 0, 1 below --fail-under or for a schema that is invalid, 2 wrong usage or unreadable input.
"""


@dataclass(frozen=True, slots=True)
class Arguments:
    """What to do.

    Attributes:
        files: the `-f` arguments, in order.
        inspect: what to show; None to check only.
        outputs: the output formats, in order.
        error_format: how to draw findings.
        strict: refuse ambiguous plain scalars.
        ignore_unknown_comments: let ordinary comments stand in templated files.
        sources: data values beside those in files.
        validate: run the rules of the schema on data values.
        limits: what the code in the files may use.
        levels: how severe each kind of finding is.
        language: of the words in documents for readers.
    """

    files: tuple[str, ...]
    inspect: Inspect | None
    outputs: tuple[Output, ...]
    error_format: ErrorFormat
    strict: bool
    ignore_unknown_comments: bool
    sources: Sources
    validate: bool
    limits: Limits
    levels: Mapping[Kind, Level]
    language: str


@dataclass(frozen=True, slots=True)
class CoverageArguments:
    """What to do for `yschema coverage`.

    Attributes:
        files: the `-f` arguments, in order.
        output: the form of the result.
        missing: whether to list what is not documented.
        fail_under: the percentage to reach; None for any.
        error_format: how to draw findings.
        strict: refuse ambiguous plain scalars.
        ignore_unknown_comments: let ordinary comments stand in templated files.
        limits: what the code in the files may use.
    """

    files: tuple[str, ...]
    output: CoverageOutput
    missing: bool
    fail_under: float | None
    error_format: ErrorFormat
    strict: bool
    ignore_unknown_comments: bool
    limits: Limits


def parse(argv: Sequence[str]) -> Arguments | CoverageArguments:
    """The arguments; for another command than checking where the first is its name.

    Raises:
        UsageError: wrong usage.
        SystemExit: after `--help` and `--version`.
    """
    return _parse_coverage(argv[1:]) if argv and argv[0] == COVERAGE else _parse(argv)


def _parse(argv: Sequence[str]) -> Arguments:
    parser = _parser()
    options = parser.parse_args(argv)
    sources = _sources_of(options)
    if not options.file and not sources:
        parser.error("no input: name files or folders with -f (`-` is standard input)")
    if options.output and not options.inspect:
        parser.error("-o needs --data-values-inspect or --data-values-schema-inspect")
    forms = [form for form in dict.fromkeys(options.output) if form in _FORMS]
    if forms and options.inspect == "values":
        parser.error(f"-o {forms[0]} shows a schema: it goes with --data-values-schema-inspect")
    if len(forms) > 1:
        parser.error(f"a schema is shown in one form: found -o {' and -o '.join(forms)}")
    if options.language and not set(_DOCUMENTS) & set(forms):
        parser.error(f"--language goes with -o {', '.join(_DOCUMENTS[:-1])} or {_DOCUMENTS[-1]}")
    return Arguments(
        files=tuple(options.file),
        inspect=options.inspect,
        outputs=tuple(options.output),
        error_format=options.error_format,
        strict=options.strict,
        ignore_unknown_comments=options.ignore_unknown_comments,
        sources=sources,
        validate=options.validate,
        limits=Limits(options.time_limit, options.memory_limit),
        levels=_levels(options.severity),
        language=options.language or "en",
    )


def _parse_coverage(argv: Sequence[str]) -> CoverageArguments:
    parser = _coverage_parser()
    options = parser.parse_args(argv)
    if not options.file:
        parser.error("no input: name files or folders with -f (`-` is standard input)")
    return CoverageArguments(
        files=tuple(options.file),
        output=options.output,
        missing=options.missing,
        fail_under=options.fail_under,
        error_format=options.error_format,
        strict=options.strict,
        ignore_unknown_comments=options.ignore_unknown_comments,
        limits=Limits(options.time_limit, options.memory_limit),
    )


@dataclass(frozen=True, slots=True)
class Given:
    """What arguments say of data values.

    Attributes:
        sources: data values beside those in files.
        files: the `-f` arguments, in order.
        others: what else there is, in order.
    """

    sources: Sources
    files: tuple[str, ...]
    others: tuple[str, ...]


def parse_given(argv: Sequence[str]) -> Given:
    """What arguments of `yschema`, or of `ytt`, say of data values; whatever else they say.

    Raises:
        UsageError: an option has no value.
    """
    parser = _Parser(prog="yschema", add_help=False, allow_abbrev=False)
    _add_file(parser)
    _add_sources(parser)
    options, others = parser.parse_known_args(argv)
    return Given(_sources_of(options), tuple(options.file), tuple(others))


def _sources_of(options: argparse.Namespace) -> Sources:
    return Sources(*(tuple(getattr(options, field.name)) for field in fields(Sources)))


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError([finding(codes.WRONG_USAGE, problem=message, program=Verbatim(self.prog))])


def _one_of(choices: Sequence[str]) -> Callable[[str], str]:
    def chosen(text: str) -> str:
        if text not in choices:
            raise argparse.ArgumentTypeError(f"found {text!r}; expected one of {', '.join(choices)}")
        return text

    return chosen


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="yschema",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"yschema {version('mkdocs-yschema')}")
    _add_inputs(parser)
    _add_sources(parser)
    _add_results(parser)
    return parser


def _add_file(group: argparse._ActionsContainer) -> None:
    group.add_argument(
        "-f",
        "--file",
        action="append",
        default=[],
        metavar="PATH",
        help="a file, a folder with all files in it, `-` for standard input, or NAME=PATH to read it as NAME;"
        " may be given more than once",
    )


def _coverage_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog=f"yschema {COVERAGE}",
        description=_OF_COVERAGE,
        epilog=_EPILOG_OF_COVERAGE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    group = parser.add_argument_group("input")
    _add_file(group)
    _add_strictness(group)
    _add_limits(group)
    result = parser.add_argument_group("result")
    result.add_argument("--missing", action="store_true", help="list what is not documented, with its line")
    result.add_argument(
        "--fail-under", type=_percent, metavar="PERCENT", help="exit with 1 if less is documented"
    )
    form = parser.add_argument_group("form")
    form.add_argument(
        "-o",
        "--output",
        type=_one_of(get_args(CoverageOutput)),
        metavar="|".join(get_args(CoverageOutput)),
        default="text",
        help="text (the default), json, which has what is missing too, or markdown",
    )
    _add_error_format(form)
    return parser


def _add_severity(group: argparse._ActionsContainer) -> None:
    group.add_argument(
        "--severity",
        type=_kind_and_level,
        action="append",
        default=[],
        metavar="KIND=LEVEL",
        help=f"report findings of a kind ({', '.join(_KINDS)}) as error, warning or off;"
        " may be given more than once",
    )


def _levels(changes: Iterable[tuple[Kind, Level]]) -> Mapping[Kind, Level]:
    """Return the severity of each kind; the command line does not look for kinds about pages and samples."""
    by_default: dict[Kind, Level] = {
        kind: DEFAULT_LEVELS[kind] if kind in _KINDS else "off" for kind in KINDS
    }
    return {**by_default, **dict(changes)}


def _kind_and_level(text: str) -> tuple[Kind, Level]:
    name, _, value = text.partition("=")
    kind = next((kind for kind in _KINDS if kind == name), None)
    level = next((level for level in get_args(Level) if level == value), None)
    if kind is None or level is None:
        raise argparse.ArgumentTypeError(
            f"found {text!r}; expected KIND=LEVEL, with one of {', '.join(_KINDS)} and one of"
            f" {', '.join(get_args(Level))}"
        )
    return kind, level


def _percent(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= 100:
        raise argparse.ArgumentTypeError(f"found {text!r}; expected a percentage from 0 to 100")
    return number


def _add_strictness(group: argparse._ActionsContainer) -> None:
    group.add_argument("--strict", action="store_true", help="refuse ambiguous plain scalars")
    group.add_argument(
        "--ignore-unknown-comments",
        action="store_true",
        help="allow ordinary comments (# …) in schema and data values documents",
    )


def _add_inputs(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("input")
    _add_file(group)
    _add_strictness(group)
    group.add_argument(
        "--dangerous-data-values-disable-validation",
        dest="validate",
        action="store_false",
        help="do not run the rules of the schema on the data values",
    )
    _add_limits(group)


def _add_limits(group: argparse._ActionsContainer) -> None:
    for flag, unit, default, text in (
        ("--time-limit", "SECONDS", Limits().seconds, "stop the code in the files after so long"),
        ("--memory-limit", "MIB", Limits().memory, "stop the code in the files when it uses so much memory"),
    ):
        group.add_argument(
            flag, type=_positive, default=default, metavar=unit, help=f"{text} (default: %(default)g)"
        )


def _positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"found {text!r}; expected a number greater than 0")
    return number


def _add_results(parser: argparse.ArgumentParser) -> None:
    shown = parser.add_argument_group("result").add_mutually_exclusive_group()
    for flags, value, text in (
        (
            ("--data-values-inspect",),
            "values",
            "show the final data values; without any given, every default of the schema",
        ),
        (("--data-values-schema-inspect", "--schema-inspect"), "schema", "show the schema"),
    ):
        shown.add_argument(*flags, dest="inspect", action="store_const", const=value, help=text)
    form = parser.add_argument_group("form")
    form.add_argument(
        "-o",
        "--output",
        action="append",
        default=[],
        type=_one_of(get_args(Output)),
        metavar="|".join(get_args(Output)),
        help="yaml (the default) or json; for a schema also html (a table), html-page (to read offline),"
        " openapi-v3 (with yaml or json), json-schema, or markdown",
    )
    form.add_argument(
        "--language",
        metavar="TAG",
        help="of the words around descriptions in html, html-page and markdown: de, ja, zh, or en,"
        " which is the default",
    )
    _add_error_format(form)
    _add_severity(form)


def _add_error_format(form: argparse._ActionsContainer) -> None:
    form.add_argument(
        "--error-format",
        type=_one_of(get_args(ErrorFormat)),
        metavar="|".join(get_args(ErrorFormat)),
        default="text",
        help="text for people (the default), json (one object a line),"
        " github for annotations in a pull request",
    )


def _add_sources(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        "data values", "beside documents marked @data/values; the lower ones win"
    )
    for flags, dest, metavar, text in (
        (("--data-values-file",), "files", "PATH", "a plain YAML file, or a folder of them"),
        (
            ("--data-values-env",),
            "env",
            "PREFIX",
            "environment variables such as PREFIX_tls__port, as strings",
        ),
        (("--data-values-env-yaml",), "env_yaml", "PREFIX", "the same, read as YAML"),
        (("-v", "--data-value"), "strings", "KEY=TEXT", "one value as a string; dots between keys"),
        (("--data-value-yaml",), "yaml", "KEY=YAML", "one value, read as YAML"),
        (("--data-value-file",), "text_files", "KEY=PATH", "one value, the text of a file"),
    ):
        group.add_argument(*flags, dest=dest, action="append", default=[], metavar=metavar, help=text)

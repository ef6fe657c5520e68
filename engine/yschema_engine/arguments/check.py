"""The arguments of `yschema` without a subcommand, and the formats of `-o`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from functools import partial
from typing import Literal, get_args

from yschema_engine.arguments import CHECK
from yschema_engine.arguments.parser import Parser, add_values, sources_of
from yschema_engine.arguments.request import Command, SchemaRequest, add_marked_inputs, flag, flags
from yschema_engine.release import VERSION
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import DEFAULT_LEVELS, KINDS, Failing, Kind, Level
from yschema_engine.text.node_values import written
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.values.arguments import Sources


@dataclass(frozen=True, slots=True)
class SchemaFormat:
    """A format in which a schema can be shown, but no data values.

    Attributes:
        name: what follows `-o`.
        remark: what `--help` shows in parentheses; may be empty.
        has_labels: whether it contains labels, which `--language` translates.
        has_anchors: whether it contains anchors, which begin with the name of the schema.
    """

    name: str
    remark: str = ""
    has_labels: bool = False
    has_anchors: bool = False


_ALL = (
    SchemaFormat("html", "a table", has_labels=True, has_anchors=True),
    SchemaFormat("html-page", "to read offline", has_labels=True, has_anchors=True),
    SchemaFormat("openapi-v3", "with yaml or json"),
    SchemaFormat("package", "the `valuesSchema` of a Carvel package"),
    SchemaFormat("crd", "the `schema` of a version of a custom resource definition"),
    SchemaFormat("json-schema"),
    SchemaFormat("markdown", has_labels=True, has_anchors=True),
    SchemaFormat("reference-json", "all of it, for programs", has_anchors=True),
)
SCHEMA_FORMATS: Mapping[str, SchemaFormat] = {each.name: each for each in _ALL}
"""The formats by their names, in the order of `--help`."""
LABELLED = tuple(each.name for each in _ALL if each.has_labels)
"""The names of those with labels."""
ANCHORED = tuple(each.name for each in _ALL if each.has_anchors)
"""The names of those with anchors."""
OMISSIONS: Mapping[str, tuple[str, ...]] = {
    "invalid-defaults": ("openapi-v3", "package"),
    "editor-keywords": ("json-schema",),
}
"""The parts that can be left out, each with the formats that contain it."""
FLAVORS = ("gfm", "myst", "mdx", "hugo")
"""The flavors of `-o markdown`; the first is the default."""
OUTPUTS = ("yaml", "json", *SCHEMA_FORMATS)
"""All names that may follow `-o`."""


def output_help() -> str:
    """Return the help of `-o`."""
    *most, last = (f"{each.name} ({each.remark})" if each.remark else each.name for each in _ALL)
    return f"yaml (the default) or json; for a schema also {', '.join(most)} or {last}"


Inspect = Literal["values", "schema"]
Draft = Literal["7", "2020-12"]
# The other kinds are about pages, which only a site has.
_KINDS: tuple[Kind, ...] = (
    *("examples", "defaults"),
    *("undocumented", "titles", "deprecated", "portability", "disagreements", "gaps", "comments"),
    *("samples", "references"),
)

_USAGE = """\
yschema [OPTION …] -f PATH
       yschema COMMAND [OPTION …]"""
_DESCRIPTION = """\
Check a Helm chart, a ytt schema, a JSON Schema or a CRD, check values against it, and print either.

commands (`yschema COMMAND --help` lists the options of each):
  assets      write style sheets and scripts for a host without plugins
  compare     report what changes between two versions of a schema
  completion  print a script that completes options in a shell
  coverage    report how much of a schema is documented
  draft       write a ytt schema from a values file or a chart
  explain     show a field in the terminal, as kubectl explain does
  inject      update the table of fields in a README
  schema      write the values.schema.json of a chart
  serve       show a site in Zensical while you write
  site        write pages for a web server or another site generator
"""
_EPILOG = """\
examples:
  yschema -f charts/web
      check a chart; prints nothing on success
  yschema -f schemas/ --data-values-file production.yaml
      check values
  yschema -f schemas/ --data-values-inspect
      print the defaults as YAML
  yschema -f schemas/ --schema-inspect -o json-schema
      print a JSON Schema

Results go to standard output, everything else to standard error.
Exit status: 0 valid, 1 violations, 2 wrong usage or unreadable input.
"""


def _kind_and_level(text: str) -> tuple[Kind, Level]:
    name, _, value = text.partition("=")
    kind = next((kind for kind in _KINDS if kind == name), None)
    level = next((level for level in get_args(Level) if level == value), None)
    if kind is None or level is None:
        raise argparse.ArgumentTypeError(
            f"found {written(text)}; expected KIND=LEVEL, with one of {', '.join(_KINDS)} and one of"
            f" {', '.join(get_args(Level))}"
        )
    return kind, level


class _Version(argparse.Action):
    """Show the version, which takes a while to find."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        sys.stdout.write(f"yschema {VERSION}\n")
        parser.exit()


def _add_inputs(parser: Parser) -> None:
    parser.add_argument("--version", action=_Version, nargs=0, help="show program's version number and exit")
    add_marked_inputs(parser)


def _add_inspect(parser: Parser) -> None:
    group = parser.group("result").add_mutually_exclusive_group()
    add = partial(group.add_argument, dest="inspect", action="store_const")
    values = "show the merged data values, or the defaults if there are none"
    add("--data-values-inspect", const="values", help=values)
    add("--data-values-schema-inspect", "--schema-inspect", const="schema", help="show the schema")


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckArguments(SchemaRequest):
    """The request of a check: its inputs and outputs.

    Attributes:
        validate: whether to run the rules of the schema on the data values.
        inspect: what to show; None to check only.
        levels: the severity of each kind of finding.
    """

    files: tuple[str, ...] = flags(_add_inputs)
    validate: bool = flag(
        "input",
        "do not run the rules of the schema on the data values",
        "--dangerous-data-values-disable-validation",
        action="store_false",
    )
    sources: Sources = flags(add_values)
    inspect: Inspect | None = flags(_add_inspect)
    outputs: tuple[str, ...] = flag("form", output_help(), "-o", "--output", choices=OUTPUTS)
    language: str = flag(
        "form",
        'language of labels such as "Default" in html, html-page and markdown: de, en (the default),'
        " es, fr, ja or zh",
        metavar="TAG",
    )
    draft: Draft = flag(
        "form",
        "the draft of -o json-schema: 2020-12 (the default), or 7 for the `values.schema.json` of a Helm"
        " chart",
    )
    flavor: str = flag(
        "form",
        "the Markdown of -o markdown: gfm (GitHub and GitLab; the default), myst (Sphinx), mdx"
        " (Docusaurus) or hugo",
        choices=FLAVORS,
    )
    without: frozenset[str] = flag(
        "form",
        "leave out what strict programs refuse: invalid-defaults of openapi-v3 and package, which break"
        " rules of their field, or editor-keywords of json-schema; can be repeated",
        choices=tuple(OMISSIONS),
    )
    name: str = flag(
        "form",
        f"name of the schema in {', '.join(ANCHORED[:-1])} and {ANCHORED[-1]}: the one that a site gives"
        " it, so that links to fields of the site work in the page as well",
        metavar="NAME",
    )
    title: str = flag("form", "title of these documents", metavar="TITLE")
    levels: Mapping[Kind, Level] = flag(
        "form",
        f"report findings of a kind ({', '.join(_KINDS)}) as error, warning, note or off; can be repeated",
        "--severity",
        type=_kind_and_level,
        action="append",
        default=[],
        metavar="KIND=LEVEL",
    )
    fail_on: Failing = flag(
        "form",
        "exit with status 1 if there are errors (the default), or also if there are warnings",
        default="error",
    )


def _finish(parser: Parser, options: argparse.Namespace) -> None:
    options.sources = sources_of(options)
    if not options.sources:
        parser.require_files(options)
    _check_outputs(parser, options)
    changes = dict(options.levels)
    portability = changes.get("portability", "shipped")  # by default, of documents that are meant for ytt
    options.portability = portability if portability in ("shipped", "off") else "all"
    options.heeds_comments = changes.get("comments") != "off"
    # Findings about pages and samples are not looked for.
    by_default = {kind: DEFAULT_LEVELS[kind] if kind in _KINDS else "off" for kind in KINDS}
    options.levels = {**by_default, **changes}
    options.without = frozenset(options.without)
    for name, default in _DEFAULTS.items():  # which flags that are given need not be refused for
        setattr(options, name, getattr(options, name) or default)


_DEFAULTS: Mapping[str, str] = {
    "language": "en",
    "draft": "2020-12",
    "flavor": FLAVORS[0],
    "name": "",
    "title": "",
}


def _check_outputs(parser: Parser, options: argparse.Namespace) -> None:
    if options.outputs and not options.inspect:
        hint = phrase("add `{flag}`", flag=Verbatim("--schema-inspect"))
        parser.error("-o needs --schema-inspect, or --data-values-inspect for the values", hint)
    forms = [form for form in dict.fromkeys(options.outputs) if form in SCHEMA_FORMATS]
    if forms and options.inspect == "values":
        parser.error(f"-o {forms[0]} shows a schema: use it with --data-values-schema-inspect")
    if len(forms) > 1:
        parser.error(f"a schema is shown in one form: found -o {' and -o '.join(forms)}")
    if options.draft and "json-schema" not in forms:
        parser.error("--draft needs -o json-schema")
    if options.flavor and "markdown" not in forms:
        parser.error("--flavor needs -o markdown")
    for omission in options.without:
        if not set(OMISSIONS[omission]) & set(forms):
            parser.error(f"--without {omission} needs -o {' or -o '.join(OMISSIONS[omission])}")
    for option, formats in (("language", LABELLED), ("name", ANCHORED), ("title", ANCHORED)):
        if getattr(options, option) and not set(formats) & set(forms):
            parser.error(f"--{option} needs -o {', '.join(formats[:-1])} or {formats[-1]}")


COMMANDS: Mapping[str, Command] = {CHECK: Command(CheckArguments, _DESCRIPTION, _EPILOG, _finish, _USAGE)}

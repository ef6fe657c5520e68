"""The arguments of `yschema site`."""

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
from yschema_engine.read.options import LoadOptions
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Severity

SITE = "site"
Form = Literal["directives", "html", "gfm", "myst", "mdx", "hugo"]
"""The forms of pages."""
_DESCRIPTION = """\
Write the pages, downloads and assets of a site, for hosts that do not run MkDocs plugins.

The schemas are those of a configuration: an mkdocs.yml with the options of the plugin, or a yschema.yml with
these options alone. Without a configuration, -f names the files of one schema. Files that others have written
into the folder are not changed.
"""
_EPILOG = """\
examples:
  yschema site --out docs
      for Zensical: pages with directives, downloads and assets, from ./mkdocs.yml
  yschema site --form html --out public
      finished pages for a web server
  yschema site --form hugo --out .
      pages in content, and files in static
  yschema site -f schemas/ingress --out public
      a page for one schema
  yschema site --out docs --watch
      write again whenever a schema changes

Exit status: 0; 1 if a finding fails the run (see --fail-on); 2 wrong usage, or a file that cannot be read
or written.
"""


@dataclass(frozen=True, slots=True)
class SiteArguments:
    """The request for the files of a site.

    Attributes:
        out: the folder to write.
        config: the configuration; None for the one in the current folder, or for the files of one schema.
        files: the `-f` arguments, in order.
        name: the name of the one schema; empty to derive it from its files.
        title: the title of the one schema; empty for its own.
        page: the path of the page of the one schema; empty for the usual one.
        form: the form of the pages; None for the usual one.
        watch: whether to go on, and to write again whenever an input changes.
        fail_on: the least severity that fails the run.
        errors: where findings go, and in which form.
        load: how to read and evaluate the files.
    """

    out: Path
    config: Path | None
    files: tuple[str, ...]
    name: str
    title: str
    page: str
    form: Form | None
    watch: bool
    fail_on: str
    errors: ErrorOutput
    load: LoadOptions


def parse_site(argv: Sequence[str]) -> SiteArguments:
    """Return the arguments that follow `site`.

    Raises:
        UsageError: the arguments are wrong.
        SystemExit: after `--help`.
    """
    parser = build_parser()
    options = parser.parse(argv)
    if options.out is None:
        parser.error("no folder to write: name it with --out")
    if options.config and options.file:
        parser.error("--config and -f exclude each other")
    for flag, value in (("--name", options.name), ("--title", options.title), ("--page", options.page)):
        if value and not options.file:
            parser.error(f"{flag} needs -f: in a configuration, it is an option of the schema")
    return SiteArguments(
        out=options.out,
        config=options.config,
        files=tuple(options.file),
        name=options.name,
        title=options.title,
        page=options.page,
        form=options.form,
        watch=options.watch,
        fail_on=options.fail_on,
        errors=error_output(options),
        load=load_options(options, portability="shipped"),
    )


def build_parser() -> Parser:
    """Return the parser of these arguments."""
    parser = Parser(f"yschema {SITE}", description=_DESCRIPTION, epilog=_EPILOG)
    inputs = parser.add_argument_group("input")
    inputs.add_argument(
        "--config",
        type=Path,
        metavar="PATH",
        help="the configuration (default: mkdocs.yml, properdocs.yml or yschema.yml in the current folder)",
    )
    add_inputs(inputs, has_marks=False)
    result = parser.add_argument_group("result")
    result.add_argument("--out", type=Path, metavar="DIR", help="the folder to write, which need not exist")
    result.add_argument(
        "--watch", action="store_true", help="go on, and write again whenever an input changes; Ctrl-C ends"
    )
    result.add_argument(
        "--fail-on",
        **choice(get_args(Severity)),
        default="error",
        help="exit with status 1 for errors (the default), or also for warnings",
    )
    form = parser.add_argument_group("form")
    form.add_argument(
        "--form",
        **choice(get_args(Form)),
        help="directives (Markdown for hosts that run the extension `yschema`; the default with a"
        " configuration), html (finished pages; the default with -f), or Markdown for GitHub (gfm),"
        " Sphinx (myst), Docusaurus (mdx) or Hugo (hugo)",
    )
    form.add_argument("--name", metavar="NAME", default="", help="the name of the schema that -f names")
    form.add_argument("--title", metavar="TITLE", default="", help="the title of this schema")
    form.add_argument(
        "--page", metavar="PATH", default="", help="the page of this schema, such as reference/NAME.md"
    )
    add_error_output(form)
    return parser

"""The arguments of `yschema site`, `assets` and `completion`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, get_args

from yschema_engine.arguments.parser import (
    Command,
    ErrorOutput,
    Parser,
    add_error_output,
    add_inputs,
    choice,
)
from yschema_engine.read.options import LoadOptions
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Severity

Form = Literal["directives", "html", "gfm", "myst", "mdx", "hugo"]
"""The forms of pages."""
_SITE_DESCRIPTION = """\
Write the pages, downloads and assets of a site, for hosts that do not run MkDocs plugins.

The schemas are those of a configuration: an mkdocs.yml with the options of the plugin, or a yschema.yml with
these options alone. Without a configuration, -f names the files of one schema. Files that others have written
into the folder are not changed.
"""
_SITE_EPILOG = """\
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


def _finish_site(parser: Parser, options: argparse.Namespace) -> None:
    if options.out is None:
        parser.error("no folder to write: name it with --out")
    if options.config and options.files:
        parser.error("--config and -f exclude each other")
    for flag, value in (("--name", options.name), ("--title", options.title), ("--page", options.page)):
        if value and not options.files:
            parser.error(f"{flag} needs -f: in a configuration, it is an option of the schema")
    options.portability = "shipped"


def _add_site(parser: Parser) -> None:
    add_inputs(parser, has_marks=False).add_argument(
        "--config",
        type=Path,
        metavar="PATH",
        help="the configuration (default: mkdocs.yml, properdocs.yml or yschema.yml in the current folder)",
    )
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


ConfigForm = Literal["yaml", "toml"]
"""The languages of the configurations of hosts."""
_ASSETS_DESCRIPTION = """\
Write the style sheets and scripts of a theme into a folder, for hosts that have no plugin for them.

The lines of configuration that link the files are printed. Run the command again after each update of
mkdocs-yschema.
"""
_ASSETS_EPILOG = """\
examples:
  yschema assets docs
      files in docs/assets/yschema, and lines for mkdocs.yml
  yschema assets docs --theme mkdocs --form toml
      files for another theme, and lines for zensical.toml

Exit status: 0; 2 wrong usage, or a file that cannot be written.
"""


@dataclass(frozen=True, slots=True)
class AssetsArguments:
    """The request for style sheets and scripts.

    Attributes:
        folder: the folder of the pages.
        theme: the name of the theme of the site.
        form: the language of the configuration.
        errors: where findings go, and in which form.
        load: the limits of the run, which reads no input.
    """

    folder: Path
    theme: str
    form: ConfigForm
    errors: ErrorOutput
    load: LoadOptions


def _add_assets(parser: Parser) -> None:
    result = parser.add_argument_group("result")
    result.add_argument("folder", type=Path, metavar="DIR", help="the folder of the pages, such as docs")
    form = parser.add_argument_group("form")
    form.add_argument(
        "--theme",
        metavar="NAME",
        default="material",
        help="the theme of the site: material (the default, and for Zensical), mkdocs or readthedocs",
    )
    form.add_argument(
        "--form",
        **choice(get_args(ConfigForm)),
        default="yaml",
        help="print lines for mkdocs.yml (yaml, the default) or for zensical.toml (toml)",
    )
    add_error_output(form)


Shell = Literal["bash", "zsh", "fish"]
_COMPLETION_DESCRIPTION = """\
Print a script that completes the options of yschema in a shell.
"""
_COMPLETION_EPILOG = """\
examples:
  yschema completion bash > ~/.local/share/bash-completion/completions/yschema
  yschema completion zsh > ~/.zfunc/_yschema
      with `fpath+=~/.zfunc` above `compinit` in ~/.zshrc
  yschema completion fish > ~/.config/fish/completions/yschema.fish
"""


@dataclass(frozen=True, slots=True)
class CompletionArguments:
    """The request for a script.

    Attributes:
        shell: the shell that runs the script.
        errors: where findings go, and in which form.
        load: the limits of the run, which reads no input.
    """

    shell: Shell
    errors: ErrorOutput
    load: LoadOptions


def _add_completion(parser: Parser) -> None:
    result = parser.add_argument_group("result")
    result.add_argument("shell", **choice(get_args(Shell)), help="the shell that runs the script")


COMMANDS: Mapping[str, Command] = {
    "site": Command(
        SiteArguments,
        _SITE_DESCRIPTION,
        _SITE_EPILOG,
        _add_site,
        _finish_site,
        "%(prog)s [OPTION …] --out DIR [-f PATH]",
    ),
    "assets": Command(
        AssetsArguments, _ASSETS_DESCRIPTION, _ASSETS_EPILOG, _add_assets, usage="%(prog)s [OPTION …] DIR"
    ),
    "completion": Command(
        CompletionArguments,
        _COMPLETION_DESCRIPTION,
        _COMPLETION_EPILOG,
        _add_completion,
        usage="%(prog)s bash|zsh|fish",
    ),
}

"""The arguments of `yschema site`, `serve`, `assets` and `completion`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from yschema_engine.arguments.parser import Parser
from yschema_engine.arguments.request import Command, ErrorOutput, Request, add_inputs, flag, flags
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Failing

Form = Literal["directives", "html", "gfm", "myst", "mdx", "hugo"]
"""The forms of pages."""
_SITE_DESCRIPTION = """\
Write the pages, downloads and assets of a site, for hosts that do not run MkDocs plugins.

The schemas are those of a configuration: a zensical.toml or an mkdocs.yml with the options of the plugin,
or a yschema.yml with these options alone. Without a configuration, -f names the files of one schema. Files
that others have written into the folder are not changed.
"""
_SITE_EPILOG = """\
examples:
  yschema site --out docs
      for Zensical: pages with directives, downloads and assets, from ./zensical.toml or ./mkdocs.yml
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteArguments(Request):
    """The request for the files of a site; strings are empty, and the form is None, for what is usual."""

    files: tuple[str, ...] = flags(add_inputs)
    config: Path | None = flag(
        "input",
        "the configuration (default: zensical.toml, mkdocs.yml, properdocs.yml or yschema.yml in the current"
        " folder)",
        metavar="PATH",
    )
    out: Path = flag("result", "the folder to write, which need not exist", metavar="DIR")
    watch: bool = flag("result", "go on, and write again whenever an input changes; Ctrl-C ends")
    fail_on: Failing = flag(
        "result", "exit with status 1 for errors (the default), or also for warnings", default="error"
    )
    form: Form | None = flag(
        "form",
        "directives (Markdown for hosts that run the extension `yschema`; the default with a"
        " configuration), html (finished pages; the default with -f), or Markdown for GitHub (gfm),"
        " Sphinx (myst), Docusaurus (mdx) or Hugo (hugo)",
    )
    name: str = flag("form", "the name of the schema that -f names", default="", metavar="NAME")
    title: str = flag("form", "the title of this schema", default="", metavar="TITLE")
    page: str = flag("form", "the page of this schema, such as reference/NAME.md", default="", metavar="PATH")


def _finish_site(parser: Parser, options: argparse.Namespace) -> None:
    if options.out is None:
        parser.error("no folder to write: name it with --out")
    if options.config and options.files:
        parser.error("--config and -f exclude each other")
    for name, value in (("--name", options.name), ("--title", options.title), ("--page", options.page)):
        if value and not options.files:
            parser.error(f"{name} needs -f: in a configuration, it is an option of the schema")
    options.portability = "shipped"


_SERVE_DESCRIPTION = """\
Show a site in Zensical while you write: run `zensical serve`, and write pages, downloads and assets whenever
a schema changes.
"""
_SERVE_EPILOG = """\
Exit status: 0; 1 if a finding fails the first run; 2 wrong usage, or a file that cannot be read or written;
otherwise that of Zensical.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeArguments(Request):
    """The request for a server."""

    config: Path | None = flag(
        "server",
        "the configuration (default: zensical.toml or mkdocs.yml in the current folder)",
        metavar="PATH",
    )


ConfigForm = Literal["yaml", "toml"]
"""The languages of the configurations of hosts."""
_ASSETS_DESCRIPTION = """\
Write the style sheets and scripts of a theme into a folder, for hosts that have no plugin for them.

Also print the lines of configuration that link the files. Run the command again after each update of
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


@dataclass(frozen=True, slots=True, kw_only=True)
class AssetsArguments(Request):
    """The request for style sheets and scripts."""

    folder: Path = flag("result", "the folder of the pages, such as docs", "folder", metavar="DIR")
    theme: str = flag(
        "form",
        "the theme of the site: material (the default, and for Zensical), mkdocs or readthedocs",
        default="material",
        metavar="NAME",
    )
    form: ConfigForm = flag(
        "form", "print lines for mkdocs.yml (yaml, the default) or for zensical.toml (toml)", default="yaml"
    )


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


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletionArguments(Request):
    """The request for a script."""

    errors: ErrorOutput  # which only an error in the arguments needs
    shell: Shell = flag("result", "the shell that runs the script", "shell")


COMMANDS: Mapping[str, Command] = {
    "site": Command(
        SiteArguments,
        _SITE_DESCRIPTION,
        _SITE_EPILOG,
        _finish_site,
        "%(prog)s [OPTION …] --out DIR [-f PATH]",
    ),
    "serve": Command(ServeArguments, _SERVE_DESCRIPTION, _SERVE_EPILOG, usage="%(prog)s [OPTION …]"),
    "assets": Command(AssetsArguments, _ASSETS_DESCRIPTION, _ASSETS_EPILOG, usage="%(prog)s [OPTION …] DIR"),
    "completion": Command(
        CompletionArguments,
        _COMPLETION_DESCRIPTION,
        _COMPLETION_EPILOG,
        usage="%(prog)s bash|zsh|fish",
    ),
}

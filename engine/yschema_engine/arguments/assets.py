"""The arguments of `yschema assets`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, get_args

from yschema_engine.arguments.error_output import ErrorOutput, add_error_output, error_output
from yschema_engine.arguments.parser import Parser, choice
from yschema_engine.read.options import LoadOptions
from yschema_engine.text.deferred_classes import dataclass

ASSETS = "assets"
ConfigForm = Literal["yaml", "toml"]
"""The languages of the configurations of hosts."""
_DESCRIPTION = """\
Write the style sheets and scripts of a theme into a folder, for hosts that have no plugin for them.

The lines of configuration that link the files are printed. Run the command again after each update of
mkdocs-yschema.
"""
_EPILOG = """\
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
    load: LoadOptions = LoadOptions()


def parse_assets(argv: Sequence[str]) -> AssetsArguments:
    """Return the arguments that follow `assets`.

    Raises:
        UsageError: the arguments are wrong.
        SystemExit: after `--help`.
    """
    options = build_parser().parse(argv)
    return AssetsArguments(options.folder, options.theme, options.form, error_output(options))


def build_parser() -> Parser:
    """Return the parser of these arguments."""
    parser = Parser(f"yschema {ASSETS}", description=_DESCRIPTION, epilog=_EPILOG)
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
    return parser

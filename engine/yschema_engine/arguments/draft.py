"""The arguments of `yschema draft`."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.arguments.error_output import ErrorOutput, add_error_output, error_output
from yschema_engine.arguments.parser import Parser, add_limits, add_links, load_options
from yschema_engine.read.options import InputKind, LoadOptions
from yschema_engine.text.deferred_classes import dataclass

DRAFT = "draft"
_DESCRIPTION = """\
Write a schema in the language of ytt from a values file or a chart, as a start for its author.

Comments become descriptions, and values become types and defaults. A value whose type is not known takes any
value.
"""
_EPILOG = """\
examples:
  yschema draft values.yaml > schema.yaml
      a schema from a values file
  yschema draft charts/web > schema.yaml
      a schema from a chart, with what its own schema says

Exit status: 0; 1 the values or the chart are not valid; 2 wrong usage or unreadable input.
"""


@dataclass(frozen=True, slots=True)
class DraftArguments:
    """The request of a draft.

    Attributes:
        file: the values file, or the chart.
        errors: where findings go, and in which form.
        load: how to read the file.
    """

    file: str
    errors: ErrorOutput
    load: LoadOptions


def parse_draft(argv: Sequence[str]) -> DraftArguments:
    """Return the arguments that follow `draft`.

    Raises:
        UsageError: the arguments are wrong.
        SystemExit: after `--help`.
    """
    options = build_parser().parse(argv)
    return DraftArguments(options.file, error_output(options), load_options(options))


def build_parser() -> Parser:
    """Return the parser of these arguments."""
    parser = Parser(f"yschema {DRAFT}", description=_DESCRIPTION, epilog=_EPILOG)
    inputs = parser.add_argument_group("input")
    inputs.add_argument("file", metavar="PATH", help="a values file, or the folder or the archive of a chart")
    add_links(inputs)
    add_limits(inputs)
    add_error_output(parser.add_argument_group("form"))
    kind: InputKind = "helm"
    parser.set_defaults(strict=False, ignore_unknown_comments=False, kind=kind, schema_version="")
    return parser

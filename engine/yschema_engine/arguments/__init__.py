"""The arguments of `yschema`, apart from what is done with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from yschema_engine.arguments.check import CheckArguments, parse_check
from yschema_engine.arguments.coverage import COVERAGE, CoverageArguments, parse_coverage
from yschema_engine.arguments.draft import DRAFT, DraftArguments, parse_draft
from yschema_engine.arguments.inject import INJECT, InjectArguments, parse_inject

Arguments: TypeAlias = (
    "CheckArguments | CompareArguments | CoverageArguments | DraftArguments | InjectArguments"
)
if TYPE_CHECKING:
    from yschema_engine.arguments.compare import CompareArguments

COMPARE = "compare"
SUBCOMMANDS: Mapping[str, Callable[[Sequence[str]], Arguments]] = MappingProxyType(
    {COVERAGE: parse_coverage, DRAFT: parse_draft, INJECT: parse_inject}
)
"""The functions that read the arguments of subcommands."""


def parse(argv: Sequence[str]) -> Arguments:
    """Return the arguments of the subcommand that the first one names, or else those of a check.

    Raises:
        UsageError: the arguments are wrong.
        SystemExit: after `--help` and `--version`.
    """
    if argv and argv[0] == COMPARE:
        from yschema_engine.arguments.compare import parse_compare  # noqa: PLC0415  few runs need it

        return parse_compare(argv[1:])
    parse_subcommand = SUBCOMMANDS.get(argv[0]) if argv else None
    return parse_check(argv) if parse_subcommand is None else parse_subcommand(argv[1:])

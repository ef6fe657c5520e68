"""The arguments of `yschema`, apart from what is done with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from yschema_engine.arguments.check import CheckArguments, parse_check
from yschema_engine.arguments.coverage import COVERAGE, CoverageArguments, parse_coverage

Arguments: TypeAlias = "CheckArguments | CoverageArguments | CompareArguments"
if TYPE_CHECKING:
    from yschema_engine.arguments.compare import CompareArguments


def parse(argv: Sequence[str]) -> Arguments:
    """Return the arguments of the subcommand that the first one names, or else those of a check.

    Raises:
        UsageError: the arguments are wrong.
        SystemExit: after `--help` and `--version`.
    """
    if argv and argv[0] == COVERAGE:
        return parse_coverage(argv[1:])
    if argv and argv[0] == "compare":
        from yschema_engine.arguments.compare import parse_compare  # noqa: PLC0415  few runs need it

        return parse_compare(argv[1:])
    return parse_check(argv)

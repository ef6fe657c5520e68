"""The arguments of `yschema`, apart from what is done with them."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.arguments.check import CheckArguments, parse_check
from yschema_engine.arguments.coverage import COVERAGE, CoverageArguments, parse_coverage


def parse(argv: Sequence[str]) -> CheckArguments | CoverageArguments:
    """Return the arguments of the subcommand that the first one names, or else those of a check.

    Raises:
        UsageError: the arguments are wrong.
        SystemExit: after `--help` and `--version`.
    """
    return parse_coverage(argv[1:]) if argv and argv[0] == COVERAGE else parse_check(argv)

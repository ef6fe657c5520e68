"""The arguments of `yschema`, without the code that acts on them.

Each subcommand has a module here, which is imported only when the subcommand is called.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module

TYPE_CHECKING = False  # as in `typing`, which takes time to import
if TYPE_CHECKING:
    from typing import TypeAlias

    from yschema_engine.arguments.assets import AssetsArguments
    from yschema_engine.arguments.check import CheckArguments
    from yschema_engine.arguments.compare import CompareArguments
    from yschema_engine.arguments.completion import CompletionArguments
    from yschema_engine.arguments.coverage import CoverageArguments
    from yschema_engine.arguments.draft import DraftArguments
    from yschema_engine.arguments.inject import InjectArguments
    from yschema_engine.arguments.site import SiteArguments

    Arguments: TypeAlias = (
        AssetsArguments
        | CheckArguments
        | CompareArguments
        | CompletionArguments
        | CoverageArguments
        | DraftArguments
        | InjectArguments
        | SiteArguments
    )

CHECK = "check"
"""The name of a call without a subcommand."""
SUBCOMMANDS = ("assets", "compare", "completion", "coverage", "draft", "inject", "site")
"""The names of the subcommands."""


def subcommand(argv: Sequence[str]) -> str:
    """Return the subcommand that the first argument names, or else `CHECK`."""
    return argv[0] if argv and argv[0] in SUBCOMMANDS else CHECK


def parse(argv: Sequence[str]) -> Arguments:
    """Return the arguments of a call.

    Raises:
        UsageError: the arguments are wrong.
        SystemExit: after `--help` and `--version`.
    """
    name = subcommand(argv)
    module = import_module(f"yschema_engine.arguments.{name}")
    parse_arguments: Callable[[Sequence[str]], Arguments] = getattr(module, f"parse_{name}")
    return parse_arguments(argv if name == CHECK else argv[1:])

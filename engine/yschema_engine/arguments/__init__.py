"""The arguments of `yschema`, without the code that acts on them.

The module of a subcommand is imported only when the subcommand is called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module

TYPE_CHECKING = False  # as in `typing`, which takes time to import
if TYPE_CHECKING:
    from yschema_engine.arguments.request import Command, Request


CHECK = "check"
"""The name of a call without a subcommand."""
_MODULES: Mapping[str, str] = {
    **dict.fromkeys(("assets", "completion", "serve", "site"), "site"),
    **dict.fromkeys(("coverage", "draft", "explain", "inject", "schema"), "documentation"),
    "compare": "compare",
}
SUBCOMMANDS = tuple(sorted(_MODULES))
"""The names of the subcommands."""


def subcommand(argv: Sequence[str]) -> str:
    """Return the subcommand that the first argument names, or else `CHECK`."""
    return argv[0] if argv and argv[0] in SUBCOMMANDS else CHECK


def command(name: str) -> Command:
    """Return a subcommand, or what `CHECK` stands for."""
    module = import_module(f"yschema_engine.arguments.{_MODULES.get(name, name)}")
    found: Command = module.COMMANDS[name]
    return found


def program(name: str) -> str:
    """Return the command line prefix of a subcommand."""
    return "yschema" if name == CHECK else f"yschema {name}"


def parse(argv: Sequence[str]) -> Request:
    """Return the arguments of a call.

    Raises:
        UsageError: the arguments are wrong.
        SystemExit: after `--help` and `--version`.
    """
    name = subcommand(argv)
    request: Request = command(name).parse(program(name), argv if name == CHECK else argv[1:])
    return request

"""The arguments of `yschema completion`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from yschema_engine.arguments.error_output import ErrorOutput
from yschema_engine.arguments.parser import Parser, choice
from yschema_engine.read.options import LoadOptions
from yschema_engine.text.deferred_classes import dataclass

COMPLETION = "completion"
Shell = Literal["bash", "zsh", "fish"]
_DESCRIPTION = """\
Print a script that completes the options of yschema in a shell.
"""
_EPILOG = """\
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
    errors: ErrorOutput = ErrorOutput()
    load: LoadOptions = LoadOptions()


def parse_completion(argv: Sequence[str]) -> CompletionArguments:
    """Return the arguments that follow `completion`.

    Raises:
        UsageError: the arguments are wrong.
        SystemExit: after `--help`.
    """
    return CompletionArguments(build_parser().parse(argv).shell)


def build_parser() -> Parser:
    """Return the parser of these arguments."""
    parser = Parser(f"yschema {COMPLETION}", description=_DESCRIPTION, epilog=_EPILOG)
    result = parser.add_argument_group("result")
    result.add_argument("shell", **choice(get_args(Shell)), help="the shell that runs the script")
    return parser

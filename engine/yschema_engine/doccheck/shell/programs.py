"""The programs that commands run, also by way of other programs such as `sudo`."""

from __future__ import annotations

import re

from yschema_engine.doccheck.shell.commands import ASSIGNMENT, Command, Word

_RUNNERS = frozenset(
    (
        *("sudo", "env", "time", "exec", "command", "nohup", "xargs"),
        *("if", "then", "else", "do", "while", "until", "!", "{"),
        *("uvx", "uv", "pipx", "poetry", "hatch", "pdm", "npx", "run", "tool"),
    )
)
"""Programs and keywords that run another command, whose name is one of the words after them."""


def find_program(command: Command, names: tuple[str, ...]) -> tuple[str, tuple[Word, ...]] | None:
    """Return the program that a command runs, with its arguments; None if it is another program.

    Args:
        command: the command.
        names: the names of programs to look for.
    """
    for index, word in enumerate(command.words):
        name = re.split(r"[/\\]", word.text)[-1].removesuffix(".exe")
        if name in names:
            return name, command.words[index + 1 :]
        is_option = bool(index) and word.text.startswith("-")
        if name not in _RUNNERS and not is_option and not ASSIGNMENT.match(word.text):
            return None
    return None

"""The parser of arguments, and the flags that several subcommands share."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from textwrap import fill
from typing import Any, NoReturn

from yschema_engine.arguments import CHECK, SUBCOMMANDS, program
from yschema_engine.text.findings import UsageError, usage_code
from yschema_engine.text.node_values import written
from yschema_engine.text.phrases import Listing, Phrase, Verbatim, phrase
from yschema_engine.text.suggestions import did_you_mean
from yschema_engine.values.arguments import Sources

WRONG_USAGE = usage_code("wrong-usage", "{problem}", hint="{program} --help lists the options")


READING = "reading files"
"""The group of options that are the same in all subcommands, whose help refers to that of `yschema`."""
_OF_HELM: Mapping[str, str] = {
    "--values": "--data-values-file PATH",
    "--set": "--data-value-yaml KEY=YAML",
    "--set-json": "--data-value-yaml KEY=YAML",
    "--set-string": "--data-value KEY=TEXT",
    "--set-literal": "--data-value KEY=TEXT",
    "--set-file": "--data-value-file KEY=PATH",
}
"""What stands for flags of Helm here."""
_CHECKS = ("check", "lint", "template", "validate")  # commands of other tools


class Parser(argparse.ArgumentParser):
    """A parser that raises errors as findings."""

    def __init__(self, prog: str, *, description: str = "", epilog: str = "", add_help: bool = True) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            add_help=add_help,
            formatter_class=partial(argparse.RawDescriptionHelpFormatter, width=columns() - 2),
            allow_abbrev=False,
        )
        self._groups: dict[str, argparse._ArgumentGroup] = {}

    def group(self, title: str) -> argparse._ArgumentGroup:
        """Return the group of flags below a heading in the help."""
        if title not in self._groups:
            self._groups[title] = self.add_argument_group(title)
        return self._groups[title]

    def format_help(self) -> str:
        """Return the help, which for a subcommand leaves out the options for reading files."""
        for group in self._action_groups:
            if group.title == READING and self.prog != program(CHECK):
                flags = ", ".join(action.option_strings[0] for action in group._group_actions)
                group.description = fill(
                    f"{flags}: see `yschema --help`", columns() - 4, break_on_hyphens=False
                )
                group._group_actions.clear()
        return super().format_help()

    def error(self, message: str, hint: Phrase | None = None) -> NoReturn:
        """Raise a `UsageError`."""
        raise self._wrong(message, hint)

    def parse(self, argv: Sequence[str]) -> argparse.Namespace:
        """Return the arguments.

        Raises:
            UsageError: they are wrong.
            SystemExit: after `--help` and `--version`.
        """
        options, others = self.parse_known_args(argv)
        if others:
            is_command = others[0] == argv[0] and _is_word(others[0])
            unknown = f"command: {others[0]}" if is_command else f"arguments: {' '.join(others)}"
            raise self._wrong(f"unrecognized {unknown}", self._hint(others[0]))
        return options

    def require_files(self, options: argparse.Namespace) -> None:
        """Check that there are `-f` arguments.

        Raises:
            UsageError: there are none.
        """
        if not options.files:
            self.error("no input: name files or folders with -f (`-` is standard input)")

    def _hint(self, argument: str) -> Phrase | None:
        """Return a hint about an unknown argument."""
        if argument in SUBCOMMANDS:
            command = Verbatim(f"yschema {argument} …")
            return phrase("a subcommand comes first: `{command}`", command=command)
        if argument in _CHECKS:
            return phrase("a check needs no command: `yschema -f {path}`", path=Verbatim("PATH"))
        if _is_word(argument):
            known = Listing(tuple(map(Verbatim, SUBCOMMANDS)))
            command_meant = did_you_mean(argument, SUBCOMMANDS)
            return command_meant or phrase(
                "name files and folders with -f: `-f {path}`; the commands are {commands}",
                path=Verbatim(argument),
                commands=known,
            )
        if (flag := argument.partition("=")[0]) in _OF_HELM:
            return phrase("write `{flag}`", flag=Verbatim(_OF_HELM[flag]))
        if not argument.startswith("-"):
            return phrase("name files and folders with -f: `-f {path}`", path=Verbatim(argument))
        flags = [flag.lstrip("-") for flag in self._option_string_actions if flag.startswith("--")]
        name = argument.split("=", maxsplit=1)[0].lstrip("-")
        return did_you_mean(name, flags, lambda near: Verbatim(f"--{near}"))

    def _wrong(self, message: str, hint: Phrase | None = None) -> UsageError:
        return UsageError.of(WRONG_USAGE, problem=message, program=Verbatim(self.prog), hint=hint)


def _is_word(argument: str) -> bool:
    """Return whether an argument can be meant as a command."""
    return re.fullmatch(r"[a-z][a-z-]*", argument) is not None and not Path(argument).exists()


def columns() -> int:
    """Return the width of the terminal, as `shutil` does, which takes longer to import."""
    with suppress(KeyError, ValueError):
        return int(os.environ["COLUMNS"]) or 80
    with suppress(AttributeError, OSError, ValueError):
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80 if sys.__stdout__ else 80
    return 80


def add_file(group: argparse._ActionsContainer) -> None:
    """Add `-f`."""
    group.add_argument(
        "-f",
        "--file",
        dest="files",
        action="append",
        default=[],
        metavar="PATH",
        help="a file, a folder with all files in it, `-` for standard input, or NAME=PATH to read a file"
        " under another name; can be repeated",
    )


_VALUES = (
    (("--data-values-file",), "PATH", "a plain YAML file, or a folder with such files"),
    (("--data-values-env",), "PREFIX", "environment variables such as PREFIX_tls__port, as strings"),
    (("--data-values-env-yaml",), "PREFIX", "the same, parsed as YAML"),
    (("-v", "--data-value"), "KEY=TEXT", "one value, as a string; dots separate keys"),
    (("--data-value-yaml",), "KEY=YAML", "one value, parsed as YAML"),
    (("--data-value-file",), "KEY=PATH", "one value, the content of a file as a string"),
)
"""The flags for the attributes of `Sources`."""


def add_values(parser: argparse.ArgumentParser) -> None:
    """Add the flags that set data values."""
    group = parser.add_argument_group(
        "data values", "in addition to documents marked @data/values; options listed later take precedence"
    )
    for flags, metavar, text in _VALUES:
        group.add_argument(*flags, dest=flags[-1], action="append", default=[], metavar=metavar, help=text)


def sources_of(options: argparse.Namespace) -> Sources:
    """Return the data values that parsed options set."""
    return Sources(*(tuple(getattr(options, flags[-1])) for flags, _, _ in _VALUES))


def choice(choices: Sequence[str]) -> dict[str, Any]:
    """Return the options of an argument that takes one of the choices, and names them for other texts."""

    def choose(text: str) -> str:
        if text not in choices:
            raise argparse.ArgumentTypeError(f"found {written(text)}; expected one of {', '.join(choices)}")
        return text

    return {"type": choose, "metavar": "|".join(choices)}


def whole(text: str) -> int:
    """Return a number of things, at least one."""
    if not re.fullmatch(r"(?a)0*[1-9]\d{0,8}", text):
        raise argparse.ArgumentTypeError(f"found {written(text)}; expected a whole number above 0")
    return int(text)


def _number(expected: str, fits: Callable[[float], bool], text: str) -> float:
    """Return a number that fits."""
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not fits(number):
        raise argparse.ArgumentTypeError(f"found {written(text)}; expected {expected}")
    return number


percentage = partial(_number, "a percentage from 0 to 100", lambda number: 0 <= number <= 100)
positive = partial(_number, "a number greater than 0", lambda number: 0 < number < float("inf"))

"""The parser of arguments, and the flags that several subcommands share."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from textwrap import fill
from typing import Any, NoReturn, TypedDict, get_args

from yschema_engine.arguments import CHECK, SUBCOMMANDS, program
from yschema_engine.evaluate.limits import Limits
from yschema_engine.read.inputs import parse_file_mark
from yschema_engine.read.options import InputKind, InputOptions, LoadOptions
from yschema_engine.text.bounds import FINDINGS
from yschema_engine.text.deferred_classes import dataclass, fields
from yschema_engine.text.findings import ErrorFormat, UsageError, finding, usage_code
from yschema_engine.text.node_values import written
from yschema_engine.text.phrases import Listing, Phrase, Verbatim, phrase
from yschema_engine.text.suggestions import did_you_mean

WRONG_USAGE = usage_code(
    "wrong-usage", phrase("{problem}"), hint=phrase("{program} --help lists the options")
)


LIMIT_FLAGS = ("--time-limit", "--memory-limit")
"""The flags for the limits of time and memory."""


_READING = "reading files"
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
        # The flags that some subcommands do not have.
        self.set_defaults(strict=False, ignore_unknown_comments=False, kind="auto", schema_version="")
        self.set_defaults(time_limit=Limits().seconds, memory_limit=Limits().memory, portability="off")
        self.set_defaults(allow_symlink_destination=[], dangerous_allow_all_symlink_destinations=False)
        self.set_defaults(error_format="text", error_file=None, max_findings=FINDINGS, heeds_comments=True)

    def format_help(self) -> str:
        """Return the help, which for a subcommand leaves out the options for reading files."""
        for group in self._action_groups:
            if group.title == _READING and self.prog != program(CHECK):
                flags = ", ".join(action.option_strings[0] for action in group._group_actions)
                group.description = fill(
                    f"{flags}: see `yschema --help`", columns() - 4, break_on_hyphens=False
                )
                group._group_actions.clear()
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Raise a `UsageError`."""
        raise self._wrong(message)

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
        problem = finding(WRONG_USAGE, problem=message, program=Verbatim(self.prog), hint=hint)
        return UsageError([problem])


def _is_word(argument: str) -> bool:
    """Return whether an argument can be meant as a command."""
    return re.fullmatch(r"[a-z][a-z-]*", argument) is not None and not Path(argument).exists()


def columns() -> int:
    """Return the width of the terminal, as `shutil` does, which takes longer to import."""
    try:
        return int(os.environ["COLUMNS"]) or 80
    except (KeyError, ValueError):
        pass
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80 if sys.__stdout__ else 80
    except (AttributeError, OSError, ValueError):
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


def add_inputs(parser: Parser, *, has_marks: bool = True) -> argparse._ArgumentGroup:
    """Add the options for the input files of a schema, and for how to read them.

    Args:
        parser: takes the options.
        has_marks: whether files can be marked.

    Returns:
        The group with `-f`.
    """
    inputs, reading = parser.add_argument_group("input"), parser.add_argument_group(_READING)
    add_file(inputs)
    _add_kind(inputs)
    _add_reading(reading)
    if has_marks:
        _add_file_marks(reading)
    add_links(reading)
    add_limits(reading)
    return inputs


def _add_kind(group: argparse._ActionsContainer) -> None:
    """Add `--from`."""
    group.add_argument(
        "--from",
        dest="kind",
        **choice(get_args(InputKind)),
        default="auto",
        help="what the inputs are: auto (the default) decides by their content",
    )
    group.add_argument(
        "--schema-version",
        metavar="VERSION",
        default="",
        help="the version to use, if the inputs hold several, such as v1 of a custom resource",
    )


def _add_reading(group: argparse._ActionsContainer) -> None:
    """Add the flags that say how files are read."""
    group.add_argument("--strict", action="store_true", help="refuse ambiguous plain scalars")
    group.add_argument(
        "--ignore-unknown-comments",
        action="store_true",
        help="allow ordinary comments (# …) in schema and data values documents",
    )


def _add_file_marks(group: argparse._ActionsContainer) -> None:
    """Add `--file-mark`."""
    group.add_argument(
        "--file-mark",
        dest="file_marks",
        action="append",
        default=[],
        type=parse_file_mark,
        metavar="PATH:KEY=VALUE",
        help="exclude=true, path=NEW or type=TYPE for the input files at PATH, in which `*` matches names and"
        " `**/*` all files below a folder; can be repeated",
    )


def add_links(group: argparse._ActionsContainer) -> None:
    """Add the flags that say where symbolic links may lead."""
    group.add_argument(
        "--allow-symlink-destination",
        action="append",
        default=[],
        type=Path,
        metavar="PATH",
        help="read symbolic links that lead to PATH, or into it; can be repeated",
    )
    group.add_argument(
        "--dangerous-allow-all-symlink-destinations",
        action="store_true",
        help="read symbolic links that lead anywhere",
    )


def _load_options(options: argparse.Namespace) -> LoadOptions:
    """Return the options for reading and evaluating files."""
    links = tuple(options.allow_symlink_destination)
    return LoadOptions(
        options.strict,
        options.ignore_unknown_comments,
        Limits(options.time_limit, options.memory_limit, *LIMIT_FLAGS),
        options.portability,
        InputOptions(links, options.dangerous_allow_all_symlink_destinations, pipes=True),
        options.kind,
        options.schema_version,
        heeds_comments=options.heeds_comments,
    )


def add_limits(group: argparse._ActionsContainer) -> None:
    """Add the limits of the code in input files."""
    for flag, metavar, default, text in (
        (LIMIT_FLAGS[0], "SECONDS", Limits().seconds, "stop code in the input files after SECONDS"),
        (LIMIT_FLAGS[1], "MIB", Limits().memory, "stop code in the input files that uses more than MIB"),
    ):
        group.add_argument(
            flag, type=_positive, default=default, metavar=metavar, help=f"{text} (default: %(default)g)"
        )


class Choice(TypedDict):
    """The options of an argument that takes one of several words."""

    type: Callable[[str], str]
    metavar: str


def choice(choices: Sequence[str]) -> Choice:
    """Return the options of an argument that takes one of the choices."""
    return {"type": _one_of(choices), "metavar": "|".join(choices)}


def _whole(text: str) -> int:
    """Return a number of things, at least one."""
    if not re.fullmatch(r"(?a)0*[1-9]\d{0,8}", text):
        raise argparse.ArgumentTypeError(f"found {written(text)}; expected a whole number above 0")
    return int(text)


def _one_of(choices: Sequence[str]) -> Callable[[str], str]:
    """Return a converter that takes one of the choices and names them otherwise."""

    def choose(text: str) -> str:
        if text not in choices:
            raise argparse.ArgumentTypeError(f"found {written(text)}; expected one of {', '.join(choices)}")
        return text

    return choose


def percentage(text: str) -> float:
    """Return a number from 0 to 100."""
    number = _number(text)
    if number is None or not 0 <= number <= 100:
        raise argparse.ArgumentTypeError(f"found {written(text)}; expected a percentage from 0 to 100")
    return number


def _positive(text: str) -> float:
    number = _number(text)
    if number is None or not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"found {written(text)}; expected a number greater than 0")
    return number


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class ErrorOutput:
    """The destination and the form of findings.

    Attributes:
        form: the form in which they are written.
        file: the file to which they are written in this form, while standard error gets text; if None,
            standard error gets the form.
        most: the number of findings that are written at most.
    """

    form: ErrorFormat = "text"
    file: Path | None = None
    most: int = FINDINGS


def error_output(argv: Sequence[str]) -> ErrorOutput:
    """Return the destination and the form of findings that arguments choose, even if others are wrong."""
    parser = Parser("yschema", add_help=False)
    add_error_output(parser)
    try:
        options, _ = parser.parse_known_args(argv)
    except UsageError:
        return ErrorOutput()
    return ErrorOutput(options.error_format, options.error_file)


def add_error_output(group: argparse._ActionsContainer) -> None:
    """Add `--error-format`, `--error-file` and `--max-findings`."""
    group.add_argument(
        "--error-format",
        **choice(get_args(ErrorFormat)),
        default="text",
        help="text for people (the default), concise (one line per finding), json (one object a line),"
        " github (annotations of a pull request), or a report for other tools: sarif (code scanning),"
        " gitlab (Code Quality) or junit (test results)",
    )
    group.add_argument(
        "--error-file",
        type=Path,
        metavar="PATH",
        help="write the findings to PATH in this form, and as text to standard error",
    )
    group.add_argument(
        "--max-findings",
        type=_whole,
        default=FINDINGS,
        metavar="NUMBER",
        help=f"show this many findings at most, and how many more there are (default: {FINDINGS})",
    )


def _nothing_more(parser: Parser, options: argparse.Namespace) -> None:
    """Accept all combinations of flags."""


@dataclass(frozen=True, slots=True)
class Command:
    """A subcommand: its help, its flags, and the request that they make.

    Attributes:
        request: the data class of the request; the flags have the names of its attributes.
        description: the beginning of its help.
        epilog: the end of its help.
        add: adds its flags to a parser.
        finish: refuses flags that exclude each other, and sets the attributes that are no flags.
        usage: how it is called: the first lines of its help.
    """

    request: Any
    description: str
    epilog: str
    add: Callable[[Parser], None]
    finish: Callable[[Parser, argparse.Namespace], None] = _nothing_more
    usage: str = "%(prog)s [OPTION …] -f PATH"

    def parser(self, name: str) -> Parser:
        """Return the parser of its flags."""
        parser = Parser(name, description=self.description, epilog=self.epilog)
        parser.usage = self.usage
        self.add(parser)
        return parser

    def parse(self, name: str, argv: Sequence[str]) -> Any:
        """Return the request that arguments make.

        Raises:
            UsageError: the arguments are wrong.
            SystemExit: after `--help` and `--version`.
        """
        parser = self.parser(name)
        options = parser.parse(argv)
        self.finish(parser, options)
        options.load = _load_options(options)
        options.errors = ErrorOutput(options.error_format, options.error_file, options.max_findings)
        given = {each.name: getattr(options, each.name) for each in fields(self.request)}
        return self.request(
            **{name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
        )

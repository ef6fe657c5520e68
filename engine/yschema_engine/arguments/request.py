"""Requests, whose attributes declare the flags that set them, and the commands that make requests."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from yschema_engine.arguments.parser import READING, Parser, add_file, choice, positive, whole
from yschema_engine.evaluate.limits import Limits
from yschema_engine.read.inputs import FileMark, parse_file_mark
from yschema_engine.read.options import InputKind, InputOptions, LoadOptions, Portability
from yschema_engine.text.deferred_classes import dataclass, field, fields
from yschema_engine.text.findings import ErrorFormat, UsageError
from yschema_engine.text.size_limits import FINDINGS


def flag(group: str, text: str, *names: str, choices: Sequence[str] = (), **options: Any) -> Any:
    """Return an attribute of a request that an argument sets; its type says how the argument is read.

    Args:
        group: the heading above the argument in the help.
        text: its help.
        names: of the flag, if it is not named after the attribute; without dashes, of a positional argument.
        choices: the words that the argument takes, if the type does not list them.
        options: of `add_argument`, if the type does not say them.
    """
    default = {"default": options["default"]} if "default" in options else {}
    options |= {"help": text} | (choice(choices) if choices else {})
    return field(**default, metadata={"group": group, "names": names, "options": options})


def flags(add: Callable[[Parser], object]) -> Any:
    """Return an attribute of a request that several flags set, which a function adds."""
    return field(metadata={"add": add})


def _reading_of(type_: Any) -> dict[str, Any]:
    """Return the options of `add_argument` for an attribute of a type."""
    inner = get_args(type_)
    if get_origin(type_) is Literal:
        return choice(inner)
    if get_origin(type_) in (tuple, frozenset):
        return {**_reading_of(inner[0]), "action": "append", "default": []}
    if type(None) in inner:
        return _reading_of(inner[0])
    return {"action": "store_true"} if type_ is bool else {"type": type_}


def add_flags(parser: Parser, request: Any, names: Iterable[str] = ()) -> None:
    """Add the flags that the attributes of a data class declare, in their order.

    Args:
        parser: takes the flags.
        request: the data class.
        names: of the attributes; by default, all.
    """
    types, parts = get_type_hints(request), {each.name: each for each in fields(request)}
    for each in (parts[name] for name in names or parts):
        declared = each.metadata
        if "add" in declared:
            declared["add"](parser)
        elif declared:
            flags_ = declared["names"] or (f"--{each.name.replace('_', '-')}",)
            dest = {"dest": each.name} if flags_[0].startswith("-") else {}
            options = {**dest, **_reading_of(types[each.name]), **declared["options"]}
            parser.group(declared["group"]).add_argument(*flags_, **options)


def _made(request: Any, options: argparse.Namespace) -> Any:
    """Return the object of a data class that parsed options make; other attributes have their defaults."""
    parsed = vars(options)
    given = {each.name: parsed[each.name] for each in fields(request) if each.name in parsed}
    return request(**{name: tuple(each) if isinstance(each, list) else each for name, each in given.items()})


@dataclass(frozen=True, slots=True)
class Reading:
    """The flags that say how to read files, of which some subcommands have a part.

    Attributes:
        portability: the schema documents in which to report what ytt ignores or refuses.
        heeds_comments: whether comments of a chart limit values that its schema allows.
    """

    kind: InputKind = flag(
        "input",
        "what the inputs are: auto (the default) decides by their content",
        "--from",
        default="auto",
    )
    schema_version: str = flag(
        "input",
        "the version to use, if the inputs contain several, such as v1 of a custom resource",
        default="",
        metavar="VERSION",
    )
    strict: bool = flag(READING, "refuse ambiguous plain scalars", default=False)
    ignore_unknown_comments: bool = flag(
        READING, "allow ordinary comments (# …) in schema and data values documents", default=False
    )
    file_marks: tuple[FileMark, ...] = flag(
        READING,
        "exclude=true, path=NEW or type=TYPE for the input files at PATH, in which `*` matches names and"
        " `**/*` all files below a folder; can be repeated",
        "--file-mark",
        type=parse_file_mark,
        default=[],
        metavar="PATH:KEY=VALUE",
    )
    allow_symlink_destination: tuple[Path, ...] = flag(
        READING,
        "read symbolic links that lead to PATH, or into it; can be repeated",
        default=[],
        metavar="PATH",
    )
    dangerous_allow_all_symlink_destinations: bool = flag(
        READING, "read symbolic links that lead anywhere", default=False
    )
    time_limit: float = flag(
        READING,
        "stop code in the input files after SECONDS (default: %(default)g)",
        type=positive,
        default=Limits().seconds,
        metavar="SECONDS",
    )
    memory_limit: float = flag(
        READING,
        "stop code in the input files that uses more than MIB (default: %(default)g)",
        type=positive,
        default=Limits().memory,
        metavar="MIB",
    )
    portability: Portability = "off"
    heeds_comments: bool = True

    def load_options(self) -> LoadOptions:
        """Return the options for reading and evaluating files."""
        links = tuple(self.allow_symlink_destination)
        return LoadOptions(
            self.strict,
            self.ignore_unknown_comments,
            Limits(self.time_limit, self.memory_limit, "--time-limit", "--memory-limit"),
            self.portability,
            InputOptions(links, self.dangerous_allow_all_symlink_destinations, pipes=True),
            self.kind,
            self.schema_version,
            heeds_comments=self.heeds_comments,
        )


def add_marked_inputs(parser: Parser) -> None:
    """Add the options for the input files of a schema, which can be marked, and for how to read them."""
    add_file(parser.group("input"))
    add_flags(parser, Reading)


def add_inputs(parser: Parser) -> None:
    """Add the options for the input files of a schema, which cannot be marked."""
    add_file(parser.group("input"))
    add_flags(parser, Reading, names=(name for name in Reading.__annotations__ if name != "file_marks"))


@dataclass(frozen=True, slots=True)
class ErrorOutput:
    """The destination and the form of findings.

    Attributes:
        error_format: the form in which they are written.
        error_file: the file to which they are written in this form, while standard error gets text; if None,
            standard error gets the form.
        max_findings: the number of findings that are written at most.
    """

    error_format: ErrorFormat = flag(
        "form",
        "text for people (the default), concise (one line per finding), json (one object a line),"
        " github (annotations of a pull request), or a report for other tools: sarif (code scanning),"
        " gitlab (Code Quality) or junit (test results)",
        default="text",
    )
    error_file: Path | None = flag(
        "form",
        "write the findings to PATH in this form, and as text to standard error",
        default=None,
        metavar="PATH",
    )
    max_findings: int = flag(
        "form",
        f"show this many findings at most, and how many more there are (default: {FINDINGS})",
        type=whole,
        default=FINDINGS,
        metavar="NUMBER",
    )


def error_output(argv: Sequence[str]) -> ErrorOutput:
    """Return the destination and the form of findings that arguments choose, even if others are wrong."""
    parser = Parser("yschema", add_help=False)
    add_flags(parser, ErrorOutput)
    try:
        options, _ = parser.parse_known_args(argv)
    except UsageError:
        return ErrorOutput()
    output: ErrorOutput = _made(ErrorOutput, options)
    return output


@dataclass(frozen=True, slots=True)
class Request:
    """What the arguments of each subcommand ask for; the help of its flags explains most attributes.

    Attributes:
        load: how to read and evaluate files, and the limits of the run.
        errors: where findings go, and in which form.
    """

    load: LoadOptions
    errors: ErrorOutput = flags(partial(add_flags, request=ErrorOutput))


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaRequest(Request):
    """A request about the schema in input files, which can be marked."""

    files: tuple[str, ...] = flags(add_marked_inputs)
    file_marks: tuple[FileMark, ...]


@dataclass(frozen=True, slots=True)
class Command:
    """A subcommand: its help, its flags, and the request that they make.

    Attributes:
        request: the data class of the request, whose attributes declare the flags.
        description: the beginning of its help.
        epilog: the end of its help.
        finish: refuses flags that exclude each other, and sets the attributes that are no flags.
        usage: how it is called: the first lines of its help.
    """

    request: Any
    description: str
    epilog: str
    finish: Callable[[Parser, argparse.Namespace], None] = lambda _, __: None
    usage: str = "%(prog)s [OPTION …] -f PATH"

    def parser(self, name: str) -> Parser:
        """Return the parser of its flags."""
        parser = Parser(name, description=self.description, epilog=self.epilog)
        parser.usage = self.usage
        names = [each.name for each in fields(self.request) if each.name != "errors"]
        add_flags(parser, self.request, names=(*names, "errors"))
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
        options.load = _made(Reading, options).load_options()
        options.errors = _made(ErrorOutput, options)
        return _made(self.request, options)

"""The programs whose calls in documentation set data values, and their arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from yschema_engine.arguments.parser import Parser
from yschema_engine.arguments.values import parse_value_arguments
from yschema_engine.doccheck.helm_assignments import (
    SET,
    SET_FILE,
    SET_JSON,
    SET_LITERAL,
    SET_STRING,
    Assignment,
    read_assignments,
)
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.values.arguments import Sources

_ENDS = ("", "-yaml", "-file", "s-file", "s-env", "s-env-yaml")
_VALUES_FLAGS = tuple(f"--data-value{end}" for end in _ENDS)
_INSPECTING_FLAGS = ("--data-values-inspect", "--data-values-schema-inspect")
_SET_FLAGS = (SET_JSON, SET, SET_STRING, SET_FILE, SET_LITERAL)
"""The flags of Helm that assign values; those listed later take precedence."""
_HELM_COMMANDS = ("install", "upgrade", "template", "lint")
_OTHER_HELM_COMMANDS = (
    *("completion", "create", "dependency", "env", "get", "help", "history", "list", "ls", "package"),
    *("plugin", "pull", "push", "registry", "repo", "rollback", "search", "show", "status", "test"),
    *("uninstall", "verify", "version"),
)
_KEEPING = frozenset(("--reuse-values", "--reset-then-reuse-values"))
_PACKAGE_COMMANDS = frozenset(("install", "create", "update"))


@dataclass(frozen=True, slots=True)
class CallArguments:
    """The arguments of a call that set data values.

    Attributes:
        sources: files, variables and flags with data values.
        files: files that may hold data values documents.
        others: all other arguments, in order.
        assignments: those of Helm.
        keeps_values: whether the call keeps values that an earlier call has set.
    """

    sources: Sources
    files: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    assignments: tuple[Assignment, ...] = ()
    keeps_values: bool = False


@dataclass(frozen=True, slots=True)
class Program:
    """A program that takes data values.

    Attributes:
        takes_values: whether a call with these arguments takes data values.
        parse: returns the arguments that set them; raises a `UsageError` if they are wrong.
        flags: those that set data values.
        misspelt: the beginning of arguments that can only be meant for one of these flags.
        further_flags: other flags that begin in this way.
    """

    takes_values: Callable[[Sequence[str]], bool]
    parse: Callable[[Sequence[str]], CallArguments]
    flags: tuple[str, ...]
    misspelt: str
    further_flags: tuple[str, ...] = ()


def _parse_ytt(argv: Sequence[str]) -> CallArguments:
    arguments = parse_value_arguments(argv)
    return CallArguments(arguments.sources, arguments.files, arguments.others)


def _parse_package(argv: Sequence[str]) -> CallArguments:
    parser = Parser("kctrl", add_help=False)
    parser.add_argument("--values-file", action="append", default=[])
    options, others = parser.parse_known_args(argv)
    files = tuple(options.values_file)
    is_update = "update" in argv and not files
    return CallArguments(Sources(files=files), others=tuple(others), keeps_values=is_update)


def _parse_helm(argv: Sequence[str]) -> CallArguments:
    parser = Parser("helm", add_help=False)
    parser.add_argument("-f", "--values", action="append", default=[])
    for flag in _SET_FLAGS:
        parser.add_argument(flag, dest=flag, action="append", default=[])
    options, others = parser.parse_known_args(argv)
    return CallArguments(
        Sources(files=tuple(name for argument in options.values for name in argument.split(","))),
        others=tuple(others),
        assignments=tuple(_assignments(vars(options))),
        keeps_values=not _KEEPING.isdisjoint(others),
    )


def _assignments(options: Mapping[str, Sequence[str]]) -> Iterator[Assignment]:
    for flag in _SET_FLAGS:
        for text in options[flag]:
            yield from read_assignments(flag, text)


def _is_release(argv: Sequence[str]) -> bool:
    """Return whether Helm renders a chart; the first command decides, other words may be names."""
    command = next((each for each in argv if each in (*_HELM_COMMANDS, *_OTHER_HELM_COMMANDS)), "")
    return command in _HELM_COMMANDS


def _is_package_install(argv: Sequence[str]) -> bool:
    return "package" in argv and "repository" not in argv and not _PACKAGE_COMMANDS.isdisjoint(argv)


def _always(_: Sequence[str]) -> bool:
    return True


_YTT = Program(_always, _parse_ytt, _VALUES_FLAGS, "--data-v", _INSPECTING_FLAGS)
_PACKAGE = Program(_is_package_install, _parse_package, ("--values-file",), "--values-", ("--values-schema",))
_HELM = Program(_is_release, _parse_helm, ("--values", *sorted(_SET_FLAGS)), "--set")
PROGRAMS: Mapping[str, Program] = MappingProxyType(
    {"yschema": _YTT, "ytt": _YTT, "kctrl": _PACKAGE, "tanzu": _PACKAGE, "helm": _HELM}
)
"""The programs, by their names."""

"""The programs whose calls in documentation are checked, and the assignments in their arguments.

The syntax is that of Helm 3: https://helm.sh/docs/intro/using_helm/#the-format-and-limitations-of---set
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from yschema_engine.arguments.parser import Parser, add_file, add_values, sources_of
from yschema_engine.docs.shell import UNKNOWN, Cursor
from yschema_engine.merge.overlay_annotations import as_overlay
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import UsageError, usage_code
from yschema_engine.text.nodes import Array, ArrayItem, Document, Holder, Map, MapItem, Value, from_plain
from yschema_engine.text.paths import ROOT, Path, Step
from yschema_engine.text.phrases import Phrase, Verbatim, phrase
from yschema_engine.text.source import Source, Span
from yschema_engine.values.arguments import Sources

UNREADABLE_ASSIGNMENT = usage_code(
    "unreadable-assignment",
    "`{flag}` cannot be read",
    expected="`key=value`, with dots between keys and commas between several",
    hint="write a backslash before a dot or a comma that belongs to a key or a value",
)

_SET_FLAGS = ("--set-json", "--set", "--set-string", "--set-file", "--set-literal")
"""The flags of Helm that assign values; those listed later take precedence."""
SET_JSON, SET, SET_STRING, SET_FILE, SET_LITERAL = _SET_FLAGS
_INTEGER = r"0|[+-][0-9]{1,19}|[1-9][0-9]{0,18}"
_WORDS: Mapping[str, bool | None] = {"true": True, "false": False, "null": None}


@dataclass(frozen=True, slots=True)
class Assignment:
    """A value that a flag assigns.

    Attributes:
        path: the place; an index leads to an item of an array.
        value: None removes the default.
        is_known: whether the value is known, and not a part of the command that only a shell knows.
        flag: the name of the flag.
        span: of its argument, in a source that holds nothing else.
    """

    path: Path
    value: Value
    is_known: bool
    flag: str
    span: Span


def read_assignments(flag: str, text: str) -> Iterator[Assignment]:
    """Yield the assignments in the argument of a flag.

    Raises:
        UsageError: Helm refuses the text.
    """
    span = Span(Source(f"({flag.lstrip('-')} arg)", text, flag=flag), 1)
    if flag == SET_JSON and text.lstrip().startswith("{"):
        values = {} if UNKNOWN in text else _Reader(flag, text).json()
        pairs = [(ROOT.key(key), value) for key, value in values.items()] if isinstance(values, dict) else []
    else:
        pairs = list(_Reader(flag, text).pairs())
    for path, value in pairs:
        is_known = UNKNOWN not in json.dumps(value, ensure_ascii=False)
        yield Assignment(path, from_plain(value, span), is_known, flag, span)


class _Reader:
    """Reads the argument of a flag from left to right."""

    def __init__(self, flag: str, text: str) -> None:
        self._flag = flag
        self._text = text
        self._cursor = Cursor(text)

    def pairs(self) -> Iterator[tuple[Path, object]]:
        """Yield paths and values."""
        while not self._cursor.is_at_end:
            path = self._path()
            if self._flag == SET_LITERAL:
                yield path, self._cursor.take(len(self._text))
                return
            yield path, self.json() if self._flag == SET_JSON else self._value()
            if self._cursor.starts_with(","):
                self._cursor.take()

    def json(self) -> object:
        """Return the JSON at this place."""
        rest = self._text[self._cursor.offset :]
        if UNKNOWN in rest:
            self._cursor.take(len(rest))
            return UNKNOWN
        try:
            value, end = json.JSONDecoder().raw_decode(rest.lstrip())
        except ValueError:
            raise self._error(phrase("text that is not JSON")) from None
        self._cursor.take(len(rest) - len(rest.lstrip()) + end)
        return value

    def _path(self) -> Path:
        """Return the path before an equals sign."""
        path, key, is_index = ROOT, "", False
        while (character := self._cursor.take()) != "=":
            if character in ("", ","):
                raise self._error(phrase("a key without a value"))
            if character == "[":
                path = self._key(path, key, is_index=is_index).item(self._index())
                key, is_index = "", True
            elif character == ".":
                path = self._key(path, key, is_index=is_index)
                key, is_index = "", False
            else:
                is_escape = character == "\\" and self._flag != SET_LITERAL
                key += self._cursor.take() if is_escape else character
        return self._key(path, key, is_index=is_index)

    def _key(self, path: Path, key: str, *, is_index: bool) -> Path:
        if is_index and not key:
            return path
        if is_index or not key:
            raise self._error(phrase("a key that is empty, or text after an index"))
        return path.key(key)

    def _index(self) -> int:
        text = self._cursor.take_through("]")
        digits = text.removesuffix("]")
        if digits == text or not digits.isdecimal() or int(digits) > 65536:
            raise self._error(phrase("an index that is not a number"))
        return int(digits)

    def _value(self) -> object:
        cursor = self._cursor
        if not cursor.starts_with("{"):
            return self._typed(self._until(","))
        cursor.take()
        values: list[object] = []
        while True:
            values.append(self._typed(self._until(",}")))
            if cursor.is_at_end:
                raise self._error(phrase("a list in braces that is not closed"))
            if cursor.take() == "}":
                return values

    def _until(self, ends: str) -> str:
        """Return the text up to one of the characters that end it; a backslash keeps them."""
        text, cursor = "", self._cursor
        while not cursor.is_at_end and cursor.character not in ends:
            character = cursor.take()
            text += cursor.take() if character == "\\" else character
        return text

    def _typed(self, text: str) -> object:
        """Return the value that a text is for the flag: only `--set` knows others than strings."""
        if self._flag != SET or UNKNOWN in text:
            return text
        if text.lower() in _WORDS:
            return _WORDS[text.lower()]
        is_integer = re.fullmatch(_INTEGER, text) and -(2**63) <= int(text) < 2**63
        return int(text) if is_integer else text

    def _error(self, found: Phrase) -> UsageError:
        flag = Verbatim(f"{self._flag} {self._text}")
        return UsageError.of(UNREADABLE_ASSIGNMENT, flag=flag, found=found)


_ENDS = ("", "-yaml", "-file", "s-file", "s-env", "s-env-yaml")
_VALUES_FLAGS = tuple(f"--data-value{end}" for end in _ENDS)
_INSPECTING_FLAGS = ("--data-values-inspect", "--data-values-schema-inspect")
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
    parser = Parser("ytt", add_help=False)
    add_file(parser)
    add_values(parser)
    options, others = parser.parse_known_args(argv)
    return CallArguments(sources_of(options), tuple(options.files), tuple(others))


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
        assignments=tuple(
            each
            for flag in _SET_FLAGS
            for text in vars(options)[flag]
            for each in read_assignments(flag, text)
        ),
        keeps_values=not _KEEPING.isdisjoint(others),
    )


def _is_release(argv: Sequence[str]) -> bool:
    """Return whether Helm renders a chart; the first command decides, other words may be names."""
    command = next((each for each in argv if each in (*_HELM_COMMANDS, *_OTHER_HELM_COMMANDS)), "")
    return command in _HELM_COMMANDS


def _is_package_install(argv: Sequence[str]) -> bool:
    return "package" in argv and "repository" not in argv and not _PACKAGE_COMMANDS.isdisjoint(argv)


_YTT = Program(lambda _: True, _parse_ytt, _VALUES_FLAGS, "--data-v", _INSPECTING_FLAGS)
_PACKAGE = Program(_is_package_install, _parse_package, ("--values-file",), "--values-", ("--values-schema",))
_HELM = Program(_is_release, _parse_helm, ("--values", *sorted(_SET_FLAGS)), "--set")
PROGRAMS: Mapping[str, Program] = {
    "yschema": _YTT,
    "ytt": _YTT,
    "kctrl": _PACKAGE,
    "tanzu": _PACKAGE,
    "helm": _HELM,
}
"""The programs, by their names."""


def assigned(assignments: Iterable[Assignment]) -> Document | None:
    """Return a document with the values of assignments, each at the span of its flag; None without any.

    Later assignments take precedence. A map takes the place of another value that it is assigned into, which
    Helm refuses. As in Helm, items that nothing is assigned to are null.
    """
    document: Document | None = None
    for each in assignments:
        document = document or Document(Map([], each.span), each.span)
        holder: Holder = document
        for step in each.path:
            holder = _below(holder, step, each.span)
        holder.value = each.value
        holder.span = holder.value_span = each.span
    return as_overlay(document) if document is not None else None


def _below(holder: Holder, step: Step, span: Span) -> Holder:
    """Return the item that a step leads to, made if there is none."""
    if isinstance(step, int):
        if not isinstance(holder.value, Array):
            holder.value = Array([], span)
        items = holder.value.items
        items.extend(ArrayItem(None, span) for _ in range(step + 1 - len(items)))
        return items[step]
    if not isinstance(holder.value, Map):
        holder.value = Map([], span)
    item = next((item for item in holder.value.items if item.key == step), None)
    if item is None:
        item = MapItem(str(step), None, span)
        holder.value.items.append(item)
    return item

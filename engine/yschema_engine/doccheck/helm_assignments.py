"""Assignments of the flags `--set`, `--set-string`, `--set-json`, `--set-literal` and `--set-file` of Helm.

The syntax is that of Helm 3: https://helm.sh/docs/intro/using_helm/#the-format-and-limitations-of---set
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from yschema_engine.doccheck.codes import UNREADABLE_ASSIGNMENT
from yschema_engine.doccheck.shell.commands import UNKNOWN
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.findings import UsageError, finding
from yschema_engine.text.nodes import Value, from_plain
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.phrases import Phrase, Verbatim, phrase
from yschema_engine.text.source import Source, Span

SET, SET_STRING, SET_JSON, SET_LITERAL, SET_FILE = (
    *("--set", "--set-string", "--set-json", "--set-literal", "--set-file"),
)
_INTEGER = lazy_pattern(r"0|[+-]?[1-9][0-9]*")
_WORDS: Mapping[str, bool | None] = MappingProxyType({"true": True, "false": False, "null": None})


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
    """Yield what a flag assigns.

    Args:
        flag: its name.
        text: its argument.

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
        self._at = 0

    def pairs(self) -> Iterator[tuple[Path, object]]:
        """Yield paths and values."""
        while self._at < len(self._text):
            path = self._path()
            if self._flag == SET_LITERAL:
                yield path, self._text[self._at :]
                return
            yield path, self.json() if self._flag == SET_JSON else self._value()
            self._at += 1  # a comma

    def json(self) -> object:
        """Return the JSON at this place."""
        rest = self._text[self._at :]
        if UNKNOWN in rest:
            self._at = len(self._text)
            return UNKNOWN
        try:
            value, end = json.JSONDecoder().raw_decode(rest.lstrip())
        except ValueError:
            raise self._error(phrase("text that is not JSON")) from None
        self._at += len(rest) - len(rest.lstrip()) + end
        return value

    def _path(self) -> Path:
        """Return the path before an equals sign."""
        path, key, is_index = ROOT, "", False
        while (character := self._take()) != "=":
            if character in ("", ","):
                raise self._error(phrase("a key without a value"))
            if character == "[":
                path = self._key(path, key, is_index=is_index).item(self._index())
                key, is_index = "", True
            elif character == ".":
                path = self._key(path, key, is_index=is_index)
                key, is_index = "", False
            else:
                key += self._take() if character == "\\" else character
        return self._key(path, key, is_index=is_index)

    def _key(self, path: Path, key: str, *, is_index: bool) -> Path:
        if is_index and not key:
            return path
        if is_index or not key:
            raise self._error(phrase("a key that is empty, or text after an index"))
        return path.key(key)

    def _index(self) -> int:
        end = self._text.find("]", self._at)
        digits = self._text[self._at : end]
        if end < 0 or not digits.isdecimal() or int(digits) > 65536:
            raise self._error(phrase("an index that is not a number"))
        self._at = end + 1
        return int(digits)

    def _value(self) -> object:
        if self._text[self._at : self._at + 1] != "{":
            return self._typed(self._until(","))
        self._at += 1
        values: list[object] = []
        while True:
            start = self._at
            text = self._until(",}")
            if self._at >= len(self._text):
                raise self._error(phrase("a list in braces that is not closed"))
            is_end = self._text[self._at] == "}"
            if text or not is_end or values or self._at > start:
                values.append(self._typed(text))
            self._at += 1
            if is_end:
                return values

    def _until(self, ends: str) -> str:
        """Return the text up to one of the characters that end it; a backslash keeps them."""
        text = ""
        while self._at < len(self._text) and self._text[self._at] not in ends:
            character = self._take()
            text += self._take() if character == "\\" else character
        return text

    def _typed(self, text: str) -> object:
        """Return the value that a text is for the flag: only `--set` knows others than strings."""
        if self._flag != SET or UNKNOWN in text:
            return text
        if text in _WORDS:
            return _WORDS[text]
        return int(text) if _INTEGER.fullmatch(text) else text

    def _take(self) -> str:
        self._at += 1
        return self._text[self._at - 1 : self._at]

    def _error(self, found: Phrase) -> UsageError:
        flag = Verbatim(f"{self._flag} {self._text}")
        return UsageError([finding(UNREADABLE_ASSIGNMENT, flag=flag, found=found)])

"""The marks of `--file-mark`, which change how input files are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from types import MappingProxyType

from yschema_engine.frontends.codes import (
    FILE_MARK_INVALID,
    FILE_MARK_OF_NO_FILE,
    FILE_MARK_UNKNOWN_KEY,
    FILE_MARK_UNKNOWN_VALUE,
    FILE_MARK_UNSUPPORTED,
)
from yschema_engine.frontends.inputs import File
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import Code, UsageError, finding
from yschema_engine.text.phrases import Listing, Verbatim

TYPE, PATH, EXCLUDE = "type", "path", "exclude"
_TRUE = ("true",)
# The type of a file, and whether a file of that type is evaluated for schemas and data values.
_TYPES = MappingProxyType(
    {
        "yaml-template": True,
        **dict.fromkeys(("yaml-plain", "text-template", "text-plain", "starlark", "data"), False),
    }
)
# Marks for output change nothing here: they concern the documents that ytt prints.
_VALUES = MappingProxyType(
    {TYPE: tuple(_TYPES), PATH: (), EXCLUDE: _TRUE, "for-output": _TRUE, "exclusive-for-output": _TRUE}
)


@dataclass(frozen=True, slots=True)
class FileMark:
    """A mark.

    Attributes:
        text: as the argument has it.
        pattern: of the paths of the files that have it.
        key: what it changes.
        value: the new value.
    """

    text: str
    pattern: re.Pattern[str]
    key: str
    value: str

    def applied(self, file: File) -> File | None:
        """Return a file with the mark; None if the mark excludes it.

        Raises:
            UsageError: the mark is not supported for the file.
        """
        if self.key == EXCLUDE:
            return None
        if self.key == PATH:
            return replace(file, path=self.value)
        if self.key == TYPE:
            if self.value == "starlark" and not file.path.endswith(".star"):
                raise UsageError([finding(FILE_MARK_UNSUPPORTED, mark=Verbatim(self.text))])
            return replace(file, is_evaluated=_TYPES[self.value])
        return file


def parse_file_mark(text: str) -> FileMark:
    """Return the mark that an argument means.

    Raises:
        UsageError: it means none.
    """
    path, colon, assignment = text.partition(":")
    key, sign, value = assignment.partition("=")
    if not (colon and sign):
        raise _wrong(FILE_MARK_INVALID, text)
    if key not in _VALUES:
        raise _wrong(FILE_MARK_UNKNOWN_KEY, text, _VALUES)
    if _VALUES[key] and value not in _VALUES[key]:
        raise _wrong(FILE_MARK_UNKNOWN_VALUE, text, _VALUES[key])
    return FileMark(text, _pattern(path), key, value)


def mark_files(files: Iterable[File], marks: Sequence[FileMark]) -> list[File]:
    """Return the files with all marks, in order.

    Raises:
        UsageError: no file has a mark, or a mark is not supported.
    """
    marked = list(files)
    for mark in marks:
        chosen = {file.original for file in marked if mark.pattern.fullmatch(file.original)}
        if not chosen:
            raise _wrong(FILE_MARK_OF_NO_FILE, mark.text)
        changed = (mark.applied(file) if file.original in chosen else file for file in marked)
        marked = [file for file in changed if file is not None]
    return marked


def _pattern(path: str) -> re.Pattern[str]:
    """Return the pattern for a path with at most one `**/*` and one `*`, as in ytt."""
    escaped = re.escape(path)
    escaped = escaped.replace(re.escape("**/*"), ".+", 1)
    return re.compile(escaped.replace(re.escape("*"), "[^/]+", 1))


def _wrong(code: Code, mark: str, choices: Iterable[str] = ()) -> UsageError:
    names = Listing(tuple(map(Verbatim, choices)), "or")
    return UsageError([finding(code, mark=Verbatim(mark), choices=names)])

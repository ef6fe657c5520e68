"""Input files from arguments and folders, and file marks that change how they are read."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import BinaryIO, NoReturn

from yschema_engine.read import file_reader
from yschema_engine.read.options import InputOptions
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import Code, UsageError
from yschema_engine.text.phrases import Listing, Verbatim
from yschema_engine.text.source import Source, Span

LIBRARIES = "_ytt_lib"
"""The folder whose files only `load()` finds, as libraries."""
STDIN = "stdin.yml"
"""The path of standard input."""
_VERSION_CONTROL = frozenset({".git", ".hg", ".svn"})
YAML = (".yml", ".yaml")
"""The endings of YAML files."""
CODE = (*YAML, ".star")
"""The endings of files that may have code in them."""
_OF_CHARTS = (*CODE, ".json", ".tgz", ".tar.gz")
_OF_TEMPLATES = frozenset(("templates", "crds"))
_LIBRARY = (".lib.yml", ".lib.yaml")


@dataclass(frozen=True)
class File:
    """An input file.

    Attributes:
        path: its path among the inputs, with forward slashes, by which `load()` finds it.
        name: its name in findings.
        data: its bytes.
        implied: whether an argument named its folder instead of the file.
        original: its path before arguments changed it, by which `--file-mark` finds it.
        is_evaluated: whether readers look for schemas and data values in it; by default, its name decides.
        argument: the argument that named it or its folder; empty if there is none.
    """

    path: str
    name: str
    data: bytes
    implied: bool = False
    original: str = ""
    is_evaluated: bool | None = None
    argument: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "original", self.original or self.path)

    @property
    def is_template(self) -> bool:
        """Whether the file is YAML and not a library, or part of one."""
        if LIBRARIES in PurePosixPath(self.path).parts[:-1]:
            return False
        by_name = self.path.endswith(YAML) and not self.path.endswith(_LIBRARY)
        return by_name if self.is_evaluated is None else self.is_evaluated

    @property
    def is_plain_values(self) -> bool:
        """Whether `--data-values-file` reads the file; as in ytt, only YAML in nested folders."""
        is_nested = self.implied and "/" in self.original
        return not is_nested or self.path.endswith(YAML)

    @property
    def is_library(self) -> bool:
        """Whether the file is for others to load."""
        is_program = self.path.endswith(".star") and self.is_evaluated is None
        return is_program or self.path.endswith(_LIBRARY)

    @cached_property
    def source(self) -> Source:
        """The file as text.

        Raises:
            UsageError: it is not UTF-8.
        """
        return Source(self.name, _decode(self.name, self.data), self.path)


def digest(files: Iterable[File]) -> str:
    """Return a digest of files: of their names and contents, in order."""
    import hashlib  # noqa: PLC0415  takes time, and few commands need it

    hashed = hashlib.sha256()
    for file in files:
        named = (file.path, file.name, file.original, file.implied, file.is_evaluated, len(file.data))
        hashed.update(repr(named).encode(errors="surrogatepass"))
        hashed.update(file.data)
    return hashed.hexdigest()


def by_path(files: Iterable[File]) -> Mapping[str, File]:
    """Return files by their paths; of those with the same path, the last one counts."""
    return {file.path: file for file in files}


def read_files(
    paths: Iterable[Path],
    options: InputOptions = InputOptions(),
    folder: Path | None = None,
) -> list[File]:
    """Return the files at `paths`, in this order; a folder stands for all files in it.

    As in ytt, files in a folder are in the order of their paths as strings, and include hidden files.

    Args:
        paths: of files and folders.
        options: which files may be read.
        folder: the folder that links must not leave; by default, that of each path.

    Raises:
        UsageError: a path does not exist, or must not or cannot be read.
    """
    return [
        file
        for path in paths
        for file in _read(path, file_reader.Reader(folder or file_reader.folder_of(path), options))
    ]


def find_files(argument: str, stdin: BinaryIO, options: InputOptions = InputOptions()) -> list[File]:
    """Return the files that a `-f` argument names: a path, `-`, or `name=path` with either.

    Raises:
        UsageError: the path does not exist, or must not or cannot be read.
    """
    name, sign, rest = argument.partition("=")
    if not sign or os.path.exists(argument):  # noqa: PTH110  `Path.exists` raises for long names
        name, rest = "", argument
    if rest == "-":
        name = name or STDIN
        with file_reader.reported(Path(rest)):
            return [File(name, name, file_reader.bounded(stdin, name, options), original=STDIN)]
    if not rest:
        raise UsageError.of(file_reader.INPUT_WITHOUT_PATH, argument=Verbatim(argument))
    if rest.startswith(("http://", "https://")):
        raise UsageError.of(file_reader.INPUT_ON_THE_WEB, address=Verbatim(rest))
    path = Path(rest)
    files = list(_read(path, file_reader.Reader(file_reader.folder_of(path), options)))
    if not name:
        return files
    if file_reader.is_folder(path):
        return [replace(file, path=f"{name}/{file.path}") for file in files]
    return [replace(file, path=name) for file in files]


def _read(path: Path, reader: file_reader.Reader) -> Iterator[File]:
    if file_reader.is_folder(path):
        with file_reader.reported(path):
            is_chart = (path / "Chart.yaml").is_file()
            names = file_reader.listed(_names(path), str(path))
        for name in names:
            if not name.endswith(CODE) and reader.is_large(path / name):
                continue  # such as an archive, which no code reads
            if is_chart and not _is_of_chart(name) and (path / name).is_symlink():
                continue  # such as a license, which the charts of a repository share, or a resource
            yield File(name, str(path / name), reader.read(path / name), implied=True, argument=str(path))
    else:
        yield File(path.name, str(path), reader.read(path, is_named=True))


def _is_of_chart(name: str) -> bool:
    """Return whether a file of a chart says something about its values."""
    return name.endswith(_OF_CHARTS) and _OF_TEMPLATES.isdisjoint(PurePosixPath(name).parts)


def _names(folder: Path) -> Iterator[str]:
    for place, folders, names in os.walk(folder, onerror=_fail):
        folders[:] = [name for name in folders if name not in _VERSION_CONTROL]
        # A link to a folder is an error: ytt does not follow it either.
        links = (name for name in folders if Path(place, name).is_symlink())
        for name in (*names, *links):
            yield Path(place, name).relative_to(folder).as_posix()


def _fail(error: OSError) -> NoReturn:
    raise error


def _decode(name: str, data: bytes) -> str:
    try:
        return data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as e:
        source = Source(name, data.decode("utf-8-sig", errors="replace"))
        start = data.rfind(b"\n", 0, e.start) + 1
        column = len(data[start : e.start].decode("utf-8-sig", errors="replace")) + 1
        span = Span(source, data.count(b"\n", 0, start) + 1, column, column + 1)
        byte = Verbatim(f"0x{data[e.start]:02x}")
        raise UsageError.of(file_reader.NOT_TEXT, span, byte=byte, offset=e.start) from e


TYPE, PATH, EXCLUDE = "type", "path", "exclude"
_TRUE = ("true",)
# The type of a file, and whether a file of that type is evaluated for schemas and data values.
_TYPES: Mapping[str, bool | None] = {
    "yaml-template": True,
    **dict.fromkeys(("yaml-plain", "text-template", "text-plain"), False),
    "starlark": None,  # as by its name
    "data": False,
}
# Marks for output change nothing here: they concern the documents that ytt prints.
_VALUES: Mapping[str, tuple[str, ...]] = {
    TYPE: tuple(_TYPES),
    PATH: (),
    EXCLUDE: _TRUE,
    "for-output": _TRUE,
    "exclusive-for-output": _TRUE,
}


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
                raise UsageError.of(file_reader.FILE_MARK_UNSUPPORTED, mark=Verbatim(self.text))
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
        raise _wrong(file_reader.FILE_MARK_INVALID, text)
    if key not in _VALUES:
        raise _wrong(file_reader.FILE_MARK_UNKNOWN_KEY, text, _VALUES)
    if _VALUES[key] and value not in _VALUES[key]:
        raise _wrong(file_reader.FILE_MARK_UNKNOWN_VALUE, text, _VALUES[key])
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
            raise _wrong(file_reader.FILE_MARK_OF_NO_FILE, mark.text)
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
    return UsageError.of(code, mark=Verbatim(mark), choices=names)

"""The files of the schemas of a site, which globs name, and what tells their versions apart."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice, takewhile
from pathlib import Path
from typing import TypeAlias

from yschema_engine.docs.places import display_path
from yschema_engine.docs.sample_files import line_of
from yschema_engine.read.file_reader import folder_of, listed
from yschema_engine.read.inputs import LIBRARIES, File, read_files
from yschema_engine.read.options import InputOptions
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import EngineError, Finding, finding, usage_code
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.size_limits import INPUT_FILES
from yschema_engine.text.source import Source

NO_FILE_MATCHES = usage_code(
    "no-file-matches",
    "schema `{schema}`: no file matches `{glob}`",
    found="no such file in {folder}",
    expected="at least one file",
    hint="globs start from the folder of the configuration file",
)


FileStates: TypeAlias = dict[str, tuple[int, int, int]]
"""The time, the size and the number of each file, by its path."""
FilesRead: TypeAlias = tuple[FileStates, tuple[File, ...]]
"""Files, and the version of each at the time it was read."""


@dataclass(frozen=True, slots=True)
class SchemaFolder:
    """The folder that globs start from.

    Attributes:
        path: of the folder.
        config: the file that declares the schemas, for reports.
        inputs: the files that may be read.
    """

    path: Path
    config: Source | None = None
    inputs: InputOptions = InputOptions()

    def files(self, schema: str, patterns: Iterable[str]) -> list[File]:
        """Return the files of a schema, each once.

        Raises:
            EngineError: a glob matches nothing, or a file cannot be read.
        """
        files = [file for pattern in patterns for file in self.matches(schema, pattern)]
        return list({file.name: file for file in files}.values())

    def read(self, schema: str, patterns: Sequence[str], known: FilesRead | None = None) -> FilesRead:
        """Return the files of a schema: those that are known if they have not changed; else as `files`."""
        states = file_states(self.absolute_globs(patterns))
        if known is not None and known[0] == states:
            return known
        return states, tuple(self.files(schema, patterns))

    def matches(self, schema: str, pattern: str) -> list[File]:
        """Return the files that a glob of a schema matches.

        Raises:
            EngineError: there are none, or one cannot be read.
        """
        # `Path.glob` takes neither absolute globs nor all of `..`.
        paths = listed(glob.iglob(pattern, root_dir=self.path, recursive=True), pattern)  # noqa: PTH207
        named = takewhile(lambda part: not glob.has_magic(part), Path(pattern).parts)
        folder = folder_of(self.path.joinpath(*named))
        files = read_files([display_path(self.path / path) for path in paths], self.inputs, folder)
        if not files:
            raise EngineError([self._no_match(schema, pattern, is_folder=bool(paths))])
        # A library that is named is the root of its own files.
        root = folder if LIBRARIES in folder.parts else self.path
        return [replace(file, path=Path(os.path.relpath(file.name, root)).as_posix()) for file in files]

    def absolute_globs(self, patterns: Iterable[str]) -> list[str]:
        """Return the absolute forms of globs."""
        return [str(Path(glob.escape(str(self.path)), pattern)) for pattern in patterns]

    def _no_match(self, schema: str, pattern: str, *, is_folder: bool) -> Finding:
        return finding(
            NO_FILE_MATCHES,
            line_of(self.config, pattern),
            schema=Verbatim(schema),
            glob=Verbatim(pattern),
            folder=Verbatim(str(display_path(self.path))),
            found=phrase("a folder without files") if is_folder else None,
            hint=phrase("add a file, or delete the folder") if is_folder else None,
        )


def file_states(globs: Iterable[str]) -> FileStates:
    """Return what tells the files from other versions of them, as far as that shows without reading them."""
    state: FileStates = {}
    for path in {path for pattern in globs for path in _files(pattern)}:
        with suppress(OSError):  # gone in the meantime
            stat = os.stat(path)  # noqa: PTH116  for speed, here and above
            state[path] = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
    return state


def _shows(name: str) -> bool:
    return not name.startswith(".")


def _files(pattern: str) -> Iterator[str]:
    """Return the files that an absolute glob matches, and those in the folders that it matches."""
    # `Path.glob` takes no absolute globs.
    matches = list(islice(glob.iglob(pattern, recursive=True), INPUT_FILES + 1))  # noqa: PTH207
    if len(matches) > INPUT_FILES:
        return  # the reader refuses them, and larger folders
    for match in matches:
        if os.path.isdir(match):  # noqa: PTH112
            yield from islice(_files_below(match), INPUT_FILES)
        else:
            yield match


def _files_below(top: str) -> Iterator[str]:
    for folder, folders, names in os.walk(top):
        folders[:] = filter(_shows, folders)
        yield from (os.path.join(folder, name) for name in filter(_shows, names))  # noqa: PTH118

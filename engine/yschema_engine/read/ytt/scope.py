"""The folders in which `load()` and `@ytt:data` find files.

A folder `_ytt_lib` holds libraries, which only files of the folder around it can name. Source: the library
loader of ytt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from yschema_engine.read.inputs import LIBRARIES
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.source import Source

Folder = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scope:
    """The part of the inputs that a file can name.

    Attributes:
        sources: all inputs, by their paths.
        folder: of the file; relative paths start from it.
        root: the folder of the library that the file is part of; paths that start with `/` start from it.
        values: the data values that code sees, as `marshal.encode` spells them out; None if it sees none.
    """

    sources: Mapping[str, Source]
    folder: Folder = ()
    root: Folder = ()
    values: Any = None

    def of_file(self, path: str) -> Scope:
        """Return the scope of a file of the same library.

        Args:
            path: its path among the inputs.
        """
        return replace(self, folder=tuple(path.split("/")[:-1]))

    def of_library(self, name: str) -> Scope | None:
        """Return the scope of a library in the `_ytt_lib` of this folder; None if there is none.

        Args:
            name: the path of the library in `_ytt_lib`.
        """
        parts = tuple(name.split("/"))
        folder = (*self.folder, LIBRARIES, *parts)
        if not _is_accessible(parts) or not self._holds_files(folder):
            return None
        return replace(self, folder=folder, root=folder)

    def find(self, path: str) -> str | None:
        """Return the path among the inputs of a file that this scope can name; None if there is none."""
        folder, parts = self._start(path)
        name = "/".join((*folder, *parts))
        return name if _is_accessible(parts[:-1]) and name in self.sources else None

    def names(self, path: str) -> list[str] | None:
        """Return the files in a folder, from its top down; None if the folder does not exist.

        As in ytt, names start at that folder, and with `/` if the path does.

        Args:
            path: of the folder; `""` and `/` are where relative and other paths start.
        """
        folder, parts = self._start(path) if path.strip("/") else (self._start(path)[0], ())
        if not _is_accessible(parts) or (parts and not self._holds_files((*folder, *parts))):
            return None
        start = "/" if path.startswith("/") else ""
        return [start + "/".join(name) for name in _from_the_top(list(self._inside((*folder, *parts))))]

    def _start(self, path: str) -> tuple[Folder, Folder]:
        if path.startswith("/"):
            return self.root, tuple(path[1:].split("/"))
        return self.folder, tuple(path.split("/"))

    def _holds_files(self, folder: Folder) -> bool:
        return any(path.startswith("/".join((*folder, ""))) for path in self.sources)

    def _inside(self, folder: Folder) -> Iterator[Folder]:
        start = "/".join((*folder, ""))
        for path in self.sources:
            parts = tuple(path.removeprefix(start).split("/"))
            if path.startswith(start) and LIBRARIES not in parts[:-1]:
                yield parts


def _from_the_top(names: Sequence[Folder]) -> Iterator[Folder]:
    yield from (name for name in names if len(name) == 1)
    folders = dict.fromkeys(name[0] for name in names if len(name) > 1)
    for folder in folders:
        below = [name[1:] for name in names if len(name) > 1 and name[0] == folder]
        yield from ((folder, *name) for name in _from_the_top(below))


def _is_accessible(parts: Folder) -> bool:
    return not {"", ".", "..", LIBRARIES}.intersection(parts)


class FolderSources(Mapping[str, Source]):
    """The inputs in a folder, by their paths in it."""

    def __init__(self, sources: Mapping[str, Source], folder: Folder) -> None:
        """Select the inputs in `folder`."""
        self._sources = sources
        self._start = "/".join((*folder, ""))
        self._texts: dict[str, Source] = {}

    def __getitem__(self, path: str) -> Source:
        if path not in self._texts:
            source = self._sources[self._start + path]
            self._texts[path] = Source(source.name, source.text, path)
        return self._texts[path]

    def __contains__(self, path: object) -> bool:
        return isinstance(path, str) and self._start + path in self._sources

    def __iter__(self) -> Iterator[str]:
        return (path.removeprefix(self._start) for path in self._sources if path.startswith(self._start))

    def __len__(self) -> int:
        return sum(1 for _ in self)

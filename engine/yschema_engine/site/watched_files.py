"""Files that are watched: those that globs match, and what tells their versions apart."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TypeAlias

FileStates: TypeAlias = dict[str, tuple[int, int, int]]
"""The time, the size and the number of each file, by its path."""


def file_states(globs: Iterable[str]) -> FileStates:
    """Return what tells the files from other versions of them, as far as that shows without reading them."""
    state: FileStates = {}
    for path in {path for pattern in globs for path in files(pattern)}:
        with suppress(OSError):  # gone in the meantime
            stat = os.stat(path)  # noqa: PTH116  for speed, here and above
            state[path] = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
    return state


def _shows(name: str) -> bool:
    return not name.startswith(".")


def files(pattern: str) -> Iterator[str]:
    """Return the files that an absolute glob matches, and those in the folders that it matches."""
    # `Path.glob` takes no absolute globs.
    for match in glob.iglob(pattern, recursive=True):  # noqa: PTH207
        if os.path.isdir(match):  # noqa: PTH112
            for folder, folders, names in os.walk(match):
                folders[:] = filter(_shows, folders)
                yield from (os.path.join(folder, name) for name in filter(_shows, names))  # noqa: PTH118
        else:
            yield match

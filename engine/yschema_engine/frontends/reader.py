"""Reading files by third parties: bounded, no devices, and no links that lead out of their folder."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from yschema_engine.frontends.codes import LARGE_FILE, LINK_LEADS_OUT, NOT_A_FILE, UNREADABLE_INPUT
from yschema_engine.frontends.options import MIB, InputOptions
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import UsageError, finding
from yschema_engine.text.phrases import Verbatim


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the files of a folder.

    Attributes:
        folder: symbolic links must not lead out of it.
        options: which files may be read.
    """

    folder: Path
    options: InputOptions

    def read(self, path: Path, *, is_named: bool = False) -> bytes:
        """Return the bytes of a file.

        Args:
            path: of the file.
            is_named: whether an argument names the file itself, not its folder.

        Raises:
            UsageError: the file cannot be read, is not regular, is too large, or is a link out of the folder.
        """
        with reported(path):
            mode = path.stat().st_mode
            is_pipe = stat.S_ISFIFO(mode) and is_named and self.options.pipes
            if not (stat.S_ISREG(mode) or is_pipe):
                raise UsageError([finding(NOT_A_FILE, file=Verbatim(str(path)))])
            if not is_pipe:
                self._check_links(path)
            with path.open("rb") as stream:
                return bounded(stream, str(path), self.options)

    def is_large(self, path: Path) -> bool:
        """Return whether a file is larger than files may be."""
        try:
            return path.stat().st_size > self.options.size
        except OSError:
            return False

    def _check_links(self, path: Path) -> None:
        destination = path.resolve()
        allowed = (self.folder, *self.options.link_destinations)
        if self.options.all_links or any(destination.is_relative_to(each.resolve()) for each in allowed):
            return
        raise UsageError(
            [
                finding(
                    LINK_LEADS_OUT,
                    file=Verbatim(str(path)),
                    destination=Verbatim(str(destination)),
                    folder=Verbatim(str(self.folder)),
                )
            ]
        )


def folder_of(path: Path) -> Path:
    """Return the folder that an argument names, or the folder of the file that it names."""
    return path if is_folder(path) else path.parent


def is_folder(path: Path) -> bool:
    """Return whether there is a folder at a path."""
    return os.path.isdir(path)  # noqa: PTH112  `Path.is_dir` raises for long paths


def bounded(stream: BinaryIO, name: str, options: InputOptions) -> bytes:
    """Return the bytes of a stream.

    Raises:
        UsageError: there are too many.
    """
    data = stream.read(options.size + 1)
    if len(data) > options.size:
        raise UsageError([finding(LARGE_FILE, file=Verbatim(name), size=options.size // MIB)])
    return data


@contextmanager
def reported(path: Path) -> Iterator[None]:
    """Report what keeps a file from being read.

    Raises:
        UsageError: the file cannot be read.
    """
    try:
        yield
    except (OSError, RuntimeError, ValueError) as e:  # circular links are a RuntimeError, nulls a ValueError
        reason = getattr(e, "strerror", None) or str(e)
        raise UsageError([finding(UNREADABLE_INPUT, file=Verbatim(str(path)), found=reason)]) from e

"""The site that an earlier build has written, which a build that fails leaves as it was."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

KEPT = ".yschema-previous"
"""The folder in `site_dir` for the files of the earlier build. MkDocs does not delete hidden files."""
_NO_SPACE = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG)


class PreviousSite:
    """The files of the earlier build, from the start of a build until its end.

    MkDocs deletes them before it reads the first page.
    """

    def __init__(self) -> None:
        self._site: Path | None = None
        self._is_pending = False

    def keep(self, site: Path) -> None:
        """Move the files aside, unless this run has written them itself, as for several languages.

        A folder that a killed run has left behind holds the files of the last build that succeeded.

        Raises:
            OSError: the folder cannot be changed.
        """
        if self._site is not None:
            return
        self._site = site
        if not site.is_dir():
            return
        with suppress(FileExistsError):
            (site / KEPT).mkdir()
            self._is_pending = True
            for path in _visible(site):
                path.rename(site / KEPT / path.name)
        self._is_pending = True

    def restore(self) -> None:
        """Put the files back if the build has not succeeded."""
        if self._site is None or not self._is_pending:
            return
        self._is_pending = False
        kept = self._site / KEPT
        with suppress(OSError):
            for path in _visible(self._site):
                _delete(path)
            for path in _visible(kept):
                path.rename(self._site / path.name)
            kept.rmdir()

    def discard(self) -> None:
        """Delete the files, because the build has succeeded."""
        if self._site is not None and self._is_pending:
            self._is_pending = False
            shutil.rmtree(self._site / KEPT, ignore_errors=True)


def write_problem(error: Exception, site: Path) -> str:
    """Return a message if an error means that the site cannot be written, otherwise an empty string."""
    if not isinstance(error, OSError) or (error.filename is None and error.errno not in _NO_SPACE):
        return ""
    path = Path(error.filename) if isinstance(error.filename, str) else site
    if path.is_relative_to(site):
        return f"cannot write the site to {path}: {error.strerror}"
    return f"cannot write the site to {site}: {error.strerror}" if error.errno in _NO_SPACE else ""


def _visible(folder: Path) -> Iterator[Path]:
    return (path for path in list(folder.iterdir()) if not path.name.startswith("."))


def _delete(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()

"""The course of a build: what a failure or a signal leaves behind, and the progress of long work."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn, TextIO, TypeVar

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, PluginError
from mkdocs.plugins import event_priority, get_plugin_logger

from mkdocs_yschema import mkdocs_compat as compat

_log = get_plugin_logger("yschema")


_KEPT = ".yschema-previous"
"""The folder in `site_dir` for the files of the earlier build. MkDocs does not delete hidden files."""
_NO_SPACE = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG)


class SiteGuard:
    """A part of the plugin: it keeps the files of the earlier build until this one has succeeded.

    MkDocs deletes them before it reads the first page.
    """

    def _guard_site(self, *, replaced: bool) -> None:
        """Start a run, which may replace the whole site."""
        self._is_replaced = replaced
        self._site_dir: Path | None = None
        self._is_pending = False

    @event_priority(compat.AFTER_OTHERS)
    def guard_site(self, *, config: MkDocsConfig) -> None:
        """Move the files aside, unless this run has written them itself, as for several languages.

        A folder that a killed run has left behind holds the files of the last build that succeeded.

        Raises:
            PluginError: the folder cannot be changed.
        """
        is_first, site = self._site_dir is None, Path(config.site_dir)
        self._site_dir = site
        if not self._is_replaced or not is_first or not site.is_dir():
            return
        try:
            with suppress(FileExistsError):
                (site / _KEPT).mkdir()
                self._is_pending = True
                for path in _visible(site):
                    path.rename(site / _KEPT / path.name)
            self._is_pending = True
        except OSError as e:
            raise PluginError(_write_problem(e, site)) from e

    @event_priority(compat.AFTER_OTHERS)
    def discard_previous_site(self, *, config: MkDocsConfig) -> None:
        """Delete the earlier files, because the build has succeeded."""
        if self._site_dir is not None and self._is_pending:
            self._is_pending = False
            shutil.rmtree(self._site_dir / _KEPT, ignore_errors=True)

    @event_priority(compat.AFTER_OTHERS)
    def on_build_error(self, *, error: Exception) -> None:
        """Put the earlier files back, and report a full or read-only disk without a traceback.

        Raises:
            Abort: the site cannot be written.
        """
        SiteGuard.on_shutdown(self)
        if self._site_dir is not None and (problem := _write_problem(error, self._site_dir)):
            _log.error(problem)
            raise Abort("Aborted with a BuildError!") from error

    def on_shutdown(self) -> None:
        """Put the earlier files back if the build has not succeeded, as after Ctrl-C."""
        if self._site_dir is None or not self._is_pending:
            return
        self._is_pending = False
        kept = self._site_dir / _KEPT
        with suppress(OSError):
            for path in _visible(self._site_dir):
                _delete(path)
            for path in _visible(kept):
                path.rename(self._site_dir / path.name)
            kept.rmdir()


def _write_problem(error: Exception, site: Path) -> str:
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


def exit_on_termination() -> None:
    """Have the signal raise `SystemExit`, unless the program handles or ignores it."""
    _replace(signal.SIG_DFL, _exit)


def restore_termination() -> None:
    """Have the signal end the process again."""
    _replace(_exit, signal.SIG_DFL)


def _replace(old: object, new: signal._HANDLER) -> None:
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) is old:
        signal.signal(signal.SIGTERM, new)


def _exit(number: int, _: FrameType | None) -> NoReturn:
    sys.exit(128 + number)


T = TypeVar("T")
_PATIENCE = 2.0  # seconds before anything is shown
_COLUMNS = 80  # of terminals that do not say it
_EVERY = 0.1  # seconds between two states


class Progress:
    """A line on a terminal that shows how much is done, such as `yschema: 34 of 100 schemas`.

    Pipes get nothing, nor do the logs of CI jobs, some of which have a terminal.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        """Start without work.

        Args:
            stream: by default, standard error.
        """
        self._stream = sys.stderr if stream is None else stream
        self._is_shown = self._stream.isatty() and _can_overwrite(os.environ)
        self._what = ""
        self._total = self._done = self._width = 0
        self._next = 0.0

    def start(self, what: str, total: int) -> None:
        """Begin work.

        Args:
            what: the name of the units, in the plural.
            total: the number of units.
        """
        self.finish()
        self._what, self._total, self._done = what, total, 0
        self._next = time.monotonic() + _PATIENCE

    def advance(self) -> None:
        """Take note that a unit is done."""
        self._done += 1
        now = time.monotonic()
        if not self._is_shown or not self._total or now < self._next:
            return
        self._next = now + _EVERY
        text = f"yschema: {min(self._done, self._total)} of {self._total} {self._what}"[: self._columns() - 1]
        # The next line of a log overwrites it.
        self._stream.write(f"\r{text.ljust(self._width)}\r")
        self._stream.flush()
        self._width = len(text)

    def _columns(self) -> int:
        """Return the width of the terminal, in which a longer line could not be removed."""
        with suppress(OSError):
            return os.get_terminal_size(self._stream.fileno()).columns or _COLUMNS
        return _COLUMNS

    def each(self, what: str, units: Iterable[T], total: int) -> Iterator[T]:
        """Yield the units of some work, and show how many are done."""
        self.start(what, total)
        try:
            for unit in units:
                yield unit
                self.advance()
        finally:
            self.finish()

    def finish(self) -> None:
        """Remove the line."""
        if self._width:
            self._stream.write(f"\r{' ' * self._width}\r")
            self._stream.flush()
        self._width = self._total = 0


def _can_overwrite(environment: Mapping[str, str]) -> bool:
    """Return whether a line on a terminal can be replaced by another one."""
    return environment.get("TERM") != "dumb" and environment.get("CI", "false").lower() in ("", "0", "false")

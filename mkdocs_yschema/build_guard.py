"""The course of a build: what a failure or a signal leaves behind, and the progress of long work."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn, TextIO, TypeVar

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, PluginError
from mkdocs.plugins import event_priority, get_plugin_logger

from mkdocs_yschema import mkdocs_compat as compat

_log = get_plugin_logger("yschema")


_OLD, _REPLACED, _NEW = "old", "replaced", "site"
"""The folders of a build: of former files until all of them are moved, and after; and of the new ones."""
_NO_SPACE = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG)


class SiteGuard:
    """A part of the plugin: a build writes beside the site, and replaces the site when it succeeds.

    MkDocs deletes them before it reads the first page. A run that is killed leaves them as they are, and a
    folder that the next run deletes.
    """

    def _guard_site(self, *, replaced: bool) -> None:
        """Start a run, which may replace the whole site."""
        self._is_replaced = replaced
        self._depth = 0  # builds of further languages are within the first one
        self._config: MkDocsConfig | None = None
        self._site_dir = Path()
        self._work: Path | None = None
        self._before: dict[str, int] = {}

    @event_priority(compat.AFTER_OTHERS)
    def guard_site(self, *, config: MkDocsConfig) -> None:
        """Have the build write to another folder if there is a site.

        Raises:
            PluginError: the folder cannot be changed.
        """
        self._depth += 1
        site = Path(config.site_dir)
        if self._depth > 1:
            return
        self._config, self._site_dir = config, site
        if not self._is_replaced or not site.is_dir():
            return
        try:
            for folder in _work_folders(site):
                _settle(folder, site)
            visible = [path for path in site.iterdir() if not path.name.startswith(".")]
            self._before = {path.name: path.lstat().st_mtime_ns for path in visible}
            if self._before:
                self._work = _new_folder(site)
                config.site_dir = str(self._work / _NEW)
        except OSError as e:
            raise PluginError(_write_problem(e, site, site)) from e

    @event_priority(compat.AFTER_OTHERS)
    def replace_previous_site(self, *, config: MkDocsConfig) -> None:
        """Replace the former files, because the build has succeeded.

        What others have written into the folder of the site meanwhile stays.

        Raises:
            PluginError: the folder cannot be changed.
        """
        self._depth -= 1
        if self._work is None or self._depth:
            return
        work, self._work = self._work, None
        config.site_dir = str(self._site_dir)
        (work / _NEW).mkdir(exist_ok=True)
        names = {path.name for path in (work / _NEW).iterdir()}
        try:
            (work / _OLD).mkdir()
            for path in list(self._site_dir.iterdir()):
                if path.name in names or self._before.get(path.name) == path.lstat().st_mtime_ns:
                    path.rename(work / _OLD / path.name)
            (work / _OLD).rename(work / _REPLACED)
            _settle(work, self._site_dir)
        except OSError as e:
            raise PluginError(_write_problem(e, self._site_dir, work / _NEW)) from e

    @event_priority(compat.AFTER_OTHERS)
    def on_build_error(self, *, error: Exception) -> None:
        """Delete the new files, and report a full or read-only disk without a traceback.

        Raises:
            Abort: the site cannot be written.
        """
        written = Path(self._config.site_dir) if self._config else self._site_dir
        SiteGuard.on_shutdown(self)
        if self._config is not None and (problem := _write_problem(error, self._site_dir, written)):
            _log.error(problem)
            raise Abort("Aborted with a BuildError!") from error

    def on_shutdown(self) -> None:
        """Delete the new files if the build has not succeeded, as after Ctrl-C."""
        if self._work is None or self._config is None:
            return
        self._config.site_dir = str(self._site_dir)
        self._depth = 0
        shutil.rmtree(self._work, ignore_errors=True)
        self._work = None


def _work_folders(site: Path) -> tuple[Path, Path]:
    """Return where builds write: beside the site, or in it if it is a file system of its own."""
    site = site.resolve()
    return site.with_name(f".{site.name}.yschema"), site / ".yschema"


def _new_folder(site: Path) -> Path:
    beside, inside = _work_folders(site)
    inside.mkdir()
    try:
        inside.rename(beside)
    except OSError:
        return inside
    return beside


def _settle(work: Path, site: Path) -> None:
    """Finish or undo the replacement of a site, even if another run has begun it, and delete the folder.

    Links are never followed: the folder of a killed run may as well have come with a repository.
    """
    if work.is_symlink() or not work.is_dir():
        work.unlink(missing_ok=True)
        return
    is_replaced = (work / _REPLACED).is_dir()
    source = work / (_NEW if is_replaced else _OLD)
    if source.is_dir() and not source.is_symlink():
        for path in list(source.iterdir()):
            path.rename(site / path.name)
    shutil.rmtree(work, ignore_errors=True)


def _write_problem(error: Exception, site: Path, written: Path) -> str:
    """Return a message if an error means that the site cannot be written, otherwise an empty string.

    Args:
        error: the error.
        site: the folder of the site.
        written: the folder that the build writes to instead.
    """
    if not isinstance(error, OSError) or (error.filename is None and error.errno not in _NO_SPACE):
        return ""
    path = Path(error.filename) if isinstance(error.filename, str) else site
    if path.is_relative_to(written):
        return f"cannot write the site to {site / path.relative_to(written)}: {error.strerror}"
    return f"cannot write the site to {site}: {error.strerror}" if error.errno in _NO_SPACE else ""


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
        is_log = os.environ.get("CI", "false").lower() not in ("", "0", "false")
        self._is_shown = self._stream.isatty() and not is_log and os.environ.get("TERM") != "dumb"
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

    def each(self, what: str, units: Sequence[T]) -> Iterator[T]:
        """Yield the units of some work, and show how many are done."""
        self.start(what, len(units))
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

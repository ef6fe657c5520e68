"""Progress of long work, on a terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TextIO, TypeVar

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

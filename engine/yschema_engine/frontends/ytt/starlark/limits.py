"""Bounds of evaluation: a schema may come from somebody else."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

_MIB = 2**20
_EVERY = 64  # Starlark asks about a hundred thousand times a second


@dataclass(frozen=True, slots=True)
class Limits:
    """What the code of one run may use.

    Attributes:
        seconds: of time, over all its files and rules.
        memory: in MiB, beyond what the process had at the start.
    """

    seconds: float = 10.0
    memory: float = 1024.0


class Watch:
    """Watches one run; `exceeded` says which limit it broke, if any, and `option` where that is set."""

    def __init__(self, limits: Limits) -> None:
        self.exceeded = ""
        self.option = ""
        self._limits = limits
        self._spent = 0.0
        self._since = 0.0
        self._depth = 0
        self._asked = 0
        self._memory = _memory()

    def __enter__(self) -> None:
        # A file that loads another runs around it.
        if self._depth == 0:
            self._since = time.monotonic()
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if self._depth == 0:
            self._spent += time.monotonic() - self._since

    def cancelled(self) -> bool:
        """Whether Starlark has to stop; it asks every so often."""
        if self._spent + time.monotonic() - self._since > self._limits.seconds:
            self.exceeded = f"the code of this run took more time than {self._limits.seconds:g} s"
            self.option = "--time-limit, or limits: seconds: in mkdocs.yml"
            return True
        self._asked += 1
        return self._asked % _EVERY == 0 and self.memory_exceeded()

    def memory_exceeded(self) -> bool:
        """Whether the run uses more memory than it may."""
        if _memory() - self._memory <= self._limits.memory * _MIB:
            return False
        self.exceeded = f"the code of this run took more memory than {self._limits.memory:g} MiB"
        self.option = "--memory-limit, or limits: memory: in mkdocs.yml"
        return True


def _memory() -> int:
    """The memory of this process in bytes: what it has now on Linux, the most that it had on macOS."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return _peak()
    return pages * os.sysconf("SC_PAGESIZE")


def _peak() -> int:
    if sys.platform == "win32":
        return 0  # there only the time is watched
    import resource  # noqa: PLC0415  not there on Windows

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit

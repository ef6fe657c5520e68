"""Child processes, and what they share with their parents.

The command line forks before it imports anything else, so this module imports little.
"""

from __future__ import annotations

import os
import signal
import warnings
from mmap import mmap

_RECORD = 4096


class Record:
    """The name of the file whose code runs, in memory that a process shares with its child."""

    def __init__(self) -> None:
        self._memory = mmap(-1, _RECORD)
        self._written = ""

    @property
    def name(self) -> str:
        """The file that ran last; empty if none has run."""
        return self._memory[:].rstrip(b"\0").decode(errors="ignore")

    def write(self, name: str) -> None:
        """Record the name of a file."""
        if name == self._written:
            return
        self._written = name
        self._memory[:] = name.encode()[:_RECORD].ljust(_RECORD, b"\0")


def fork() -> int:
    """Fork this process; the result is 0 in the child, else the child's number."""
    with warnings.catch_warnings():
        # The child runs one thread, and no code that waits for others.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def wait(child: int) -> int:
    """Return the exit status of a child; the negative number of a signal that has ended it."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def kill(child: int) -> None:
    """End a child, whatever it does."""
    try:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    except (ProcessLookupError, ChildProcessError):
        pass  # it has ended

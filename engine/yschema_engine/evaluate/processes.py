"""Child processes, and the memory that they share with their parents.

The command line forks before it imports anything else, so this module imports little.
"""

from __future__ import annotations

import os
import signal
import struct
import sys
import time
import warnings
from mmap import mmap

_RECORD = 4096
_TIME = struct.calcsize("d")
_HANDLED = (signal.SIGINT, signal.SIGTERM)  # by parents, which clean up


class Record:
    """The name of the file whose code runs and the time when it has to end, which two processes share."""

    def __init__(self, place: int | str = -1) -> None:
        """Begin without code.

        Args:
            place: the number of an open file that holds the record, or on Windows the name of shared memory;
                by default it is in memory, for a fork.
        """
        if sys.platform == "win32" and isinstance(place, str):
            self._memory = mmap(-1, _RECORD, tagname=place)
        else:
            self._memory = mmap(int(place), _RECORD)
        self._written = ""

    @property
    def name(self) -> str:
        """The file that ran last; empty if none has run."""
        return self._memory[_TIME:].rstrip(b"\0").decode(errors="ignore")

    @property
    def overdue(self) -> float:
        """The seconds for which code has run longer than it may; negative if none has."""
        end: float = struct.unpack_from("d", self._memory)[0]
        return time.monotonic() - end if end else -1.0

    def begin(self, name: str, seconds: float) -> None:
        """Record the name of a file whose code runs, for a number of seconds at most."""
        struct.pack_into("d", self._memory, 0, time.monotonic() + seconds)
        if name != self._written:
            self._written = name
            self._memory[_TIME:] = name.encode()[: _RECORD - _TIME].ljust(_RECORD - _TIME, b"\0")

    def end(self) -> None:
        """Record that no code runs."""
        struct.pack_into("d", self._memory, 0, 0.0)


class Child:
    """A fork of this process."""

    def __init__(self, number: int, lifeline: int) -> None:
        """Take the process and the end of a pipe that no other process holds."""
        self._number = number
        self._lifeline = lifeline

    def wait(self) -> int:
        """Return the exit status; the negative number of a signal that has ended the child."""
        status = os.waitstatus_to_exitcode(os.waitpid(self._number, 0)[1])
        os.close(self._lifeline)
        return status

    def kill(self) -> None:
        """End the child, whatever it does."""
        try:
            os.kill(self._number, signal.SIGKILL)
            self.wait()
        except (ProcessLookupError, ChildProcessError):
            pass  # it has ended


def can_fork() -> bool:
    """Return whether the system can fork this process."""
    # The frameworks of macOS do not survive a fork of a process with several threads.
    return hasattr(os, "fork") and (sys.platform != "darwin" or _has_one_thread())


def _has_one_thread() -> bool:
    threading = sys.modules.get("threading")  # which takes time to import; without it there are no threads
    return threading is None or threading.active_count() == 1


def fork() -> Child | None:
    """Fork this process; the result is None in the child, which ends if its parent is killed.

    Ctrl-C and SIGTERM end the child as well, without what the parent does then.
    """
    parent = os.getpid()
    reader, lifeline = os.pipe()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, _HANDLED)  # until the child has its own handlers
    with warnings.catch_warnings():
        # The child runs one thread, and no code that waits for others.
        warnings.simplefilter("ignore", DeprecationWarning)
        number = os.fork()
    if not number:
        for handled in _HANDLED:
            signal.signal(handled, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    if number:
        os.close(reader)
        return Child(number, lifeline)
    os.close(lifeline)
    _end_with(parent, reader)
    return None


def _end_with(parent: int, reader: int) -> None:
    """Have the system end this process when the parent's end of a pipe closes.

    Native code that does not return runs no handler, so the signal keeps its default action, which is to end
    the process. On macOS it is to do nothing.
    """
    import fcntl  # noqa: PLC0415  for the child alone

    try:
        fcntl.fcntl(reader, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(reader, fcntl.F_SETFL, os.O_ASYNC)
    except (AttributeError, OSError):
        return  # the system cannot do this for pipes
    if os.getppid() != parent:
        os._exit(1)

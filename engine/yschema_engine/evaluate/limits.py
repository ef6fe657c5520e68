"""Time and memory limits for code in inputs; each check of values starts a new budget.

Limits within the process are checked between the steps of code. But one step, such as the comparison of two
values, can take any time, and errors in native code end the process. The guard of an evaluator lets the
system end it.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from pathlib import Path

from yschema_engine.evaluate.processes import Record
from yschema_engine.schema.functions import CodeNeeded
from yschema_engine.text.context import setting
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Finding
from yschema_engine.text.size_limits import MIB, PRINTED

_current_budget: ContextVar[object] = ContextVar("budget", default=None)


def current_budget() -> object:
    """Return the identity of the budget of the check that runs now; None outside of one."""
    return _current_budget.get()


@contextmanager
def new_budget() -> Iterator[None]:
    """Begin a budget for the code in a block."""
    with setting(_current_budget, object()):
        yield


# The limits within the process have better messages, so that they come first.
_SECONDS_MARGIN = 1.0
_MEMORY_MARGIN = 256 * MIB


class Guard:
    """Observes the runs of code; by itself, it only counts what they print."""

    def __init__(self) -> None:
        self._printed = 0

    def begin(self, memory: float) -> None:
        """Begin a new budget: MiB of memory in addition to what the process uses now."""
        self._printed = 0

    def shown(self, printed: str) -> str:
        """Return what is shown of a text that code prints: all of it, a part with a note, or nothing."""
        before, self._printed = self._printed, self._printed + len(printed)
        if self._printed <= PRINTED or before > PRINTED:
            return printed if self._printed <= PRINTED else ""
        return f"{printed[: PRINTED - before]}\n… (the code prints more than {PRINTED:,} characters)\n"

    def enter(self, name: str, seconds: float) -> None:
        """Run code of a file, for a number of seconds at most."""

    def write_no_files(self) -> None:
        """Take in that this process writes no files from now on, and runs no programs."""

    def leave(self) -> None:
        """End the run of code."""

    def exceed(self, finding: Finding) -> None:
        """Take in that the code has exceeded a limit within the process."""


class NoCode(Guard):
    """Refuses to run code in this process."""

    def enter(self, name: str, seconds: float) -> None:
        """Refuse.

        Raises:
            CodeNeeded: always.
        """
        raise CodeNeeded(name)


class ChildGuard(Guard):
    """Has the system end this process if code takes too long, or refuse memory to it.

    Attributes:
        exceeded: a limit that the code has exceeded within the process.
    """

    def __init__(self, record: Record, confine: Callable[[], object] | None = None) -> None:
        """Watch a process.

        Args:
            record: takes the name of the file whose code runs.
            confine: puts the process into the jail of evaluators, forever; None for a process that lives on.
        """
        super().__init__()
        self.exceeded: Finding | None = None
        self._record = record
        self._confine = confine
        self._writes_files = True
        self._ceiling: int | None = None
        if hasattr(signal, "SIGALRM"):
            signal.signal(signal.SIGALRM, signal.SIG_DFL)

    def write_no_files(self) -> None:
        """Have the first code put this process into the jail of evaluators."""
        self._writes_files = False

    def begin(self, memory: float) -> None:
        """Set the ceiling of the address space."""
        super().begin(memory)
        size = memory_of_process(0)
        self._ceiling = None if size is None else size + int(memory * MIB) + _MEMORY_MARGIN

    def enter(self, name: str, seconds: float) -> None:
        """Set the alarm that ends this process, and the limit of its address space."""
        if self._confine and not self._writes_files:
            self._confine()
            self._confine = None
        self._record.begin(name, seconds)
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, max(seconds, 0) + _SECONDS_MARGIN)
        _limit_address_space(self._ceiling)

    def leave(self) -> None:
        """Remove the alarm and the limit."""
        self._record.end()
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        _limit_address_space(None)

    def exceed(self, finding: Finding) -> None:
        """Keep the finding."""
        self.exceeded = finding


_current_guard: ContextVar[Guard] = ContextVar("guard", default=NoCode())  # noqa: B039  without state


def current_guard() -> Guard:
    """Return the guard of this process."""
    return _current_guard.get()


def guarded_by(guard: Guard) -> AbstractContextManager[None]:
    """Use a guard for the code in a block."""
    return setting(_current_guard, guard)


def memory_of_process(column: int) -> int | None:
    """Return a column of `/proc/self/statm` in bytes; None where the system has no such file.

    Args:
        column: 0 for the size of the address space, 1 for the memory in use.
    """
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[column])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGESIZE")


def _limit_address_space(size: int | None) -> None:
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  does not exist on Windows

    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    wanted = hard if size is None else size
    soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@dataclass(frozen=True, slots=True)
class Limits:
    """The resources that the code of one run may use.

    Attributes:
        seconds: elapsed time for the code of all files and rules, in seconds.
        memory: memory in addition to that in use at the start, in MiB.
        seconds_option: the host's name for the limit of time, for hints.
        memory_option: the host's name for the limit of memory, for hints.
    """

    seconds: float = 10.0
    memory: float = 1024.0
    seconds_option: str = "Limits(seconds=…)"
    memory_option: str = "Limits(memory=…)"

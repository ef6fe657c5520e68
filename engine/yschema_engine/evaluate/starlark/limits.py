"""Enforcement of the limits of evaluation: a schema may come from somebody else."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import starlark

from yschema_engine.evaluate.limits import Budget, Guard, Limits, current_budget, current_guard
from yschema_engine.evaluate.starlark.errors import CODE_CRASH, MEMORY_LIMIT, TIME_LIMIT
from yschema_engine.evaluate.starlark.rust_errors import interruption, is_about_memory, panic_of
from yschema_engine.text.findings import Finding, LimitError, Related, finding
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Source, Span

_MIB = 2**20
_MEMORY_INTERVAL = 0.005  # seconds


class Watch:
    """Watches the resources that the code of one run uses; each check of values begins a new budget."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._names: list[str] = []
        self._budget: Budget | None = None
        self._begin(current_budget())

    def _begin(self, budget: Budget | None) -> None:
        self._budget = budget
        self._spent = 0.0
        self._since = 0.0
        self._memory_checked = 0.0
        self._memory = _memory()
        self._is_late = False
        self._is_large = False
        self._has_begun = False

    @contextmanager
    def running(self, name: str) -> Iterator[None]:
        """Watch code while it runs; a file that loads another runs around it.

        Args:
            name: the file.

        Raises:
            LimitError: the system has refused memory to this process, or the interpreter has panicked.
            KeyboardInterrupt: Ctrl-C has ended a function of the engine that the code calls.
            SystemExit: a signal has.
        """
        guard = current_guard()
        if not self._names:
            self._enter(guard)
        guard.enter(name, self._left)
        self._names.append(name)
        try:
            yield
        except starlark.StarlarkError as e:
            raise interruption(e) or e from None
        except BaseException as e:  # a panic is no Exception
            failure = self._failure(e, Span(Source(name, ""), 1))
            if failure is None:
                raise
            guard.exceed(failure)
            raise LimitError([failure]) from e
        finally:
            self._names.pop()
            if self._names:
                guard.enter(self._names[-1], self._left)
            else:
                guard.leave()
                self._spent += time.monotonic() - self._since

    def _failure(self, error: BaseException, span: Span) -> Finding | None:
        """Return the finding about an error that leaves the interpreter unusable; None for other errors."""
        panic = panic_of(error)
        if isinstance(error, MemoryError) or is_about_memory(panic):
            self.refused_memory()
            return self.finding(span, ())
        return finding(CODE_CRASH, span, signal=Verbatim(panic)) if panic else None

    def _enter(self, guard: Guard) -> None:
        budget = current_budget()
        if budget is not self._budget:
            self._begin(budget)
        if not self._has_begun:
            guard.begin(self._limits.memory)
            self._has_begun = True
        self._since = time.monotonic()

    @property
    def _left(self) -> float:
        return self._limits.seconds - self._spent - (time.monotonic() - self._since)

    @property
    def is_exceeded(self) -> bool:
        """Whether the run has used more than it may."""
        return self._is_late or self._is_large

    def cancelled(self) -> bool:
        """Return whether Starlark has to stop; it asks every so often."""
        now = time.monotonic()
        if self._spent + now - self._since > self._limits.seconds:
            self._is_late = True
            return True
        if now - self._memory_checked > _MEMORY_INTERVAL:
            self._memory_checked = now
            self._is_large |= _memory() - self._memory > self._limits.memory * _MIB
        return self._is_large

    def refused_memory(self) -> None:
        """Note that the system has refused memory to the run."""
        self._is_large = True

    def finding(self, span: Span | None, related: tuple[Related, ...]) -> Finding:
        """Return the finding about the limit that the run has exceeded."""
        limits = self._limits
        if self._is_late:
            limit, option = limits.seconds, limits.seconds_option
            return finding(TIME_LIMIT, span, related=related, limit=f"{limit:g}", option=option)
        limit, option = limits.memory, limits.memory_option
        return finding(MEMORY_LIMIT, span, related=related, limit=f"{limit:g}", option=option)


def _memory() -> int:
    """Return the memory of this process in bytes: the current one on Linux, the largest so far on macOS."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
    except OSError:
        return _peak()
    return pages * os.sysconf("SC_PAGESIZE")


def _peak() -> int:
    if sys.platform == "win32":
        return 0  # Windows has no such figure; only the time is watched
    import resource  # noqa: PLC0415  does not exist on Windows

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit

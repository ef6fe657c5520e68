"""Child processes for actions that run code of the input files, which may end or block the process.

Systems without `fork`, such as Windows, run the actions in the process itself.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn, TypeVar

from yschema_engine.evaluate.limits import (
    ChildGuard,
    CodeFound,
    Limits,
    RefuseCode,
    current_guard,
    guarded_by,
)
from yschema_engine.evaluate.processes import Record, fork
from yschema_engine.evaluate.starlark.errors import CODE_CRASH, LESS_NESTING, MEMORY_LIMIT, TIME_LIMIT
from yschema_engine.text.findings import Finding, LimitError, finding
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Source, Span

T = TypeVar("T")
_CRASHES = ("SIGABRT", "SIGALRM", "SIGBUS", "SIGFPE", "SIGILL", "SIGKILL", "SIGSEGV", "SIGTRAP")


def isolated(action: Callable[[], T], limits: Limits, rehearse: Callable[[T], object] = lambda _: None) -> T:
    """Return the result of an action, which may run code of the input files.

    The action is tried without code first. If it runs code, a child process runs it before this process does.
    The action must have no effects besides its result, and the same result each time. In a child process with
    a guard, it runs at once.

    Args:
        action: returns the result.
        limits: of the code.
        rehearse: asks the result what this process will ask it later, for the child process.

    Raises:
        EngineError: the code ends or blocks the child, or exceeds its limits; or the action raises it.
    """

    def rehearsed() -> T:
        result = action()
        rehearse(result)
        return result

    if isinstance(current_guard(), ChildGuard):
        return rehearsed()
    if not can_fork():
        return action()
    try:
        with guarded_by(RefuseCode()):
            return action()
    except CodeFound:
        _run_first(rehearsed, limits)
        return action()


def can_fork() -> bool:
    """Return whether the system can fork this process."""
    # The frameworks of macOS do not survive a fork of a process with several threads.
    return hasattr(os, "fork") and (sys.platform != "darwin" or _has_one_thread())


def _has_one_thread() -> bool:
    import threading  # noqa: PLC0415  takes time

    return threading.active_count() == 1


def _run_first(action: Callable[[], object], limits: Limits) -> None:
    """Run an action in a child process, and raise the error if it cannot run in this one."""
    record = Record()
    reader, writer = os.pipe()
    child = fork()
    if child is None:
        os.close(reader)
        _run_silently(action, record, writer)
    os.close(writer)
    try:
        with os.fdopen(reader, "rb") as stream:
            exceeded = stream.read()
        status = child.wait()
    except BaseException:
        child.kill()
        raise
    if status and (death := death_of(status, record, limits)) is not None:
        raise LimitError([death])
    if exceeded:
        import pickle  # noqa: PLC0415  takes time, and is rarely used

        raise LimitError([pickle.loads(exceeded)])  # noqa: S301  written below


def _run_silently(action: Callable[[], object], record: Record, writer: int) -> NoReturn:
    """Run an action in the child; send the parent a limit that is exceeded, and nothing else."""
    guard = ChildGuard(record)
    status = 1
    try:
        gc.disable()
        faulthandler.disable()
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (1, 2):
            os.dup2(null, stream)
        with guarded_by(guard), suppress(Exception):  # the parent raises it again
            action()
        status = 0
    finally:
        try:
            _send(guard.exceeded, writer)
        finally:
            os._exit(status)


def _send(exceeded: Finding | None, writer: int) -> None:
    if exceeded is not None:
        import pickle  # noqa: PLC0415  takes time, and is rarely used

        os.write(writer, pickle.dumps(exceeded))


def death_of(status: int, record: Record, limits: Limits) -> Finding | None:
    """Return the finding about a child that has not ended as it should; None if code was not the reason.

    Args:
        status: as `Child.wait` returns it, not 0.
        record: names the file whose code ran last.
        limits: of the code.
    """
    name = signal.Signals(-status).name if status < 0 else f"exit status {status}"
    if not record.name or (status < 0 and name not in _CRASHES):
        return None
    span = Span(Source(record.name, ""), 1)
    if name == "SIGALRM":
        return finding(TIME_LIMIT, span, limit=f"{limits.seconds:g}", option=limits.seconds_option)
    if name in ("SIGABRT", "SIGKILL"):
        return finding(MEMORY_LIMIT, span, limit=f"{limits.memory:g}", option=limits.memory_option)
    hint = LESS_NESTING if name == "SIGSEGV" else None
    return finding(CODE_CRASH, span, signal=Verbatim(name), hint=hint)

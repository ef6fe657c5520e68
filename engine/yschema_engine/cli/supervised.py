"""A run in a child process, so that code in the input files cannot end or block the command line."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

from yschema_engine.frontends.guard import ChildGuard, Record, guarded_by
from yschema_engine.frontends.isolation import death_of, fork, kill, wait
from yschema_engine.frontends.options import Limits
from yschema_engine.model.findings import EngineError


def supervise(run: Callable[[], int], limits: Limits) -> int:
    """Return the exit status of a run in a child process; on systems without `fork`, in this one.

    Args:
        run: reads and writes the streams of the process.
        limits: of the code in the input files.

    Raises:
        EngineError: the code has ended or blocked the child.
    """
    if not hasattr(os, "fork") or threading.current_thread() is not threading.main_thread():
        return run()
    record = Record()
    sys.stdout.flush()
    sys.stderr.flush()
    child = fork()
    if not child:
        return _run_in_child(run, record)
    status = _wait(child)
    if (death := death_of(status, record, limits)) is not None:
        raise EngineError([death])
    if status < 0:
        _end_by(-status)
    return status


def _run_in_child(run: Callable[[], int], record: Record) -> int:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    faulthandler.disable()
    _silence_native_code()
    with guarded_by(ChildGuard(record)):
        return run()


def _silence_native_code() -> None:
    """Keep standard error to Python: native code that fails writes to it before it ends the process."""
    number = sys.stderr.fileno()
    stream = os.dup(number)
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, number)
    os.close(null)
    sys.stderr = open(stream, "w", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: PTH123, SIM115


def _wait(child: int) -> int:
    def end(number: int, _: FrameType | None) -> NoReturn:
        kill(child)
        _end_by(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, end)
    return wait(child)


def _end_by(number: int) -> NoReturn:
    """End this process by a signal, as if there were no child."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    os._exit(128 + number)

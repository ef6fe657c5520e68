"""A run in a child process, so that code in the input files cannot end or block the command line."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import NoReturn

from yschema_engine.frontends.guard import ChildGuard, Record, guarded_by
from yschema_engine.frontends.isolation import death_of, fork, kill, wait
from yschema_engine.frontends.options import Limits
from yschema_engine.model.findings import Finding


def supervise(run: Callable[[], int], limits: Callable[[], Limits], report: Callable[[Finding], int]) -> int:
    """Return the exit status of a run in a child process; on systems without `fork`, in this one.

    Args:
        run: reads and writes the streams of the process.
        limits: returns those of the code in the input files.
        report: reports that code has ended or blocked the child, and returns the exit status.
    """
    if not hasattr(os, "fork") or not _is_main_thread():
        return run()
    record = Record()
    _flush()
    child = fork()
    if not child:
        _run_in_child(run, record)
    status = _wait(child)
    if status < 0 and (death := death_of(status, record, limits())) is not None:
        return report(death)
    if status < 0:
        _end_by(-status)
    return status


def _is_main_thread() -> bool:
    threading = sys.modules.get("threading")  # which takes time to import; without it there are no threads
    return threading is None or threading.current_thread() is threading.main_thread()


def end(status: int) -> NoReturn:
    """End this process without the work of the interpreter at its end, which takes time."""
    _flush()
    os._exit(status)


def _run_in_child(run: Callable[[], int], record: Record) -> NoReturn:
    """Run, and exit without the work of the interpreter at its end, which the parent does."""
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        faulthandler.disable()
        _silence_native_code()
        with guarded_by(ChildGuard(record)):
            status = run()
    except SystemExit as e:
        status = e.code if isinstance(e.code, int) else int(e.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        end(status)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # none, or closed
            stream.flush()


def _silence_native_code() -> None:
    """Keep standard error to Python: native code that fails writes to it before it ends the process."""
    with suppress(AttributeError, OSError, ValueError):  # none, or closed
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

"""The entry point of `yschema`, which handles Ctrl-C and forks before it imports the engine.

The child imports what it needs. A fork of a process that has imported the engine would have to copy it.
"""

from __future__ import annotations

import gc
import os
import signal
import sys

from yschema_engine.evaluate.processes import Child, Record, fork

TYPE_CHECKING = False  # as in `typing`, which takes time to import
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn


_BROKEN = (AttributeError, OSError, ValueError)  # raised by streams that are missing or closed


def _supervise() -> int:
    """Return the exit status of a run in a child process; on systems without `fork`, in this one."""
    threading = sys.modules.get("threading")  # which takes time to import; without it there are no threads
    is_main_thread = threading is None or threading.current_thread() is threading.main_thread()
    if not hasattr(os, "fork") or not is_main_thread:
        return _run(None)
    record = Record()
    _flush()
    child = fork()
    if child is None:
        _run_in_child(record)
    status = _wait(child)
    if status >= 0:
        return status
    from yschema_engine.cli.main import report_death  # noqa: PLC0415  takes most of the time of a run

    reported = report_death(status, record)
    if reported is None:
        _end_by(-status)
    return reported


def _run(record: Record | None) -> int:
    from yschema_engine.cli.main import run  # noqa: PLC0415  as above

    return run(record)


def end(status: int) -> NoReturn:
    """End this process without the work of the interpreter at its end, which takes time."""
    _flush()
    os._exit(status)


def _run_in_child(record: Record) -> NoReturn:
    """Run, and exit without the work of the interpreter at its end, which the parent does."""
    status = 1
    try:
        _silence_native_code()
        status = _run(record)
    except SystemExit as e:
        status = e.code if isinstance(e.code, int) else int(e.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        end(status)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except _BROKEN:
            continue


def _silence_native_code() -> None:
    """Keep standard error to Python: native code that fails writes to it before it ends the process."""
    import faulthandler  # noqa: PLC0415  for the child alone

    faulthandler.disable()
    try:
        number = sys.stderr.fileno()
        stream = os.dup(number)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, number)
        os.close(null)
        sys.stderr = open(stream, "w", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: PTH123, SIM115
    except _BROKEN:
        return


def _wait(child: Child) -> int:
    def end(number: int, _: FrameType | None) -> NoReturn:
        child.kill()
        _end_by(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, end)
    return child.wait()


def _end_by(number: int) -> NoReturn:
    """End this process by a signal, as if there were no child."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    os._exit(128 + number)


def main() -> NoReturn:
    """Run in a child process with the arguments of this one, and end with the exit status."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # ends the process without a traceback
    # Modules and nodes live until the process ends: looking for garbage among them only takes time.
    gc.disable()
    end(_supervise())

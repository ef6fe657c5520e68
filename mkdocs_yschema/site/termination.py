"""The end of a run by `SIGTERM`, which CI jobs and containers send: like Ctrl-C, it leaves nothing behind."""

from __future__ import annotations

import signal
import sys
import threading
from types import FrameType
from typing import NoReturn


def exit_on_termination() -> None:
    """Have the signal raise `SystemExit`, unless the program handles or ignores it."""
    _replace(signal.SIG_DFL, _exit)


def restore_termination() -> None:
    """Have the signal end the process again."""
    _replace(_exit, signal.SIG_DFL)


def _replace(old: object, new: signal._HANDLER) -> None:
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) is old:
        signal.signal(signal.SIGTERM, new)


def _exit(number: int, _: FrameType | None) -> NoReturn:
    sys.exit(128 + number)

"""The standard streams of the process, any of which may be closed or broken."""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress
from typing import BinaryIO, NoReturn, TextIO, cast


def open_streams() -> tuple[BinaryIO, TextIO, TextIO]:
    """Return standard input, output and error; a closed one fails when it is used, and errors go nowhere."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  open until the end
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    stdin = cast("BinaryIO", _ClosedInput() if sys.stdin is None else _InputOnce(sys.stdin.buffer))
    stdout = cast("TextIO", _ClosedOutput()) if sys.stdout is None else sys.stdout
    return stdin, stdout, sys.stderr


def flush_streams() -> bool:
    """Write what is left, and return whether that is possible; then the interpreter need not try again."""
    results = [_flush(stream) for stream in (sys.stdout, sys.stderr) if stream is not None]
    return all(results)


def _flush(stream: TextIO) -> bool:
    try:
        stream.flush()
    except OSError:
        with suppress(OSError):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, stream.fileno())
            os.close(null)
        return False
    except ValueError:  # it has been closed
        return False
    return True


class _InputOnce(io.RawIOBase):
    """Standard input, of which a second argument would get nothing."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._was_read = False

    def read(self, size: int = -1) -> bytes:
        if self._was_read:
            raise OSError(errno.EINVAL, "another argument has read standard input")
        self._was_read = True
        return self._stream.read(size)


class _ClosedInput(io.RawIOBase):
    def read(self, size: int = -1) -> NoReturn:
        raise OSError(errno.EBADF, "standard input is closed")


class _ClosedOutput(io.TextIOBase):
    def write(self, text: str) -> NoReturn:
        raise OSError(errno.EBADF, "standard output is closed")

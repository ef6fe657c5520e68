"""Going on after an error, which starlark-rust cannot.

Code that fails inside an attempt runs again from its start, this time knowing how that attempt ends. It comes
to the same attempt again: code has no other input than its files.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

import starlark

from yschema_engine.starlark.values import Functions

T = TypeVar("T")


class _Attempts:
    """The attempts of one run, by their number."""

    def __init__(self) -> None:
        self.failures: dict[int, str] = {}
        self.open: list[int] = []
        self._count = 0

    def restart(self) -> None:
        self.open.clear()
        self._count = 0

    def begin(self) -> str | None:
        number = self._count
        self._count += 1
        failure = self.failures.get(number)
        if failure is None:
            self.open.append(number)
        return failure


_current: ContextVar[_Attempts] = ContextVar("attempts")


def repeated(code: Callable[[], T], failure: Callable[[starlark.StarlarkError], str | None]) -> T:
    """The result of running code, again after each attempt in it that fails.

    Args:
        code: runs it, from the start.
        failure: the words of an error; None if it ends the run, attempt or not.
    """
    attempts = _Attempts()
    token = _current.set(attempts)
    try:
        while True:
            attempts.restart()
            try:
                return code()
            except starlark.StarlarkError as e:
                words = failure(e) if attempts.open else None
                if words is None:
                    raise
                attempts.failures[attempts.open[-1]] = words
    finally:
        _current.reset(token)


def begin() -> str | None:
    """Begin an attempt; the failure that it is known to end in, or None if it is to be made."""
    return _current.get().begin()


def end() -> None:
    """End an attempt that went well."""
    _current.get().open.pop()


FUNCTIONS: Functions = {"attempt_begin": begin, "attempt_end": end}
"""What `assert.try_to` calls."""

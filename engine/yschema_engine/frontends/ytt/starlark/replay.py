"""Running code again from its start, for what starlark-rust cannot do.

It comes to the same place again, for code has no other input than its files. So code that fails inside an
attempt goes on, this time knowing how that attempt ends. And a function that nothing could keep, since it was
made in a loaded, frozen file, is called where it was made.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeVar

import starlark

if TYPE_CHECKING:
    from yschema_engine.frontends.ytt.starlark.marshal import Functions

T = TypeVar("T")


class _Answered(Exception):
    """The function has been called; the rest of the code need not run again."""


class _Run:
    """One run: its attempts and the functions made in frozen files, by their numbers."""

    def __init__(self, code: Callable[[], Any]) -> None:
        self.failures: dict[int, str] = {}
        self.open: list[int] = []
        self._code = code
        self._count = 0
        self._made = 0
        self._wanted: tuple[int, list[Any]] | None = None
        self._answer: list[Any] = []

    def start(self) -> Any:
        self.open.clear()
        self._count = 0
        self._made = 0
        return self._code()

    def call(self, number: int, request: list[Any]) -> Any:
        """What the function of that number gives, spelled out.

        Raises:
            starlark.StarlarkError: it fails.
        """
        self._wanted, self._answer = (number, request), []
        token = _current.set(self)
        try:
            self.start()
        except starlark.StarlarkError:
            if not self._answer:
                raise
        finally:
            _current.reset(token)
            self._wanted = None
        return self._answer[0]

    def make(self) -> int | list[Any]:
        number = self._made
        self._made += 1
        return self._wanted[1] if self._wanted and self._wanted[0] == number else number

    def answer(self, result: Any) -> None:
        self._answer.append(result)
        raise _Answered

    def begin(self) -> str | None:
        number = self._count
        self._count += 1
        failure = self.failures.get(number)
        if failure is None:
            self.open.append(number)
        return failure


_current: ContextVar[_Run] = ContextVar("run")


def repeated(code: Callable[[], T], failure: Callable[[starlark.StarlarkError], str | None]) -> T:
    """The result of running code, again after each attempt in it that fails.

    Args:
        code: runs it, from the start.
        failure: the words of an error; None if it ends the run, attempt or not.
    """
    run = _Run(code)
    token = _current.set(run)
    try:
        while True:
            try:
                result: T = run.start()
                return result
            except starlark.StarlarkError as e:
                words = failure(e) if run.open else None
                if words is None:
                    raise
                run.failures[run.open[-1]] = words
    finally:
        _current.reset(token)


def begin() -> str | None:
    """Begin an attempt; the failure that it is known to end in, or None if it is to be made."""
    return _current.get().begin()


def end() -> None:
    """End an attempt that went well."""
    _current.get().open.pop()


def made(number: int) -> Callable[[list[Any]], Any]:
    """How to call the function of a number that the current run has made in a frozen file."""
    run = _current.get()
    return lambda request: run.call(number, request)


def make() -> int | list[Any]:
    """The number of a function that a frozen file makes; or, if it is to be called now, how."""
    return _current.get().make()


def answer(result: Any) -> None:
    """Take what the function has given.

    Raises:
        _Answered: always.
    """
    _current.get().answer(result)


FUNCTIONS: Functions = {"attempt_begin": begin, "attempt_end": end}
"""What `assert.try_to` calls."""

HOST_FUNCTIONS: Functions = {"made": make, "answer": answer}
"""What the prelude calls."""

"""Replays of code, a workaround for two features that starlark-rust lacks.

A replay starts the code from its beginning and comes to the same place, because code has no other input than
its files. Code that fails inside an attempt (`assert.try_to`) is replayed, and the attempt then ends with the
failure that is known by now. A function that no list can hold, because a loaded, frozen file has made it, is
called at the place where the file makes it.

The prelude and the standard modules are frozen and shared by all runs, so their functions of the engine
cannot hold a run: they find it in a context variable.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from functools import partial
from typing import Any, Protocol, TypeVar

import starlark

from yschema_engine.evaluate.starlark.errors import Functions
from yschema_engine.text.context import setting

T = TypeVar("T")


class Call(Protocol):
    """Calls a function in a replay."""

    def __call__(self, request: list[Any], *, attributes: bool) -> Any:
        """Return the result, spelled out.

        Args:
            request: how to call the function, and the arguments.
            attributes: whether the keys of maps can be read as attributes.
        """


class _Answered(Exception):
    """The function has returned; the rest of the code need not run again."""


class _Run:
    """A run of code: its attempts, and the functions that frozen files have made, by their numbers."""

    def __init__(self, code: Callable[[], Any], *, attributes: bool) -> None:
        self.failures: dict[int, str] = {}
        self.attempts: list[int] = []
        self.attributes = attributes
        self._code = code
        self._attempt_count = 0
        self._function_count = 0
        self._requested: tuple[int, list[Any]] | None = None
        self._answer: list[Any] = []

    def start(self) -> Any:
        self.attempts.clear()
        self._attempt_count = 0
        self._function_count = 0
        return self._code()

    def call(self, number: int, request: list[Any], *, attributes: bool) -> Any:
        """Return the result of the function of that number, spelled out.

        Raises:
            starlark.StarlarkError: the function failed.
        """
        self._requested, self._answer = (number, request), []
        before, self.attributes = self.attributes, attributes
        try:
            with setting(_current, self):
                self.start()
        except starlark.StarlarkError:
            if not self._answer:
                raise
        finally:
            self._requested = None
            self.attributes = before
        return self._answer[0]

    def make_function(self) -> int | list[Any]:
        """Return the number of a function that a frozen file makes, or the request to call it now."""
        number = self._function_count
        self._function_count += 1
        requested = self._requested
        return requested[1] if requested is not None and requested[0] == number else number

    def answer(self, result: Any) -> None:
        """Take the result of the requested function, and end the replay."""
        self._answer.append(result)
        raise _Answered

    def begin_attempt(self) -> str | None:
        """Begin an attempt; return the failure that it is known to end in, or None if it has yet to run."""
        number = self._attempt_count
        self._attempt_count += 1
        failure = self.failures.get(number)
        if failure is None:
            self.attempts.append(number)
        return failure

    def end_attempt(self) -> None:
        """End an attempt that has succeeded."""
        self.attempts.pop()


_current: ContextVar[_Run] = ContextVar("run")


def run_replayed(
    code: Callable[[], T],
    failure: Callable[[starlark.StarlarkError], str | None],
    *,
    attributes: bool = False,
) -> T:
    """Return the result of code, which is replayed after each attempt that fails.

    Args:
        code: runs from the beginning.
        failure: returns the text of an error; None if the error ends the run even inside an attempt.
        attributes: whether the keys of maps can be read as attributes, as in rules of the proposed dialect.
    """
    run = _Run(code, attributes=attributes)
    with setting(_current, run):
        while True:
            try:
                result: T = run.start()
                return result
            except starlark.StarlarkError as e:
                text = failure(e) if run.attempts else None
                if text is None:
                    raise
                run.failures[run.attempts[-1]] = text


def call_of(number: int) -> Call:
    """Return the call of a function that a frozen file has made in the current run, by its number."""
    return partial(_current.get().call, number)


def has_attributes() -> bool:
    """Return whether the keys of maps can be read as attributes now."""
    run = _current.get(None)
    return run is not None and run.attributes


FUNCTIONS: Functions = {
    "attempt_begin": lambda: _current.get().begin_attempt(),
    "attempt_end": lambda: _current.get().end_attempt(),
    "made": lambda: _current.get().make_function(),
    "answer": lambda result: _current.get().answer(result),
    "in_rule": has_attributes,
}
"""The functions of this module that the prelude and `assert.try_to` call."""

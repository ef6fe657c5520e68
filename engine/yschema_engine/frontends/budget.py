"""Budgets of the limits of code: a check of values begins one, for schemas are used for any time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Budget:
    """The identity of a budget; each run keeps its own account."""


_current: ContextVar[Budget | None] = ContextVar("budget", default=None)


def current_budget() -> Budget | None:
    """Return the budget of the check that runs now; None outside of one."""
    return _current.get()


@contextmanager
def new_budget() -> Iterator[None]:
    """Begin a budget for the code in a block."""
    token = _current.set(Budget())
    try:
        yield
    finally:
        _current.reset(token)

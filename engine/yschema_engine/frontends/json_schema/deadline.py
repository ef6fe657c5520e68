"""The limit of time for one check: schemas by third parties can make a check take any time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class DeadlineExceeded(Exception):
    """A check has taken too long."""


_end: ContextVar[float | None] = ContextVar("end", default=None)


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Limit the time of a block; a limit around it stays in effect."""
    outer = _end.get()
    end = time.monotonic() + seconds
    token = _end.set(end if outer is None else min(end, outer))
    try:
        yield
    finally:
        _end.reset(token)


def check_time() -> float:
    """Return the seconds that are left.

    Raises:
        DeadlineExceeded: none are.
    """
    end = _end.get()
    if end is None:
        return float("inf")
    left = end - time.monotonic()
    if left <= 0:
        raise DeadlineExceeded
    return left

"""Values of context variables within a block."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def setting(variable: ContextVar[T], value: T) -> Iterator[None]:
    """Give a context variable a value in a block."""
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)

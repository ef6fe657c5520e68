"""The library `jsonschema`, imported and limited in one place.

`jsonschema` is imported without an optional dependency of it that takes seconds to import. `rfc3987_syntax`
compiles grammars when it is imported, for formats such as `iri`. Other packages of an environment may have
brought it along; without it, the library does not check these formats.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from yschema_engine.schema.ecma_search import SECONDS, SearchTimeout, ecma_search
from yschema_engine.schema.re2_patterns import PatternError

_SLOW = "rfc3987_syntax"


@contextmanager
def _without_slow_dependency() -> Iterator[None]:
    """Make the import of the dependency fail within a block, unless it has been imported before."""
    if _SLOW in sys.modules:
        yield
        return
    sys.modules[_SLOW] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules[_SLOW]


with _without_slow_dependency():
    from jsonschema import (
        Draft4Validator,
        Draft6Validator,
        Draft7Validator,
        Draft201909Validator,
        Draft202012Validator,
        FormatChecker,
    )
    from jsonschema.exceptions import SchemaError, ValidationError
    from jsonschema.validators import extend

__all__ = [
    "Draft4Validator",
    "Draft6Validator",
    "Draft7Validator",
    "Draft201909Validator",
    "Draft202012Validator",
    "FormatChecker",
    "SchemaError",
    "ValidationError",
    "extend",
]


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


def is_match(pattern: str, text: str) -> bool:
    """Return whether a pattern matches anywhere in a text; every text matches one that is not valid.

    Raises:
        DeadlineExceeded: the search takes too long.
    """
    try:
        return ecma_search(pattern, text, min(SECONDS, check_time()))
    except PatternError:
        return True
    except SearchTimeout:
        raise DeadlineExceeded from None

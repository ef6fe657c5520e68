"""The library `jsonschema`, imported and limited in one place.

`jsonschema` is imported without an optional dependency of it that takes seconds to import. `rfc3987_syntax`
compiles grammars when it is imported, for formats such as `iri`. Other packages of an environment may have
brought it along; without it, the library does not check these formats. It also checks more formats where
certain other libraries are installed. Verdicts must not depend on these, so the checks here are our own.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from functools import partial
from typing import Any
from uuid import UUID

from yschema_engine.schema.ecma_search import SECONDS, SearchTimeout, ecma_search, is_ecma_pattern
from yschema_engine.schema.formats import FORMATS, matches, one_line
from yschema_engine.schema.re2_patterns import PatternError
from yschema_engine.text.context import setting

_SLOW = "rfc3987_syntax"

sys.modules.setdefault(_SLOW, None)  # type: ignore[arg-type]  # so that its import fails, if it is the first
try:
    from jsonschema import (
        Draft4Validator,
        Draft6Validator,
        Draft7Validator,
        Draft201909Validator,
        Draft202012Validator,
        FormatChecker,
    )
    from jsonschema.exceptions import ValidationError
    from jsonschema.validators import extend
finally:
    if sys.modules[_SLOW] is None:
        del sys.modules[_SLOW]

__all__ = [
    "Draft4Validator",
    "Draft6Validator",
    "Draft7Validator",
    "Draft201909Validator",
    "Draft202012Validator",
    "FormatChecker",
    "ValidationError",
    "extend",
]


class DeadlineExceeded(Exception):
    """A check has taken too long."""


_end: ContextVar[float | None] = ContextVar("end", default=None)


def deadline(seconds: float) -> AbstractContextManager[None]:
    """Limit the time of a block; a limit around it stays in effect."""
    outer, end = _end.get(), time.monotonic() + seconds
    return setting(_end, end if outer is None else min(end, outer))


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


_POINTER = "(?:/(?:[^~/]|~[01])*)*"
# ISO 8601 allows fractions and any of the units; the ABNF of RFC 3339 does not.
_NUMBER = r"[0-9]+(?:[.,][0-9]+)?"
_DURATION = (
    rf"P(?:{_NUMBER}W|(?=[0-9]|T[0-9])(?:{_NUMBER}Y)?(?:{_NUMBER}M)?(?:{_NUMBER}D)?"
    rf"(?:T(?=[0-9])(?:{_NUMBER}H)?(?:{_NUMBER}M)?(?:{_NUMBER}S)?)?)"
)
_ENCODED = "%[0-9A-Fa-f]{2}"
_VARIABLE = rf"(?:[A-Za-z0-9_]|{_ENCODED})(?:\.?(?:[A-Za-z0-9_]|{_ENCODED}))*(?::[1-9][0-9]{{0,3}}|\*)?"
_URI_TEMPLATE = (
    rf"(?:[^\x00-\x20\x7f\"%<>\\^`{{|}}]|{_ENCODED}|\{{[+#./;?&=,!@|]?{_VARIABLE}(?:,{_VARIABLE})*\}})*"
)


def _is_email(text: str) -> bool:
    return "@" in text  # specifications and tools agree on no more than this


@one_line
def _is_uri_reference(text: str) -> bool:
    from rfc3986_validator import validate_rfc3986  # noqa: PLC0415  see `schema.format_checks`

    return bool(validate_rfc3986(text, rule="URI_reference"))


@one_line
def _is_uuid(text: str) -> bool:
    return bool(UUID(text)) and all(text[position] == "-" for position in (8, 13, 18, 23))


_CHECKS: Mapping[str, Callable[[str], bool]] = {
    **{
        name: FORMATS[name].accepts
        for name in ("date", "date-time", "hostname", "ipv4", "ipv6", "time", "uri")
    },
    "duration": matches(_DURATION),
    "email": _is_email,
    "idn-email": _is_email,
    "json-pointer": matches(_POINTER),
    "regex": is_ecma_pattern,
    "relative-json-pointer": matches(rf"(?:0|[1-9][0-9]*)(?:#|{_POINTER})"),
    "uri-reference": _is_uri_reference,
    "uri-template": matches(_URI_TEMPLATE),
    "uuid": _is_uuid,
}
OF_DRAFT_7 = tuple(name for name in _CHECKS if name not in ("duration", "uuid"))
"""The formats of draft 7 and earlier drafts."""
ALL = tuple(_CHECKS)
"""The formats of later drafts."""


def format_checker(names: Iterable[str]) -> Any:
    """Return the object by which the library `jsonschema` checks some formats.

    Args:
        names: of formats in `ALL`.
    """
    checker = FormatChecker(())
    for name in names:
        checker.checks(name)(partial(_accepts, _CHECKS[name]))
    return checker


def _accepts(check: Callable[[str], bool], value: object) -> bool:
    """Return whether a value has a format; formats are about strings only."""
    return not isinstance(value, str) or check(value)

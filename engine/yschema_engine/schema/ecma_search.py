"""Search with regular expressions of ECMA-262, with a time limit.

RE2 lacks look-around and references to groups, which many schemas use. The library `regex` has both. It
backtracks, but stops after a given time.
"""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

import regex

from yschema_engine.schema.re2_patterns import PatternError

SECONDS = 0.5
"""The time that one search may take."""
_LONGEST = 10_000  # of a pattern
_PIECE = r"""(?sx)
      (?P<unicode> \\u\{[0-9A-Fa-f]{1,6}\} | \\u[0-9A-Fa-f]{4} )
    | (?P<control> \\c[A-Za-z] )
    | (?P<property> \\[pP]\{[^}]*\} )
    | (?P<reference> \\k<\w+> )
    | (?P<escape> \\. )
    | (?P<empty> \[\^?\] )
    | (?P<open> \[\^? )
    | (?P<close> \] )
    | (?P<name> \(\?< (?=[A-Za-z_$]) )
    | (?P<end> \$ )
    | (?P<other> . )
    """
# ECMA-262 knows digits and letters of ASCII only, and Unicode's white space.
_SETS: Mapping[str, str] = {r"\d": "0-9", r"\w": "0-9A-Za-z_", r"\s": r"\s\ufeff"}
# The first matches nothing, the second any character.
_EMPTY_SETS: Mapping[str, str] = {"[]": "(?!)", "[^]": r"(?:[\s\S])"}


class SearchTimeout(Exception):
    """A search has taken too long."""


def ecma_search(pattern: str, text: str, seconds: float = SECONDS) -> bool:
    """Return whether a pattern matches anywhere in a text.

    Raises:
        PatternError: the pattern is not a regular expression, or too long.
        SearchTimeout: the search takes too long.
    """
    started = time.monotonic()
    try:
        return _compiled(pattern).search(text, timeout=seconds) is not None
    except TimeoutError:
        raise SearchTimeout(f"{time.monotonic() - started:.1f}") from None


@lru_cache(maxsize=512)
def _compiled(text: str) -> Any:
    if len(text) > _LONGEST:
        raise PatternError("the expression is too long")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for translated in (_translated(text), text):
            with suppress(regex.error, RecursionError, OverflowError, ValueError, MemoryError):
                return regex.compile(translated, regex.V0)
    raise PatternError("not a regular expression of ECMA-262")


def is_ecma_pattern(text: str) -> bool:
    """Return whether a text is a regular expression, and not too long."""
    with suppress(PatternError):
        return _compiled(text) is not None
    return False


def _translated(text: str) -> str:
    parts: list[str] = []
    in_set = False
    for token in re.finditer(_PIECE, text):
        kind, part = token.lastgroup, token[0]
        if kind == "empty":
            part = f"\\{part}" if in_set else _EMPTY_SETS[part]  # within a set, its end
            in_set = False
        elif kind == "open" and not in_set:
            in_set = True
        elif kind == "close" and in_set:
            in_set = False
        else:
            part = _token(kind, part, in_set=in_set)
        parts.append(part)
    return "".join(parts)


def _token(kind: str | None, part: str, *, in_set: bool) -> str:
    match kind:
        case "unicode":
            return str(regex.escape(chr(min(int(part[2:].strip("{}"), 16), 0x10FFFF))))
        case "control":
            return f"\\x{ord(part[2]) % 32:02x}"
        case "name":
            return "(?P<"
        case "reference":
            return f"(?P={part[3:-1]})"
        case "end" if not in_set:
            return r"\Z"
        case "open":  # within a set
            return f"\\{part}"
        case "escape":
            return _escape(part, in_set=in_set)
    return part


def _escape(part: str, *, in_set: bool) -> str:
    if part in _SETS:
        return _SETS[part] if in_set else f"[{_SETS[part]}]"
    if part.lower() in _SETS:  # the complement of one
        return part if in_set else f"[^{_SETS[part.lower()]}]"
    if part[1].isdigit() or part[1] in "bBnrtfvx":
        return part
    return regex.escape(part[1]) if not part[1].isalpha() else part

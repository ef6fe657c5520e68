"""Regular expressions in RE2's syntax, which match in linear time.

The language of ytt needs RE2 itself. Patterns in JSON Schemas do not: without RE2, they match as in ECMA-262.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from yschema_engine.schema.rule_record import Misuse
from yschema_engine.text.lazy_import import is_installed, lazy_module, require
from yschema_engine.text.node_values import written
from yschema_engine.text.phrases import Verbatim, phrase

if TYPE_CHECKING:
    import re2

    from yschema_engine.schema import ecma_search
else:
    re2 = lazy_module("re2")
    ecma_search = lazy_module("yschema_engine.schema.ecma_search")  # which needs the error of this module


_LOOK_AROUND = ("(?=", "(?!", "(?<=", "(?<!")
_MAX_DEPTH = 1000  # the same as in Go
_MEMORY = 8 * 2**20  # bytes that a pattern can take, of which it takes half at most as measured
_CACHED = 32  # patterns, so that all together take about 100 MiB at most
_GROUP_SIGN = r"(?s)\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[()]"
_EXPECTED = phrase("a regular expression in RE2's syntax")
_NO_LOOK_AROUND = phrase("look-around is not in RE2's syntax; a function can check more")


class PatternError(ValueError):
    """A pattern is not a regular expression; the text says why."""


@lru_cache(maxsize=_CACHED)
def compiled(pattern: str) -> Any:
    """Return the pattern as an object of RE2's.

    Raises:
        PatternError: it is not a regular expression.
        UsageError: RE2 is not installed.
    """
    require("re2")
    if pattern.count("(") > _MAX_DEPTH and _depth(pattern) > _MAX_DEPTH:
        raise PatternError("expression nests too deeply")
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MEMORY
    try:
        return re2.compile(pattern, options)
    except re2.error as e:
        problem = e.args[0].decode() if isinstance(e.args[0], bytes) else e.args[0]
        raise PatternError(problem) from None


def _depth(pattern: str) -> int:
    """Return how deep the groups of a pattern are nested."""
    signs = re.findall(_GROUP_SIGN, pattern)
    return max(accumulate((sign == "(") - (sign == ")") for sign in signs), default=0)


def matches(pattern: str, text: str) -> bool:
    """Return whether the pattern matches anywhere in the text."""
    if is_installed("re2"):
        return compiled(pattern).search(text) is not None
    with suppress(ecma_search.SearchTimeout):
        return ecma_search.ecma_search(pattern, text)
    return False


def check_pattern(keyword: str, pattern: str) -> None:
    """Refuse an argument that is not a regular expression.

    Raises:
        Misuse: the pattern does not compile.
        UsageError: RE2 is not installed, and the keyword is not that of JSON Schema.
    """
    try:
        if keyword != "pattern" or is_installed("re2"):
            compiled(pattern)
        elif any(sign in pattern for sign in _LOOK_AROUND) or not ecma_search.is_ecma_pattern(pattern):
            raise PatternError(pattern)  # most of those that RE2 does not know
    except PatternError as e:
        found = phrase(
            "{keyword}{pattern}, which is not a regular expression: {problem}",
            keyword=Verbatim(f"{keyword}="),
            pattern=Verbatim(written(pattern)),
            problem=str(e),
        )
        hint = _NO_LOOK_AROUND if any(sign in pattern for sign in _LOOK_AROUND) else ""
        raise Misuse(found, _EXPECTED, hint) from None

"""Patterns of a schema, searched within the time that is left."""

from __future__ import annotations

from yschema_engine.frontends.json_schema.deadline import DeadlineExceeded, check_time
from yschema_engine.schema.ecma_search import SECONDS, SearchTimeout, ecma_pattern
from yschema_engine.schema.re2_patterns import PatternError


def is_match(pattern: str, text: str) -> bool:
    """Return whether a pattern matches anywhere in a text; every text matches one that is not valid.

    Raises:
        DeadlineExceeded: the search takes too long.
    """
    try:
        return ecma_pattern(pattern).search(text, min(SECONDS, check_time()))
    except PatternError:
        return True
    except SearchTimeout:
        raise DeadlineExceeded from None

"""Scalars as text."""

from __future__ import annotations

import math
import re
from typing import Any

from yschema_engine.deferred_patterns import lazy_pattern

_WORDS = frozenset(("", "~", "=", "<<", *["y", "yes", "true", "on", "n", "no", "false", "off", "null"]))
# Numbers, sexagesimal ones too, and dates, as readers of YAML 1.1 and 1.2 know them.
_AMBIGUOUS = lazy_pattern(
    r"""[-+]?(?:
      0[xob][0-9a-f_]+
    | \.[0-9_]+(?:e[-+]?[0-9]+)?
    | [0-9][0-9_]*(?:\.[0-9_]*)?(?:e[-+]?[0-9]+)?
    | [0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?
    | \.(?:inf|nan)
    )\Z
    | [0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:\Z|[Tt\s])""",
    re.VERBOSE | re.IGNORECASE,
)


def scalar_text(value: Any) -> str:
    """Return the text of a scalar in YAML, without quotes."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        if math.isinf(value):
            return ".inf" if value > 0 else "-.inf"
        return ".nan" if math.isnan(value) else repr(value)
    return str(value)


def reads_as_other(text: str) -> bool:
    """Return whether a reader of YAML could take an unquoted string for something else."""
    return text.lower() in _WORDS or _AMBIGUOUS.match(text) is not None

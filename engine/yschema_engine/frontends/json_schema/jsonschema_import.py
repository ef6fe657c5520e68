"""The library `jsonschema`, without an optional dependency of it that takes seconds to import.

`rfc3987_syntax` compiles grammars when it is imported, for formats such as `iri`. Other packages of an
environment may have brought it along; without it, the library does not check these formats.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

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
    from jsonschema import Draft7Validator, Draft201909Validator, Draft202012Validator, FormatChecker
    from jsonschema.validators import extend

__all__ = ["Draft7Validator", "Draft201909Validator", "Draft202012Validator", "FormatChecker", "extend"]

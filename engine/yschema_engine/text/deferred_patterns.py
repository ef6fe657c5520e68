"""Regular expressions that are compiled when they are first used.

The engine has a hundred and sixty. To compile them all takes a tenth of the time that the command line needs
to start.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False  # as in `typing`, which takes time to import


__all__ = ["lazy_pattern"]
if TYPE_CHECKING:
    from re import compile as lazy_pattern
else:
    _METHODS = (
        "match",
        "search",
        "fullmatch",
        "finditer",
        "findall",
        "sub",
        "subn",
        "split",
        "pattern",
        "flags",
    )

    class _LazyPattern:
        def __init__(self, text, flags):
            self._text = text
            self._flags = flags

        def __getattr__(self, name):
            """Compile the pattern, whose methods then are attributes of this object."""
            if name not in _METHODS:
                raise AttributeError(name)
            compiled = re.compile(self._text, self._flags)
            self.__dict__.update({method: getattr(compiled, method) for method in _METHODS})
            return getattr(compiled, name)

    def lazy_pattern(text, flags=0):
        """Return a pattern, as `re.compile` does."""
        return _LazyPattern(text, flags)

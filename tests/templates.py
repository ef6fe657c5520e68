"""Templates of Jinja, compiled once for all tests.

The tests build more than a thousand sites. Each of them would compile all templates of its theme, which takes
two thirds of the time of a small site.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partialmethod
from pathlib import Path
from unittest.mock import patch

from jinja2 import Environment, FileSystemBytecodeCache


@contextmanager
def compiled_once(folder: Path) -> Iterator[None]:
    """Give each environment that is made meanwhile a cache of compiled templates in a folder."""
    cache = FileSystemBytecodeCache(str(folder))
    init = partialmethod(Environment.__init__, bytecode_cache=cache)
    with patch.object(Environment, "__init__", init):
        yield

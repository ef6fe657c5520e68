"""The cyclic garbage collector, which only delays the reading of files."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Pause the cyclic garbage collector: a file becomes many objects, and nearly all of them live on.

    The pause takes effect in the whole process; it ends with the call.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()

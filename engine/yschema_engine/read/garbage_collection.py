"""Pausing of the garbage collector while files are read."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# Ten times the default. Without these looks, a site of a thousand schemas takes a tenth more memory.
_RARELY = 100


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


class RareCollections:
    """Keeps the cyclic garbage collector from looking at all objects again and again, as long work lasts.

    Nearly all objects that have outlived its first two looks are results, which live on.
    """

    def __init__(self) -> None:
        self._thresholds: tuple[int, int, int] | None = None

    def start(self) -> None:
        """Start the work; nothing happens if it has started already."""
        if self._thresholds is None:
            self._thresholds = gc.get_threshold()
            gc.set_threshold(*self._thresholds[:2], _RARELY)

    def stop(self) -> None:
        """End the work."""
        if self._thresholds is not None:
            gc.set_threshold(*self._thresholds)
            self._thresholds = None

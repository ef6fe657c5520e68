"""Functions that measure times."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable


def best(action: Callable[[], object], times: int = 5) -> float:
    """Return the shortest time of several runs, in seconds."""
    shortest = float("inf")
    for _ in range(times):
        gc.collect()
        start = time.perf_counter()
        action()
        shortest = min(shortest, time.perf_counter() - start)
    return shortest

"""Functions that measure times and print tables."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence


def best(action: Callable[[], object], times: int = 5) -> float:
    """Return the shortest time of several runs, in seconds."""
    shortest = float("inf")
    for _ in range(times):
        gc.collect()
        start = time.perf_counter()
        action()
        shortest = min(shortest, time.perf_counter() - start)
    return shortest


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table with all columns aligned to the right except the first."""
    widths = [max(len(row[i]) for row in (heads, *rows)) for i in range(len(heads))]
    print(f"\n{title}")
    for row in (heads, *rows):
        cells = [
            text.ljust(w) if i == 0 else text.rjust(w)
            for i, (text, w) in enumerate(zip(row, widths, strict=True))
        ]
        print("  " + "   ".join(cells).rstrip())


def verdict(value: float, aim: float, form: str = "{:.3f}") -> str:
    """Return a figure with its target."""
    return f"{form.format(value)} ({'within' if value <= aim else 'OVER'} {form.format(aim)})"

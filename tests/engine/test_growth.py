"""The time of each step grows with the size of its input, not with its square."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

import pytest

from yschema_engine.doccheck.fences import find_fences
from yschema_engine.frontends.yaml.read import read
from yschema_engine.source import Source


def _comments(size: int) -> Callable[[], Any]:
    source = Source("s.yaml", "#! a comment\n" * size + "a: 1\n")
    return lambda: read(source)


def _unclosed_fences(size: int) -> Callable[[], Any]:
    lines = ["~~~x"] * size
    return lambda: list(find_fences(lines, 4, greedy=False))


CASES = {
    # makes a step for a size, and a size for which the step takes some hundredths of a second
    "comments": (_comments, 4_000),
    "fences that nothing closes": (_unclosed_fences, 2_000),
}


def _seconds(step: Callable[[], Any]) -> float:
    def once() -> float:
        start = process_time()
        step()
        return process_time() - start

    return min(once() for _ in range(3))


@pytest.mark.parametrize("case", CASES)
def test_growth_is_linear(case: str) -> None:
    make, size = CASES[case]
    assert _seconds(make(size * 8)) < 8 * 3 * _seconds(make(size))  # the square would be 64

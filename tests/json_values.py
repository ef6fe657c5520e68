"""Small values of all types, for schemas of one keyword."""

from __future__ import annotations

from itertools import product
from typing import Any

SMALL: tuple[Any, ...] = (None, 1, 2, "a", "ab", [], {})
VALUES: list[Any] = [
    *(None, True, False, 0, 1, 2, 3, 1.5, 1e20, "", "a", "b", "ab", "ba", "abc", [], {}),
    *([[value] for value in SMALL]),
    *([{key: value} for key, value in product(("a", "b", "ab", "c"), SMALL)]),
    *([list(pair) for pair in product(SMALL, SMALL)]),
    *([dict(zip("ab", pair, strict=True)) for pair in product(SMALL, SMALL)]),
    *(["a", 1, 1], [1, "a", 2], [True, 1], [{"a": 1}, {"a": 1}], {"a": 1, "b": 2, "c": 3}),
    *(
        {"a": {"a": "x"}},
        {"a": {"b": 1}},
        {"a": {"b": 2}},
        {"a": {"b": 1}, "b": 1},
        {"x": {"a": "s", "b": 1}},
    ),
]

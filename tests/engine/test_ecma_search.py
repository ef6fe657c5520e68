"""Searching by regular expressions of ECMA-262."""

from __future__ import annotations

from typing import Any

import pytest

from support import CASES, load_yaml
from yschema_engine.schema.ecma_search import SearchTimeout, ecma_search, is_ecma_pattern
from yschema_engine.schema.re2_patterns import PatternError

PATTERNS = load_yaml((CASES / "ecma-patterns.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", PATTERNS, ids=lambda case: case["pattern"])
def test_patterns(case: dict[str, Any]) -> None:
    pattern = case["pattern"]
    assert [ecma_search(pattern, text) for text in case["matches"]] == [True] * len(case["matches"])
    assert [ecma_search(pattern, text) for text in case["others"]] == [False] * len(case["others"])


@pytest.mark.parametrize("text", ["[a-z", "(", "a{2,1}", "x" * 20_000])
def test_patterns_that_are_not_valid(text: str) -> None:
    with pytest.raises(PatternError):
        ecma_search(text, "")
    assert not is_ecma_pattern(text)


def test_a_search_ends() -> None:
    with pytest.raises(SearchTimeout):
        ecma_search(r"^((a|aa)+)+(?=b)\1$", "a" * 60 + "c", 0.1)

"""Regular expressions match the same strings in ECMA-262 as in RE2, and strings are made from them."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import pytest
import re2

from support import CASES, load_yaml
from yschema_engine.schema.ecma_patterns import ecma, literal
from yschema_engine.schema.pattern_samples import pattern_examples, pattern_samples

PATTERNS: dict[str, str | None] = load_yaml((CASES / "patterns.yaml").read_text(encoding="utf-8"))
SAMPLES: dict[str, Any] = load_yaml((CASES / "pattern-samples.yaml").read_text(encoding="utf-8"))
TRANSLATED = [(pattern, expected) for pattern, expected in PATTERNS.items() if expected is not None]
TEXTS = (
    *("", "a", "aa", "ab", "abc", "ABC", "aBC", "a.c", "a\nc", "a\rc", "a\u2028c", "xyyzz", "b", "Z"),
    *("a-1", "1a ", "12_ ", "12_\u00a0", "\u0663\u0663a ", "-a!", "é", "Aé", "]", "[", "{a}]", "a{,3}"),
    *("&", "~", "x", ".-_@/", "abcd", "/", " ", "\t", "\v", "\\", "^", "$"),
)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_translations(pattern: str) -> None:
    assert ecma(pattern) == PATTERNS[pattern]


@pytest.mark.parametrize(("pattern", "expected"), TRANSLATED)
def test_translations_match_the_same_texts(pattern: str, expected: str) -> None:
    # The result is for ECMA-262, but Python interprets it in the same way.
    ours, theirs = re.compile(expected), re2.compile(pattern)
    assert [t for t in TEXTS if bool(ours.search(t)) != bool(theirs.search(t))] == []


def test_literal_texts() -> None:
    for text in (*TEXTS, "$(x)", "a|b", "(?i)", "https://example.com/?q=1", "é*"):
        assert re.fullmatch(literal(text), text)
        assert not re.fullmatch(literal(text), f"{text}x")


@pytest.mark.parametrize("pattern", SAMPLES)
def test_samples(pattern: str) -> None:
    expected = SAMPLES[pattern] or {"examples": [], "samples": []}
    examples = list(islice(pattern_examples(pattern), 3))
    assert examples == expected["examples"]
    assert list(pattern_samples(pattern)) == expected["samples"]
    assert all(re2.compile(pattern).search(text) for text in examples)

"""Regular expressions match the same strings in ECMA-262 as in RE2."""

from __future__ import annotations

import re

import pytest
import re2

from support import CASES, load_yaml
from yschema_engine.schema.ecma_patterns import ecma, literal

PATTERNS: dict[str, str | None] = load_yaml((CASES / "patterns.yaml").read_text(encoding="utf-8"))
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

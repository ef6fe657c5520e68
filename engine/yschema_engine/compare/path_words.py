"""The words of the keys in a path, and how another path writes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from yschema_engine.text.deferred_patterns import lazy_pattern

_PART = lazy_pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W_A-Za-z\d]+")
_SHORT = 3


def words_of(steps: Sequence[object]) -> tuple[str, ...]:
    """Return the words of keys, in lower case and the singular: `node` and `selector` of `nodeSelectors`."""
    return tuple(_singular(part.lower()) for step in steps for part in _PART.findall(str(step)))


def written_as(words: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """Return words as other ones write them: neighbours as one word, and long words in short."""
    if all(word in others for word in words):
        return words
    joined: list[str] = []
    for word in words:
        if joined and joined[-1] + word in others:
            joined[-1] += word
        else:
            joined.append(word)
    return tuple(_shortest(word, others) for word in joined)


def beginnings(words: Sequence[str]) -> Iterator[str]:
    """Yield what words begin with, so that two paths that share a word in any spelling share a beginning."""
    yield from (word[: _SHORT + 1] for word in words)
    for word, following in pairwise(words):
        if len(word) <= _SHORT:
            yield (word + following)[: _SHORT + 1]


def _shortest(word: str, others: tuple[str, ...]) -> str:
    """Return the abbreviation of a word, such as `auth` of `authentication`, that the other side has."""
    if word in others:
        return word
    return next((other for other in others if len(other) > _SHORT and word.startswith(other)), word)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > _SHORT and word.endswith("s") and not word.endswith("ss") else word

"""Suggestions for misspelt names: the name that was probably meant, or none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

_CUTOFF = 0.7
_SEPARATORS = re.compile(r"[-_. ]")


def suggest(name: str, known: Iterable[str], cutoff: float = _CUTOFF) -> str | None:
    """Return the known name that was probably meant; None if no name is nearly certain.

    Names that differ only in case, hyphens and underscores are the same word. Otherwise, two letters in the
    wrong order, and one letter too many or too few, count less than other differences.

    Args:
        name: as a person wrote it.
        known: the names that exist.
        cutoff: the similarity that is needed, from 0 to 1.
    """
    if not name:
        return None
    names = [each for each in dict.fromkeys(known) if each and each != name]
    plain = _plain(name)
    same = [each for each in names if _plain(each) == plain]
    if same:
        return same[0]
    similarities = {each: _similarity(plain, _plain(each)) for each in names}
    best = max(names, key=lambda each: similarities[each], default=None)
    return best if best is not None and similarities[best] >= cutoff else None


def _plain(name: str) -> str:
    return _SEPARATORS.sub("", name).lower()


def _similarity(name: str, other: str) -> float:
    return SequenceMatcher(None, name, other, autojunk=False).ratio()

"""Suggestions for misspelt names, only where the intended name is nearly certain."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from yschema_engine.text.phrases import Phrase, Verbatim, phrase

_WORD = r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W_]+"
_DOUBLED = r"(.)\1+"
_SEPARATORS = r"[-_. ]"
_GENERIC = frozenset(("count", "name", "number", "value", "list", "ref"))
"""Words that names often end with, and that say little."""
_OPPOSITES = (("min", "max"), ("enable", "disable"), ("allow", "deny"), ("before", "after"))
"""Words that tell names with few different letters apart."""
_LONGEST = 100
"""The length of the longest names that are compared."""
_SHORT, _MEDIUM = 5, 11
"""The lengths up to which one or two letters may differ; of longer names, three may."""


def suggest(name: str, known: Iterable[str]) -> str | None:
    """Return the name that was most likely meant; None unless exactly one is nearly certain.

    Args:
        name: as a person wrote it.
        known: the names that exist.
    """
    if len(name) > _LONGEST:
        return None
    names = [each for each in dict.fromkeys(known) if 0 < len(each) <= _LONGEST and each != name]
    names = [each for each in names if not _is_opposite(name, each)]
    for find in (_same_letters, _nearest, _same_words, _same_beginning):
        if candidates := find(name, names):
            return candidates[0] if len(candidates) == 1 else _with_same_start(name, candidates)
    return None


def did_you_mean(
    name: str, known: Iterable[str], spelled: Callable[[str], Verbatim] = Verbatim
) -> Phrase | None:
    """Return the hint that names the known name that was meant; None as for `suggest`.

    Args:
        name: as a person wrote it.
        known: the names that exist.
        spelled: returns a name as people write it.
    """
    near = suggest(name, known)
    return phrase("did you mean `{name}`?", name=spelled(near)) if near else None


def _is_opposite(name: str, other: str) -> bool:
    """Return whether one name begins with a word, and the other one with its opposite."""
    pairs = (pair for first, second in _OPPOSITES for pair in ((first, second), (second, first)))
    return any(name.lower().startswith(one) and other.lower().startswith(two) for one, two in pairs)


def _same_letters(name: str, names: Sequence[str]) -> list[str]:
    """Return the names that differ in case, hyphens, underscores, a plural or doubled letters alone."""
    plain = _plain(name)
    same = [each for each in names if _plain(each) == plain]
    same = same or [each for each in names if _singular(_plain(each)) == _singular(plain)]
    return same or [each for each in names if _is_doubled(*sorted((plain, _plain(each)), key=len))]


def _is_doubled(short: str, long: str) -> bool:
    """Return whether two names differ in doubled letters alone, which all are in the longer one."""
    return re.sub(_DOUBLED, r"\1", long) == short


def _nearest(name: str, names: Sequence[str]) -> list[str]:
    """Return the names with the fewest different letters, if they are few."""
    plain = _plain(name)
    alike = [each for each in names if _may_be_near(plain, _plain(each))]
    distances = {each: _distance(plain, _plain(each)) for each in alike}
    near = {each: d for each, d in distances.items() if d <= _tolerance(plain, _plain(each))}
    least = min(near.values(), default=0)
    return [each for each, distance in near.items() if distance == least]


def _same_words(name: str, names: Sequence[str]) -> list[str]:
    """Return the names of the same words, or with more or fewer words in front."""
    words = _words(name)
    same = [each for each in names if _words(each) == words]
    return same or [each for each in names if _is_part(words, _words(each))]


def _same_beginning(name: str, names: Sequence[str]) -> list[str]:
    """Return the names that are half of a name or more, or twice as long at most.

    A name that goes on with a word of its own is another one: `serviceMonitor` is not `service`.
    """
    likely = [each for each in names if not (name.startswith(each) and name[len(each)].isupper())]
    return [each for each in likely if _is_beginning(*sorted((_plain(name), _plain(each)), key=len))]


def _is_beginning(short: str, long: str) -> bool:
    return len(short) >= len("tls") and long.startswith(short) and 2 * len(short) >= len(long)


def _with_same_start(name: str, candidates: Sequence[str]) -> str | None:
    """Return the only candidate that starts with the letter of a name; people seldom mistype that one."""
    alike = [each for each in candidates if each[:1].lower() == name[:1].lower()]
    return alike[0] if len(alike) == 1 else None


@lru_cache(maxsize=4096)
def _plain(name: str) -> str:
    return re.sub(_SEPARATORS, "", name).lower()


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("sses", "shes", "ches", "xes")) else word.removesuffix("s")


@lru_cache(maxsize=4096)
def _words(name: str) -> frozenset[str]:
    """Return the significant words of a name."""
    words = [_singular(word.lower()) for word in re.findall(_WORD, name)]
    return frozenset(word for word in words if word not in _GENERIC) or frozenset(words)


def _is_part(words: frozenset[str], others: frozenset[str]) -> bool:
    """Return whether the words of one name, at least two, are among those of the other one."""
    part, whole = sorted((words, others), key=len)
    return len(part) > 1 and part < whole


def _tolerance(name: str, other: str) -> int:
    length = min(len(name), len(other))
    if length < len("tls"):
        return 0
    return 1 if length <= _SHORT else 2 if length <= _MEDIUM else 3


def _may_be_near(name: str, other: str) -> bool:
    """Return whether the lengths and letters of two names allow a small distance, which is faster to see."""
    tolerance = _tolerance(name, other)
    return abs(len(name) - len(other)) <= tolerance and len({*name} ^ {*other}) <= 2 * tolerance


def _distance(name: str, other: str) -> int:
    """Return the number of letters to insert, delete, replace or swap with the next one (Damerau, 1964)."""
    before: list[int] = []
    current = list(range(len(other) + 1))
    for i, letter in enumerate(name, 1):
        before, last, current = current, before, [i]
        for j, wanted in enumerate(other, 1):
            best = min(before[j] + 1, current[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and name[i - 2] == wanted:
                best = min(best, last[j - 2] + 1)
            current.append(best)
    return current[-1]

"""The words of pages in the language of a site, by the English ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping


class Labels:
    """Translates words, and phrases with something in them: `{}` stands for it on both sides.

    Those with the same words are equal, so that what is made with them can be kept.
    """

    def __init__(self, words: Mapping[str, str]) -> None:
        """Labels; words that are not among them stay English."""
        self._words = words
        # The longest first, for those that say more would match shorter ones as well.
        phrases = sorted((english for english in words if "{}" in english), key=len, reverse=True)
        self._phrases = [(_pattern(english), english.startswith("{}"), words[english]) for english in phrases]
        self._done: dict[str, str] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Labels) and self._words == other._words

    def __hash__(self) -> int:
        return hash(frozenset(self._words.items()))

    def __call__(self, text: str) -> str:
        """The text in the language."""
        if text not in self._done:
            self._done[text] = self._translated(text)
        return self._done[text]

    def _translated(self, text: str) -> str:
        if text in self._words:
            return self._words[text]
        for pattern, is_behind, other in self._phrases:
            if found := pattern.fullmatch(text):
                first, *rest = found.groups()
                # What a phrase stands behind is one itself: `at least 1 character`, ` where it is a string`.
                return _filled(other, (self(first) if is_behind else first, *rest))
        return text


def _filled(phrase: str, parts: Iterable[str]) -> str:
    for part in parts:
        phrase = phrase.replace("{}", part, 1)
    return phrase


def _pattern(english: str) -> re.Pattern[str]:
    return re.compile("(.+)".join(map(re.escape, english.split("{}"))), re.DOTALL)

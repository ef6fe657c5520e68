"""Phrases for the keys that a map accepts, and for their number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from yschema_engine.text.phrases import Listing, Param, Phrase, counted, phrase

ANY_NAME = phrase("any name")


class KeyCount(Protocol):
    """A number of keys that is as expected."""

    @property
    def least(self) -> int:
        """The smallest number."""

    @property
    def most(self) -> int | None:
        """The largest number; None if there is no limit."""

    @property
    def words(self) -> Phrase | None:
        """The numbers that a function accepts, if a function decides."""


def number_phrase(counts: Sequence[KeyCount]) -> Param:
    """Return the number of keys in words: `exactly 1 key`, `0 or 1 key`, `any number of keys`."""
    if takes_any_number(counts):
        return phrase("any number of keys")
    limits = [count for count in counts if count.words is None]
    functions = [count.words for count in counts if count.words is not None]
    parts = (*_limits(limits), *functions)
    return parts[0] if len(parts) == 1 else Listing(parts, "or")


def takes_any_number(counts: Sequence[KeyCount]) -> bool:
    """Return whether a map may have any number of keys."""
    return any(count.words is None and count.least == 0 and count.most is None for count in counts)


def _limits(counts: Sequence[KeyCount]) -> Iterator[Param]:
    if not counts:
        return
    *others, last = counts
    for count in others:
        yield count.least if _is_exact(count) else phrase("at least {limit}", limit=count.least)
    if not _is_exact(last):
        yield counted("at least {count} key", "at least {count} keys", last.least)
    elif others:
        yield counted("{count} key", "{count} keys", last.least)
    else:
        yield counted("exactly {count} key", "exactly {count} keys", last.least)


def _is_exact(count: KeyCount) -> bool:
    return count.least == count.most

"""Sequences that are computed as far as they are read, once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class LazySequence(Generic[T]):
    """The items of an iterator, which several readers share."""

    def __init__(self, items: Iterator[T]) -> None:
        """Start without any item.

        Args:
            items: what to read from.
        """
        self._items = items
        self._read: list[T] = []

    def __iter__(self) -> Iterator[T]:
        position = 0
        while True:
            if position == len(self._read):
                try:
                    self._read.append(next(self._items))
                except StopIteration:
                    return
            yield self._read[position]
            position += 1

"""What one build of a served site has worked out and the next one need not work out again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, TypeVar

from yschema_engine.frontends.ytt.files.inputs import File

T = TypeVar("T")


class Cache:
    """Results by what they come from. Of those that a build does not ask for, the next one knows nothing."""

    def __init__(self) -> None:
        self._before: dict[Hashable, Any] = {}
        self._now: dict[Hashable, Any] = {}

    def next_build(self) -> None:
        """Forgets what the last build did not ask for."""
        if self._now:  # a build that ends before it asks for anything would take all from the next one
            self._before, self._now = self._now, {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result for a key, made only if it is not there.

        Args:
            key: all that the result depends on, compared by value. Objects that are large, or not hashable,
                go in as `ById`.
            make: makes the result.
        """
        if key not in self._now:
            self._now[key] = self._before[key] if key in self._before else make()
        result: T = self._now[key]
        return result

    def latest(self, key: Hashable, result: T | None) -> T | None:
        """A result, or where there is none now the one that the build before had."""
        if result is None:
            result = self._now.get(key, self._before.get(key))
        if result is not None:
            self._now[key] = result
        return result

    def is_new(self, key: Hashable, value: object) -> bool:
        """Whether a value is not the one that the build before had; notes it for the next one."""
        self._now[key] = value
        return key not in self._before or bool(self._before[key] != value)


class ById(Generic[T]):
    """An object as part of a key: equal to itself only. It is held, so that no other takes its id."""

    __slots__ = ("_it",)

    def __init__(self, it: T) -> None:
        self._it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ById) and self._it is other._it

    def __hash__(self) -> int:
        return id(self._it)


def digest(files: Iterable[File]) -> str:
    """What tells files apart from any others: names and contents, in order."""
    hashed = hashlib.sha256()
    for file in files:
        hashed.update(f"{(file.path, file.name, file.implied, len(file.data))}".encode())
        hashed.update(file.data)
    return hashed.hexdigest()

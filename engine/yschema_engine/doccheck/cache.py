"""Results that a host with several builds in a row, such as a server, works out once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, TypeVar

from yschema_engine.text.deferred_classes import dataclass, field, fields

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class ById(Generic[T]):
    """An object as part of a key: equal to itself only. It is held, so that no other object takes its id."""

    __slots__ = ("_object",)

    def __init__(self, object_: T) -> None:
        self._object = object_

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ById) and self._object is other._object

    def __hash__(self) -> int:
        return id(self._object)


@dataclass
class _Generations(Generic[K, V]):
    """The results that this build and the build before have used."""

    _before: dict[K, V] = field(default_factory=dict)
    _now: dict[K, V] = field(default_factory=dict)

    @property
    def is_used(self) -> bool:
        """Whether this build has asked for anything."""
        return bool(self._now)

    def start_build(self) -> None:
        """Forget what the last build did not ask for."""
        self._before, self._now = self._now, {}


class Cache(_Generations[K, V]):
    """Results by what they depend on."""

    def __contains__(self, key: K) -> bool:
        return key in self._now or key in self._before

    def get(self, key: K, make: Callable[[], V]) -> V:
        """Return the result for a key, and make it only if neither this build nor the one before has.

        Args:
            key: everything that the result depends on, compared by value. Large objects, and those that are
                not hashable, go in as `ById`.
            make: makes the result.
        """
        if key not in self._now:
            self._now[key] = self._before[key] if key in self._before else make()
        return self._now[key]


class Passing(Cache[K, V]):
    """No cache, in the place of one, for results that a host with a single build asks for once."""

    def get(self, key: K, make: Callable[[], V]) -> V:
        """Return a new result."""
        return make()


class Latest(_Generations[K, V]):
    """The latest value of each name: that of this build, or else that of the build before."""

    def update(self, name: K, value: V | None) -> V | None:
        """Note a value, and return it; for None, return the latest one."""
        if value is None:
            value = self._now.get(name, self._before.get(name))
        if value is not None:
            self._now[name] = value
        return value


class States(_Generations[K, Any]):
    """The state of each name, to tell whether it has changed since the build before."""

    def is_new(self, name: K, state: object) -> bool:
        """Note a state, and return whether the build before had another one, or none."""
        self._now[name] = state
        return name not in self._before or bool(self._before[name] != state)


class CacheGroup:
    """Caches that start a build together; a subclass is a dataclass whose fields are caches or groups."""

    def caches(self) -> Iterable[_Generations[Any, Any]]:
        """Return all caches of the group."""
        for field_ in fields(self):  # type: ignore[arg-type]  # subclasses are dataclasses
            member = getattr(self, field_.name)
            if isinstance(member, CacheGroup):
                yield from member.caches()
            else:
                yield member

    def start_build(self) -> None:
        """Forget what the last build did not ask for, unless it ended before it asked for anything."""
        caches = list(self.caches())
        if any(cache.is_used for cache in caches):
            for cache in caches:
                cache.start_build()

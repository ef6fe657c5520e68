"""Results that a host with several builds in a row works out once, in memory and on disk."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from yschema_engine.evaluate.wire import Call, NotStorable, read, write
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


_UNUSED = 30 * 24 * 3600  # seconds after which a result that no run has used is deleted
_FRESH = 24 * 3600  # seconds in which a result need not be marked as used again
_DIGEST = 32


@dataclass(frozen=True)
class ResultStore:
    """A folder of results, which several runs may use at the same time.

    A file is written under another name first, so that no run reads a part of it. It begins with a digest of
    the rest. A file that is not complete, or that something else has written, counts as missing.

    Attributes:
        folder: the folder; it is created for the first result.
        program: what the results depend on besides the inputs: the versions of the program.
        is_read_once: whether a result is deleted when it has been read.
    """

    folder: Path
    program: str
    is_read_once: bool = False

    def get(self, kind: str, parts: tuple[object, ...], call: Call | None = None) -> Any:
        """Return a result, or None if there is none.

        Args:
            kind: what the result is.
            parts: everything that it depends on; their `repr` tells them apart.
            call: calls the functions of schemas in an evaluator.
        """
        path = self._path(kind, parts)
        try:
            data = path.read_bytes()
            digest, content = data[:_DIGEST], data[_DIGEST:]
            if digest != self._digest(kind, parts, content):
                return None
            with suppress(OSError):  # the folder may be read-only
                if self.is_read_once:
                    path.unlink()
                elif time.time() - path.stat().st_mtime > _FRESH:
                    os.utime(path)
            return read(content, call)
        except (OSError, NotStorable):
            return None

    def has(self, kind: str, parts: tuple[object, ...]) -> bool:
        """Return whether there is a file for a result, which may turn out not to be valid."""
        with suppress(OSError):  # the folder cannot be read
            return self._path(kind, parts).is_file()
        return False

    def put(self, kind: str, parts: tuple[object, ...], result: object) -> None:
        """Keep a result, if it can be kept: a full or read-only disk is no reason to fail."""
        with suppress(OSError, NotStorable):
            content = write(result)
            self.folder.mkdir(parents=True, exist_ok=True)
            stream, name = tempfile.mkstemp(dir=self.folder)
            try:
                with os.fdopen(stream, "wb") as file:
                    file.write(self._digest(kind, parts, content) + content)
                Path(name).replace(self._path(kind, parts))
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise

    def prune(self) -> None:
        """Delete the results that no run has used for a month, and what interrupted runs have left."""
        oldest = time.time() - _UNUSED
        with suppress(OSError):
            for path in self.folder.iterdir():
                with suppress(OSError):  # another run deletes it as well
                    if path.is_file() and path.stat().st_mtime < oldest:
                        path.unlink()

    def _path(self, kind: str, parts: tuple[object, ...]) -> Path:
        return self.folder / f"{kind}-{hashlib.sha256(self._key(kind, parts)).hexdigest()}"

    def _digest(self, kind: str, parts: tuple[object, ...], content: bytes) -> bytes:
        """Return the digest of a file; that of one that was renamed is another."""
        return hashlib.sha256(self._key(kind, parts) + content).digest()

    def _key(self, kind: str, parts: tuple[object, ...]) -> bytes:
        return repr((self.program, kind, parts)).encode(errors="surrogatepass")


LIBRARIES = (
    *("Jinja2", "Markdown", "MarkupSafe", "fqdn", "google-re2", "jsonschema", "jsonschema-specifications"),
    *("nh3", "polib", "referencing", "regex", "rfc3986-validator", "ruamel.yaml", "ruamel.yaml.clib"),
    *("shtab", "starlark-pyo3"),
)
"""The distributions that a result depends on."""


@cache  # the code of a run does not change
def program(*packages: str) -> str:
    """Return a text that tells this program from others, and from other versions of it.

    Args:
        packages: the names of imported packages that it consists of, besides the engine.
    """
    hashed = hashlib.sha256()
    for name in (__name__.partition(".")[0], *packages):
        for folder in sys.modules[name].__path__:
            for path in sorted(Path(folder).rglob("*.py")):
                hashed.update(path.name.encode())
                hashed.update(path.read_bytes())
    return f"{sys.implementation.cache_tag} {' '.join(_versions(LIBRARIES))} {hashed.hexdigest()}"


def _versions(names: Iterable[str]) -> Iterable[str]:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415  takes time

    for name in names:
        with suppress(PackageNotFoundError):
            yield f"{name} {version(name)}"

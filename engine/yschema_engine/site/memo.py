"""The memo of a site: results by the content that they depend on, in memory and in a folder."""

from __future__ import annotations

import hashlib
import importlib
import os
import re
import shutil
import sys
import tempfile
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from yschema_engine.evaluate.wire import Call, NotStorable, read, write
from yschema_engine.site.output_folder import read_regular, write_whole
from yschema_engine.text.deferred_classes import dataclass

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of results.

    Attributes:
        name: tells it from other kinds.
        stored: the type of results that are data and worth a file; by default, there is none.
        is_text: whether results are large texts that a build asks for once.
    """

    name: str
    stored: type | tuple[()] = ()
    is_text: bool = False


class Memo:
    """Results of this build, of the one before, and, with a folder, of other runs."""

    def __init__(self, packages: Sequence[str] = (), *, keeps_texts: bool = True) -> None:
        """Start without results.

        Args:
            packages: the packages of the program besides the engine; results of other versions do not count.
            keeps_texts: whether a next build can ask for texts, which take a third of the memory of a large
                site.
        """
        self._packages = packages
        self._keeps_texts = keeps_texts
        self._before: dict[str, Any] = {}
        self._now: dict[str, Any] = {}
        self._folder: _Folder | None = None
        self._shared: Path | None = None

    @property
    def has_folder(self) -> bool:
        """Whether other processes find the results."""
        return self._folder is not None

    def use(self, folder: Path | None, *, is_shared: bool = False) -> None:
        """Keep results in a folder, or in one of this run if several processes share it.

        Args:
            folder: the folder for other runs; None without one.
            is_shared: whether several processes work.
        """
        if folder is None and is_shared and self._shared is None:
            self._shared = Path(tempfile.mkdtemp(prefix="yschema-"))
            self._remove = weakref.finalize(self, shutil.rmtree, self._shared, ignore_errors=True)
        path = folder or self._shared
        self._folder = _Folder(path, program(*self._packages), is_read_once=folder is None) if path else None

    def start_build(self) -> None:
        """Forget what the last build did not ask for, unless it ended before it asked for anything."""
        if self._now:
            self._before, self._now = self._now, {}

    def end_build(self) -> None:
        """Delete the files that no build needs any more."""
        if self._shared is None and self._folder is not None:
            self._folder.prune()

    def end_run(self) -> None:
        """Delete the files of this run."""
        if self._shared is not None:
            self._remove()
            self._shared = self._folder = None

    def has(self, kind: Kind, identity: object) -> bool:
        """Return whether there is a result; a file may turn out not to be valid."""
        key = _key(kind, identity)
        in_folder = self._folder is not None and self._folder.has(kind.name, key)
        return key in self._now or key in self._before or in_folder

    def get(self, kind: Kind, identity: object, make: Callable[[], T], call: Call | None = None) -> T:
        """Return a result, and make it only if there is none.

        Args:
            kind: what it is.
            identity: everything that it depends on; its `repr` tells it from others, also in later runs.
            make: makes it.
            call: calls the functions in a result that holds schemas.
        """
        key = _key(kind, identity)
        if key in self._now:
            return cast(T, self._now[key])
        result: T = self._before[key] if key in self._before else self._stored(kind, key, make, call)
        if self._keeps_texts or not kind.is_text:
            self._now[key] = result
        return result

    def _stored(self, kind: Kind, key: str, make: Callable[[], T], call: Call | None) -> T:
        """Return a result from the folder, or make it for the folder."""
        if self._folder is None or not kind.stored:
            return make()
        stored = self._folder.get(kind.name, key, call)
        if isinstance(stored, kind.stored):
            return cast(T, stored)
        if isinstance(result := make(), kind.stored):
            self._folder.put(kind.name, key, result)
        return result


def _key(kind: Kind, identity: object) -> str:
    return hashlib.sha256(repr((kind.name, identity)).encode(errors="surrogatepass")).hexdigest()


_UNUSED = 30 * 24 * 3600  # seconds after which a result that no run has used is deleted
_FRESH = 24 * 3600  # seconds in which a result need not be marked as used again
_DIGEST = 32
_FILE = r"\.?[\w-]+-[0-9a-f]{64}|\..*\.yschema"  # the names of files of results, and of those being written


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder of results, which several runs may use at the same time.

    A file is written under another name first, so that no run reads a part of it. It begins with a digest of
    the rest. A file that is not complete, or that something else has written, counts as missing.

    Attributes:
        path: the folder; it is created for the first result.
        program: what the results depend on besides the inputs: the versions of the program.
        is_read_once: whether a result is deleted when it has been read.
    """

    path: Path
    program: str
    is_read_once: bool = False

    def get(self, kind: str, key: str, call: Call | None) -> Any:
        """Return a result, or None if there is none."""
        path = self._path(kind, key)
        try:
            data = read_regular(path) or b""
            digest, content = data[:_DIGEST], data[_DIGEST:]
            if digest != self._digest(key, content):
                return None
            with suppress(OSError):  # the folder may be read-only
                if self.is_read_once:
                    path.unlink()
                elif time.time() - path.stat().st_mtime > _FRESH:
                    os.utime(path)
            return read(content, call)
        except (OSError, NotStorable):
            return None

    def has(self, kind: str, key: str) -> bool:
        """Return whether there is a file for a result."""
        with suppress(OSError):  # the folder cannot be read
            return self._path(kind, key).is_file()
        return False

    def put(self, kind: str, key: str, result: object) -> None:
        """Keep a result, if it can be kept: a full or read-only disk is no reason to fail."""
        with suppress(OSError, NotStorable):
            content = write(result)
            write_whole(self._path(kind, key), self._digest(key, content) + content)

    def prune(self) -> None:
        """Delete the results that no run has used for a month, and what interrupted runs have left."""
        oldest = time.time() - _UNUSED
        with suppress(OSError):
            for path in self.path.iterdir():
                with suppress(OSError):  # another run deletes it as well
                    if re.fullmatch(_FILE, path.name) and path.lstat().st_mtime < oldest:
                        path.unlink()

    def _path(self, kind: str, key: str) -> Path:
        return self.path / f"{kind}-{self._digest(key).hex()}"

    def _digest(self, key: str, content: bytes = b"") -> bytes:
        """Return the digest of the content for a key; the file of another key has another one."""
        return hashlib.sha256(f"{self.program} {key} ".encode() + content).digest()


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
        packages: the names of packages that it consists of, besides the engine.
    """
    hashed = hashlib.sha256()
    for name in (__name__.partition(".")[0], *packages):
        for folder in importlib.import_module(name).__path__:
            for path in sorted(Path(folder).rglob("*.py")):
                hashed.update(path.name.encode())
                hashed.update(path.read_bytes())
    return f"{sys.implementation.cache_tag} {' '.join(_versions())} {hashed.hexdigest()}"


def _versions() -> Iterator[str]:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415  takes time

    for name in LIBRARIES:
        with suppress(PackageNotFoundError):
            yield f"{name} {version(name)}"

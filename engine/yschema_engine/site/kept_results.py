"""Results that outlive a build: on disk, or in a folder that the processes of a build share."""

from __future__ import annotations

import importlib
import shutil
import tempfile
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar, cast

from yschema_engine.doccheck.result_store import ResultStore
from yschema_engine.program import program

T = TypeVar("T")


class KeptResults:
    """The results of this run and, with a cache on disk, of earlier runs.

    Attributes:
        store: the results; None if nothing is kept.
        is_used: False: a new build forgets nothing here.
    """

    is_used = False

    def __init__(self, packages: Sequence[str] = ()) -> None:
        """Keep nothing.

        Args:
            packages: the packages of the program besides the engine, whose results are not those of others.
        """
        self._packages = packages
        self.store: ResultStore | None = None
        self._shared: Path | None = None

    def use(self, folder: Path | None, *, is_shared: bool) -> None:
        """Keep results in a folder, or in one of this run if several processes share it.

        Args:
            folder: the cache on disk; None without one.
            is_shared: whether several processes work.
        """
        if folder is None and is_shared and self._shared is None:
            self._shared = Path(tempfile.mkdtemp(prefix="yschema-"))
            self._remove = weakref.finalize(self, shutil.rmtree, self._shared, ignore_errors=True)
        place = folder or self._shared
        self.store = ResultStore(place, self._program(), is_read_once=folder is None) if place else None

    def _program(self) -> str:
        for package in self._packages:
            importlib.import_module(package)
        return program(*self._packages)

    def start_build(self) -> None:
        """Do nothing: results do not belong to a build."""

    def end_build(self, *, is_last: bool) -> None:
        """Delete what no build needs any more."""
        if self._shared is None and self.store is not None:
            self.store.prune()
        if is_last:
            self.end_run()

    def end_run(self) -> None:
        """Delete what belongs to this run."""
        if self._shared is not None:
            self._remove()
            self._shared = self.store = None

    def get(self, kind: str, parts: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return a result without functions.

        Args:
            kind: what it is.
            parts: everything that it depends on; their `repr` tells them apart.
            make: makes it.
        """
        if self.store is None:
            return make()
        stored = self.store.get(kind, parts, make)
        if stored is not None:
            return cast(T, stored)
        made = make()
        self.store.put(kind, parts, made)
        return made

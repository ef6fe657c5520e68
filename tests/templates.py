"""Templates of Jinja, compiled once for all tests.

The tests build more than a thousand sites. Each of them would compile all templates of its theme, which takes
two thirds of the time of a small site.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partialmethod
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch
from weakref import WeakKeyDictionary

from jinja2 import ChoiceLoader, Environment, FileSystemBytecodeCache, FileSystemLoader
from jinja2.bccache import Bucket

from yschema_engine.show.html.environment import InliningEnvironment


@contextmanager
def compiled_once(folder: Path) -> Iterator[None]:
    """Give each environment that is made meanwhile a cache of compiled templates in a folder."""
    cache = _Cache(str(folder))
    init = partialmethod(Environment.__init__, bytecode_cache=cache)
    with patch.object(Environment, "__init__", init):
        yield


class _Cache(FileSystemBytecodeCache):
    """A cache that looks at all templates of an environment, because its templates may contain others."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder)
        self._states: WeakKeyDictionary[Environment, str] = WeakKeyDictionary()

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Any:
        if environment not in self._states:
            self._states[environment] = _state(environment)
        return super().get_bucket(environment, name, f"{filename} {self._states[environment]}", source)

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(PermissionError):  # in the jail of a command
            super().dump_bytecode(bucket)


def _state(environment: Environment) -> str:
    """Return a hash of the files that the templates of an environment may include."""
    loader = environment.loader
    if not isinstance(environment, InliningEnvironment) or not isinstance(loader, ChoiceLoader):
        return ""
    folders = [
        Path(folder)
        for each in loader.loaders
        if isinstance(each, FileSystemLoader)
        for folder in each.searchpath
    ]
    files = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    return sha256("".join(f"{path} {path.stat().st_mtime_ns} " for path in files).encode()).hexdigest()

"""Results on disk, by the inputs that they depend on."""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from yschema_engine.evaluate.wire import NotStorable, read, write
from yschema_engine.text.deferred_classes import dataclass

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

    def get(self, kind: str, parts: tuple[object, ...], evaluate: Callable[[], object]) -> Any:
        """Return a result, or None if there is none.

        Args:
            kind: what the result is.
            parts: everything that it depends on; their `repr` tells them apart.
            evaluate: returns the same result from the inputs, for the functions in it.
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
            return read(content, evaluate)
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

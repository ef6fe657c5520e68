"""While a site is served: which files have it built again, and what if `mkdocs.yml` is wrong."""

from __future__ import annotations

import glob
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from mkdocs.exceptions import MkDocsException
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import get_plugin_logger
from watchdog.events import FileModifiedEvent

_log = get_plugin_logger("yschema")
_EVERY = 0.5  # seconds, as MkDocs looks at its own files
_State = dict[str, tuple[int, int, int]]


class Watch:
    """Looks at the files that globs match, and has the site built again when one comes, goes or changes.

    MkDocs can watch files and folders. But it loses sight for good of what is away for a while, as a folder
    is when another branch is checked out; and in a folder everything counts, such as the copies that editors
    keep, or a log that each build writes to.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._globs: tuple[str, ...] = ()
        self._seen: _State = {}

    def follow(self, globs: Iterable[str]) -> None:
        """Takes these files from now on; to be called before a build reads them.

        Args:
            globs: absolute; a folder stands for all files in it.
        """
        with self._lock:
            self._globs = tuple(dict.fromkeys(globs))
            self._seen = _state(self._globs)

    def start(self, server: LiveReloadServer, but: str) -> None:
        """Begins to look; the server need not serve yet.

        Args:
            server: what builds the site.
            but: the folder that it looks at itself, by its absolute path.
        """
        looking = threading.Thread(target=self._run, args=(server, os.path.join(but, "")), daemon=True)  # noqa: PTH118
        looking.start()

    def _run(self, server: LiveReloadServer, but: str) -> None:
        never = threading.Event()
        while not never.wait(_EVERY):
            if not server.observer.is_alive():
                continue  # not yet, or not any more
            with self._lock:
                now = _state(self._globs)
                changed = sorted({path for path, _ in now.items() ^ self._seen.items()})
                others = [path for path in changed if not os.path.abspath(path).startswith(but)]  # noqa: PTH100
                if not others or _tell(server, others[0]):
                    self._seen = now


def unless_unreadable(build: Callable[[], None], begun: Callable[[], object]) -> Callable[[], None]:
    """A build that leaves the site as it is where the configuration cannot be used.

    MkDocs by itself prints where in its code that happened, and answers no browser until the next good save.

    Args:
        build: builds the site.
        begun: gives something else once a build has read the configuration.
    """

    def build_if_readable() -> None:
        before = begun()
        try:
            build()
        except MkDocsException as e:
            if begun() is not before:
                raise
            _log.error(f"{e}\n  hint:     the site stays as it was until the configuration is saved again")

    return build_if_readable


def _tell(server: LiveReloadServer, path: str) -> bool:
    """Has the site built again, if somebody can tell the server."""
    for emitter in list(server.observer.emitters):
        # It builds when it hears of a change. Whoever looks at a folder for it may tell it of one elsewhere.
        if emitter.watch.is_recursive and os.path.isdir(emitter.watch.path):  # noqa: PTH112
            emitter.queue_event(FileModifiedEvent(path))
            return True
    return False


def _state(globs: Iterable[str]) -> _State:
    """What tells the files from others of their names, as far as that shows without reading them."""
    state: _State = {}
    for path in {path for pattern in globs for path in files(pattern)}:
        with suppress(OSError):  # gone in the meantime
            stat = os.stat(path)  # noqa: PTH116  for speed, here and above
            state[path] = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
    return state


def _shows(name: str) -> bool:
    return not name.startswith(".")


def files(pattern: str) -> Iterator[str]:
    """The files that an absolute glob matches; those in a folder that it matches."""
    # `Path.glob` takes no absolute globs.
    for match in glob.iglob(pattern, recursive=True):  # noqa: PTH207
        if os.path.isdir(match):  # noqa: PTH112
            for folder, folders, names in os.walk(match):
                folders[:] = filter(_shows, folders)
                yield from (os.path.join(folder, name) for name in filter(_shows, names))  # noqa: PTH118
        else:
            yield match

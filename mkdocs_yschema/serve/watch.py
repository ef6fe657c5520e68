"""The files that have a served site built again."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable

from mkdocs.livereload import LiveReloadServer

from mkdocs_yschema.mkdocs_compat import report_change
from yschema_engine.site.watched_files import FileStates, file_states

_EVERY = 0.5  # seconds, as MkDocs looks at its own files


class Watch:
    """Watches the files that globs match, and has the site built again when one comes, goes or changes.

    MkDocs can watch files and folders. But it forgets folders that are gone for a while, as they are when
    another branch is checked out; and in a folder every file counts, such as the copies that editors keep, or
    a log that each build writes to.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._globs: tuple[str, ...] = ()
        self._seen: FileStates = {}

    def follow(self, globs: Iterable[str]) -> None:
        """Watch these files from now on; to be called before a build reads them.

        Args:
            globs: absolute; a folder stands for all files in it.
        """
        with self._lock:
            self._globs = tuple(dict.fromkeys(globs))
            self._seen = file_states(self._globs)

    def start(self, server: LiveReloadServer, except_folder: str) -> None:
        """Start to watch; the server need not serve yet.

        Args:
            server: builds the site.
            except_folder: the folder that it watches itself, by its absolute path.
        """
        folder = os.path.join(except_folder, "")  # noqa: PTH118  Path drops the separator
        threading.Thread(target=self._run, args=(server, folder), daemon=True).start()

    def _run(self, server: LiveReloadServer, except_folder: str) -> None:
        never = threading.Event()
        while not never.wait(_EVERY):
            if not server.observer.is_alive():
                continue  # not yet, or not any more
            with self._lock:
                now = file_states(self._globs)
                changed = sorted({path for path, _ in now.items() ^ self._seen.items()})
                others = [path for path in changed if not os.path.abspath(path).startswith(except_folder)]  # noqa: PTH100
                if not others or report_change(server, others[0]):
                    self._seen = now

"""`--watch`: runs that follow each other whenever an input changes."""

from __future__ import annotations

import gc
import os
import time
from typing import Protocol

from yschema_engine.cli.streams import Streams
from yschema_engine.site.output_folder import FolderChanges
from yschema_engine.text.findings import EngineError

_EVERY = 0.5  # seconds


class WatchedRun(Protocol):
    """What runs again."""

    def write(self) -> FolderChanges | None:
        """Write the files that have changed; return None if findings keep them from being written."""

    def has_changed(self) -> bool:
        """Return whether an input is not what it was before the last run read it."""


def watch(run: WatchedRun, streams: Streams) -> None:
    """Run now, and again whenever an input changes, until this process or its parent is ended.

    A line of output names each file that has changed. After an error, the files stay as they are.
    """
    parent = os.getppid()
    while os.getppid() == parent:  # a parent that is killed cannot end its children
        _write(run, streams)
        gc.collect()  # which is paused during a run of the command line
        while os.getppid() == parent and not run.has_changed():
            time.sleep(_EVERY)


def _write(run: WatchedRun, streams: Streams) -> None:
    try:
        changes = run.write()
    except EngineError as e:
        streams.report(e.findings)
        changes = None
    if changes is None:
        streams.write("nothing written: waiting for changes\n")
        return
    streams.write("".join(f"wrote {path}\n" for path in changes.written))
    streams.write("".join(f"deleted {path}\n" for path in changes.deleted))

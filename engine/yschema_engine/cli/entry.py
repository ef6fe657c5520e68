"""The entry point of `yschema`, which handles Ctrl-C and forks before it imports the engine."""

from __future__ import annotations

import gc
import signal

from yschema_engine.cli.supervised import end, supervise

TYPE_CHECKING = False  # as in `typing`, which takes time to import
if TYPE_CHECKING:
    from typing import NoReturn

    from yschema_engine.evaluate.processes import Record


def main() -> NoReturn:
    """Run in a child process with the arguments of this one, and end with the exit status."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # ends the process without a traceback
    # Modules and nodes live until the process ends: looking for garbage among them only takes time.
    gc.disable()
    end(supervise(_run, _report))


def _run(record: Record | None) -> int:
    from yschema_engine.cli.main import run  # noqa: PLC0415  takes most of the time of a run

    return run(record)


def _report(status: int, record: Record) -> int | None:
    from yschema_engine.cli.main import report_death  # noqa: PLC0415  as well

    return report_death(status, record)

"""The entry point of `yschema`, which handles Ctrl-C while it imports the engine."""

from __future__ import annotations

import gc
import signal

TYPE_CHECKING = False  # as in `typing`, which takes time to import
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> NoReturn:
    """Run, and end the process with the exit status."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # ends the process without a traceback
    # Modules and nodes live until the process ends: looking for garbage among them only takes time.
    gc.disable()
    from yschema_engine.cli.main import main as run  # noqa: PLC0415  takes most of the time of a run
    from yschema_engine.cli.supervised import end  # noqa: PLC0415  as well

    end(run())

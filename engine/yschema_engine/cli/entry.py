"""The entry point of `yschema`, which handles Ctrl-C while it imports the engine."""

from __future__ import annotations

import signal


def main() -> int:
    """Run, and return the exit status."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # ends the process without a traceback
    from yschema_engine.cli.main import main as run  # noqa: PLC0415  takes most of the time of a run

    return run()

"""Child processes."""

from __future__ import annotations

import subprocess
import sys

import pytest

INTERRUPTED = """
import os, signal
from yschema_engine.evaluate.processes import fork

signal.signal(signal.SIGTERM, lambda *_: print("the parent cleans up", flush=True))
os.register_at_fork(after_in_child=lambda: os.kill(os.getpid(), signal.{signal}))
child = fork()
if child is None:
    os._exit(1)
assert child.wait() == -signal.{signal}
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to end a program")
@pytest.mark.parametrize("signal", ["SIGINT", "SIGTERM"])
def test_a_signal_ends_a_new_child_without_the_handlers_of_its_parent(signal: str) -> None:
    command = [sys.executable, "-c", INTERRUPTED.replace("{signal}", signal)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")

"""Functions that measure times, and whole processes."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

_UNIT = 1 if sys.platform == "darwin" else 1024  # macOS reports memory in bytes, other systems in KiB
# The peak memory of a process includes that of the process that started it.
_METER = """
import os, sys, time
silent = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
start = time.perf_counter()
process = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=silent)
_, status, usage = os.wait4(process, 0)
print(time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, status)
"""


@dataclass(frozen=True, slots=True)
class Run:
    """What a process took.

    Attributes:
        seconds: the time.
        processor: the time of all processors, in seconds.
        memory: the peak memory, in bytes.
    """

    seconds: float
    processor: float
    memory: int


def run(command: Sequence[str], environment: Mapping[str, str] = os.environ) -> Run:
    """Run a command without output, and return what it took; end this process if the command fails."""
    meter = [sys.executable, "-I", "-S", "-c", _METER, *command]
    printed = subprocess.run(meter, env=environment, stdout=subprocess.PIPE, check=True).stdout
    seconds, processor, memory, status = printed.split()
    if int(status):
        sys.exit(f"{' '.join(command)} ended with the status {os.waitstatus_to_exitcode(int(status))}")
    return Run(float(seconds), float(processor), int(memory) * _UNIT)


def best(action: Callable[[], object], times: int = 5) -> float:
    """Return the shortest time of several runs, in seconds."""
    shortest = float("inf")
    for _ in range(times):
        gc.collect()
        start = time.perf_counter()
        action()
        shortest = min(shortest, time.perf_counter() - start)
    return shortest

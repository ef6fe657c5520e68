"""Processes that prepare the results of a build, each for a part of the schemas."""

from __future__ import annotations

import gc
import os
import pickle
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from typing import Generic, NoReturn, TypeVar

from yschema_engine.evaluate.evaluator import evaluating
from yschema_engine.evaluate.limits import ChildGuard
from yschema_engine.evaluate.processes import Child, Record, can_fork, fork

T = TypeVar("T")
WORTH = 50_000  # bytes of schemas for which processes take less time than they cost


def number_of_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Workers(Generic[T]):
    """Forks of this process, which run tasks and keep their state from one call to the next.

    A worker has no result: it leaves files for this process. If one ends early, because the code in a schema
    has ended it, its files are missing, and this process does the work itself.
    """

    def __init__(self, number: int, run: Callable[[T], object]) -> None:
        """Start processes, where the system can fork this one.

        Args:
            number: of processes.
            run: does one task.
        """
        self._connections: list[Connection | None] = []
        self._processes: list[Child] = []
        self._pending: list[deque[T]] = [deque() for _ in range(number)]
        if number > 1 and can_fork():
            for _ in range(number):
                ours, theirs = Pipe()
                process = fork()
                if process is None:
                    _work(theirs, ours, run)
                theirs.close()
                self._connections.append(ours)
                self._processes.append(process)

    def __len__(self) -> int:
        return len(self._processes)

    def send(self, number: int, tasks: Sequence[T]) -> None:
        """Have a worker, which has nothing to do, begin tasks.

        Args:
            number: of the worker, from 0.
            tasks: in order.
        """
        connection = self._connections[number] if self._connections else None
        if connection is not None:
            with suppress(OSError, pickle.PicklingError, AttributeError, TypeError):
                connection.send(tasks)
                self._pending[number] += tasks

    def wait(self, number: int, task: T) -> None:
        """Return when a worker has done a task, or when it cannot do it.

        Args:
            number: of the worker.
            task: one that was sent.
        """
        while task in self._pending[number]:
            connection = self._connections[number]
            try:
                assert connection is not None
                connection.recv()
            except (EOFError, OSError):
                self._connections[number] = None
                self._pending[number].clear()
            else:
                self._pending[number].popleft()

    def stop(self) -> None:
        """End the processes."""
        for connection in self._connections:
            if connection is not None:
                connection.close()
        for process in self._processes:
            process.kill()
        self._connections, self._processes = [], []


def _work(connection: Connection, other: Connection, run: Callable[[T], object]) -> NoReturn:
    """Run tasks, and end without what the parent does at its end."""
    try:
        other.close()
        gc.freeze()
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (1, 2):
            os.dup2(null, stream)
        with evaluating(ChildGuard(Record())):
            while True:
                for task in connection.recv():
                    with suppress(Exception):  # the parent does it again, and reports what is wrong
                        run(task)
                    gc.freeze()  # what a worker keeps is not looked at again
                    connection.send(None)
    finally:
        os._exit(0)

"""Processes that prepare the results of a build, each for a part of the schemas."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, TypeVar

from yschema_engine.frontends.guard import ChildGuard, Record, guarded_by
from yschema_engine.frontends.isolation import can_fork

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
        self._processes: list[BaseProcess] = []
        if number > 1 and can_fork():
            context = multiprocessing.get_context("fork")
            for _ in range(number):
                ours, theirs = context.Pipe()
                process = context.Process(target=_work, args=(theirs, ours, run), daemon=True)
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", DeprecationWarning)  # no thread but this
                    process.start()
                theirs.close()
                self._connections.append(ours)
                self._processes.append(process)

    def __len__(self) -> int:
        return len(self._processes)

    def run(self, tasks: Mapping[int, Sequence[T]], done: Callable[[], None]) -> None:
        """Run tasks, and return when all are done.

        Args:
            tasks: by the number of the worker, from 0.
            done: is called after each task.
        """
        waiting: dict[Connection, int] = {}
        for number, each in tasks.items():
            if (connection := self._connections[number]) is not None:
                with suppress(OSError, pickle.PicklingError, AttributeError, TypeError):
                    connection.send(each)
                    waiting[connection] = len(each)
        while waiting:
            for ready in wait(list(waiting)):
                assert isinstance(ready, Connection)
                try:
                    ready.recv()
                except (EOFError, OSError):
                    self._connections[self._connections.index(ready)] = None
                    del waiting[ready]
                    continue
                done()
                waiting[ready] -= 1
                if not waiting[ready]:
                    del waiting[ready]

    def stop(self) -> None:
        """End the processes."""
        for connection in self._connections:
            if connection is not None:
                connection.close()
        for process in self._processes:
            process.kill()
            process.join()
        self._connections, self._processes = [], []


def _work(connection: Connection, other: Connection, run: Callable[[T], object]) -> None:
    other.close()
    gc.freeze()
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(null, stream)
    with guarded_by(ChildGuard(Record())), suppress(EOFError, OSError):
        while True:
            for task in connection.recv():
                with suppress(Exception):  # the parent does it again, and reports what is wrong
                    run(task)
                gc.freeze()  # what a worker keeps is not looked at again
                connection.send(None)
    os._exit(0)

"""Evaluators that prepare the results of a build, each for a part of the schemas."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pickle import PicklingError
from typing import Generic, TypeVar

from yschema_engine.evaluate.evaluator import Answer
from yschema_engine.evaluate.peers import Ended, Peer, forked
from yschema_engine.evaluate.processes import can_fork
from yschema_engine.schema.functions import Functions

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

        def handle(task: T, _: Functions) -> Answer:
            with suppress(Exception):  # the parent does it again, and reports what is wrong
                run(task)
            return "", "", None, False

        self._peers: list[Peer | None] = []
        self._pending: list[deque[T]] = [deque() for _ in range(number)]
        if number > 1 and can_fork():
            self._peers += (forked(handle) for _ in range(number))

    def __len__(self) -> int:
        return len(self._peers)

    def send(self, number: int, tasks: Sequence[T]) -> None:
        """Have a worker begin tasks.

        Args:
            number: of the worker, from 0.
            tasks: in order.
        """
        peer = self._peers[number] if self._peers else None
        if peer is not None:
            try:
                for task in tasks:
                    peer.send(task)
                    self._pending[number].append(task)
            except Ended:
                self._drop(number)
            except (PicklingError, AttributeError, TypeError):
                return  # this process does the rest

    def wait(self, number: int, task: T) -> None:
        """Return when a worker has done a task, or when it cannot do it.

        Args:
            number: of the worker.
            task: one that was sent.
        """
        while task in self._pending[number]:
            peer = self._peers[number]
            assert peer is not None
            try:
                peer.receive()
            except Ended:
                self._drop(number)
            else:
                self._pending[number].popleft()

    def _drop(self, number: int) -> None:
        self._peers[number] = None
        self._pending[number].clear()

    def stop(self) -> None:
        """End the processes."""
        for peer in self._peers:
            if peer is not None:
                peer.stop()
        self._peers = []

"""The processes of evaluators, and the pipes that carry questions and answers.

A fork starts fastest. Where the system cannot fork, a new interpreter does the same work. The process that
asks watches the other one: code that does not end is ended from outside, on every system.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import pickle
import secrets
import select
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pickle import PicklingError
from typing import IO, Any, Generic, NoReturn, TypeAlias, TypeVar

from yschema_engine.evaluate.evaluator import BUG, Answer, answer, evaluating
from yschema_engine.evaluate.jail import enter
from yschema_engine.evaluate.limits import ChildGuard
from yschema_engine.evaluate.processes import Child, Record, can_fork, fork
from yschema_engine.evaluate.wire import Call, NotStorable, read, write, write_question
from yschema_engine.schema.functions import Functions

_LENGTH = struct.Struct("!Q")
_PAUSE = 0.1  # seconds between two looks at a process that works
_GRACE = 2.0  # seconds after which code is ended from outside; the limits within a process come first
_TIMED_OUT = -int(getattr(signal, "SIGALRM", 14))

Handle: TypeAlias = Callable[[Any, Functions], Answer]


class Ended(Exception):
    """The process has ended without an answer.

    Attributes:
        status: its exit status; the negative number of a signal.
    """

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Peer:
    """A process that answers questions.

    Attributes:
        record: the code that it runs.
    """

    def __init__(
        self,
        process: Child | subprocess.Popen[bytes],
        questions: IO[bytes],
        answers: IO[bytes],
        record: Record,
    ) -> None:
        self.record = record
        self._process = process
        self._questions = questions
        self._answers = answers

    def send(self, question: object) -> None:
        """Send a question, as for `Evaluator.ask`, to a process that has none.

        Raises:
            Ended: the process has ended.
        """
        try:
            _write(self._questions, write_question(question))
        except OSError:
            raise Ended(self._end()) from None

    def receive(self, call: Call | None = None) -> Answer:
        """Return the answer to the question.

        Args:
            call: calls the functions in the answer.

        Raises:
            Ended: the process has ended instead.
        """
        while not _is_ready(self._answers, _PAUSE):
            if self.record.overdue > _GRACE:
                self.stop()
                raise Ended(_TIMED_OUT)
        data = _read(self._answers)
        if data is None:
            raise Ended(self._end())
        result: Answer = read(data, call)
        return result

    def stop(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        with suppress(ChildProcessError):  # the end of a fork has been waited for
            self._process.wait()
        self._close()

    def _end(self) -> int:
        status = self._process.wait()
        self._close()
        return status

    def _close(self) -> None:
        for stream in (self._questions, self._answers):
            with suppress(OSError):
                stream.close()


def start() -> Peer:
    """Start a process that answers questions."""
    return forked(answer) if can_fork() else _spawned()


def forked(handle: Handle) -> Peer:
    """Fork a process that answers questions.

    Args:
        handle: returns the answer to a question, which may be any data.
    """
    record = Record()
    to_child, questions = os.pipe()
    answers, from_child = os.pipe()
    child = fork()
    if child is None:
        os.close(questions)
        os.close(answers)
        _serve_in_fork(to_child, from_child, record, handle)
    os.close(to_child)
    os.close(from_child)
    return Peer(child, os.fdopen(questions, "wb"), os.fdopen(answers, "rb", buffering=0), record)


def _serve_in_fork(questions: int, answers: int, record: Record, handle: Handle) -> NoReturn:
    """Answer questions, and exit without the parent's exit handlers."""
    try:
        gc.disable()
        faulthandler.disable()
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        if handle is answer:  # others write files
            enter()
        with os.fdopen(questions, "rb") as questions_, os.fdopen(answers, "wb") as answers_:
            _serve(questions_, answers_, record, handle)
    finally:
        os._exit(0)


def _spawned() -> Peer:
    with tempfile.TemporaryFile() as file:
        file.truncate(4096)
        shared: dict[str, Any] = {}
        place: int | str = f"yschema-{os.getpid()}-{secrets.token_hex(8)}"
        if sys.platform != "win32":
            place = file.fileno()
            shared["pass_fds"] = (place,)
        record = Record(place)
        process = subprocess.Popen(  # noqa: S603  this program
            # -P: no module in the current folder, a checkout of anybody, takes the place of ours.
            [sys.executable, "-I" if sys.flags.isolated else "-P", "-m", __name__, str(place)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            **shared,
        )
    assert process.stdin is not None
    assert process.stdout is not None
    return Peer(process, process.stdin, process.stdout, record)


def _serve(questions: IO[bytes], answers: IO[bytes], record: Record, handle: Handle) -> None:
    """Answer questions until there are no more."""
    with evaluating(ChildGuard(record)) as functions:
        while (data := _read(questions)) is not None:
            result = handle(pickle.loads(data), functions)  # noqa: S301  from the process that has started this one
            try:
                written = write(result)
            except NotStorable as e:  # a mistake in this program
                written = write(("", BUG, f"an answer is not data: {e}", False))
            _write(answers, written)
            if result[-1]:
                return
            gc.freeze()  # what is kept is not looked at again


def _is_ready(stream: IO[bytes], seconds: float) -> bool:
    """Return whether a stream has data or has ended, after some seconds at most."""
    if sys.platform == "win32":
        import _winapi  # noqa: PLC0415  of Windows alone
        import msvcrt  # noqa: PLC0415  of Windows alone

        try:
            waiting = _winapi.PeekNamedPipe(msvcrt.get_osfhandle(stream.fileno()), 0)[0]
        except OSError:
            return True
        time.sleep(0 if waiting else seconds / 10)
        return bool(waiting)
    return bool(select.select([stream], [], [], seconds)[0])


def _write(stream: IO[bytes], data: bytes) -> None:
    view = memoryview(_LENGTH.pack(len(data)) + data)
    while view:
        view = view[stream.write(view) :]
    stream.flush()


def _read(stream: IO[bytes]) -> bytes | None:
    """Return the next message; None at the end of a stream."""
    length = _exactly(stream, _LENGTH.size)
    return None if length is None else _exactly(stream, _LENGTH.unpack(length)[0])


def _exactly(stream: IO[bytes], size: int) -> bytes | None:
    parts = []
    while size:
        try:
            part = stream.read(size)
        except OSError:
            return None
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


if __name__ == "__main__":
    enter()
    _serve(sys.stdin.buffer, sys.stdout.buffer, Record(sys.argv[1]), answer)


T = TypeVar("T")
WORTH = 50_000  # bytes of schemas for which processes take less time than they cost


def number_of_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Worker(Generic[T]):
    """A fork of this process, which runs tasks and keeps its state from one to the next.

    It has no results: it leaves files for this process. If it ends early, because the code in a schema has
    ended it, its files are missing, and this process does the work itself.
    """

    def __init__(self, run: Callable[[T], object]) -> None:
        """Start the process; `run` does one task."""

        def handle(task: T, _: Functions) -> Answer:
            with suppress(Exception):  # the parent does it again, and reports what is wrong
                run(task)
            return "", "", None, False

        self._peer: Peer | None = forked(handle)
        self._pending: deque[T] = deque()

    def send(self, task: T) -> None:
        """Have the process do a task after those that it has, unless it has ended."""
        if self._peer is not None:
            try:
                self._peer.send(task)
                self._pending.append(task)
            except Ended:
                self._peer = None
            except (PicklingError, AttributeError, TypeError):
                return  # this process does it

    def wait(self, task: T) -> None:
        """Return when the process has done a task, or when it cannot do it."""
        while self._peer is not None and task in self._pending:
            try:
                self._peer.receive()
                self._pending.popleft()
            except Ended:
                self._peer = None

    def stop(self) -> None:
        """End the process."""
        if self._peer is not None:
            self._peer.stop()
            self._peer = None

"""Evaluators: processes that run code of the inputs and answer questions; code may crash or block them.

A question is a function with data as arguments, and its answer is data. The process that asks tries without
code first, as most inputs have none. The first code hands the question over.
"""

from __future__ import annotations

import io
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from yschema_engine.evaluate.limits import ChildGuard, Guard, Limits, current_guard, guarded_by
from yschema_engine.evaluate.processes import Record
from yschema_engine.evaluate.starlark.errors import CODE_CRASH, LESS_NESTING, MEMORY_LIMIT, TIME_LIMIT
from yschema_engine.schema.functions import (
    Address,
    Attempt,
    CodeNeeded,
    Evaluation,
    Functions,
    current_functions,
    having,
)
from yschema_engine.text.findings import EngineError, Finding, LimitError, UsageError, finding
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Source, Span

if TYPE_CHECKING:
    from yschema_engine.evaluate.peers import Peer
    from yschema_engine.read.inputs import File
    from yschema_engine.read.options import LoadOptions
    from yschema_engine.schema.schema import Schema

T = TypeVar("T")
_CRASHES = ("SIGABRT", "SIGALRM", "SIGBUS", "SIGFPE", "SIGILL", "SIGKILL", "SIGSEGV", "SIGTRAP")
_ERRORS = (EngineError, LimitError, UsageError)
BUG = "bug"
"""The name of an error that is a mistake in this program."""


@contextmanager
def evaluating(guard: Guard) -> Iterator[Functions]:
    """Make this process an evaluator in a block: code of the inputs runs in it.

    Args:
        guard: observes the code.
    """
    functions = Functions(_evaluate)
    with guarded_by(guard), having(functions):
        yield functions


def _evaluate(evaluation: Evaluation) -> None:
    from yschema_engine.read.readers import load_schemas  # noqa: PLC0415  takes time to import

    load_schemas(evaluation.files, evaluation.options)


class Evaluator:
    """Answers questions about inputs; those that need code run in a separate process.

    The process starts when a question first needs code. If code ends the process, the question fails, and
    the next question starts another process. Use an evaluator as a context manager, or call `stop`.
    """

    def __init__(self, limits: Limits = Limits()) -> None:
        """Start without a process.

        Args:
            limits: the time and memory for the code of each question, and their names in findings.
        """
        self._limits = limits
        self._peer: Peer | None = None

    def __enter__(self) -> Evaluator:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __del__(self) -> None:
        if not sys.is_finalizing():  # else the system ends the process
            self.stop()

    def ask(self, question: Callable[[], T], limits: Limits | None = None) -> T:
        """Return the answer to a question.

        Args:
            question: a function of a module with data as arguments (a `partial`). It has no effect besides
                its result, which is data.
            limits: the time and memory for its code; by default, those of the evaluator.

        Raises:
            EngineError: the question raises it.
            LimitError: code exceeds its limits, or ends the process.
        """
        if isinstance(current_functions(), Functions):
            return question()
        try:
            with having(Attempt()):
                return question()
        except CodeNeeded:
            return self._ask_process(question, limits or self._limits)

    def _ask_process(self, question: Callable[[], T], limits: Limits) -> T:
        from yschema_engine.evaluate.peers import Ended, start  # noqa: PLC0415  few inputs have code

        if self._peer is None:
            self._peer = start()
        peer = self._peer
        try:
            peer.send(question)
            output, kind, result, is_last = peer.receive(self.call)
        except Ended as e:
            self._peer = None
            raise LimitError([death_of(e.status, peer.record, limits) or _crash(peer.record)]) from None
        except BaseException:
            self.stop()  # it may still work on the answer
            raise
        if is_last:
            self.stop()
        if output:
            sys.stderr.write(output)
        if kind == BUG:
            raise RuntimeError(result)
        if kind:
            raise next(each for each in _ERRORS if each.__name__ == kind)(result)
        return result  # type: ignore[no-any-return]

    def load(self, files: Sequence[File], options: LoadOptions | None = None) -> Schema:
        """Return the schema in files; as `load_schema` of the library.

        Args:
            files: schema files, files that they load, and others, which are ignored; in order.
            options: how to read and evaluate.

        Raises:
            EngineError: the schema is not valid. The error has all independent findings in all files.
            UsageError: a file cannot be read, or the files contain several schemas.
        """
        from yschema_engine.evaluate.questions import load  # noqa: PLC0415  takes time to import
        from yschema_engine.read.options import LoadOptions  # noqa: PLC0415  as well

        options = options or LoadOptions(limits=self._limits)
        return self.ask(partial(load, files, options), options.limits)

    def call(self, address: Address, args: Sequence[Any]) -> Any:
        """Return the result of a function of a schema.

        Raises:
            EngineError: it fails.
        """
        return self._ask_process(partial(address, *args), address.evaluation.options.limits)

    def stop(self) -> None:
        """End the process."""
        if self._peer is not None:
            self._peer.stop()
            self._peer = None


Answer = tuple[str, str, Any, bool]
"""What code has printed, the name of the error if there is one, its findings or the result, and whether the
process is of no further use."""


def answer(question: Callable[[], object], functions: Functions) -> Answer:
    """Return the answer to a question in the process of an evaluator."""
    printed = io.StringIO()
    before, sys.stderr = sys.stderr, printed
    try:
        with functions.question():
            result, kind = question(), ""
    except _ERRORS as e:
        result, kind = e.findings, type(e).__name__
    except Exception:  # a mistake in this program
        result, kind = traceback.format_exc(), BUG
    finally:
        sys.stderr = before
    guard = current_guard()
    exceeded = guard.exceeded if isinstance(guard, ChildGuard) else None
    if exceeded is not None and not kind:  # who has asked has gone on
        result, kind = (exceeded,), LimitError.__name__
    return printed.getvalue(), kind, result, exceeded is not None or kind == LimitError.__name__


def death_of(status: int, record: Record, limits: Limits) -> Finding | None:
    """Return the finding about a process that has not ended as it should; None if code was not the reason.

    Args:
        status: as `Child.wait` returns it, not 0.
        record: names the file whose code ran last.
        limits: of the code.
    """
    name = signal.Signals(-status).name if status < 0 else f"exit status {status}"
    if not record.name or (status < 0 and name not in _CRASHES):
        return None
    span = Span(Source(record.name, ""), 1)
    if name == "SIGALRM":
        return finding(TIME_LIMIT, span, limit=f"{limits.seconds:g}", option=limits.seconds_option)
    if name in ("SIGABRT", "SIGKILL"):
        return finding(MEMORY_LIMIT, span, limit=f"{limits.memory:g}", option=limits.memory_option)
    return _crash(record, name)


def _crash(record: Record, reason: str = "its process has ended") -> Finding:
    span = Span(Source(record.name or "(code)", ""), 1)
    hint = LESS_NESTING if reason == "SIGSEGV" else None
    return finding(CODE_CRASH, span, signal=Verbatim(reason), hint=hint)

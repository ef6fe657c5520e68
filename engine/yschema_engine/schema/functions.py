"""Functions of inputs as data: their addresses, and the answers that are known.

A schema has the words of a function, its place and its address. The function itself is in an evaluator, which
has run the code. Functions of Starlark are pure, so that their answers can be kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import Any, TypeAlias

from yschema_engine.text.context import setting
from yschema_engine.text.deferred_classes import dataclass, field

Answers: TypeAlias = dict[tuple[int, bytes], Any]
"""Results of functions by the numbers of the functions and digests of the arguments."""


class CodeNeeded(BaseException):
    """Code of the inputs has to run, and this process runs none: an evaluator has to answer the question."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A run of the code in inputs.

    Attributes:
        digest: of the inputs and the options.
        files: the inputs, for an evaluator that has to run the code once more.
        options: how they are read.
        answers: of its functions, for outputs that ask about default values.
        ask: asks an evaluator for another answer; None in an evaluator.
    """

    digest: str
    files: Sequence[Any] = field(compare=False, repr=False)
    options: Any = field(compare=False, repr=False)
    answers: Answers = field(default_factory=dict, compare=False, repr=False)
    ask: Callable[[Address, Sequence[Any]], Any] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Address:
    """A function of code in the inputs.

    Attributes:
        evaluation: the run that has made it.
        number: its place among the functions of the run.
    """

    evaluation: Evaluation
    number: int

    def __call__(self, *args: Any) -> Any:
        """Return the result of the function for values, the last of which may be a context.

        Raises:
            CodeNeeded: no evaluator is at hand.
            EngineError: the function fails.
        """
        return _current.get().answer(self, args)


class Known:
    """Functions as a process without code sees them: known answers, and an evaluator that gives others."""

    def answer(self, address: Address, args: Sequence[Any]) -> Any:
        """Return the result of a function.

        Raises:
            CodeNeeded: it is not known.
            EngineError: the function fails.
        """
        key = (address.number, _digest(args))
        answers = address.evaluation.answers
        return answers[key] if key in answers else self._ask(address, args, key)

    def _ask(self, address: Address, args: Sequence[Any], key: tuple[int, bytes]) -> Any:
        evaluation = address.evaluation
        if evaluation.ask is None:
            raise CodeNeeded(address.number)
        evaluation.answers[key] = evaluation.ask(address, args)
        return evaluation.answers[key]

    def add(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the address of a function of the schema that is read; the function itself if none is."""
        return function

    @contextmanager
    def evaluation(self, make: Callable[[], Evaluation]) -> Iterator[None]:
        """Give addresses to the functions of the schemas that a block reads.

        Args:
            make: returns the evaluation, for the first function.
        """
        yield


class Attempt(Known):
    """The functions while a process tries whether a question needs code."""

    def _ask(self, address: Address, args: Sequence[Any], key: tuple[int, bytes]) -> Any:
        raise CodeNeeded(address.number)


_KEPT = 1000  # evaluations; a server reads a schema again with each change


class Functions(Known):
    """The functions of an evaluator, by their addresses.

    Attributes:
        size: the number of functions that have got addresses.
    """

    def __init__(self, evaluate: Callable[[Evaluation], object] | None = None) -> None:
        """Start without functions.

        Args:
            evaluate: runs the code of an evaluation that this evaluator has not run; None if it has run all.
        """
        self.size = 0
        self._evaluate = evaluate
        self._functions: dict[str, list[Callable[..., Any]]] = {}
        self._open: tuple[Callable[[], Evaluation], list[Callable[..., Any]]] | None = None
        self._evaluation: Evaluation | None = None
        self._answers: dict[str, Answers] = {}
        self._records = False

    def answer(self, address: Address, args: Sequence[Any]) -> Any:
        """Return the result of a function; as `Known.answer`."""
        if len(args) > 1 and not self._records:  # a condition sees the whole document, and is asked once
            return self._function(address)(*args)
        return super().answer(address, args)

    def _ask(self, address: Address, args: Sequence[Any], key: tuple[int, bytes]) -> Any:
        evaluation = address.evaluation
        answers = self._answers.setdefault(evaluation.digest, {})
        if key not in answers:
            answers[key] = self._function(address)(*args)
        if self._records and _is_data(answers[key]):
            evaluation.answers[key] = answers[key]
        return answers[key]

    def _function(self, address: Address) -> Callable[..., Any]:
        evaluation = address.evaluation
        if evaluation.digest not in self._functions and self._evaluate is not None:
            self._evaluate(evaluation)
        return self._functions[evaluation.digest][address.number]

    def add(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the address of a function of the schema that is read; the function itself if none is."""
        if self._open is None:
            return function
        make, functions = self._open
        if self._evaluation is None:
            self._evaluation = make()
            self._functions[self._evaluation.digest] = functions
            while len(self._functions) > _KEPT:
                del self._functions[next(iter(self._functions))]
        functions.append(function)
        self.size += 1
        return Address(self._evaluation, len(functions) - 1)

    @contextmanager
    def evaluation(self, make: Callable[[], Evaluation]) -> Iterator[None]:
        """Give addresses to the functions of the schemas that a block reads."""
        outer = self._open, self._evaluation
        self._open, self._evaluation = (make, []), None
        try:
            yield
        finally:
            self._open, self._evaluation = outer

    @contextmanager
    def question(self) -> Iterator[None]:
        """Keep the answers in a block, which answers one question."""
        try:
            yield
        finally:
            self._answers.clear()

    @contextmanager
    def recorded(self) -> Iterator[None]:
        """Keep the answers in a block with the schema."""
        self._records = True
        try:
            yield
        finally:
            self._records = False


def _is_data(answer: Any) -> bool:
    """Return whether an answer has a type that functions may return."""
    from yschema_engine.text.phrases import Phrase, Verbatim  # noqa: PLC0415  as in `_digest`

    return answer is None or isinstance(answer, bool | str | Phrase | Verbatim)


def _digest(args: Sequence[Any]) -> bytes:
    """Return what identifies arguments by all that a function can see of them."""
    from hashlib import blake2b  # noqa: PLC0415  takes time, and few schemas have functions

    from yschema_engine.schema.rules import Context  # noqa: PLC0415  as above
    from yschema_engine.text.nodes import content_id  # noqa: PLC0415  as above

    seen = [(each.parent, each.root) if isinstance(each, Context) else (each,) for each in args]
    content = repr([content_id(value) for values in seen for value in values])
    return blake2b(content.encode(errors="surrogatepass"), digest_size=16).digest()


_current: ContextVar[Known] = ContextVar("functions", default=Known())  # noqa: B039  without state


def current_functions() -> Known:
    """Return the functions of this process."""
    return _current.get()


def having(functions: Known) -> AbstractContextManager[None]:
    """Use functions in a block."""
    return setting(_current, functions)

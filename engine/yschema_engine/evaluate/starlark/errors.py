"""Findings about code in the input files, and the errors of functions that programs call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeAlias

from yschema_engine.text.findings import Code, Finding, FindingParam, Related, finding, revise, template_code
from yschema_engine.text.phrases import ENGLISH, phrase
from yschema_engine.text.size_limits import VALUE_SIZE
from yschema_engine.text.source import Span

CODE_FAILED = template_code("code-failed", "the code failed: {reason}")
INVALID_CODE = template_code("invalid-code", "the code is not valid: {reason}")
UNKNOWN_NAME = template_code(
    "unknown-name",
    "the name `{name}` is not defined",
    hint="define it, or put it in quotes if it is a string",
)
EXTRA_ARGUMENTS = template_code("extra-arguments", "a call has too many arguments: {reason}")
MISSING_ARGUMENTS = template_code("missing-arguments", "a call lacks a required argument: {reason}")
FROZEN_VALUE = template_code(
    "frozen-value",
    "the code changes a list or dict of a loaded file, which is frozen",
    hint="copy it first: list(…), dict(…)",
)
INTEGER_TOO_LARGE = template_code(
    "integer-too-large", "an integer is too large for this operation", expected="at most {limit}"
)
TIME_LIMIT = template_code(
    "time-limit",
    "the code of this run takes more than {limit} s",
    hint="if the code needs more time, raise the limit: {option}",
)
MEMORY_LIMIT = template_code(
    "memory-limit",
    "the code of this run takes more memory than {limit} MiB",
    hint="if the code needs more memory, raise the limit: {option}",
)
CODE_CRASH = template_code("code-crash", "the code of this file crashes the process that runs it ({signal})")
LESS_NESTING = phrase("nest lists, dicts and calls less deeply")
"""The hint for code that exhausts the stack."""


Functions: TypeAlias = Mapping[str, Callable[..., Any]]
"""Functions of the engine by the names that Starlark knows them by."""


def by_name(*functions: Callable[..., Any]) -> Functions:
    """Return functions that Starlark knows by their own names."""
    return {function.__name__: function for function in functions}


class BridgeError(Exception):
    """A function of the engine refuses a call.

    The error crosses Starlark, which keeps its text and nothing else: `assert.try_to` gives the text to the
    author's code. So the text is the author's to read, in English, as Starlark's own errors are.
    """


def bounded(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that refuses a result that is too large, or nested too deeply to make."""

    @wraps(function)
    def call(*args: Any) -> Any:
        try:
            result = function(*args)
        except RecursionError:
            raise BridgeError("the values are nested too deep") from None
        if isinstance(result, str | list | dict):
            check_size(len(result))
        return result

    return call


def check_size(size: int) -> None:
    """Refuse values that are too large.

    Raises:
        BridgeError: there are more characters or items than a value may have.
    """
    if size > VALUE_SIZE:
        raise BridgeError(f"a value has more than {VALUE_SIZE} items or characters")


def accepted_by(function: Callable[[str], object]) -> Callable[[str], bool]:
    """Return the function that says whether another one accepts a text."""

    def is_accepted(text: str) -> bool:
        try:
            function(text)
        except BridgeError:
            return False
        return True

    return is_accepted


class FragmentError(BridgeError):
    """A fragment has no such key or item."""


class CodedError(Exception):
    """A step of a program, or of an overlay, fails; whoever runs it reports it at the author's line.

    Attributes:
        code: what went wrong.
        related: further spans that help.
        span: what the error is about, if that is not the line of the step.
        params: what fills the phrases of the code.
    """

    def __init__(
        self, code: Code, *, related: tuple[Related, ...] = (), **params: FindingParam | None
    ) -> None:
        self.code = code
        self.related = related
        self.span: Span | None = None
        self.params = params
        facts = (ENGLISH.text(self.at(None).fact(name)) for name in ("message", "found"))
        super().__init__(": ".join(filter(None, facts)))

    def at(self, span: Span | None, related: tuple[Related, ...] = ()) -> Finding:
        """Return the finding, by default at a span; `related` comes after the error's own."""
        return revise(finding(self.code, self.span or span), related=(*self.related, *related), **self.params)

"""Common parts of the functions of the engine that programs call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeAlias

from yschema_engine.text.findings import Code, Finding, FindingParam, Related, finding, revise
from yschema_engine.text.phrases import ENGLISH
from yschema_engine.text.source import Span

Functions: TypeAlias = Mapping[str, Callable[..., Any]]
"""Functions of the engine by the names that Starlark knows them by."""


LARGEST_SIZE = 10_000_000
"""The characters or items of a value at most; the same as in `size_limits.star`."""


class BridgeError(Exception):
    """A function of the engine refuses a call.

    The error crosses Starlark, which keeps its text and nothing else: `assert.try_to` gives the text to the
    author's code. So the text is the author's to read, in English, as Starlark's own errors are.
    """


def bounded(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that refuses a result that is too large."""

    @wraps(function)
    def call(*args: Any) -> Any:
        result = function(*args)
        if isinstance(result, str | list | dict):
            check_size(len(result))
        return result

    return call


def check_size(size: int) -> None:
    """Refuse values that are too large.

    Raises:
        BridgeError: there are more characters or items than a value may have.
    """
    if size > LARGEST_SIZE:
        raise BridgeError(f"a value has more than {LARGEST_SIZE} items or characters")


class FragmentError(BridgeError):
    """A fragment has no such key or item."""


class CodedError(Exception):
    """A step of a program fails; the runtime reports it at the author's line.

    Attributes:
        code: what went wrong.
        related: further spans that help.
        span: what the error is about, if that is not the line of the step.
        params: what fills the phrases of the code.
    """

    def __init__(self, code: Code, *, related: tuple[Related, ...] = (), **params: FindingParam) -> None:
        self.code = code
        self.related = related
        self.span: Span | None = None
        self.params = params
        facts = (ENGLISH.text(self.at(None).fact(name)) for name in ("message", "found"))
        super().__init__(": ".join(filter(None, facts)))

    def at(self, span: Span | None, related: tuple[Related, ...] = ()) -> Finding:
        """Return the finding, by default at a span; `related` comes after the error's own."""
        return revise(finding(self.code, self.span or span), related=(*self.related, *related), **self.params)

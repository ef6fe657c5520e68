"""The state that the programs of a run share: the scripts for error messages, and the limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

import starlark

from yschema_engine.frontends.guard import current_guard
from yschema_engine.frontends.options import Limits
from yschema_engine.frontends.ytt.starlark import codes
from yschema_engine.frontends.ytt.starlark.host import CodedError
from yschema_engine.frontends.ytt.starlark.limits import Watch
from yschema_engine.frontends.ytt.starlark.rust_errors import ErrorKind, RustError, failure_text, parse_error
from yschema_engine.frontends.ytt.starlark.script import Script
from yschema_engine.text.findings import Code, EngineError, Finding, LimitError, Related, finding
from yschema_engine.text.phrases import Phrase, Verbatim, phrase
from yschema_engine.text.source import Span

MODULE_NAMES = (
    *("assert", "base64", "data", "ip", "json", "library", "math", "md5", "overlay", "regexp", "sha256"),
    *("struct", "template", "toml", "url", "version", "yaml"),
)
"""The names of the standard modules."""

_MAX_CALL_DEPTH = 1000
_MAX_CALLERS = 5
_LARGEST_INTEGER = 2**31 - 1
_CODES: Mapping[ErrorKind, Code] = MappingProxyType(
    {
        ErrorKind.FAIL: codes.CODE_FAILED,
        ErrorKind.HOST: codes.CODE_FAILED,
        ErrorKind.OTHER: codes.CODE_FAILED,
        ErrorKind.PARSE: codes.INVALID_CODE,
        ErrorKind.EXTRA_ARGUMENTS: codes.EXTRA_ARGUMENTS,
        ErrorKind.MISSING_ARGUMENTS: codes.MISSING_ARGUMENTS,
        ErrorKind.FROZEN: codes.FROZEN_VALUE,
    }
)


class Session:
    """The state of a run.

    Attributes:
        scripts: by their names.
        modules: the results of the scripts that have ended.
        watch: watches the limits.
    """

    def __init__(self, limits: Limits = Limits()) -> None:  # noqa: B008  frozen
        self.scripts: dict[str, Script] = {}
        self.modules: dict[str, starlark.FrozenModule] = {}
        self.watch = Watch(limits)

    def options(self) -> starlark.EvalOptions:
        """Return how Starlark evaluates."""
        return starlark.EvalOptions(check_cancelled=self.watch.cancelled, max_callstack_size=_MAX_CALL_DEPTH)

    def failure(self, error: starlark.StarlarkError) -> str | None:
        """Return the text that `assert.try_to` gives for an error; None if the error ends the run."""
        return None if self.watch.is_exceeded else failure_text(error)

    def located(self, error: starlark.StarlarkError, cause: CodedError | None = None) -> EngineError:
        """Return the error at the innermost line that an author wrote.

        Args:
            error: as Starlark raises it.
            cause: the error of the engine that made Starlark raise it, if there is one.
        """
        parsed = parse_error(error)
        spans = [self.scripts[file].span(line) for file, line in parsed.frames if file in self.scripts]
        known = list(dict.fromkeys(span for span in spans if span is not None))
        at = known[-1] if known else None
        callers: tuple[Related, ...] = tuple(
            (phrase("called from here"), span) for span in reversed(known[:-1])
        )[:_MAX_CALLERS]
        if parsed.kind is ErrorKind.MEMORY:
            self.watch.refused_memory()
        if self.watch.is_exceeded:
            exceeded = self.watch.finding(at, callers)
            current_guard().exceed(exceeded)
            return LimitError([exceeded])
        if cause is not None:
            return EngineError([cause.at(at, callers)])
        return EngineError([_finding(parsed, at, callers)])


_session: ContextVar[Session] = ContextVar("session")


def current_session() -> Session:
    """Return the session of the program that runs."""
    return _session.get()


@contextmanager
def running_in(session: Session) -> Iterator[None]:
    """Make a session the current one."""
    token = _session.set(session)
    try:
        yield
    finally:
        _session.reset(token)


def _finding(error: RustError, at: Span | None, callers: tuple[Related, ...]) -> Finding:
    if error.kind is ErrorKind.UNKNOWN_NAME:
        name = Verbatim(error.name)
        return finding(codes.UNKNOWN_NAME, at, related=callers, name=name, hint=_definition(error))
    if error.kind is ErrorKind.INTEGER:
        return finding(codes.INTEGER_TOO_LARGE, at, related=callers, limit=_LARGEST_INTEGER)
    crash = "yes" if error.kind is ErrorKind.OTHER else None  # else an author's words, or those of a function
    return finding(_CODES[error.kind], at, related=callers, reason=error.reason, crash=crash)


def _definition(error: RustError) -> Phrase | None:
    """Return how to define an unknown name."""
    if error.name in MODULE_NAMES:
        load = Verbatim(f'load("@ytt:{error.name}", "{error.name}")')
        return phrase("load it above: {load}", load=load)
    return phrase("did you mean `{name}`?", name=Verbatim(error.near)) if error.near else None

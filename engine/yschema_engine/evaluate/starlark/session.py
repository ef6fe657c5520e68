"""The state that the programs of a run share, their limits, and the scripts that starlark-rust gets."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import starlark

from yschema_engine.evaluate.limits import (
    Guard,
    Limits,
    current_budget,
    current_guard,
    memory_of_process,
)
from yschema_engine.evaluate.starlark import errors as codes
from yschema_engine.evaluate.starlark.blocks import Line
from yschema_engine.evaluate.starlark.errors import CodedError
from yschema_engine.evaluate.starlark.names import unbound_names
from yschema_engine.evaluate.starlark.prelude import APPLY, CORE, CORE_HELPERS, HELPERS, PRELUDE
from yschema_engine.evaluate.starlark.rewrite import rewrite
from yschema_engine.evaluate.starlark.rust_errors import (
    RustError,
    failure_text,
    interruption,
    is_about_memory,
    panic_of,
    parse_error,
)
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import EngineError, Finding, LimitError, Related, finding
from yschema_engine.text.phrases import Phrase, Verbatim, phrase
from yschema_engine.text.size_limits import MIB
from yschema_engine.text.source import Source, Span
from yschema_engine.text.suggestions import did_you_mean

_MEMORY_INTERVAL = 0.005  # seconds


class Watch:
    """Watches the resources that the code of one run uses; each check of values begins a new budget."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._names: list[str] = []
        self._budget: object = self  # none that a check has, so that the first code begins one
        self._is_late = self._is_large = False

    def _begin(self, guard: Guard, budget: object) -> None:
        self._budget = budget
        self._spent = self._memory_checked = 0.0
        self._memory = _memory()
        self._is_late = self._is_large = False
        guard.begin(self._limits.memory)

    @contextmanager
    def running(self, name: str) -> Iterator[None]:
        """Watch code while it runs; a file that loads another runs around it.

        Args:
            name: the file.

        Raises:
            LimitError: the system has refused memory to this process, or the interpreter has panicked.
            KeyboardInterrupt: Ctrl-C has ended a function of the engine that the code calls.
            SystemExit: a signal has.
        """
        guard, budget = current_guard(), current_budget()
        if not self._names:
            if budget is not self._budget:
                self._begin(guard, budget)
            self._since = time.monotonic()
        guard.enter(name, self._left)
        self._names.append(name)
        try:
            yield
        except starlark.StarlarkError as e:
            raise interruption(e) or e from None
        except BaseException as e:  # a panic is no Exception
            failure = self._failure(e, Span(Source(name, ""), 1))
            if failure is None:
                raise
            guard.exceed(failure)
            raise LimitError([failure]) from e
        finally:
            self._names.pop()
            if self._names:
                guard.enter(self._names[-1], self._left)
            else:
                guard.leave()
                self._spent += time.monotonic() - self._since

    def _failure(self, error: BaseException, span: Span) -> Finding | None:
        """Return the finding about an error that leaves the interpreter unusable; None for other errors."""
        panic = panic_of(error)
        if isinstance(error, MemoryError) or is_about_memory(panic):
            self.refused_memory()
            return self.finding(span, ())
        return finding(codes.CODE_CRASH, span, signal=Verbatim(panic)) if panic else None

    @property
    def _left(self) -> float:
        return self._limits.seconds - self._spent - (time.monotonic() - self._since)

    @property
    def is_exceeded(self) -> bool:
        """Whether the run has used more than it may."""
        return self._is_late or self._is_large

    def cancelled(self) -> bool:
        """Return whether Starlark has to stop; it asks every so often."""
        now = time.monotonic()
        if self._spent + now - self._since > self._limits.seconds:
            self._is_late = True
            return True
        if now - self._memory_checked > _MEMORY_INTERVAL:
            self._memory_checked = now
            self._is_large |= _memory() - self._memory > self._limits.memory * MIB
        return self._is_large

    def refused_memory(self) -> None:
        """Note that the system has refused memory to the run."""
        self._is_large = True

    def finding(self, span: Span | None, related: tuple[Related, ...]) -> Finding:
        """Return the finding about the limit that the run has exceeded."""
        limits = self._limits
        code, limit, option = codes.MEMORY_LIMIT, limits.memory, limits.memory_option
        if self._is_late:
            code, limit, option = codes.TIME_LIMIT, limits.seconds, limits.seconds_option
        return finding(code, span, related=related, limit=f"{limit:g}", option=option)


def _memory() -> int:
    """Return the memory of this process in bytes: the current one on Linux, the largest so far on macOS."""
    if (current := memory_of_process(1)) is not None:
        return current
    if sys.platform == "win32":
        return 0  # Windows has no such figure; only the time is watched
    import resource  # noqa: PLC0415  does not exist on Windows

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


# The header is as `rewrite` would write it. The range stands for a fragment without nodes: see the prelude.
# starlark-rust exports no name that begins with an underscore, so the function that Python calls has none.
_HEADER_LINES = (
    "__yfunctions = []",
    # Functions of the file itself, for its own functions to find after another file has loaded it.
    "__yown = []",
    "def __yowns(*functions): __yown.extend(functions)",
    "def __yfunction(i): return __yfunctions[i] if i >= 0 else __yown[-1 - i]",
    "def yschema_call(i, how, args): return __yinvoke(__yfunction(i), how, args)",
    "def __ystring(x):",
    ' return x if type(x) == "string" else'
    ' __yb_fail("found a value of type", __yb_type(x), "in a string; convert it by str()")',
    "def __yend():",
    " fragment = __yended()",
    " return range(0, -7, 7) if fragment == None else fragment",
    "def __yleave(x):",
    " __ydrop()",
    " return x",
)
_HEADER = "".join(f"{line}\n" for line in _HEADER_LINES)
_APPLY = (
    "def __yapply(__yon, *args, **kwargs): return __yapplied(__yon, __yprogram, __yfunction, args, kwargs)"
)
_HELPER = r"__y\w+"
ENTRY_POINT = "yschema_call"
"""The function of every program that calls one of its functions."""


@dataclass(frozen=True, slots=True)
class Script:
    """A program.

    Attributes:
        name: the name of its file.
        lines: in indented form.
    """

    name: str
    lines: Sequence[Line]

    def span(self, number: int) -> Span | None:
        """Return the span of the source line that a line (from 1) of the program stands for."""
        index = number - 4 - len(_HEADER_LINES)  # after two other lines, and the name of the program
        return self.lines[index].span if 0 <= index < len(self.lines) else None

    @property
    def text(self) -> str:
        """The program as starlark-rust gets it."""
        name = f"__yprogram = {json.dumps(self.name, ensure_ascii=False)}"
        code = rewrite("\n".join([name, *(line.text for line in self.lines), ""]))
        apply = _APPLY if APPLY[1] in code else ""
        return f"{_load(_HEADER + apply + code)}\n{apply}\n{_HEADER}{code}"


def _load(code: str) -> str:
    """Return the statement that loads the functions of the prelude that a program calls."""
    called = set(re.findall(_HELPER, code))
    helpers = {name: helper for name, helper in HELPERS.items() if name in called}
    path = CORE if CORE_HELPERS.issuperset(helpers.values()) else PRELUDE
    return f'load("{path}", ' + ", ".join(f'{name}="{helper}"' for name, helper in helpers.items()) + ")"


MODULE_NAMES = (
    *("assert", "base64", "data", "ip", "json", "library", "math", "md5", "overlay", "regexp", "sha256"),
    *("struct", "template", "toml", "url", "version", "yaml"),
)
"""The names of the standard modules."""

_MAX_CALL_DEPTH = 1000
_MAX_CALLERS = 5
_LARGEST_INTEGER = 2**31 - 1


class Session:
    """The state of a run.

    Attributes:
        scripts: by their names.
        watch: watches the limits.
    """

    def __init__(self, limits: Limits = Limits()) -> None:
        self.scripts: dict[str, Script] = {}
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
        if parsed.code is codes.MEMORY_LIMIT:
            self.watch.refused_memory()
        if self.watch.is_exceeded:
            exceeded = self.watch.finding(at, callers)
            current_guard().exceed(exceeded)
            return LimitError([exceeded])
        if cause is not None:
            return EngineError([cause.at(at, callers)])
        unknown = self._unknown_names(parsed) if parsed.code is codes.UNKNOWN_NAME else ()
        return EngineError(list(unknown) or [_finding(parsed, at, callers)])

    def _unknown_names(self, error: RustError) -> Iterator[Finding]:
        """Yield a finding for each unknown name of the program in which Starlark found one."""
        script = self.scripts.get(error.frames[-1][0]) if error.frames else None
        if script is None:
            return
        names = unbound_names(script.text)
        if error.name in (name for name, _, _ in names):
            for name, line, near in names:
                hint = _definition(name, error.near if name == error.name else near)
                at = script.span(line)
                span = at.narrowed_to(name) if at else None
                yield finding(codes.UNKNOWN_NAME, span, name=Verbatim(name), hint=hint)


def _finding(error: RustError, at: Span | None, callers: tuple[Related, ...]) -> Finding:
    if error.code is codes.UNKNOWN_NAME:
        name = Verbatim(error.name)
        hint = _definition(error.name, error.near)
        return finding(codes.UNKNOWN_NAME, at, related=callers, name=name, hint=hint)
    if error.code is codes.INTEGER_TOO_LARGE:
        return finding(codes.INTEGER_TOO_LARGE, at, related=callers, limit=_LARGEST_INTEGER)
    crash = "yes" if error.is_crash else None
    return finding(error.code, at, related=callers, reason=error.reason, crash=crash)


def _definition(name: str, near: str) -> Phrase | None:
    """Return how to define an unknown name, which resembles another one."""
    if name in MODULE_NAMES:
        load = Verbatim(f'load("@ytt:{name}", "{name}")')
        return phrase("load it above: {load}", load=load)
    return did_you_mean(name, [near])

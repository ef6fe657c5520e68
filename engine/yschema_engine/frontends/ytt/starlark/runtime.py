"""Running programs: from indented lines to a frozen module, errors back at the author's lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import starlark

from yschema_engine.frontends.ytt.starlark import marshal
from yschema_engine.frontends.ytt.starlark.blocks import Line
from yschema_engine.frontends.ytt.starlark.builtin_modules import PRELUDE, dialect, environment, prelude
from yschema_engine.frontends.ytt.starlark.helpers import HELPERS
from yschema_engine.frontends.ytt.starlark.limits import Limits, Watch
from yschema_engine.frontends.ytt.starlark.replay import repeated
from yschema_engine.frontends.ytt.starlark.rewrite import rewrite
from yschema_engine.frontends.ytt.starlark.words import ASSERT
from yschema_engine.model.findings import EngineError, LimitError, legacy_finding
from yschema_engine.nodes import Value
from yschema_engine.source import Span

# Names that Python calls are public: starlark-rust exports no others.
_HEADER = (
    f"load({PRELUDE!r}, " + ", ".join(f'{name}="{there}"' for name, there in HELPERS.items()) + ")",
    "__yfunctions = []",
    # Functions of the file itself, for its own functions to find when another file has loaded it.
    "__yown = []",
    "def __yfunction(i): return __yfunctions[i] if i >= 0 else __yown[-1 - i]",
    "def yschema_call(i, how, args): return __yinvoke(__yfunction(i), how, args)",
    "def __ystring(x):",
    ' return x if type(x) == "string" else'
    ' fail("found a value of type", type(x), "in a text; convert it by str()")',
    "def __yend():",
    " fragment = __yended()",
    " return () if fragment == None else fragment",
    "def __yleave(x):",
    " __ydrop()",
    " return x",
)
# For a program without nodes.
_NO_NODES: dict[str, Callable[..., Any]] = {"__yended": lambda: None, "__ydrop": lambda: None}
_LOCATION = re.compile(r"^ *--> (.+):(\d+):\d+$", re.MULTILINE)
_FRAME = re.compile(r"^  \* (.+):(\d+), in ", re.MULTILINE)
_PROBLEM = re.compile(r"^error: (.*?)(?=\n *--> |\Z)", re.MULTILINE | re.DOTALL)
_HOST_ERROR = re.compile(r"\A(?:StarlarkError|BridgeError|FragmentError|NodeError|LoadError): ")
_TOO_MANY = re.compile(r"[Ee]xtra positional|wrong number of|too many", re.IGNORECASE)
# As of a version of starlark-rust; the sentence breaks off there.
_TOO_LARGE = re.compile(
    r"Error unpacking value for parameter `\w+` of type `[^`]*\bint\Z|Integer value is too big"
)
_FROZEN = (
    "this would change a list or dict of a file that has been loaded, which is frozen",
    "copy it first: list(…), dict(…)",
)
_MISSING = re.compile(r"Variable `(\w+)` not found")
_MODULES = (
    *("assert", "base64", "data", "ip", "json", "math", "md5", "overlay", "regexp", "sha256", "struct"),
    *("template", "url", "version", "yaml"),
)
_MAX_CALL_DEPTH = 1000


class Loader(Protocol):
    """Finds the module that a `load()` names."""

    def __call__(self, path: str) -> Module:
        """The module at `path`; raises LoadError or EngineError."""


class LoadError(Exception):
    """A `load()` names what cannot be loaded."""


class Session:
    """What the programs of one run share: the scripts that errors may point into, and the bounds of all."""

    def __init__(self, limits: Limits = Limits()) -> None:  # noqa: B008  frozen
        """Begin a run."""
        self.scripts: dict[str, Script] = {}
        self.watch = Watch(limits)

    def options(self) -> starlark.EvalOptions:
        """How Starlark evaluates."""
        return starlark.EvalOptions(check_cancelled=self.watch.cancelled, max_callstack_size=_MAX_CALL_DEPTH)

    def failure(self, error: starlark.StarlarkError) -> str | None:
        """What `assert.try_to` tells of an error; None if the run has to end."""
        return None if self.watch.exceeded else _HOST_ERROR.sub("", _problem(str(error)))


@dataclass(frozen=True, slots=True)
class Module:
    """What a program left behind: names to load, functions to call."""

    frozen: starlark.FrozenModule
    session: Session = field(default_factory=Session)
    _short: set[marshal.Function] = field(default_factory=set)  # functions known to take one argument

    def call(self, function: marshal.Function, *args: Any) -> Any:
        """The result of one of the module's functions.

        Raises:
            EngineError: the function failed; at the author's line.
        """
        return self._invoke(function, "call", args)

    def condition(self, function: marshal.Function, value: Any, parent: Any, root: Any) -> Any:
        """The result of a condition, which takes the value and, where it has two parameters, the context.

        Raises:
            EngineError: the function failed; at the author's line.
        """
        return self._with_or_without(function, "condition", value, parent, root)

    def rule_condition(self, function: marshal.Function, value: Value, parent: Value, root: Value) -> Any:
        """As `condition`, of a rule of the designs: the keys of maps are attributes as well.

        Raises:
            EngineError: the function failed; at the author's line.
        """
        with marshal.in_rule():
            arguments = [marshal.encode(v) for v in (value, parent, root)]
            return self._with_or_without(function, "condition of a rule", *arguments)

    def fits(self, function: marshal.Function, key: Any, own: Any) -> Any:
        """What a function says of a key; with two parameters it takes the schema's own key as well.

        Raises:
            EngineError: the function failed; at the author's line.
        """
        return self._with_or_without(function, "call", key, own)

    def verdict(self, function: marshal.Function, value: Value) -> tuple[bool, str]:
        """What a rule of the designs says of a value, and its message, which may be empty.

        Raises:
            EngineError: the function failed, or gave no verdict; at the author's line.
        """
        with marshal.in_rule():
            valid, message = self._invoke(function, "rule", [marshal.encode(value)])
        return valid, message

    def _with_or_without(self, function: marshal.Function, how: str, value: Any, *more: Any) -> Any:
        """Call a function with all arguments, or with the first where it takes no more."""
        if function in self._short:
            return self._invoke(function, how, [value])
        try:
            return self._invoke(function, how, [value, *more])
        except EngineError as e:
            # Starlark does not tell how many parameters a function has.
            if _TOO_MANY.search(str(e.__cause__)) and (function.again or e.findings[0].at is None):
                self._short.add(function)
                return self._invoke(function, how, [value])
            raise

    def _invoke(self, function: marshal.Function, how: str, args: Sequence[Any]) -> Any:
        try:
            if function.again is not None:
                return marshal.decode(function.again([how, list(args)]))
            return repeated(lambda: self._call(function.index, how, list(args)), self.session.failure)
        except starlark.StarlarkError as e:
            raise _located(e, self.session) from e

    def _call(self, *args: Any) -> Any:
        with self.session.watch:
            return marshal.decode(self.frozen.call_with(self.session.options(), "yschema_call", *args).value)


class Bridge(Protocol):
    """The functions of the host that a program calls; see `evaluate.build`."""

    def callables(self) -> Mapping[str, Callable[..., Any]]:
        """The functions by the names that programs use, for a program that begins."""


@dataclass(frozen=True, slots=True)
class Script:
    """A program: its name, its indented lines."""

    name: str
    lines: Sequence[Line]

    def span(self, number: int) -> Span | None:
        """The source line of a line (from 1) of the program."""
        index = number - 1 - len(_HEADER)
        return self.lines[index].span if 0 <= index < len(self.lines) else None

    @property
    def text(self) -> str:
        """The program as starlark-rust gets it."""
        return rewrite("\n".join((*_HEADER, *(line.text for line in self.lines))) + "\n")


def run(script: Script, bridge: Bridge, loader: Loader, session: Session) -> Module:
    """Evaluate a program.

    Args:
        script: the program.
        bridge: the host's functions.
        loader: for its `load()` statements.
        session: of the run that the program belongs to.

    Raises:
        EngineError: a syntax error, a failing call, …, at the author's line.
    """
    session.scripts[script.name] = script
    failures: list[EngineError] = []

    def load(path: str) -> starlark.FrozenModule:
        if path == PRELUDE:
            return prelude()
        try:
            return loader(path).frozen
        except EngineError as e:
            # It crosses Starlark as a text; keep what it knows.
            failures.append(e)
            raise

    def evaluate() -> Module:
        module = starlark.Module()
        for name, function in (_NO_NODES | dict(bridge.callables())).items():
            module.add_callable(name, function)
        parsed = starlark.parse(script.name, script.text, dialect())
        with session.watch:
            starlark.eval_with(session.options(), module, parsed, environment(), starlark.FileLoader(load))
        return Module(module.freeze(), session)

    try:
        return repeated(evaluate, session.failure)
    except starlark.StarlarkError as e:
        raise failures[-1] if failures else _located(e, session) from e


def _located(error: starlark.StarlarkError, session: Session) -> EngineError:
    """The error at the innermost line of the author's."""
    text = str(error)
    by_name = session.scripts
    frames = [(m[1], int(m[2])) for m in (*_FRAME.finditer(text), *_LOCATION.finditer(text))]
    places = [by_name[name].span(line) for name, line in frames if name in by_name]
    known = list(dict.fromkeys(p for p in places if p is not None))
    message = _in_words(_problem(text))
    hint = ""
    missing = _MISSING.search(message)
    if missing and missing[1] in _MODULES:
        hint = f'load it above: load("@ytt:{missing[1]}", "{missing[1]}")'
    if message == "Immutable":
        message, hint = _FROZEN
    callers = tuple(("called from here", p) for p in reversed(known[:-1]))[:5]
    at = known[-1] if known else None
    if session.watch.exceeded:
        hint = f"if the code is meant to take so much, raise the limit: {session.watch.option}"
        return LimitError(
            [legacy_finding(session.watch.exceeded, "template", at, related=callers, hint=hint)]
        )
    return EngineError([legacy_finding(message, "template", at, related=callers, hint=hint)])


def _problem(text: str) -> str:
    """The sentence of starlark-rust's report that says what is wrong."""
    problem = _PROBLEM.search(text)
    return (problem[1] if problem else text).strip()


def _in_words(problem: str) -> str:
    """starlark-rust's words, without the names of the bridge."""
    problem = re.sub(r"\Afail: ", "the code failed: ", _HOST_ERROR.sub("", problem)).replace(
        "Parse error: ", "the code does not parse: "
    )
    problem = problem.replace("opaque_python_object", "yamlfragment").replace(ASSERT, "assert")
    if _TOO_LARGE.match(problem):
        return f"an integer beyond {2**31 - 1} where only smaller ones may stand"
    return re.sub(r", expected one of .*\Z", "", problem, flags=re.DOTALL) if len(problem) > 200 else problem

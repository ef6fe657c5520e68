"""Programs: run to frozen modules, whose functions annotations hold, and the names that they define."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Any, Protocol

import starlark

from yschema_engine.evaluate.starlark import marshal
from yschema_engine.evaluate.starlark.errors import EXTRA_ARGUMENTS, CodedError
from yschema_engine.evaluate.starlark.literals import Function
from yschema_engine.evaluate.starlark.marshal import returned
from yschema_engine.evaluate.starlark.prelude import CORE, PRELUDE, dialect, environment, prelude
from yschema_engine.evaluate.starlark.replay import run_replayed
from yschema_engine.evaluate.starlark.session import ENTRY_POINT, Script, Session, running_in
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import Value


def defined_names(text: str) -> frozenset[str]:
    """Return the names that a program defines outside of functions.

    Args:
        text: of a program that has been evaluated.
    """
    return frozenset(_names(ast.parse(text).body))


def _names(statements: Iterable[ast.stmt]) -> Iterator[str]:
    for statement in statements:
        if isinstance(statement, ast.FunctionDef):
            yield statement.name
        elif isinstance(statement, ast.Assign | ast.For):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            for target in targets:
                yield from _variables(target)
        if isinstance(statement, ast.If | ast.For):
            yield from _names((*statement.body, *statement.orelse))


def _variables(target: ast.expr) -> Iterator[str]:
    for node in ast.walk(target):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


@dataclass(slots=True, eq=False)
class Module:
    """The names of a program to load, and its functions to call.

    All calls raise `EngineError`, at the author's line, if the function fails.

    Attributes:
        session: the run that the program belongs to.
        name: of its file.
        result: what it defines; None until it has ended.
    """

    session: Session = field(default_factory=Session)
    name: str = ""
    result: starlark.FrozenModule | None = None
    _unary: set[Function] = field(default_factory=set)  # functions that take one argument

    @property
    def frozen(self) -> starlark.FrozenModule:
        """What the program defines."""
        assert self.result is not None  # only programs that have ended are loaded and called
        return self.result

    def defines(self, name: str) -> bool:
        """Return whether the program defines a name at its top level."""
        return name in defined_names(self.session.scripts[self.name].text)

    def call(self, function: Function, *values: Value, how: str = "call") -> Any:
        """Return the result of a function.

        Args:
            function: of this program.
            values: its arguments.
            how: what it is called as: `assertion` and `condition` for those of `@schema/validation`, whose
                result may be `marshal.Other`; `rule` and `condition of a rule` for those of
                `@schema/validate`, which can read keys as attributes; `call` for others.
        """
        attributes = how in _WITH_ATTRIBUTES
        given = [marshal.encode(v) if attributes else marshal.to_starlark(v) for v in values]
        try:
            if function.replayed is not None:
                return marshal.decode(function.replayed([how, given], attributes=attributes))
            return run_replayed(
                lambda: self._call(function.index, how, given), self.session.failure, attributes=attributes
            )
        except starlark.StarlarkError as e:
            raise self.session.located(e) from e

    def call_with_context(self, function: Function, value: Value, *context: Value, how: str = "call") -> Any:
        """Return the result of a function that takes a value, and may take what belongs to it as well."""
        if function not in self._unary:
            try:
                return self.call(function, value, *context, how=how)
            except EngineError as e:
                # Starlark does not say how many parameters a function has. Errors inside it have a span.
                first = e.findings[0]
                if first.code != EXTRA_ARGUMENTS or (first.span and not function.replayed):
                    raise
                self._unary.add(function)
        return self.call(function, value, how=how)

    def _call(self, *args: Any) -> Any:
        with running_in(self.session), self.session.watch.running(self.name):
            return marshal.decode(self.frozen.call_with(self.session.options(), ENTRY_POINT, *args).value)


_WITH_ATTRIBUTES = frozenset(("rule", "condition of a rule"))
# The steps that programs without nodes call all the same.
_NO_STEPS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {"__yended": lambda: None, "__ydrop": lambda: None}
)


class Loader(Protocol):
    """Finds the module that a `load()` names."""

    def __call__(self, path: str) -> Module:
        """Return the module at `path`; raises CodedError or EngineError."""


class Bridge(Protocol):
    """The functions of the engine that a program calls; see `read.ytt.template_nodes`."""

    def callables(self) -> Mapping[str, Callable[..., Any]]:
        """Return the functions for a program that begins, by the names that it uses."""


def run(script: Script, bridge: Bridge, loader: Loader, module: Module) -> None:
    """Evaluate a program.

    Args:
        script: the program.
        bridge: the functions of the engine.
        loader: for its `load()` statements.
        module: takes what the program defines.

    Raises:
        EngineError: a syntax error, a call that fails, and the like, at the author's line.
    """
    module.session.scripts[script.name] = script
    module.result = _Evaluation(script, bridge, loader, module.session).run()


class _Evaluation:
    """The evaluation of one program.

    Errors of the engine cross Starlark as texts: `_causes` keeps the facts of those since the last start.
    """

    def __init__(self, script: Script, bridge: Bridge, loader: Loader, session: Session) -> None:
        self._script = script
        self._bridge = bridge
        self._loader = loader
        self._session = session
        self._causes: list[EngineError | CodedError] = []

    def run(self) -> starlark.FrozenModule:
        try:
            return run_replayed(self._evaluate, self._session.failure)
        except starlark.StarlarkError as e:
            cause = self._causes[-1] if self._causes else None
            if isinstance(cause, EngineError):
                raise cause from e
            raise self._session.located(e, cause) from e

    def _evaluate(self) -> starlark.FrozenModule:
        self._causes.clear()
        module = starlark.Module()
        for name, function in {**_NO_STEPS, **self._bridge.callables()}.items():
            module.add_callable(name, self._observed(function))
        loader = starlark.FileLoader(self._observed(self._header_then_files()))
        with running_in(self._session), self._session.watch.running(self._script.name):
            parsed = starlark.parse(self._script.name, self._script.text, dialect())
            starlark.eval_with(self._session.options(), module, parsed, environment(), loader)
            return module.freeze()

    def _header_then_files(self) -> Callable[[str], starlark.FrozenModule]:
        """Return a function that gives the prelude to the header alone, which is the first to load it."""
        in_header = True

        def load(path: str) -> starlark.FrozenModule:
            nonlocal in_header
            is_header, in_header = in_header, False
            return prelude(path) if is_header and path in (CORE, PRELUDE) else self._loader(path).frozen

        return load

    def _observed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function, keeping the errors that it raises."""

        @wraps(function)
        def call(*args: Any) -> Any:
            try:
                return function(*args)
            except (EngineError, CodedError) as e:
                self._causes.append(e)
                raise

        return call


_LIBRARY = "library"
_PROGRAM = """\
load("{prelude}", "pack", "unpack")
load("{library}", exported="{name}")
def is_function(): return type(exported) == "function"
def value(): return pack(exported)
def call(args, kwargs):
  return pack(exported(*[unpack(a) for a in args], **{{k: unpack(v) for k, v in kwargs}}))
"""


@dataclass(frozen=True, slots=True)
class Exported:
    """A name of a library.

    Attributes:
        program: loads the name.
        library: defines it.
    """

    program: starlark.FrozenModule
    library: Module

    def is_function(self) -> bool:
        """Return whether the name is that of a function."""
        return bool(self._ask("is_function"))

    def value(self) -> Any:
        """Return the value, spelled out."""
        return self._ask("value")

    def call(self, args: Any, kwargs: Any) -> Any:
        """Return the result of the function, spelled out.

        Raises:
            EngineError: the function fails.
        """
        return self._ask("call", args, kwargs)

    def _ask(self, function: str, *args: Any) -> Any:
        session = self.library.session
        try:
            with running_in(session), session.watch.running(self.library.name):
                result = self.program.call_with(session.options(), function, *map(returned, args)).value
                return returned(result)
        except starlark.StarlarkError as e:
            raise session.located(e) from e


def exported(library: Module, name: str) -> Exported:
    """Return a name of a library, which defines it."""
    module = starlark.Module()
    text = _PROGRAM.format(prelude=PRELUDE, library=_LIBRARY, name=name)
    loader = starlark.FileLoader(lambda path: library.frozen if path == _LIBRARY else prelude())
    session = library.session
    try:
        with running_in(session), session.watch.running(library.name):
            parsed = starlark.parse("library.export", text, dialect())
            starlark.eval_with(session.options(), module, parsed, environment(), loader)
    except starlark.StarlarkError as e:
        raise session.located(e) from e
    return Exported(module.freeze(), library)

"""Evaluation of programs, to frozen modules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Any, Protocol

import starlark

from yschema_engine.frontends.ytt.starlark.builtin_modules import CORE, PRELUDE, dialect, environment, prelude
from yschema_engine.frontends.ytt.starlark.host import CodedError
from yschema_engine.frontends.ytt.starlark.module import Module
from yschema_engine.frontends.ytt.starlark.replay import run_replayed
from yschema_engine.frontends.ytt.starlark.script import Script
from yschema_engine.frontends.ytt.starlark.session import Session, running_in
from yschema_engine.text.findings import EngineError

# The steps that programs without nodes call all the same.
_NO_STEPS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {"__yended": lambda: None, "__ydrop": lambda: None}
)


class Loader(Protocol):
    """Finds the module that a `load()` names."""

    def __call__(self, path: str) -> Module:
        """Return the module at `path`; raises CodedError or EngineError."""


class Bridge(Protocol):
    """The functions of the engine that a program calls; see `template.node_builder`."""

    def callables(self) -> Mapping[str, Callable[..., Any]]:
        """Return the functions for a program that begins, by the names that it uses."""


def run(script: Script, bridge: Bridge, loader: Loader, session: Session) -> Module:
    """Evaluate a program.

    Args:
        script: the program.
        bridge: the functions of the engine.
        loader: for its `load()` statements.
        session: the run that the program belongs to.

    Raises:
        EngineError: a syntax error, a call that fails, and the like, at the author's line.
    """
    session.scripts[script.name] = script
    return _Evaluation(script, bridge, loader, session).run()


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

    def run(self) -> Module:
        try:
            return run_replayed(self._evaluate, self._session.failure)
        except starlark.StarlarkError as e:
            cause = self._causes[-1] if self._causes else None
            if isinstance(cause, EngineError):
                raise cause from e
            raise self._session.located(e, cause) from e

    def _evaluate(self) -> Module:
        self._causes.clear()
        module = starlark.Module()
        for name, function in {**_NO_STEPS, **self._bridge.callables()}.items():
            module.add_callable(name, self._observed(function))
        loader = starlark.FileLoader(self._observed(self._header_then_files()))
        with running_in(self._session), self._session.watch.running(self._script.name):
            parsed = starlark.parse(self._script.name, self._script.text, dialect())
            starlark.eval_with(self._session.options(), module, parsed, environment(), loader)
            result = Module(module.freeze(), self._session, self._script.name)
            self._session.modules[self._script.name] = result.frozen
            return result

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

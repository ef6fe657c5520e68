"""Programs: run to frozen modules, whose names and functions stay available."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeAlias

import starlark

from yschema_engine.evaluate.starlark import marshal
from yschema_engine.evaluate.starlark.blocks import Line, indent
from yschema_engine.evaluate.starlark.errors import EXTRA_ARGUMENTS, CodedError
from yschema_engine.evaluate.starlark.literals import Function
from yschema_engine.evaluate.starlark.names import defined_names
from yschema_engine.evaluate.starlark.prelude import CORE, PRELUDE, dialect, environment, prelude
from yschema_engine.evaluate.starlark.replay import run_replayed
from yschema_engine.evaluate.starlark.session import ENTRY_POINT, Script, Session
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import Value


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
        with self.session.watch.running(self.name):
            return marshal.decode(self.frozen.call_with(self.session.options(), ENTRY_POINT, *args).value)


_WITH_ATTRIBUTES = frozenset(("rule", "condition of a rule"))
# The steps that programs without nodes call all the same.
_NO_STEPS: Mapping[str, Callable[..., Any]] = {"__yended": lambda: None, "__ydrop": lambda: None}


Loader: TypeAlias = Callable[[str], Module]
"""Returns the module that a `load()` names; raises CodedError or EngineError."""
Steps: TypeAlias = Callable[[], Mapping[str, Callable[..., Any]]]
"""Returns the functions of the engine for a program that begins, by the names that it uses."""


def run(module: Module, lines: Iterable[Line], loader: Loader, steps: Steps = dict) -> Module:
    """Evaluate a program, and return its module.

    Args:
        module: takes what the program defines.
        lines: of the program, with blocks that `end` closes.
        loader: for its `load()` statements.
        steps: the functions that it calls; see `read.ytt.template_nodes`.

    Raises:
        EngineError: a syntax error, a call that fails, and the like, at the author's line.
    """
    session, script = module.session, Script(module.name, indent(lines))
    session.scripts[module.name] = script
    evaluation = _Evaluation(script, steps, loader, session)
    try:
        module.result = run_replayed(evaluation.run, session.failure)
    except starlark.StarlarkError as e:
        cause = evaluation.causes[-1] if evaluation.causes else None
        if isinstance(cause, EngineError):
            raise cause from e
        raise session.located(e, cause) from e
    return module


class _Evaluation:
    """The evaluation of one program.

    Errors of the engine cross Starlark as texts: `causes` keeps the facts of those since the last start.
    """

    def __init__(self, script: Script, steps: Steps, loader: Loader, session: Session) -> None:
        self._script = script
        self._steps = steps
        self._loader = loader
        self._session = session
        self.causes: list[EngineError | CodedError] = []

    def run(self) -> starlark.FrozenModule:
        self.causes.clear()
        module = starlark.Module()
        for name, function in {**_NO_STEPS, **self._steps()}.items():
            module.add_callable(name, self._observed(function))
        loader = starlark.FileLoader(self._observed(self._header_then_files()))
        with self._session.watch.running(self._script.name):
            parsed = starlark.parse(self._script.name, self._script.text, dialect())
            starlark.eval_with(self._session.options(), module, parsed, environment(), loader)
            return module.freeze()

    def _header_then_files(self) -> Callable[[str], starlark.FrozenModule]:
        """Return a loader that gives the prelude only to the header, which loads it first."""
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
                self.causes.append(e)
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


def exported(library: Module, name: str) -> Callable[..., Any]:
    """Return the functions of a program that loads a name of a library, as one that takes theirs.

    A value of one program cannot enter another one, which runs already. The program calls the name with
    values that are spelled out: `is_function` and `value` say what it is, `call` has a result.
    """
    session, module = library.session, starlark.Module()
    text = _PROGRAM.format(prelude=PRELUDE, library=_LIBRARY, name=name)
    loader = starlark.FileLoader(lambda path: library.frozen if path == _LIBRARY else prelude())

    @contextmanager
    def running() -> Iterator[None]:
        try:
            with session.watch.running(library.name):
                yield
        except starlark.StarlarkError as e:
            raise session.located(e) from e

    def ask(function: str, *args: Any) -> Any:
        with running():
            result = program.call_with(session.options(), function, *map(marshal.returned, args))
            return marshal.returned(result.value)

    with running():
        parsed = starlark.parse("library.export", text, dialect())
        starlark.eval_with(session.options(), module, parsed, environment(), loader)
    program = module.freeze()
    return ask

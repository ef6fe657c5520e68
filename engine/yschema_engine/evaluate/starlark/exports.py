"""Names that one program defines for another, which runs already.

A value of one program cannot enter another one. A small program loads the name instead, and calls it with
values that are spelled out.
"""

from __future__ import annotations

from typing import Any

import starlark

from yschema_engine.evaluate.starlark.marshal import returned
from yschema_engine.evaluate.starlark.prelude import PRELUDE, dialect, environment, prelude
from yschema_engine.evaluate.starlark.programs import Module
from yschema_engine.evaluate.starlark.session import running_in
from yschema_engine.text.deferred_classes import dataclass

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

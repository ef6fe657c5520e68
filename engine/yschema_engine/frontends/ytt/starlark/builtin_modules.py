"""The Starlark of the engine: the prelude, and the modules that are written on top of it.

Frozen modules never change, so all runs share them; there is one for each name, and one set of builtins.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import starlark

from yschema_engine.frontends.ytt.starlark import marshal, replay, text
from yschema_engine.frontends.ytt.starlark.host import Functions, bounded

PRELUDE = "@yschema:prelude"
CORE = "@yschema:core"
"""The part of the prelude that most programs need; it has no other name in errors."""
# One module, because its parts use each other; only the first part stands alone.
_PARTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        CORE: ("core",),
        PRELUDE: ("core", "builtins", "size_limits", "formatting", "methods", "conversion"),
    }
)


@cache
def prelude(path: str = PRELUDE) -> starlark.FrozenModule:
    """Return the prelude, or its core, frozen."""
    folder = Path(__file__).parent  # `importlib.resources` takes longer to import than the files to run
    parts = [(folder / f"{name}.star").read_text(encoding="utf-8") for name in _PARTS[path]]
    host = {**marshal.HOST_FUNCTIONS, **text.HOST_FUNCTIONS, **replay.HOST_FUNCTIONS}
    return build_module(PRELUDE, "\n".join(parts), host)


def build_module(name: str, code: str, functions: Functions) -> starlark.FrozenModule:
    """Return a module of the engine, frozen.

    Args:
        name: its name in errors.
        code: plain Starlark, which may load the names of the prelude.
        functions: the functions of the engine that it calls.
    """
    module = starlark.Module()
    for function_name, function in functions.items():
        module.add_callable(function_name, bounded(function))
    loader = starlark.FileLoader(lambda _path: prelude())
    starlark.eval(module, starlark.parse(name, code, dialect()), environment(), loader)
    return module.freeze()


@cache
def environment() -> starlark.Globals:
    """Return the builtins of every program."""
    return starlark.Globals.extended_by([starlark.LibraryExtension.StructType])


def dialect() -> starlark.Dialect:
    """Return the syntax of every program."""
    result = starlark.Dialect.extended()
    result.enable_types = starlark.DialectTypes.DISABLE
    result.enable_f_strings = False
    result.enable_top_level_stmt = True
    result.enable_load_reexport = False
    return result

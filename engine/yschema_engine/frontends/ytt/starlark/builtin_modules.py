"""The engine's own Starlark: the prelude, and the modules written on top of it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import starlark

from yschema_engine.frontends.ytt.starlark import marshal, replay, text

PRELUDE = "@yschema:prelude"
# One module, as its parts use each other.
_PARTS = ("prelude", "size_limits", "formatting", "methods", "marshal")


@cache
def prelude() -> starlark.FrozenModule:
    """The prelude; frozen, so that builds can share it."""
    folder = files(__package__)
    parts = [folder.joinpath(f"{name}.star").read_text(encoding="utf-8") for name in _PARTS]
    host = {**marshal.HOST_FUNCTIONS, **text.HOST_FUNCTIONS, **replay.HOST_FUNCTIONS}
    return own_module(PRELUDE, "\n".join(parts), host)


def own_module(name: str, code: str, functions: marshal.Functions) -> starlark.FrozenModule:
    """A module of the engine's own, frozen.

    Args:
        name: what errors call it.
        code: plain Starlark, which may load the prelude's names.
        functions: the functions of the host that it calls.
    """
    module = starlark.Module()
    for function_name, function in functions.items():
        module.add_callable(function_name, function)
    loader = starlark.FileLoader(lambda _path: prelude())
    starlark.eval(module, starlark.parse(name, code, dialect()), environment(), loader)
    return module.freeze()


@cache
def environment() -> starlark.Globals:
    """The builtins of every program."""
    return starlark.Globals.extended_by([starlark.LibraryExtension.StructType])


def dialect() -> starlark.Dialect:
    """The syntax of every program."""
    result = starlark.Dialect.extended()
    result.enable_types = starlark.DialectTypes.DISABLE
    result.enable_f_strings = False
    result.enable_top_level_stmt = True
    result.enable_load_reexport = False
    return result

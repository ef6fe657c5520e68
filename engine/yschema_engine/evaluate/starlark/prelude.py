"""The Starlark code of the engine: the prelude, the modules on top of it, and the names that programs call.

Frozen modules never change, so all runs share them; there is one for each name, and one set of builtins.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import starlark

from yschema_engine.evaluate.starlark import formatting, marshal, replay
from yschema_engine.evaluate.starlark.errors import Functions, bounded


def _renamed(prefix: str, *names: str) -> Mapping[str, str]:
    return {name: f"{prefix}{name}" for name in names}


BUILTINS = _renamed(
    "__yb_",
    *("type", "len", "int", "str", "repr", "dict", "list", "tuple", "set", "sorted", "reversed", "enumerate"),
    *("zip", "any", "all", "max", "min", "dir", "print", "fail", "hasattr", "getattr", "hash"),
)
"""Builtins, and the names that programs call instead."""

METHODS = _renamed(
    "__ym_",
    *("format", "find", "rfind", "index", "rindex", "elems", "elem_ords", "codepoints", "codepoint_ords"),
    *("join", "replace", "extend", "update", "union", "startswith", "endswith", "splitlines", "upper"),
    *("lower", "title", "capitalize", "isupper", "split", "rsplit", "get", "setdefault"),
)
"""Methods, and the names that programs call instead."""

OPERATORS: Mapping[type[ast.operator], tuple[str, str]] = {
    ast.Mod: ("%", "remainder"),
    ast.BitOr: ("|", "either"),
    ast.BitAnd: ("&", "both"),
    ast.BitXor: ("^", "one"),
    ast.Add: ("+", "add"),
    ast.Mult: ("*", "times"),
    ast.LShift: ("<<", "shifted"),
}
"""Operators as they are written, and the prelude's functions for them."""

COMPARISONS: Mapping[type[ast.cmpop], tuple[str, str]] = {
    ast.Eq: ("==", "equal"),
    ast.NotEq: ("!=", "unequal"),
    ast.Lt: ("<", "less"),
    ast.LtE: ("<=", "at_most"),
    ast.Gt: (">", "more"),
    ast.GtE: (">=", "at_least"),
}
"""Comparisons as they are written, and the prelude's functions for them."""

APPLY = ("apply", "__yapply")
"""The method that may call functions of the program, and the function of the program that stands for it."""

HELPERS: Mapping[str, str] = {
    "__yin": "contains",
    "__ynotin": "lacks",
    **{
        f"__y{function}": function
        for function in (
            *(function for _, function in (*OPERATORS.values(), *COMPARISONS.values())),
            *("index", "part", "each", "mapping", "keyed", "grown", "place", "put", "joined", "attribute"),
            *("arguments", "out", "invoke", "applied"),
        )
    },
    **{renamed: f"y_{name}" for name, renamed in BUILTINS.items()},
    **{renamed: f"m_{name}" for name, renamed in METHODS.items()},
}
"""Names in programs, and the functions of the prelude that they call."""

CORE_HELPERS = frozenset(
    {
        *("contains", "lacks", "equal", "unequal", "less", "at_most", "more", "at_least", "keyed", "each"),
        *("arguments", "out", "invoke", "y_type", "y_len", "y_str", "y_repr", "y_fail", "mapping"),
    }
)
"""The functions of `core.star`, which programs can load without the rest of the prelude."""


PRELUDE = "@yschema:prelude"
CORE = "@yschema:core"
"""The part of the prelude that most programs need; it has no other name in errors."""
# One module, because its parts use each other; only the first part stands alone.
_PARTS: Mapping[str, tuple[str, ...]] = {
    CORE: ("core",),
    PRELUDE: ("core", "builtins", "size_limits", "formatting", "methods", "conversion"),
}


@cache
def prelude(path: str = PRELUDE) -> starlark.FrozenModule:
    """Return the prelude, or its core, frozen."""
    folder = Path(__file__).parent  # `importlib.resources` takes longer to import than the files to run
    parts = [(folder / f"{name}.star").read_text(encoding="utf-8") for name in _PARTS[path]]
    host = {**marshal.FUNCTIONS, **formatting.FUNCTIONS, **replay.FUNCTIONS}
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

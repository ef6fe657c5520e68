"""Names in rewritten programs, and the functions of the prelude that they call."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType

BUILTINS = MappingProxyType(
    {
        name: f"__yb_{name}"
        for name in [
            "type",
            "len",
            "int",
            "str",
            "repr",
            "dict",
            "list",
            "tuple",
            "set",
            "sorted",
            "reversed",
            "enumerate",
            "zip",
            "any",
            "all",
            "max",
            "min",
            "dir",
            "print",
            "fail",
            "hasattr",
            "getattr",
        ]
    }
)
"""Builtins, and the names that programs call instead."""

METHODS = MappingProxyType(
    {
        name: f"__ym_{name}"
        for name in [
            "format",
            "find",
            "rfind",
            "index",
            "rindex",
            "elems",
            "elem_ords",
            "codepoints",
            "codepoint_ords",
            "join",
            "replace",
            "extend",
            "update",
            "union",
            "startswith",
            "endswith",
            "splitlines",
            "upper",
            "lower",
            "split",
            "rsplit",
            "get",
            "setdefault",
        ]
    }
)
"""Methods, and the names that programs call instead."""

OPERATORS: Mapping[type[ast.operator], tuple[str, str]] = MappingProxyType(
    {
        ast.Mod: ("%", "remainder"),
        ast.BitOr: ("|", "either"),
        ast.BitAnd: ("&", "both"),
        ast.BitXor: ("^", "one"),
        ast.Add: ("+", "add"),
        ast.Mult: ("*", "times"),
        ast.LShift: ("<<", "shifted"),
    }
)
"""Operators as they are written, and the prelude's functions for them."""

COMPARISONS: Mapping[type[ast.cmpop], tuple[str, str]] = MappingProxyType(
    {
        ast.Eq: ("==", "equal"),
        ast.NotEq: ("!=", "unequal"),
        ast.Lt: ("<", "less"),
        ast.LtE: ("<=", "at_most"),
        ast.Gt: (">", "more"),
        ast.GtE: (">=", "at_least"),
    }
)
"""Comparisons as they are written, and the prelude's functions for them."""

APPLY = ("apply", "__yapply")
"""The method that may call functions of the program, and the function of the program that stands for it."""

HELPERS = MappingProxyType(
    {
        "__yindex": "index",
        "__ypart": "part",
        "__yeach": "each",
        "__ymapping": "mapping",
        "__yin": "contains",
        "__ynotin": "lacks",
        **{f"__y{function}": function for _, function in OPERATORS.values()},
        **{f"__y{function}": function for _, function in COMPARISONS.values()},
        "__ykeyed": "keyed",
        "__ygrown": "grown",
        "__yplace": "place",
        "__yput": "put",
        "__yjoined": "joined",
        "__yattribute": "attribute",
        "__yarguments": "arguments",
        "__yout": "out",
        "__yinvoke": "invoke",
        "__yapplied": "applied",
        **{renamed: f"y_{name}" for name, renamed in BUILTINS.items()},
        **{renamed: f"m_{name}" for name, renamed in METHODS.items()},
    }
)
"""Names in programs, and the functions of the prelude that they call."""

CORE = frozenset(
    {
        *("contains", "lacks", "equal", "unequal", "less", "at_most", "more", "at_least", "keyed", "each"),
        *("arguments", "out", "invoke", "y_type", "y_len", "y_str", "y_repr", "y_fail", "mapping"),
    }
)
"""The functions of `core.star`, which programs can load without the rest of the prelude."""

"""The names that a program binds and uses; what starlark-rust gets is valid Python, too."""

from __future__ import annotations

import ast
import symtable

import starlark

from yschema_engine.evaluate.starlark.prelude import dialect, environment
from yschema_engine.text.suggestions import suggest

_PREFIX = "__y"
_OWN = (_PREFIX, "yschema_")


def defined_names(text: str) -> frozenset[str]:
    """Return the names that a program defines outside of functions.

    Args:
        text: of a program that has been evaluated.
    """
    names = symtable.symtable(text, "", "exec").get_symbols()
    return frozenset(each.get_name() for each in names if each.is_assigned())


def unbound_names(text: str) -> list[tuple[str, int, str]]:
    """Return the uses of names that nothing in a program binds, with their lines from 1, and suggestions.

    Starlark stops at the first of them. Names that one function binds and another one uses are left out.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return []
    # The engine's own functions bind names such as `x`.
    tree.body = [each for each in tree.body if not getattr(each, "name", "").startswith(_OWN)]
    bound = bound_names(tree)
    uses = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id not in bound]
    unknown = {name for name in {use.id for use in uses} if not _is_built_in(name)}
    places = {(use.lineno, use.col_offset): use.id for use in uses if use.id in unknown}
    known = sorted(name for name in bound if not name.startswith("_"))
    near = {name: suggest(name, known) or "" for name in unknown}
    return [(name, line, near[name]) for (line, _), name in sorted(places.items())]


def bound_names(tree: ast.AST) -> frozenset[str]:
    """Return all names that statements, parameters, loops and `load()` bind anywhere in a program."""
    names = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.FunctionDef(name=name) | ast.arg(arg=name):
                names.add(name)
            case ast.Call(func=ast.Name(id="load")):
                constants = (each.value for each in node.args if isinstance(each, ast.Constant))
                names.update(each for each in constants if isinstance(each, str))
                names.update(each.arg for each in node.keywords if each.arg)
    return frozenset(names)


def _is_built_in(name: str) -> bool:
    if name == "load" or name.startswith(_PREFIX):
        return True
    try:
        starlark.eval(starlark.Module(), starlark.parse(name, f"{name}\nNone", dialect()), environment())
    except starlark.StarlarkError:
        return False
    return True

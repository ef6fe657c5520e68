"""The names that a program binds and uses; what starlark-rust gets is valid Python, too."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

import starlark

from yschema_engine.evaluate.starlark.prelude import dialect, environment
from yschema_engine.text.suggestions import suggest

_PREFIX = "__y"


def defined_names(text: str) -> frozenset[str]:
    """Return the names that a program defines outside of functions.

    Args:
        text: of a program that has been evaluated.
    """
    return frozenset(_names(ast.parse(text).body))


def unbound_names(text: str) -> list[tuple[str, int, str]]:
    """Return the uses of names that nothing in a program binds, with their lines from 1, and suggestions.

    Starlark stops at the first of them. Names that one function binds and another one uses are left out.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return []
    bound = bound_names(tree)
    uses = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id not in bound]
    unknown = {name for name in {use.id for use in uses} if not _is_built_in(name)}
    places = {(use.lineno, use.col_offset): use.id for use in uses if use.id in unknown}
    known = sorted(name for name in bound if not name.startswith("_"))
    near = {name: suggest(name, known) or "" for name in unknown}
    return [(name, line, near[name]) for (line, _), name in sorted(places.items())]


def bound_names(tree: ast.AST) -> frozenset[str]:
    """Return all names that statements, parameters, loops and `load()` bind anywhere in a program."""
    names = set(_variables(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "load":
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


def _variables(target: ast.AST) -> Iterator[str]:
    for node in ast.walk(target):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id

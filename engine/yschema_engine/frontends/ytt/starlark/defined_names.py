"""The names that a program defines at its top level, which others can load."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator


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

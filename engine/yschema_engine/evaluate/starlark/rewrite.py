"""Rewriting the author's code in place, so that the prelude sees each use of a value that may be a fragment.

Python's own parser reads indented Starlark and tells the offsets; lines stay where they are.
"""

from __future__ import annotations

import ast
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

from yschema_engine.evaluate.starlark.blocks import TEXT_NAME
from yschema_engine.evaluate.starlark.prelude import APPLY, BUILTINS, METHODS
from yschema_engine.evaluate.starlark.rewrite_operators import OperatorRewriter
from yschema_engine.evaluate.starlark.scanner import ASSERT, Edits, translate

_NODES = "__yend()"
_RECURSION_LIMIT = 10_000
_NODE = r"__ynodes\(\d+, \d+\)"
"""The step that adds nodes, which has no code of the author in it."""


def rewrite(text: str) -> str:
    """Return the program with calls of the prelude for indexing, iteration, `in`, `%`, `*args` and builtins.

    A program that Python cannot parse is returned as it is: Starlark then says what is wrong with it.
    """
    text = translate(text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # Python warns of escapes that it does not know
            warnings.simplefilter("ignore", DeprecationWarning)
            tree = ast.parse(re.sub(_NODE, _placeholder, text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text
    edits = Edits(text)
    with _deep_recursion():
        _Rewriter(edits, tree).visit(tree)
    return edits.result()


def _placeholder(step: re.Match[str]) -> str:
    """Return a statement that is as long as a step, and faster to parse."""
    return "pass".ljust(len(step[0]))


@contextmanager
def _deep_recursion() -> Iterator[None]:
    """Allow as many calls as a statement with all the operators that it may have needs."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _RECURSION_LIMIT))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def _bound_names(tree: ast.AST) -> set[str]:
    """Return the names that the program itself defines, somewhere."""
    bound = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.add(node.id)
        elif isinstance(node, ast.FunctionDef):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif _is_load(node):
            assert isinstance(node, ast.Call)
            bound |= {k.arg for k in node.keywords if k.arg}
            bound |= {
                a.value for a in node.args[1:] if isinstance(a, ast.Constant) and isinstance(a.value, str)
            }
    return bound


def _is_load(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "load"


class _Rewriter(OperatorRewriter, ast.NodeVisitor):
    def __init__(self, edits: Edits, tree: ast.AST) -> None:
        super().__init__(edits)
        self._tree = tree
        self._frames: list[str] = []

    @cached_property
    def _bound(self) -> set[str]:
        return _bound_names(self._tree)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.visit(node.value)
            self._key(node.slice)
            return
        if not isinstance(node.slice, ast.Slice):
            self._item(node, "__yindex")
            return
        bracket = self._edits.data.index(b"[", self._edits.end(node.value))
        self._edits.open(self._edits.start(node), "__ypart(")
        self.visit(node.value)
        self._edits.replace(bracket, bracket + 1, ", (")
        self._bounds(node.slice, bracket + 1, self._edits.end(node) - 1)
        self._edits.replace(self._edits.end(node) - 1, self._edits.end(node), "))")

    def _bounds(self, node: ast.Slice, at: int, end: int) -> None:
        """Return the parts of a slice, given out as three arguments."""
        for index, bound in enumerate((node.lower, node.upper, node.step)):
            if bound is None:
                self._edits.close(at, "None")
            else:
                self.visit(bound)
                at = self._edits.end(bound)
            if index == 2:
                return
            colon = self._colon(at)
            if colon is None:
                self._edits.close(end, "), (None")
                return
            self._edits.replace(colon, colon + 1, "), (")
            at = colon + 1

    def _colon(self, at: int) -> int | None:
        """Return the offset of a slice's next colon; brackets around a bound are its own."""
        while self._edits.data[at : at + 1] in (b" ", b"\t", b"\n", b")"):
            at += 1
        return at if self._edits.data[at : at + 1] == b":" else None

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            self.visit(target)
        unpacks = any(isinstance(target, ast.Tuple | ast.List) for target in node.targets)
        if unpacks and not isinstance(node.value, ast.Tuple | ast.List):
            self._wrap(node.value, "__yeach")
        else:
            self.visit(node.value)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.generic_visit(node)
            return
        self._edits.open(self._edits.start(node), "__yattribute(")
        self.visit(node.value)
        self._edits.replace(self._dot(node), self._edits.end(node), f', "{node.attr}")')

    def _dot(self, node: ast.Attribute) -> int:
        return self._edits.data.rindex(
            b".", self._edits.end(node.value), self._edits.end(node) - len(node.attr.encode())
        )

    def visit_For(self, node: ast.For) -> None:
        self.visit(node.target)
        self._wrap(node.iter, "__yeach")
        for statement in (*node.body, *node.orelse):
            self.visit(statement)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self.visit(node.target)
        self._wrap(node.iter, "__yeach")
        for condition in node.ifs:
            self.visit(condition)

    def visit_Call(self, node: ast.Call) -> None:
        if _is_load(node):
            self._load(node)
            return
        self._callee(node)
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                self._wrap(argument.value, "__yeach")
            else:
                self.visit(argument)
        for keyword in node.keywords:
            if keyword.arg is None:
                self._wrap(keyword.value, "__ymapping")
            else:
                self.visit(keyword.value)

    def _callee(self, node: ast.Call) -> None:
        if not isinstance(node.func, ast.Attribute):
            self.visit(node.func)
            return
        name, function = APPLY
        if node.func.attr != name and node.func.attr not in METHODS:
            self.visit(node.func.value)
            return
        function = METHODS.get(node.func.attr, function)
        self._edits.open(self._edits.start(node), f"{function}(")
        self.visit(node.func.value)
        bracket = self._edits.data.index(b"(", self._edits.end(node.func))
        self._edits.replace(self._dot(node.func), bracket + 1, ", " if node.args or node.keywords else "")

    def _load(self, node: ast.Call) -> None:
        # `assert` is a reserved word of starlark-rust.
        if not isinstance(node.args[0], ast.Constant) or node.args[0].value != "@ytt:assert":
            return
        for argument in node.args[1:]:
            if isinstance(argument, ast.Constant) and argument.value == "assert":
                self._edits.replace(
                    self._edits.start(argument), self._edits.end(argument), f'{ASSERT}="assertions"'
                )
        for keyword in node.keywords:
            if isinstance(keyword.value, ast.Constant) and keyword.value.value == "assert":
                self._edits.replace(
                    self._edits.start(keyword.value), self._edits.end(keyword.value), '"assertions"'
                )

    def visit_Constant(self, node: ast.Constant) -> None:
        """Do nothing, which takes the base class long: it looks for visitors of old versions."""

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in BUILTINS and node.id not in self._bound and isinstance(node.ctx, ast.Load):
            self._edits.replace(self._edits.start(node), self._edits.end(node), BUILTINS[node.id])

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._frames.append(_frame(node))
        self.generic_visit(node)
        self._frames.pop()

    def visit_Return(self, node: ast.Return) -> None:
        is_end = node.value is not None and isinstance(node.value, ast.Call) and _calls(node.value, "__yend")
        frame = self._frames[-1] if self._frames else ""
        if frame and node.value is None:
            self._edits.close(self._edits.end(node), f" {frame}")
            return
        if frame == _NODES and not is_end:
            assert node.value is not None
            # The value stands as it is; the frame around the nodes so far is left behind.
            self._wrap(node.value, "__yleave")
            return
        self.generic_visit(node)


def _frame(node: ast.FunctionDef) -> str:
    """Return what a function returns at its end: the nodes or the text in it; empty if it has neither."""
    first = node.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Call) and _calls(first.value, "__ybegin"):
        return _NODES
    if isinstance(first, ast.Assign) and ast.unparse(first.targets[0]) == TEXT_NAME:
        return f'"".join({TEXT_NAME})'
    return ""


def _calls(node: ast.Call, name: str) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id == name

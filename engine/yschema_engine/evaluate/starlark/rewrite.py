"""Rewriting of the author's code, so that the prelude sees each use of a value that may be a fragment.

Python's own parser reads indented Starlark and tells the offsets; lines stay where they are.
"""

from __future__ import annotations

import ast
import re
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import TypeAlias, TypeGuard

from yschema_engine.evaluate.starlark.blocks import TEXT_NAME
from yschema_engine.evaluate.starlark.names import bound_names
from yschema_engine.evaluate.starlark.prelude import APPLY, BUILTINS, COMPARISONS, METHODS, OPERATORS
from yschema_engine.evaluate.starlark.scanner import ASSERT, translate

_NODES = "__yend()"
_RECURSION_LIMIT = 10_000
_NODE = r"__ynodes\(\d+, \d+\)"
"""The step that adds nodes, which has no code of the author in it."""
_MEMBERSHIP: Mapping[type[ast.cmpop], tuple[str, str]] = {
    ast.In: ("in", "__yin"),
    ast.NotIn: (r"not(?:[\s\\]|\#[^\n]*)+in", "__ynotin"),
}
"""Tests of membership as they are written, and the prelude's functions for them."""


def rewrite(text: str) -> str:
    """Return the program with calls of the prelude for indexing, iteration, `in`, `%`, `*args` and builtins.

    A program that Python cannot parse is returned as it is: Starlark then says what is wrong with it.
    """
    text = translate(text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # Python warns of escapes that it does not know
            warnings.simplefilter("ignore", DeprecationWarning)
            # A step becomes a statement that is as long, and faster to parse.
            tree = ast.parse(re.sub(_NODE, lambda step: "pass".ljust(len(step[0])), text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text
    edits = _Edits(text)
    with _deep_recursion():
        _Rewriter(edits, tree).visit(tree)
    return edits.result()


@contextmanager
def _deep_recursion() -> Iterator[None]:
    """Allow as many calls as a statement with all the operators that it may have needs."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _RECURSION_LIMIT))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def _calls(node: ast.AST, name: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


Node: TypeAlias = ast.expr | ast.stmt | ast.keyword
_GAP = rb"(?:[\s)\\]|\#[^\n]*)*"
"""The bytes between an operand and the sign behind it."""


class _Edits:
    """Changes to a text, by the offsets of its bytes; they may nest."""

    def __init__(self, text: str) -> None:
        self._data = text.encode()
        self._starts = [0]
        for line in self._data.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._edits: list[tuple[int, int, int, int, str]] = []

    def result(self) -> str:
        """Return the text with all changes."""
        pieces, at = [], 0
        for start, _, _, end, text in sorted(self._edits):
            pieces += [self._data[at:start], text.encode()]
            at = max(at, end)
        pieces.append(self._data[at:])
        return b"".join(pieces).decode()

    # At one offset, closings come first (inner before outer), then openings (outer before inner).
    def open(self, node: Node, text: str) -> None:
        """Put something before a node."""
        self._edits.append((self.start(node), 1, len(self._edits), self.start(node), text))

    def close(self, offset: int, text: str) -> None:
        """Put something behind what ends at an offset."""
        self._edits.append((offset, 0, len(self._edits), offset, text))

    def replace(self, start: int, end: int, text: str) -> None:
        """Put something in place of what stands there."""
        self._edits.append((start, 2, len(self._edits), end, text))

    def start(self, node: Node) -> int:
        """Return the offset of the start of a node."""
        return self._starts[node.lineno - 1] + node.col_offset

    def end(self, node: Node) -> int:
        """Return the offset of the end of a node."""
        return self._starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)

    def sign(self, offset: int, pattern: str) -> tuple[int, int] | None:
        """Return the offsets of a sign behind what ends at an offset; None if something else follows."""
        found = re.compile(_GAP + b"(" + pattern.encode() + b")").match(self._data, offset)
        return found.span(1) if found else None

    def sign_behind(self, node: Node, pattern: str) -> tuple[int, int]:
        """Return the offsets of a sign that follows a node."""
        offsets = self.sign(self.end(node), pattern)
        assert offsets is not None  # by the syntax
        return offsets


class _OperatorRewriter(ast.NodeVisitor):
    def __init__(self, edits: _Edits) -> None:
        self._edits = edits

    def _wrap(self, node: ast.expr, function: str) -> None:
        """Rewrite `a` as `f((a))`."""
        self._edits.open(node, f"{function}((")
        self.visit(node)
        self._edits.close(self._edits.end(node), "))")

    def _operation(self, node: ast.expr, left: ast.expr, sign: str, right: ast.expr, function: str) -> None:
        """Rewrite `a + b` as `f((a), (b))`."""
        self._edits.open(node, f"{function}((")
        self.visit(left)
        self._edits.replace(*self._edits.sign_behind(left, sign), "), (")
        self.visit(right)
        self._edits.close(self._edits.end(node), "))")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) not in OPERATORS:
            self.generic_visit(node)
            return
        sign, function = OPERATORS[type(node.op)]
        self._operation(node, node.left, re.escape(sign), node.right, f"__y{function}")

    def visit_Compare(self, node: ast.Compare) -> None:
        operator, right = type(node.ops[0]), node.comparators[0]
        is_constant = isinstance(node.left, ast.Constant) or isinstance(right, ast.Constant)
        if len(node.ops) == 1 and operator in _MEMBERSHIP:
            sign, function = _MEMBERSHIP[operator]
            self._operation(node, node.left, sign, right, function)
        elif len(node.ops) == 1 and operator in COMPARISONS and not is_constant:
            sign, function = COMPARISONS[operator]
            self._operation(node, node.left, sign, right, f"__y{function}")
        else:
            self.generic_visit(node)  # two values of which one is a constant cannot both be nested

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        target = node.target
        sign, function = OPERATORS.get(type(node.op), ("", ""))
        if not sign or (isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)):
            self.generic_visit(node)
        elif isinstance(target, ast.Subscript):
            # Each part of the target is evaluated once, and before the value.
            self._edits.open(node, "__yput(")
            self._item(target, "__yplace")
            operator = "joined" if isinstance(node.op, ast.Add) else function
            self._assignment(node, sign, f", __y{operator}, (", "))")
        elif isinstance(target, ast.Attribute):
            # No attribute can be assigned: the operator, which may make a large value, is left out.
            self.visit(target)
            self._assignment(node, sign, "=")
        elif isinstance(node.op, ast.Add):
            # The operator stays, since a list grows in place.
            self._assignment(node, sign, f"+= __ygrown({target.id}, (", "))")
        else:
            self._assignment(node, sign, f"= __y{function}({target.id}, (", "))")

    def _assignment(self, node: ast.AugAssign, sign: str, begin: str, end: str = "") -> None:
        """Replace the operator, and put something behind the value."""
        self._edits.replace(*self._edits.sign_behind(node.target, re.escape(f"{sign}=")), begin)
        self.visit(node.value)
        self._edits.close(self._edits.end(node.value), end)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.ctx, ast.Load):
            self._item(node, "__ypart" if isinstance(node.slice, ast.Slice) else "__yindex")
        else:
            self.visit(node.value)
            self._key(node.slice)

    def _item(self, node: ast.Subscript, function: str) -> None:
        """Rewrite `a[b]` as `f(a, (b))`."""
        start, end = self._edits.sign_behind(node.value, r"\[")
        self._edits.open(node, f"{function}(")
        self.visit(node.value)
        self._edits.replace(start, end, ", (")
        last = self._edits.end(node) - 1
        if isinstance(node.slice, ast.Slice):
            self._bounds(node.slice, end, last)
        else:
            self.visit(node.slice)
        self._edits.replace(last, last + 1, "))")

    def _bounds(self, node: ast.Slice, at: int, end: int) -> None:
        """Rewrite the bounds of a slice as three arguments."""
        for index, bound in enumerate((node.lower, node.upper, node.step)):
            if bound is None:
                self._edits.close(at, "None")
            else:
                self.visit(bound)
                at = self._edits.end(bound)
            if index == 2:
                return
            colon = self._edits.sign(at, ":")
            if colon is None:
                self._edits.close(end, "), (None")
                return
            self._edits.replace(*colon, "), (")
            at = colon[1]

    def _key(self, node: ast.expr) -> None:
        """Have a function look at a key before it is hashed."""
        if isinstance(node, ast.Constant | ast.Slice):
            self.generic_visit(node)
        else:
            self._wrap(node, "__ykeyed")

    def visit_Dict(self, node: ast.Dict) -> None:
        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None:
                self._key(key)
            self.visit(value)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._key(node.key)
        self.visit(node.value)
        for generator in node.generators:
            self.visit(generator)


class _Rewriter(_OperatorRewriter):
    def __init__(self, edits: _Edits, tree: ast.AST) -> None:
        super().__init__(edits)
        self._tree = tree
        self._frames: list[str] = []

    @cached_property
    def _bound(self) -> frozenset[str]:
        return bound_names(self._tree)

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
        self._edits.open(node, "__yattribute(")
        self.visit(node.value)
        dot, _ = self._edits.sign_behind(node.value, r"\.")
        self._edits.replace(dot, self._edits.end(node), f', "{node.attr}")')

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
        if _calls(node, "load"):
            _rename_assert(self._edits, node)
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
        self._edits.open(node, f"{METHODS.get(node.func.attr, function)}(")
        self.visit(node.func.value)
        dot, _ = self._edits.sign_behind(node.func.value, r"\.")
        _, bracket = self._edits.sign_behind(node.func, r"\(")
        self._edits.replace(dot, bracket, ", " if node.args or node.keywords else "")

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
        frame = self._frames[-1] if self._frames else ""
        if frame and node.value is None:
            self._edits.close(self._edits.end(node), f" {frame}")
        elif frame == _NODES and node.value is not None and not _calls(node.value, "__yend"):
            # The value stands as it is; the frame around the nodes so far is left behind.
            self._wrap(node.value, "__yleave")
        else:
            self.generic_visit(node)


def _rename_assert(edits: _Edits, node: ast.Call) -> None:
    """Rename `assert` in a `load()`: it is reserved in starlark-rust, and `@ytt:assert` has `assertions`."""
    if not node.args or not isinstance(node.args[0], ast.Constant):
        return
    exported = "assertions" if node.args[0].value == "@ytt:assert" else "assert"
    named = [keyword.value for keyword in node.keywords]
    for name in (*node.args[1:], *named):
        if isinstance(name, ast.Constant) and name.value == "assert":
            binding = "" if name in named else f"{ASSERT}="
            edits.replace(edits.start(name), edits.end(name), f'{binding}"{exported}"')


def _frame(node: ast.FunctionDef) -> str:
    """Return the result of a function without `return`: its nodes or text; empty if it has neither."""
    first = node.body[0]
    if isinstance(first, ast.Expr) and _calls(first.value, "__ybegin"):
        return _NODES
    if isinstance(first, ast.Assign) and ast.unparse(first.targets[0]) == TEXT_NAME:
        return f'"".join({TEXT_NAME})'
    return ""

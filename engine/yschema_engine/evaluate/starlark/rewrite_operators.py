"""Rewriting of operators, comparisons and keys in the author's code; see `rewrite`."""

from __future__ import annotations

import ast

from yschema_engine.evaluate.starlark.prelude import COMPARISONS, OPERATORS
from yschema_engine.evaluate.starlark.scanner import Edits


class OperatorRewriter(ast.NodeVisitor):
    """Replaces operators by calls of the prelude, and passes keys through it."""

    def __init__(self, edits: Edits) -> None:
        """Rewrite by adding to the edits."""
        self._edits = edits

    def _wrap(self, node: ast.expr, function: str) -> None:
        self._edits.open(self._edits.start(node), f"{function}((")
        self.visit(node)
        self._edits.close(self._edits.end(node), "))")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Rewrite `a + b`."""
        if type(node.op) not in OPERATORS:
            self.generic_visit(node)
            return
        sign, function = OPERATORS[type(node.op)]
        self._edits.open(self._edits.start(node), f"__y{function}((")
        self.visit(node.left)
        at = self._edits.data.index(sign.encode(), self._edits.end(node.left))
        self._edits.replace(at, at + len(sign), "), (")
        self.visit(node.right)
        self._edits.close(self._edits.end(node), "))")

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Rewrite `a += b`."""
        target = node.target
        sign, function = OPERATORS.get(type(node.op), ("", ""))
        if not sign or (isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)):
            self.generic_visit(node)
        elif isinstance(target, ast.Subscript):
            # Each part of the target is evaluated once, and before the value.
            self._edits.open(self._edits.start(node), "__yput(")
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
        at = self._edits.data.index(f"{sign}=".encode(), self._edits.end(node.target))
        self._edits.replace(at, at + len(sign) + 1, begin)
        self.visit(node.value)
        self._edits.close(self._edits.end(node.value), end)

    def _item(self, node: ast.Subscript, function: str) -> None:
        """Rewrite `a[b]` as a call of a function."""
        bracket = self._edits.data.index(b"[", self._edits.end(node.value))
        self._edits.open(self._edits.start(node), f"{function}(")
        self.visit(node.value)
        self._edits.replace(bracket, bracket + 1, ", (")
        self.visit(node.slice)
        self._edits.replace(self._edits.end(node) - 1, self._edits.end(node), "))")

    def visit_Compare(self, node: ast.Compare) -> None:
        """Rewrite `a == b` and `a in b`."""
        operator, right = node.ops[0], node.comparators[0]
        if len(node.ops) == 1 and type(operator) in COMPARISONS:
            self._comparison(node, *COMPARISONS[type(operator)])
            return
        if len(node.ops) != 1 or not isinstance(operator, ast.In | ast.NotIn):
            self.generic_visit(node)
            return
        self._edits.open(self._edits.start(node), "__yin((" if isinstance(operator, ast.In) else "__ynotin((")
        self.visit(node.left)
        start, end = self._operator(node.left, right, negated=isinstance(operator, ast.NotIn))
        self._edits.replace(start, end, "), (")
        self.visit(right)
        self._edits.close(self._edits.end(node), "))")

    def _comparison(self, node: ast.Compare, sign: str, function: str) -> None:
        left, right = node.left, node.comparators[0]
        if isinstance(left, ast.Constant) or isinstance(right, ast.Constant):
            self.generic_visit(node)  # the two cannot both be nested
            return
        self._edits.open(self._edits.start(node), f"__y{function}((")
        self.visit(left)
        at = self._edits.data.index(sign.encode(), self._edits.end(left))
        self._edits.replace(at, at + len(sign), "), (")
        self.visit(right)
        self._edits.close(self._edits.end(node), "))")

    def _operator(self, left: ast.expr, right: ast.expr, *, negated: bool) -> tuple[int, int]:
        """Return the offsets of `in` or `not in` between two operands, which may be in parentheses."""
        between = self._edits.data[self._edits.end(left) : self._edits.start(right)]
        at = self._edits.end(left) + between.rindex(b"in")
        start = self._edits.end(left) + between.rindex(b"not") if negated else at
        return start, at + 2

    def _key(self, node: ast.expr) -> None:
        """Have a function look at a key before it is hashed."""
        if isinstance(node, ast.Constant | ast.Slice):
            self.generic_visit(node)
        else:
            self._wrap(node, "__ykeyed")

    def visit_Dict(self, node: ast.Dict) -> None:
        """Rewrite `{a: b}`."""
        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None:
                self._key(key)
            self.visit(value)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        """Rewrite `{a: b for a in c}`."""
        self._key(node.key)
        self.visit(node.value)
        for generator in node.generators:
            self.visit(generator)

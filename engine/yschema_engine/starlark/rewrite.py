"""Rewriting the author's code in place, so that the prelude sees each use of a value that may be a fragment.

Python's own parser reads indented Starlark and tells the offsets; lines stay where they are.
"""

from __future__ import annotations

import ast
import warnings

from yschema_engine.starlark.words import ASSERT, translate

_BUILTINS = {
    name: f"__yb_{name}"
    for name in [
        "type",
        "len",
        "bool",
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
    ]
}
_METHODS = {
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
        "extend",
        "update",
        "union",
        "startswith",
        "endswith",
        "splitlines",
    ]
}
_OPERATORS: dict[type[ast.operator], tuple[str, str]] = {
    ast.Mod: ("%", "remainder"),
    ast.BitOr: ("|", "either"),
    ast.BitAnd: ("&", "both"),
    ast.BitXor: ("^", "one"),
}
HELPERS = {
    "__yindex": "index",
    "__ypart": "part",
    "__yeach": "each",
    "__ymapping": "mapping",
    "__yin": "contains",
    "__ynotin": "lacks",
    **{f"__y{there}": there for _, there in _OPERATORS.values()},
    "__yvalues": "values",
    "__yarguments": "arguments",
    "__yout": "out",
    **{renamed: f"y_{name}" for name, renamed in _BUILTINS.items()},
    **{renamed: f"m_{name}" for name, renamed in _METHODS.items()},
}
"""Names in programs, and the prelude's functions that they stand for."""


def rewrite(text: str) -> str:
    """The program with indexing, iteration, `in`, `%`, `*args`, builtins and some methods led to the prelude.

    A program that Python cannot parse is returned as it is: Starlark then says what is wrong with it.
    """
    text = translate(text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # Python warns of escapes that it does not know
            warnings.simplefilter("ignore", DeprecationWarning)
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return text
    rewriter = _Rewriter(text, _bound_names(tree))
    rewriter.visit(tree)
    return rewriter.result()


def _bound_names(tree: ast.AST) -> set[str]:
    """The names that the program itself defines, somewhere."""
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


class _Rewriter(ast.NodeVisitor):
    def __init__(self, text: str, bound: set[str]) -> None:
        self._data = text.encode()
        self._bound = bound
        self._starts = [0]
        for line in self._data.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._edits: list[tuple[int, int, int, int, str]] = []
        self._framed: list[bool] = []

    def result(self) -> str:
        pieces, at = [], 0
        for start, _, _, end, text in sorted(self._edits):
            pieces += [self._data[at:start], text.encode()]
            at = max(at, end)
        pieces.append(self._data[at:])
        return b"".join(pieces).decode()

    # At one offset, closings come first (inner before outer), then openings (outer before inner).
    def _open(self, offset: int, text: str) -> None:
        self._edits.append((offset, 1, len(self._edits), offset, text))

    def _close(self, offset: int, text: str) -> None:
        self._edits.append((offset, 0, len(self._edits), offset, text))

    def _replace(self, start: int, end: int, text: str) -> None:
        self._edits.append((start, 2, len(self._edits), end, text))

    def _start(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        return self._starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)

    def _wrap(self, node: ast.expr, function: str) -> None:
        self._open(self._start(node), f"{function}((")
        self.visit(node)
        self._close(self._end(node), "))")

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.generic_visit(node)
            return
        bracket = self._data.index(b"[", self._end(node.value))
        sliced = isinstance(node.slice, ast.Slice)
        self._open(self._start(node), "__ypart(" if sliced else "__yindex(")
        self.visit(node.value)
        self._replace(bracket, bracket + 1, ", (")
        if isinstance(node.slice, ast.Slice):
            self._bounds(node.slice, bracket + 1, self._end(node) - 1)
        else:
            self.visit(node.slice)
        self._replace(self._end(node) - 1, self._end(node), "))")

    def _bounds(self, node: ast.Slice, at: int, end: int) -> None:
        """The parts of a slice, given out as three arguments."""
        for index, bound in enumerate((node.lower, node.upper, node.step)):
            if bound is None:
                self._close(at, "None")
            else:
                self.visit(bound)
                at = self._end(bound)
            if index == 2:
                return
            colon = self._colon(at)
            if colon is None:
                self._close(end, "), (None")
                return
            self._replace(colon, colon + 1, "), (")
            at = colon + 1

    def _colon(self, at: int) -> int | None:
        """The offset of a slice's next colon; brackets around a bound are its own."""
        while self._data[at : at + 1] in (b" ", b"\t", b"\n", b")"):
            at += 1
        return at if self._data[at : at + 1] == b":" else None

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) not in _OPERATORS:
            self.generic_visit(node)
            return
        sign, function = _OPERATORS[type(node.op)]
        self._open(self._start(node), f"__y{function}((")
        self.visit(node.left)
        at = self._data.index(sign.encode(), self._end(node.left))
        self._replace(at, at + 1, "), (")
        self.visit(node.right)
        self._close(self._end(node), "))")

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if type(node.op) not in _OPERATORS or not isinstance(node.target, ast.Name):
            self.generic_visit(node)
            return
        sign, function = _OPERATORS[type(node.op)]
        at = self._data.index(f"{sign}=".encode(), self._end(node.target))
        self._replace(at, at + 2, f"= __y{function}({node.target.id}, (")
        self.visit(node.value)
        self._close(self._end(node.value), "))")

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            self.visit(target)
        unpacks = any(isinstance(target, ast.Tuple | ast.List) for target in node.targets)
        if unpacks and not isinstance(node.value, ast.Tuple | ast.List):
            self._wrap(node.value, "__yeach")
        else:
            self.visit(node.value)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if node.attr != "values" or not isinstance(node.ctx, ast.Load):
            self.generic_visit(node)
            return
        self._open(self._start(node), "__yvalues(")
        self.visit(node.value)
        self._replace(self._dot(node), self._end(node), ")")

    def _dot(self, node: ast.Attribute) -> int:
        return self._data.rindex(b".", self._end(node.value), self._end(node) - len(node.attr.encode()))

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

    def visit_Compare(self, node: ast.Compare) -> None:
        operator = node.ops[0]
        if len(node.ops) != 1 or not isinstance(operator, ast.In | ast.NotIn):
            self.generic_visit(node)
            return
        right = node.comparators[0]
        self._open(self._start(node), "__yin((" if isinstance(operator, ast.In) else "__ynotin((")
        self.visit(node.left)
        start, end = self._operator(node.left, right, isinstance(operator, ast.NotIn))
        self._replace(start, end, "), (")
        self.visit(right)
        self._close(self._end(node), "))")

    def _operator(self, left: ast.expr, right: ast.expr, negated: bool) -> tuple[int, int]:
        """The offsets of `in` or `not in` between two operands, which may stand in parentheses."""
        between = self._data[self._end(left) : self._start(right)]
        at = self._end(left) + between.rindex(b"in")
        start = self._end(left) + between.rindex(b"not") if negated else at
        return start, at + 2

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
        if node.func.attr not in _METHODS:
            self.visit(node.func.value)
            return
        self._open(self._start(node), _METHODS[node.func.attr] + "(")
        self.visit(node.func.value)
        bracket = self._data.index(b"(", self._end(node.func))
        self._replace(self._dot(node.func), bracket + 1, ", " if node.args or node.keywords else "")

    def _load(self, node: ast.Call) -> None:
        # `assert` is a reserved word of starlark-rust.
        if not isinstance(node.args[0], ast.Constant) or node.args[0].value != "@ytt:assert":
            return
        for argument in node.args[1:]:
            if isinstance(argument, ast.Constant) and argument.value == "assert":
                self._replace(self._start(argument), self._end(argument), f'{ASSERT}="assertions"')
        for keyword in node.keywords:
            if isinstance(keyword.value, ast.Constant) and keyword.value.value == "assert":
                self._replace(self._start(keyword.value), self._end(keyword.value), '"assertions"')

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in _BUILTINS and node.id not in self._bound and isinstance(node.ctx, ast.Load):
            self._replace(self._start(node), self._end(node), _BUILTINS[node.id])

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._framed.append(_is_framed(node))
        self.generic_visit(node)
        self._framed.pop()

    def visit_Return(self, node: ast.Return) -> None:
        own = node.value is not None and isinstance(node.value, ast.Call) and _calls(node.value, "__yend")
        if self._framed and self._framed[-1] and not own:
            if node.value is None:
                self._close(self._end(node), " __yend()")
                return
            # The value stands as it is; the frame around the nodes so far is left behind.
            self._wrap(node.value, "__yleave")
            return
        self.generic_visit(node)


def _is_framed(node: ast.FunctionDef) -> bool:
    first = node.body[0]
    return (
        isinstance(first, ast.Expr) and isinstance(first.value, ast.Call) and _calls(first.value, "__ybegin")
    )


def _calls(node: ast.Call, name: str) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id == name

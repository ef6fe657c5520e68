"""Literal arguments, read without Starlark, and functions of programs as values of the engine.

Starlark evaluates everything that is not plainly a literal, unusual escapes and numbers included, so that
one implementation decides what the language is. What `_PLAIN` accepts means the same in Python.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from yschema_engine.evaluate.starlark.scanner import parse_expression
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.lazy_import import ast

if TYPE_CHECKING:
    from yschema_engine.evaluate.starlark.programs import Module
    from yschema_engine.evaluate.starlark.replay import Call


_SIMPLE_STRING = r'\s*"([^"\\\n]*)"\s*\Z'
_PLAIN = r"""(?ax)(?: \s+
      | (?: "(?:[^"\\\n]|\\[nrt\\"'])*+" | '(?:[^'\\\n]|\\[nrt\\"'])*+' ) (?!\s*["'])
      | (?: 0 | [1-9]\d* ) (?: \.\d+ )? (?![\w.])
      | [A-Za-z_]\w* (?!["'])
      | - (?=\d)
      | [][(){},:=]
    )*+"""


class NotLiteral(Exception):
    """The text is more than literals."""


def parse_arguments(text: str) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the positional and the keyword arguments in `text`, with lists, tuples and dicts of Python.

    Equal texts may have the same lists and dicts: copy them before you change them.

    Raises:
        NotLiteral: Starlark has to evaluate the text.
    """
    simple = re.match(_SIMPLE_STRING, text)
    if simple:
        return (simple[1],), {}
    return _arguments(text)


@lru_cache(maxsize=512)  # schemas repeat `any=True` and `min=1`
def _arguments(text: str) -> tuple[tuple[Any, ...], dict[str, Any]]:
    if not text.strip():
        return (), {}
    call = parse_expression(f"f({text})") if re.fullmatch(_PLAIN, text) else None
    if not isinstance(call, ast.Call) or type(call.func) is not ast.Name:
        raise NotLiteral
    kwargs = {keyword.arg: _value(keyword.value) for keyword in call.keywords if keyword.arg}
    if len(kwargs) < len(call.keywords):
        raise NotLiteral
    return tuple(map(_value, call.args)), kwargs


def _value(node: ast.expr) -> Any:
    match node:
        case ast.Constant():
            return node.value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
            return -number
        case ast.List():
            return [_value(element) for element in node.elts]
        case ast.Tuple():
            return tuple(_value(element) for element in node.elts)
        case ast.Dict():
            keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
            names = {key for key in keys if isinstance(key, str)}
            if len(names) == len(node.keys):
                return dict(zip(keys, map(_value, node.values), strict=True))
    raise NotLiteral


@dataclass(frozen=True, slots=True)
class Function:
    """A Starlark function.

    Attributes:
        index: its place in the list of its module.
        name: its name, for readers.
        rule: of an assertion such as `assert.min(3)`, the name and the arguments: `("min", (3,))`.
        replayed: calls a function that no list holds.
        module: the program that has the function, or is to call it.
    """

    index: int
    name: str
    rule: tuple[str, tuple[Any, ...]] | None = None
    replayed: Call | None = None
    module: Module | None = field(default=None, compare=False, repr=False)

    @property
    def own_name(self) -> str:
        """The name without that of its file; empty for a lambda."""
        if "lambda" in self.name:
            return ""
        return self.name[5:] if self.name.startswith("@ytt:") else self.name.rsplit(".", 1)[-1]

    @property
    def calls(self) -> Module:
        """The module by which it is called."""
        assert self.module is not None  # annotations come from programs
        return self.module

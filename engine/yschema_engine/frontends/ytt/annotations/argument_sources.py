"""The source code of an annotation's arguments."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from yschema_engine.evaluate.starlark.scanner import ASSERT, translate
from yschema_engine.text.lazy_import import lazy_module
from yschema_engine.text.nodes import Annotation

if TYPE_CHECKING:
    import ast
else:
    ast = lazy_module("ast")


_NO_SOURCES: Mapping[str, str] = MappingProxyType({})


def argument_sources(annotation: Annotation) -> tuple[Sequence[str], Mapping[str, str]]:
    """Return the sources of the positional and of the keyword arguments, if they are all on one line.

    A pair of a description and a function has the source of the function, and so does a keyword's pair of a
    function and its words.
    """
    return _sources(annotation.span.text.partition(f"@{annotation.name} ")[2])


@lru_cache(maxsize=512)  # schemas repeat rules
def _sources(text: str) -> tuple[Sequence[str], Mapping[str, str]]:
    whole = translate(f"f({text})")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python warns of escapes that Starlark does not have
            call = ast.parse(whole, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return (), _NO_SOURCES
    if not isinstance(call, ast.Call):
        return (), _NO_SOURCES

    def source(node: ast.expr) -> str:
        return _segment(whole, node).replace(ASSERT, "assert")

    def part(node: ast.expr, index: int) -> ast.expr:
        return node.elts[index] if isinstance(node, ast.Tuple) and len(node.elts) == 2 else node

    rules = [source(part(argument, 1)) for argument in call.args]
    return rules, {keyword.arg: source(part(keyword.value, 0)) for keyword in call.keywords if keyword.arg}


def lambda_body(source: str) -> str:
    """Return the body of a lambda, or `""` for any other code."""
    function = _lambda(source)
    if function is None:
        return ""
    return _segment(translate(source), function.body).replace(ASSERT, "assert")


def _segment(source: str, node: ast.expr) -> str:
    """Return the source of a node."""
    if source.isascii() and "\n" not in source and "\r" not in source and "\f" not in source:
        return source[node.col_offset : node.end_col_offset]  # columns count bytes
    return ast.get_source_segment(source, node) or ""


def message_of_lambda(source: str) -> str:
    """Return the message of a lambda that returns a pair of a result and a literal string, or `""`."""
    function = _lambda(source)
    match function.body if function else None:
        case ast.Tuple(elts=[_, ast.Constant(value=str(message))]):
            return message
    return ""


@lru_cache(maxsize=512)
def keys_of_lambda(source: str) -> tuple[str, ...]:
    """Return the keys that a lambda reads of its first parameter."""
    function = _lambda(source)
    if function is None or not function.args.args:
        return ()
    parameter = function.args.args[0].arg
    keys = []
    for node in ast.walk(function.body):
        match node:
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(key))):
                keys += [key] if name == parameter else []
    return tuple(dict.fromkeys(keys))


def _lambda(source: str) -> ast.Lambda | None:
    try:
        node = ast.parse(translate(source), mode="eval").body
    except (SyntaxError, ValueError):
        return None
    return node if isinstance(node, ast.Lambda) else None

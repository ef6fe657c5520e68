"""Words for simple conditions: comparisons of fields with literals, such as `ctx.parent["kind"] == "ssd"`."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from yschema_engine.model.path import Path
from yschema_engine.model.phrases import Listing, Param, Phrase, Verbatim, joined, phrase
from yschema_engine.rules.in_yaml import in_yaml

_COMPARISONS: Mapping[type[ast.cmpop], Phrase] = MappingProxyType(
    {
        ast.Eq: phrase("{field} is {value}"),
        ast.NotEq: phrase("{field} is not {value}"),
        ast.Gt: phrase("{field} is greater than {value}"),
        ast.GtE: phrase("{field} is at least {value}"),
        ast.Lt: phrase("{field} is less than {value}"),
        ast.LtE: phrase("{field} is at most {value}"),
    }
)
_VALUES_AROUND = ("parent", "root")
"""The attributes of the second parameter of a condition."""


def condition_words(source: str) -> Phrase | None:
    """Return words for a condition; None if it contains more than comparisons of fields with literals.

    Args:
        source: a lambda expression, with the value and its context as parameters.
    """
    try:
        function = ast.parse(source.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError):
        return None
    if not isinstance(function, ast.Lambda):
        return None
    return _words(function.body, [parameter.arg for parameter in function.args.args])


def _words(node: ast.expr, parameters: Sequence[str]) -> Phrase | None:
    match node:
        case ast.BoolOp():
            return _combined(node, parameters)
        case ast.Compare(ops=[operator], comparators=[right]):
            field, value = _field(node.left, parameters), _value(right, operator)
            comparison = _COMPARISONS.get(ast.Eq if isinstance(operator, ast.In) else type(operator))
            if field is None or value is None or comparison is None:
                return None
            return Phrase(comparison.template, params=(("field", field), ("value", value)))
        case ast.Subscript() | ast.Attribute():
            # Conditions return booleans.
            field = _field(node, parameters)
            return field and phrase("{field} is {value}", field=field, value=Verbatim("true"))
    return None


def _combined(node: ast.BoolOp, parameters: Sequence[str]) -> Phrase | None:
    if any(isinstance(value, ast.BoolOp) for value in node.values):
        return None  # words do not show which of the two binds more closely
    parts = [_words(value, parameters) for value in node.values]
    known = tuple(part for part in parts if part is not None)
    if len(known) < len(parts):
        return None
    return joined([Listing(known, "and" if isinstance(node.op, ast.And) else "or")])


def _field(node: ast.expr, parameters: Sequence[str]) -> Phrase | None:
    """Return the name of the field that an expression reads."""
    keys: list[str] = []
    while not isinstance(node, ast.Name):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in parameters[1:]:
                is_around = attribute in _VALUES_AROUND and bool(keys)
                return joined([Verbatim(str(Path(keys)))]) if is_around else None
            case (
                ast.Attribute(value=map_, attr=key)
                | ast.Subscript(value=map_, slice=ast.Constant(value=str(key)))
            ):
                keys.insert(0, key)
                node = map_
            case _:
                return None
    if node.id not in parameters[:1]:
        return None
    return joined([Verbatim(str(Path(keys)))]) if keys else phrase("the value")


def _value(node: ast.expr, operator: ast.cmpop) -> Param | None:
    """Return the literal on the right side of a comparison as YAML."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError):
        return None
    if isinstance(operator, ast.In):
        is_listed = isinstance(value, list | tuple) and bool(value) and all(map(_is_scalar, value))
        return Listing(tuple(Verbatim(in_yaml(each)) for each in value), "or") if is_listed else None
    return Verbatim(in_yaml(value)) if _is_scalar(value) else None


def _is_scalar(value: object) -> bool:
    return value is None or isinstance(value, str | bool | int | float)

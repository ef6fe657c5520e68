"""Conditions of rules as facts, and in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from yschema_engine.evaluate.starlark.scanner import parse_expression
from yschema_engine.schema.fields import Field
from yschema_engine.schema.rule_record import in_yaml
from yschema_engine.schema.rules import Combination, Comparison, ConditionFacts, Operator, Start
from yschema_engine.schema.types import kinds_phrase, overlap
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import Finding, finding, schema_warning
from yschema_engine.text.lazy_import import ast
from yschema_engine.text.nodes import type_name
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, joined, phrase

_IS = phrase("{field} is {value}")
_IS_NOT = phrase("{field} is not {value}")


class _Facts(NamedTuple):
    """An operator: as Python's parser has it, negated, with its operands exchanged, and in words."""

    node: type[ast.cmpop] | None
    negated: Operator | None
    swapped: Operator | None
    words: Phrase


_OPERATORS: Mapping[Operator, _Facts] = {
    "==": _Facts(ast.Eq, "!=", "==", _IS),
    "!=": _Facts(ast.NotEq, "==", "!=", _IS_NOT),
    ">": _Facts(ast.Gt, "<=", "<", phrase("{field} is greater than {value}")),
    ">=": _Facts(ast.GtE, "<", "<=", phrase("{field} is at least {value}")),
    "<": _Facts(ast.Lt, ">=", ">", phrase("{field} is less than {value}")),
    "<=": _Facts(ast.LtE, ">", ">=", phrase("{field} is at most {value}")),
    "in": _Facts(ast.In, "not in", None, _IS),
    "not in": _Facts(ast.NotIn, "in", None, _IS_NOT),
    "is": _Facts(None, "not", None, _IS),
    "not": _Facts(None, None, None, phrase("{field} is {value} or empty")),
}
_BY_NODE: Mapping[type[ast.cmpop] | None, Operator] = {
    facts.node: operator for operator, facts in _OPERATORS.items()
}
_OF_ONE: Mapping[Operator, Operator] = {"in": "==", "not in": "!="}
"""The operators that compare with one literal, by those that do so with several."""
_AROUND: Mapping[str, Start] = {"parent": "parent", "root": "root"}
"""The attributes of the second parameter of a condition."""
Join = Literal["and", "or"]
_Place = tuple[Start, tuple[str, ...]]


def condition_facts(source: str) -> ConditionFacts | None:
    """Return the facts of a condition; None if it contains more than comparisons of fields with literals.

    Args:
        source: a lambda expression, with the value and its context as parameters.
    """
    function = parse_expression(source.strip())
    if not isinstance(function, ast.Lambda):
        return None
    return _facts(function.body, [parameter.arg for parameter in function.args.args])


def _facts(node: ast.expr, parameters: Sequence[str]) -> ConditionFacts | None:
    match node:
        case ast.BoolOp():
            join: Join = "and" if isinstance(node.op, ast.And) else "or"
            return _combined(join, [_facts(value, parameters) for value in node.values])
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            facts = _facts(operand, parameters)
            return facts and _negated(facts)
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            return _comparison(left, _BY_NODE.get(type(operator)), right, parameters)
        case ast.Subscript() | ast.Attribute():
            place = _place(node, parameters)
            return place and Comparison(*place, "is", literal=True)
    return None


def _negated(facts: ConditionFacts) -> ConditionFacts | None:
    if isinstance(facts, Comparison):
        operator = _OPERATORS[facts.operator].negated
        literal = False if operator == "not" else facts.literal
        return None if operator is None else replace(facts, operator=operator, literal=literal)
    return _combined("or" if facts.join == "and" else "and", map(_negated, facts.parts))


def _combined(join: Join, parts: Iterable[ConditionFacts | None]) -> ConditionFacts | None:
    """Return parts as one, without levels; comparisons of one field with several literals become one.

    None if one of the parts is not known.
    """
    flat: list[ConditionFacts] = []
    for part in parts:
        if part is None:
            return None
        flat += part.parts if isinstance(part, Combination) and part.join == join else (part,)
    several: Operator = "in" if join == "or" else "not in"
    first = flat[0]
    if isinstance(first, Comparison) and all(_is_about(each, first, several) for each in flat):
        literals = [each for part in flat for each in _literals(part)]
        return replace(first, operator=several, literal=literals)
    return Combination(join, tuple(flat))


def _is_about(facts: ConditionFacts, other: Comparison, operator: Operator) -> bool:
    """Return whether facts compare the same field, by an operator for several literals or for one."""
    if not isinstance(facts, Comparison) or facts.operator not in (operator, _OF_ONE[operator]):
        return False
    return (facts.start, facts.keys) == (other.start, other.keys)


def _literals(facts: ConditionFacts) -> Sequence[Any]:
    assert isinstance(facts, Comparison)
    return facts.literal if isinstance(facts.literal, list | tuple) else [facts.literal]


def _comparison(
    left: ast.expr, operator: Operator | None, right: ast.expr, parameters: Sequence[str]
) -> Comparison | None:
    place = _place(left, parameters)
    if place is None and operator is not None:
        place, operator, right = _place(right, parameters), _OPERATORS[operator].swapped, left
    if place is None or operator is None:
        return None
    try:
        literal = ast.literal_eval(right)
    except (ValueError, TypeError, SyntaxError, RecursionError):
        return None
    return Comparison(*place, operator, literal) if _is_compared(operator, literal) else None


def _is_compared(operator: Operator, literal: Any) -> bool:
    if operator in ("in", "not in"):
        return isinstance(literal, list | tuple) and bool(literal) and all(map(_is_scalar, literal))
    return _is_scalar(literal)


def _is_scalar(value: object) -> bool:
    return value is None or isinstance(value, str | bool | int | float)


def _place(node: ast.expr, parameters: Sequence[str]) -> _Place | None:
    """Return the field that an expression reads."""
    keys: list[str] = []
    while not isinstance(node, ast.Name):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in parameters[1:]:
                return (_AROUND[attribute], tuple(keys)) if attribute in _AROUND and keys else None
            case (
                ast.Attribute(value=map_, attr=key)
                | ast.Subscript(value=map_, slice=ast.Constant(value=str(key)))
            ):
                keys.insert(0, key)
                node = map_
            case _:
                return None
    return ("value", tuple(keys)) if node.id in parameters[:1] else None


def condition_words(facts: ConditionFacts | None) -> Phrase | None:
    """Return words for a condition; None if they would not show which of its parts belong together."""
    match facts:
        case Comparison():
            template = _OPERATORS[facts.operator].words.template
            return Phrase(template, params=(("field", _field(facts)), ("value", _value(facts))))
        case Combination() if not any(isinstance(part, Combination) for part in facts.parts):
            return joined([Listing(tuple(filter(None, map(condition_words, facts.parts))), facts.join)])
    return None


def _field(comparison: Comparison) -> Phrase:
    if not comparison.keys:
        return phrase("the value")
    return joined([Verbatim(str(Path(comparison.keys)))])


def _value(comparison: Comparison) -> Param:
    """Return the literal as YAML."""
    if comparison.operator in ("in", "not in"):
        return Listing(tuple(Verbatim(in_yaml(each)) for each in comparison.literal), "or")
    return Verbatim(in_yaml(comparison.literal))


CONDITION_NEVER_HOLDS = schema_warning(
    "condition-never-holds",
    "this condition can never hold, and its rules never apply",
    hint="correct the condition, or what the field allows",
)


def check_conditions(root: Field) -> Iterator[Finding]:
    """Yield a warning about each condition that compares a field with values that it cannot have."""
    yield from _dead_conditions(root, root, root)


def _dead_conditions(field: Field, parent: Field, root: Field) -> Iterator[Finding]:
    starts: Mapping[Start, Field] = {"value": field, "parent": parent, "root": root}
    conditions = (rule.condition for rule in field.rules if rule.condition is not None)
    for condition in dict.fromkeys(conditions):
        if condition.facts is not None and (dead := _never(condition.facts, starts)) is not None:
            found = condition_words(dead) or Verbatim(condition.source)
            target = _target(dead, starts)
            assert target is not None
            yield finding(
                CONDITION_NEVER_HOLDS,
                condition.span,
                path=field.path,
                found=found,
                expected=_possible(target),
                declared=target.span,
            )
    for below in field.type.parts:
        yield from _dead_conditions(below, field, root)


def _never(facts: ConditionFacts, starts: Mapping[Start, Field]) -> Comparison | None:
    """Return a comparison because of which a condition never holds."""
    if isinstance(facts, Combination):
        dead = [_never(part, starts) for part in facts.parts]
        is_dead = any(dead) if facts.join == "and" else all(dead)
        return next(filter(None, dead)) if is_dead else None
    target = _target(facts, starts)
    if target is None or facts.operator not in ("==", "in"):
        return None
    return None if any(_may_be(literal, target) for literal in _literals(facts)) else facts


def _target(facts: Comparison, starts: Mapping[Start, Field]) -> Field | None:
    field: Field | None = starts[facts.start]
    for key in facts.keys:
        field = next((each for each in field.type.fields if each.key == key), None) if field else None
    return field


def _may_be(literal: object, field: Field) -> bool:
    """Return whether a field may have a value, by its type and the values that it lists."""
    is_of_type = overlap([type_name(literal)], field.type.kinds)
    lists = [rule.argument for rule in field.rules if rule.name == "one_of" and rule.condition is None]
    return is_of_type and (literal is None or all(literal in allowed for allowed in lists))


def _possible(field: Field) -> Param:
    values = next((rule.argument for rule in field.rules if rule.name == "one_of"), None)
    if values is None:
        return kinds_phrase(field.type)
    return Listing(tuple(Verbatim(in_yaml(value)) for value in values), "or")

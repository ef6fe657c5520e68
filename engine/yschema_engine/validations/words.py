"""Rules in words for readers."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from yschema_engine.nodes import Map, to_plain
from yschema_engine.validations.rules import Rule, Validation
from yschema_engine.validations.values import written


@dataclass(frozen=True, slots=True)
class Words:
    """One rule, or a few that belong together, for a reader.

    Attributes:
        text: a phrase for a valid value: `at least 1 character`, `one of debug, info`.
        condition: the source of the condition under which it holds; empty where it always does.
        keys: the keys of the map that the rule names.
        values: the values of `one of`, as YAML writes them, for markup of their own.
    """

    text: str
    condition: str = ""
    keys: tuple[str, ...] = ()
    values: tuple[str, ...] = ()


def words_of(validation: Validation, kind: str) -> tuple[Words, ...]:
    """The phrases of a validation.

    Args:
        validation: the rules.
        kind: the type of the value (`string`, `array`, `map`, …), which names what is counted.
    """
    condition = _body(validation.condition)
    words = []
    for rule in validation.rules:
        if rule.name in ("max_len", "max") and _lower(rule, validation) is not None:
            continue  # said with the lower limit
        text, keys, values = _phrase(rule, validation, kind)
        words.append(Words(text, condition, keys, values))
    return tuple(words)


def _phrase(rule: Rule, validation: Validation, kind: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    if rule.name is None:
        return rule.description, _keys_in(rule.source) if kind == "map" else (), ()
    if rule.name in ("min_len", "max_len"):
        return _lengths(validation, kind), (), ()
    if rule.name in ("min", "max"):
        return _limits(validation), (), ()
    if rule.name == "not_null":
        return "not null", (), ()
    if rule.name == "one_not_null":
        return _one_not_null(rule)
    values = tuple(plainly(value) for value in rule.argument)
    return "one of " + ", ".join(values), (), values


def _one_not_null(rule: Rule) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    if rule.argument is True:
        return "exactly one of its keys is not null", (), ()
    keys = tuple(str(key) for key in rule.argument)
    return f"exactly one of {', '.join(keys)} is not null", keys, ()


def _lower(rule: Rule, validation: Validation) -> Rule | None:
    return validation.named("min_len" if rule.name == "max_len" else "min")


def _lengths(validation: Validation, kind: str) -> str:
    unit = {"array": "item", "map": "key"}.get(kind, "character")
    low, high = validation.named("min_len"), validation.named("max_len")
    if low and high:
        if low.argument == high.argument:
            return f"exactly {_counted(low.argument, unit)}"
        return f"between {low.argument:g} and {_counted(high.argument, unit)}"
    if low:
        return f"at least {_counted(low.argument, unit)}"
    assert high is not None
    return f"at most {_counted(high.argument, unit)}"


def _counted(number: float, unit: str) -> str:
    return f"{number:g} {unit}" + ("" if number == 1 else "s")


def _limits(validation: Validation) -> str:
    low, high = validation.named("min"), validation.named("max")
    if low and high:
        return f"between {plainly(low.argument)} and {plainly(high.argument)}"
    if low:
        return f"at least {plainly(low.argument)}"
    assert high is not None
    return f"at most {plainly(high.argument)}"


def plainly(value: Any) -> str:
    """A value as a reader would write it in YAML: text bare, the rest as Starlark has it."""
    if isinstance(value, str):
        return value or '""'
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return written(to_plain(value) if isinstance(value, Map) else value)


def _body(source: str) -> str:
    """The body of a lambda; any other function by its source."""
    try:
        node = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError):
        return source
    return ast.get_source_segment(source, node.body) or source if isinstance(node, ast.Lambda) else source


def _keys_in(source: str) -> tuple[str, ...]:
    """The keys that a function's source looks up in its parameter."""
    try:
        tree = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError):
        return ()
    if not isinstance(tree, ast.Lambda) or not tree.args.args:
        return ()
    name = tree.args.args[0].arg
    keys = [
        node.slice.value
        for node in ast.walk(tree.body)
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id == name
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.slice.value, str)
    ]
    return tuple(dict.fromkeys(keys))

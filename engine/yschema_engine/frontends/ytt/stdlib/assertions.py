"""The rules of the module `assert`: those of the registry, for code that calls them."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from yschema_engine.evaluate.starlark.errors import BridgeError, Functions
from yschema_engine.evaluate.starlark.marshal import decode
from yschema_engine.schema.rule_record import Misuse
from yschema_engine.schema.rule_registry import RULES
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import DocumentSet, Value, from_plain
from yschema_engine.text.phrases import ENGLISH
from yschema_engine.text.source import Source, Span

_NOWHERE = Span(Source("", ""), 0)


def rule_functions() -> list[list[str]]:
    """Return the names of the functions, each with that of its rule."""
    return [[name, record.name] for record in RULES.values() for name in (record.name, *record.aliases)]


def rule_argument(name: str, rule: str, arguments: Any) -> None:
    """Refuse arguments that a function does not take.

    Raises:
        BridgeError: the arguments are wrong.
    """
    try:
        _argument(rule, arguments)
    except Misuse as e:
        found, expected = ENGLISH.text(e.found), ENGLISH.text(e.expected)
        raise BridgeError(f"assert.{name}: found {found}; expected {expected}") from None


def rule_problem(rule: str, arguments: Any, value: Any) -> str | None:
    """Return what a rule finds wrong with a value; None if the value satisfies it.

    Raises:
        BridgeError: the value is not one that YAML can hold.
    """
    try:
        nodes = _nodes(decode(value))
    except TypeError as e:
        raise BridgeError(str(e)) from None
    problem = RULES[rule].check(_argument(rule, arguments), nodes)
    if problem is None:
        return None
    return ENGLISH.text(problem) or written(nodes)


def _argument(rule: str, arguments: Any) -> Any:
    return RULES[rule].read(rule, RULES[rule].assertion(decode(arguments)))


def _nodes(value: Any) -> Value:
    if isinstance(value, DocumentSet):
        value = [document.value for document in value.documents]
    return from_plain(value, _NOWHERE)


FUNCTIONS: Functions = MappingProxyType(
    {
        "rule_functions": rule_functions,
        "rule_argument": rule_argument,
        "rule_problem": rule_problem,
    }
)
"""What the module calls."""

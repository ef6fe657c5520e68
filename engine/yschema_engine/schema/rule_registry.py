"""The registry of named rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from yschema_engine.schema.formats import FORMAT
from yschema_engine.schema.rule_record import NamedRule
from yschema_engine.schema.rules import Rule
from yschema_engine.schema.rules_of_bounds import MAX, MAX_LEN, MIN, MIN_LEN, breaks_keywords
from yschema_engine.schema.rules_of_values import (
    ENDS_WITH,
    NOT_NULL,
    ONE_NOT_NULL,
    ONE_OF,
    REGEXP,
    STARTS_WITH,
    UNIQUE,
)
from yschema_engine.text.nodes import Value, type_name
from yschema_engine.text.phrases import Param
from yschema_engine.text.source import Span

# The order in which the rules of one annotation run. That of the first seven is ytt's.
_ALL = (
    *(NOT_NULL, MIN_LEN, MAX_LEN, MIN, MAX, ONE_NOT_NULL, ONE_OF),
    *(REGEXP, FORMAT, UNIQUE, STARTS_WITH, ENDS_WITH),
)
RULES: Mapping[str, NamedRule] = {record.name: record for record in _ALL}
"""The records by the names of their rules, in the order in which the rules of one annotation run."""


def make_rule(name: str, argument: Any, span: Span, *, keyword: str = "", **others: Any) -> Rule:
    """Return a named rule.

    Args:
        name: its name.
        argument: as the author wrote it.
        span: where it is declared.
        keyword: what the author calls it, if that is not its name.
        others: further parts of the rule.

    Raises:
        Misuse: the rule does not take such an argument.
    """
    kept = RULES[name].read(keyword or name, argument)
    return Rule(name, span, argument=kept, keyword="" if keyword == name else keyword, **others)


def problem_of(rule: Rule, value: Value) -> Param | None:
    """Return None if a value satisfies a rule, whatever its condition, else what was found."""
    kinds = ("string",) if rule.strings_only else rule.kinds
    if kinds and type_name(value) not in kinds:
        return None
    if rule.check is not None:
        return rule.check(value)
    record = RULES.get(rule.name)
    if record is None:  # checked with the schema as a whole, or not at all
        return "" if breaks_keywords(rule.keywords, value) else None
    return record.check(rule.argument, value)

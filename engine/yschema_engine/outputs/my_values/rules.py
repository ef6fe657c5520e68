"""Rules and their conditions as a script reads them."""

from __future__ import annotations

from typing import Any

from yschema_engine.outputs.my_values.plain import as_json
from yschema_engine.schema.ecma_patterns import ecma
from yschema_engine.schema.fields import ValueType
from yschema_engine.schema.rule_check import rule_words
from yschema_engine.schema.rule_registry import RULES
from yschema_engine.schema.rules import Comparison, Condition, ConditionFacts, Rule
from yschema_engine.text.phrases import Words


class RuleTable:
    """The rules of a schema, each once; fields refer to them by number.

    Attributes:
        rules: in the order of their first use.
        conditions: of the rules, in the order of their first use.
    """

    def __init__(self, words: Words) -> None:
        """Start without rules.

        Args:
            words: the language of the page.
        """
        self.rules: list[dict[str, Any]] = []
        self.conditions: list[dict[str, Any]] = []
        self._words = words

    def number(self, rule: Rule, type_: ValueType) -> int:
        """Return the number of a rule of a field."""
        return _number(self.rules, self._rule(rule, type_))

    def _rule(self, rule: Rule, type_: ValueType) -> dict[str, Any]:
        words = self._words.text(rule_words(rule, type_.main, type_.main))
        facts: dict[str, Any] = {"w": words, **_checked(rule)}
        if rule.strings_only:
            facts["s"] = 1
        if rule.condition is not None:
            facts["c"] = _number(self.conditions, self._condition(rule.condition))
        return facts

    def _condition(self, condition: Condition) -> dict[str, Any]:
        text = self._words.text(condition.words) if condition.words else condition.source
        return {"w": text, **({"t": _facts(condition.facts)} if condition.facts else {})}


def _number(entries: list[dict[str, Any]], entry: dict[str, Any]) -> int:
    if entry not in entries:
        entries.append(entry)
    return entries.index(entry)


def _checked(rule: Rule) -> dict[str, Any]:
    """Return the name and the argument of a rule that a script can check; nothing for all others."""
    if rule.name not in RULES:
        return {}
    try:
        argument = ecma(rule.argument) if rule.name == "regexp" else as_json(rule.argument)
    except TypeError:
        return {}
    if rule.name == "regexp" and argument is None:
        return {}
    return {"n": rule.name, "a": argument}


def _facts(facts: ConditionFacts) -> list[Any]:
    if isinstance(facts, Comparison):
        return [facts.operator, facts.start, list(facts.keys), as_json(facts.literal)]
    return [facts.join, *map(_facts, facts.parts)]

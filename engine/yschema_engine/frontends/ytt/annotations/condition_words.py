"""Words for simple conditions: `kind is ssd`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from yschema_engine.schema.rule_record import in_yaml
from yschema_engine.schema.rules import Combination, Comparison, ConditionFacts
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, joined, phrase

_IS = phrase("{field} is {value}")
_IS_NOT = phrase("{field} is not {value}")
_COMPARISONS: Mapping[str, Phrase] = MappingProxyType(
    {
        "==": _IS,
        "in": _IS,
        "is": _IS,
        "not": phrase("{field} is {value} or empty"),
        "!=": _IS_NOT,
        "not in": _IS_NOT,
        ">": phrase("{field} is greater than {value}"),
        ">=": phrase("{field} is at least {value}"),
        "<": phrase("{field} is less than {value}"),
        "<=": phrase("{field} is at most {value}"),
    }
)


def condition_words(facts: ConditionFacts | None) -> Phrase | None:
    """Return words for a condition; None if they would not show which of its parts belong together."""
    match facts:
        case Comparison():
            template = _COMPARISONS[facts.operator].template
            return Phrase(template, params=(("field", _field(facts)), ("value", _value(facts))))
        case Combination():
            return _combined(facts)
    return None


def _combined(facts: Combination) -> Phrase | None:
    if any(isinstance(part, Combination) for part in facts.parts):
        return None  # words do not show which of the two binds more closely
    parts = tuple(words for part in facts.parts if (words := condition_words(part)) is not None)
    return joined([Listing(parts, facts.join)])


def _field(comparison: Comparison) -> Phrase:
    if not comparison.keys:
        return phrase("the value")
    return joined([Verbatim(str(Path(comparison.keys)))])


def _value(comparison: Comparison) -> Param:
    """Return the literal as YAML."""
    if comparison.operator in ("in", "not in"):
        return Listing(tuple(Verbatim(in_yaml(each)) for each in comparison.literal), "or")
    return Verbatim(in_yaml(comparison.literal))

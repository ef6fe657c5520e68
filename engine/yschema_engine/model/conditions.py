"""Conditions as facts: comparisons of fields with literals, which any program can evaluate."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from yschema_engine.text.deferred_classes import dataclass

Start = Literal["value", "parent", "root"]
"""Where the keys of a comparison begin: at the value, at the map or array around it, or at the document."""
Operator = Literal["==", "!=", ">", ">=", "<", "<=", "in", "not in", "is", "not"]
"""`in` and `not in` compare with each value of a list. `is` tells whether the field is true, and `not`
whether it is false, null, zero or empty; their literals are True and False."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of a field with a literal.

    Attributes:
        start: where the keys begin.
        keys: those that lead to the field.
        operator: how the two are compared.
        literal: a scalar, or for `in` and `not in` a list or tuple of scalars.
    """

    start: Start
    keys: tuple[str, ...]
    operator: Operator
    literal: Any


@dataclass(frozen=True, slots=True)
class Combination:
    """Comparisons of which all have to hold, or at least one."""

    join: Literal["and", "or"]
    parts: tuple[ConditionFacts, ...]


ConditionFacts: TypeAlias = Comparison | Combination

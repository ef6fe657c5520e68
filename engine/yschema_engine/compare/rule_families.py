"""Families of rules, and which of two arguments refuses more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from yschema_engine.compare import codes
from yschema_engine.compare.changes import ChangeCode
from yschema_engine.schema.rules import CUSTOM, Rule
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.node_values import Incomparable, equal, less
from yschema_engine.text.nodes import to_plain


@dataclass(frozen=True, slots=True)
class Family:
    """Rules whose changes have the same codes.

    Attributes:
        added: the code if only the new version has the rule.
        removed: the code if only the old version has it.
        changed: the code if the argument is another one, unless it is known which refuses more.
    """

    added: ChangeCode
    removed: ChangeCode
    changed: ChangeCode


_BOUND = Family(codes.BOUND_TIGHTENED, codes.BOUND_RELAXED, codes.RULE_CHANGED)
_LENGTH = Family(codes.LENGTH_TIGHTENED, codes.LENGTH_RELAXED, codes.RULE_CHANGED)
_VALUES = Family(codes.VALUES_REMOVED, codes.VALUES_ADDED, codes.RULE_CHANGED)
_PATTERN = Family(codes.PATTERN_ADDED, codes.PATTERN_REMOVED, codes.PATTERN_CHANGED)
_FORMAT = Family(codes.FORMAT_ADDED, codes.FORMAT_REMOVED, codes.FORMAT_CHANGED)
OTHER = Family(codes.RULE_ADDED, codes.RULE_REMOVED, codes.RULE_CHANGED)
"""The family of all rules that have none of their own."""
FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        **{"min": _BOUND, "max": _BOUND, "min_len": _LENGTH, "max_len": _LENGTH, "one_of": _VALUES},
        **{"regexp": _PATTERN, "starts_with": _PATTERN, "ends_with": _PATTERN, "format": _FORMAT},
    }
)
"""The families by the names of rules."""
_LEAST = ("min", "min_len")


def tightness(before: Rule, after: Rule) -> Iterator[ChangeCode]:
    """Yield the codes for a rule with another argument."""
    family = FAMILIES.get(before.name, OTHER)
    if family in (_BOUND, _LENGTH):
        yield _of_limits(family, before, after)
    elif family is _VALUES:
        yield from _of_values(before.argument, after.argument)
    elif _limits(before) != _limits(after):
        yield family.changed


def _limits(rule: Rule) -> tuple[object, ...]:
    """Return what decides; of a keyword that is not a named rule, its words or code have the argument."""
    return rule.argument, rule.strings_only, rule.source, rule.description if rule.name == CUSTOM else ""


def _of_limits(family: Family, before: Rule, after: Rule) -> ChangeCode:
    try:
        is_greater = less(before.argument, after.argument)
    except Incomparable:
        return family.changed
    return family.added if is_greater == (before.name in _LEAST) else family.removed


def _of_values(before: list[Any], after: list[Any]) -> Iterator[ChangeCode]:
    if _missing(before, after):
        yield codes.VALUES_REMOVED
    if _missing(after, before):
        yield codes.VALUES_ADDED


def _missing(values: list[Any], others: list[Any]) -> bool:
    plain = [to_plain(other) for other in others]
    return any(not any(equal(to_plain(value), other) for other in plain) for value in values)

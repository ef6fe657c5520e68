"""The named rules, by their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from typing import Any

from yschema_engine.model.rules import Condition, Rule
from yschema_engine.rules.record import NamedRule
from yschema_engine.source import Span

# The order in which the rules of one annotation run. That of the first seven is ytt's.
_NAMES = (
    *("not_null", "min_len", "max_len", "min", "max", "one_not_null", "one_of"),
    *("regexp", "format", "unique", "starts_with", "ends_with"),
)


class _Rules(Mapping[str, NamedRule]):
    """The records, each imported when it is looked up: many schemas use few of the rules."""

    def __getitem__(self, name: str) -> NamedRule:
        return _record(name)

    def __contains__(self, name: object) -> bool:
        return name in _NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)


@cache
def _record(name: str) -> NamedRule:
    if name not in _NAMES:
        raise KeyError(name)
    record: NamedRule = getattr(import_module(f"yschema_engine.rules.named.{name}"), name.upper())
    return record


RULES: Mapping[str, NamedRule] = _Rules()
"""The records by the names of their rules, in the order in which the rules of one annotation run."""


def make_rule(  # noqa: PLR0913
    name: str,
    argument: Any,
    span: Span,
    *,
    keyword: str = "",
    message: str = "",
    strings_only: bool = False,
    keeps_default: bool = False,
    condition: Condition | None = None,
) -> Rule:
    """Return a named rule.

    Args:
        name: its name.
        argument: as the author wrote it.
        span: where it is declared.
        keyword: what the author calls it, if that is not its name.
        message: the author's own words for a value that breaks it.
        strings_only: whether all values but strings satisfy it.
        keeps_default: whether a default that breaks it is exported all the same.
        condition: under which it holds.

    Raises:
        Misuse: the rule does not take such an argument.
    """
    record = RULES[name]
    kept = record.read(keyword or name, argument)
    return Rule(
        name,
        partial(record.check, kept),
        span,
        argument=kept,
        keyword="" if keyword == name else keyword,
        message=message,
        strings_only=strings_only,
        keeps_default=keeps_default,
        condition=condition,
    )

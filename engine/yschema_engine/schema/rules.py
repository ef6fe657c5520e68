"""Rules about values, beyond their types, and the conditions under which they apply."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Literal, TypeAlias

from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import Finding
from yschema_engine.text.nodes import Value
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Param, Phrase
from yschema_engine.text.source import Span

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
    """Comparisons joined by `and` or `or`."""

    join: Literal["and", "or"]
    parts: tuple[ConditionFacts, ...]


ConditionFacts: TypeAlias = Comparison | Combination


ASSERT = "assert/validate"
"""The annotation of values that have rules of their own."""
CUSTOM = "custom"
"""The name of rules that are functions of their author's."""


class Crash(Phrase):
    """What a check reports if the code of the rule fails, instead of refusing the value."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Context:
    """The surroundings of a value that is checked.

    Attributes:
        path: of the value.
        span: of the value.
        parent: the map or the array that holds the value; null for the document.
        root: the value of the document.
    """

    path: Path
    span: Span
    parent: Value
    root: Value


Check: TypeAlias = Callable[[Value], Param | None]
"""Returns None if a value satisfies the rule, else what was found; `""` stands for the value itself."""


@dataclass(frozen=True, slots=True)
class Condition:
    """The condition under which rules hold.

    Attributes:
        source: its code; empty if it is not known.
        holds: whether it holds for a value, raises EngineError if its code fails; None if that is not known,
            and its rules are not checked.
        words: a phrase, or its author's own words; empty if there are none.
        span: where it is declared.
        facts: what it compares, if it is that simple.
    """

    source: str
    holds: Callable[[Value, Context], bool] | None = field(compare=False)
    words: Phrase | str = ""
    span: Span | None = field(default=None, compare=False)
    facts: ConditionFacts | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition on the value of a field.

    Attributes:
        name: of an entry of the registry, or `custom`.
        span: where it is declared.
        check: the function of a custom rule, where the code has run; named rules are in the registry.
        argument: of a named rule: the limit, the values, the keys (True for all keys).
        keyword: what the author calls it, if that is not its name: `enum` for `one_of`.
        description: for a valid value: the author's own words, or a phrase made from the code.
        message: the author's own words for a value that breaks it.
        source: of a custom rule, the code of its function.
        keys: of a custom rule, the keys of a map that its function reads.
        strings_only: whether it holds for strings alone, and all other values satisfy it.
        kinds: the types of values that it is about, and all others satisfy it; empty for all types.
        keeps_default: whether a default that breaks it is exported all the same, as ytt does.
        condition: without it, the rule always holds.
        keywords: the keywords of JSON Schema that say the same: of a custom rule, if there are any; of a
            named rule, those that its author wrote.
        is_checked: whether the engine checks it; if not, values may break it without a finding.
        remarks: of a rule that is not checked, what else its author declares about it.
    """

    name: str
    span: Span = field(compare=False)
    check: Check | None = field(default=None, compare=False)
    argument: Any = None
    keyword: str = ""
    description: str | Phrase = ""
    message: str = ""
    source: str = ""
    keys: tuple[str, ...] = ()
    strings_only: bool = False
    kinds: tuple[str, ...] = ()
    keeps_default: bool = False
    condition: Condition | None = None
    keywords: Mapping[str, Any] | None = field(default=None, compare=False)
    is_checked: bool = True
    remarks: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class Assertion:
    """The parsed argument of `@assert/validate`: rules of the value, and findings about them."""

    rules: tuple[Rule, ...]
    findings: tuple[Finding, ...]


def unconditional(rules: Iterable[Rule]) -> list[Rule]:
    """Return the rules without a condition."""
    return [rule for rule in rules if rule.condition is None]


def by_condition(rules: Iterable[Rule]) -> Iterator[tuple[Condition | None, list[Rule]]]:
    """Yield the runs of consecutive rules that share a condition, each with the condition."""
    for _, run in groupby(rules, key=lambda rule: id(rule.condition)):
        together = list(run)
        yield together[0].condition, together

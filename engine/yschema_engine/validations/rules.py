"""Rules as data. A named rule is a name and its argument, a custom rule a function of the author's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from yschema_engine.source import Position
from yschema_engine.starlark import Function, Module

NamedRule = Literal["min_len", "max_len", "min", "max", "not_null", "one_not_null", "one_of"]


@dataclass(frozen=True, slots=True)
class Callback:
    """A function of the author's, and the module that it lives in."""

    function: Function
    module: Module

    def __call__(self, *args: Any) -> Any:
        """Call it; raises EngineError at the author's line."""
        return self.module.call(self.function, *args)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a validation.

    Attributes:
        description: what a valid value is, as the author or the reference says it.
        name: of a named rule; None for a custom one.
        argument: of a named rule: the limit, the values, the keys (True for all keys).
        check: of a custom rule.
        source: of a custom rule, the function's source text where it stands in the annotation.
    """

    description: str
    name: NamedRule | None = None
    argument: Any = None
    check: Callback | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Validation:
    """The `@schema/validation` of a node.

    Attributes:
        rules: in the order in which they run.
        position: the annotation's line.
        when: the condition, if there is one.
        condition: the condition's source text.
    """

    rules: tuple[Rule, ...]
    position: Position
    when: Callback | None = None
    condition: str = ""

    @property
    def requires_value(self) -> bool:
        """Whether null is refused, and so looked at."""
        return any(rule.name == "not_null" for rule in self.rules)

    def named(self, name: NamedRule) -> Rule | None:
        """The rule of that name, if it is there."""
        return next((rule for rule in self.rules if rule.name == name), None)

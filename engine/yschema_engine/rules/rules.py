"""Rules as data. A named rule is a name and its argument, a custom rule a function of the author's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from yschema_engine.frontends.ytt.starlark import Function, Module
from yschema_engine.nodes import Scalar, Value
from yschema_engine.source import Span

NamedRule = Literal[
    "min_len",
    "max_len",
    "min",
    "max",
    "not_null",
    "one_not_null",
    "one_of",
    "regexp",
    "format",
    "unique",
    "starts_with",
    "ends_with",
]


@dataclass(frozen=True, slots=True)
class Callback:
    """A function of the author's, and the module that it lives in."""

    function: Function
    module: Module

    def __call__(self, *args: Any) -> Any:
        """Call it; raises EngineError at the author's line."""
        return self.module.call(self.function, *args)

    def verdict(self, value: Value) -> tuple[bool, str]:
        """What a rule of the designs says; as `Module.verdict`."""
        return self.module.verdict(self.function, value)

    def fits(self, key: Scalar, own: Scalar) -> Any:
        """What a function says of a key; as `Module.fits`."""
        return self.module.fits(self.function, key, own)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a validation.

    Attributes:
        description: what a valid value is, as the author or the reference says it.
        name: of a named rule; None for a custom one.
        argument: of a named rule: the limit, the values, the keys (True for all keys).
        check: of a custom rule.
        source: of a custom rule, the function's source text where it stands in the annotation.
        message: what its author has to say of a value that breaks it.
        of_designs: of a custom rule, whether it is one of `@schema/validate`, which takes values with
            attributes and gives a verdict.
        of_strings: whether other values pass.
        is_own: of a custom rule, whether the description is its author's.
    """

    description: str
    name: NamedRule | None = None
    argument: Any = None
    check: Callback | None = None
    source: str = ""
    message: str = ""
    of_designs: bool = False
    of_strings: bool = False
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class Validation:
    """The rules of a `@schema/validation` or `@schema/validate`, or those that a dialect implies.

    Attributes:
        rules: in the order in which they run.
        span: the annotation's line.
        when: the condition, if there is one.
        condition: the condition's source text.
        of_designs: whether the condition takes values with attributes, as `@schema/validate` has them.
    """

    rules: tuple[Rule, ...]
    span: Span
    when: Callback | None = None
    condition: str = ""
    of_designs: bool = False

    @property
    def requires_value(self) -> bool:
        """Whether null is refused, and so looked at."""
        return any(rule.name == "not_null" for rule in self.rules)

    def named(self, name: NamedRule) -> Rule | None:
        """The rule of that name, if it is there."""
        return next((rule for rule in self.rules if rule.name == name), None)

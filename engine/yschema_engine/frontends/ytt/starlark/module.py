"""Modules: the results of programs, whose functions annotations hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import starlark

from yschema_engine.frontends.ytt.starlark import marshal
from yschema_engine.frontends.ytt.starlark.codes import EXTRA_ARGUMENTS
from yschema_engine.frontends.ytt.starlark.defined_names import defined_names
from yschema_engine.frontends.ytt.starlark.functions import Function
from yschema_engine.frontends.ytt.starlark.replay import run_replayed
from yschema_engine.frontends.ytt.starlark.script import ENTRY_POINT
from yschema_engine.frontends.ytt.starlark.session import Session, running_in
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import Value


@dataclass(frozen=True, slots=True)
class Module:
    """The names of a program to load, and its functions to call.

    All calls raise `EngineError`, at the author's line, if the function fails.
    """

    frozen: starlark.FrozenModule
    session: Session = field(default_factory=Session)
    name: str = ""
    _unary: set[Function] = field(default_factory=set)  # functions that take one argument

    def defines(self, name: str) -> bool:
        """Return whether the program defines a name at its top level."""
        return name in defined_names(self.session.scripts[self.name].text)

    def call(self, function: Function, *args: Any) -> Any:
        """Return the result of a function."""
        return self._invoke(function, "call", args)

    def assertion(self, function: Function, value: Any) -> Any:
        """Return the result of a rule's function, which may be `marshal.Other`."""
        return self._invoke(function, "assertion", [value])

    def condition(self, function: Function, value: Any, parent: Any, root: Any) -> Any:
        """Return the result of a condition, which takes the value and may take the context as well."""
        return self._with_or_without(function, "condition", value, parent, root)

    def rule_condition(self, function: Function, value: Value, parent: Value, root: Value) -> Any:
        """Return the result of a condition of `@schema/validate`, which can read keys as attributes."""
        arguments = [marshal.encode(v) for v in (value, parent, root)]
        return self._with_or_without(function, "condition of a rule", *arguments, attributes=True)

    def fits(self, function: Function, key: Any, schema_key: Any) -> Any:
        """Return what a function answers for a key; it may take the schema's own key as well."""
        return self._with_or_without(function, "call", key, schema_key)

    def verdict(self, function: Function, value: Value) -> tuple[bool, str]:
        """Return the verdict of a rule of `@schema/validate`, and its message, which may be empty."""
        valid, message = self._invoke(function, "rule", [marshal.encode(value)], attributes=True)
        return valid, message

    def _with_or_without(
        self, function: Function, how: str, value: Any, *more: Any, attributes: bool = False
    ) -> Any:
        """Call a function with all arguments, or with the first if it takes no more."""
        if function in self._unary:
            return self._invoke(function, how, [value], attributes=attributes)
        try:
            return self._invoke(function, how, [value, *more], attributes=attributes)
        except EngineError as e:
            # Starlark does not say how many parameters a function has. Errors inside it have a span.
            first = e.findings[0]
            if first.code is EXTRA_ARGUMENTS and (function.replayed or first.span is None):
                self._unary.add(function)
                return self._invoke(function, how, [value], attributes=attributes)
            raise

    def _invoke(self, function: Function, how: str, args: Sequence[Any], *, attributes: bool = False) -> Any:
        arguments = list(args)
        try:
            if function.replayed is not None:
                return marshal.decode(function.replayed([how, arguments], attributes=attributes))
            return run_replayed(
                lambda: self._call(function.index, how, arguments),
                self.session.failure,
                attributes=attributes,
            )
        except starlark.StarlarkError as e:
            raise self.session.located(e) from e

    def _call(self, *args: Any) -> Any:
        with running_in(self.session), self.session.watch.running(self.name):
            return marshal.decode(self.frozen.call_with(self.session.options(), ENTRY_POINT, *args).value)

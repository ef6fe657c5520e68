"""Calling the functions of overlay annotations, each in the module of its file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from yschema_engine.frontends.ytt.overlay.annotations import Argument, given_at, kind
from yschema_engine.frontends.ytt.overlay.problems import Problem
from yschema_engine.frontends.ytt.starlark import LimitError, Module, to_starlark
from yschema_engine.model.findings import EngineError
from yschema_engine.nodes import Value, copy_value, from_plain
from yschema_engine.source import Source, Span

_PARAMETERS = {
    "by": "three parameters: the index or the key, the left value, the right value",
    "via": "two parameters: the left value, the right value",
    "expects": "one parameter: the number of matches",
    "when": "one parameter: the number of matches",
}
_MISFIT = re.compile(r"positional|Missing .*parameter")


class Calls:
    """Calls functions that are arguments of annotations."""

    def __init__(self, modules: Mapping[Source, Module]) -> None:
        self._modules = modules

    def result(self, argument: Argument, *args: Value) -> Any:
        """What an argument's function returns; YAML fragments in it are nodes.

        Raises:
            Problem: the argument is no function, or the function failed.
            LimitError: the function took more time or memory than it may.
        """
        function = argument.function()
        module = self._modules[argument.annotation.span.source]
        try:
            return module.call(function, *map(to_starlark, args))
        except LimitError:
            raise
        except EngineError as e:
            failure = e.findings[0]
            lines = (("failed here", failure.at),) if failure.at is not None else ()
            parameters = _PARAMETERS[argument.name]
            raise Problem(
                f"the function for {argument.name}= of @{argument.annotation.name} failed",
                found=failure.message.removeprefix("the code failed: "),
                related=(*lines, *failure.related) or given_at(argument.annotation),
                hint=f"the function takes {parameters}" if _MISFIT.search(failure.message) else "",
            ) from e

    def truth(self, argument: Argument, *args: Value) -> bool:
        """What an argument's function returns, which has to be True or False.

        Raises:
            Problem: it is something else, or as `result`.
        """
        result = self.result(argument, *args)
        if isinstance(result, bool):
            return result
        raise _wrong_result(argument, result, "True or False")

    def value(self, argument: Argument, span: Span, *args: Value) -> Value:
        """What an argument's function returns, as nodes of its own, which stand at `span`.

        Raises:
            Problem: it has no YAML form, or as `result`.
        """
        result = self.result(argument, *args)
        try:
            return copy_value(from_plain(result, span))
        except TypeError as e:
            raise _wrong_result(argument, result, "a value that YAML can hold") from e

    def verdict(self, argument: Argument, *args: Value) -> tuple[bool, str]:
        """Whether a function that asserts lets the values pass, and what it says on that.

        Raises:
            Problem: its result is no verdict, or as `result`.
        """
        result = self.result(argument, *args)
        if result is None or result is True:
            return True, ""
        if result is False:
            return False, ""
        if isinstance(result, list | tuple) and [type(e) for e in result] == [bool, str]:
            return result[0], result[1]
        expected = "True, False, None, or a pair of a boolean and a message"
        raise _wrong_result(argument, result, expected)


def _wrong_result(argument: Argument, result: object, expected: str) -> Problem:
    return Problem(
        f"the function for {argument.name}= of @{argument.annotation.name} gives something else",
        found=kind(result),
        expected=expected,
        related=given_at(argument.annotation),
    )

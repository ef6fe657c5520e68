"""Calls of the functions of overlay annotations, each in the module of its file."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from yschema_engine.evaluate.argument_phrases import annotation_name, keyword, kind
from yschema_engine.evaluate.starlark.errors import EXTRA_ARGUMENTS, MISSING_ARGUMENTS
from yschema_engine.evaluate.starlark.marshal import to_starlark
from yschema_engine.evaluate.starlark.programs import Module
from yschema_engine.frontends.ytt.overlay.annotations import Argument
from yschema_engine.frontends.ytt.overlay.codes import FUNCTION_FAILED, WRONG_RESULT
from yschema_engine.frontends.ytt.overlay.problem import Problem, span_of
from yschema_engine.text.findings import EngineError, LimitError, Related, reason_of
from yschema_engine.text.nodes import Value, copy_value, from_plain
from yschema_engine.text.phrases import Phrase, phrase
from yschema_engine.text.source import Source, Span

_PARAMETERS: Mapping[str, Phrase] = MappingProxyType(
    {
        "by": phrase(
            "the function takes three parameters: the index or the key, the left value, the right value"
        ),
        "via": phrase("the function takes two parameters: the left value, the right value"),
        "expects": phrase("the function takes one parameter: the number of matches"),
        "when": phrase("the function takes one parameter: the number of matches"),
    }
)


class Functions:
    """Calls functions that are arguments of annotations."""

    def __init__(self, modules: Mapping[Source, Module]) -> None:
        self._modules = modules

    def result(self, argument: Argument, *args: Value) -> Any:
        """Return the result of an argument's function; YAML fragments in it are nodes.

        Raises:
            Problem: the argument is not a function, or the function failed.
            LimitError: the function exceeded a limit.
        """
        function = argument.function()
        module = self._modules[argument.annotation.span.source]
        try:
            return module.call(function, *map(to_starlark, args))
        except LimitError:
            raise
        except EngineError as e:
            raise _failed(argument, e) from e

    def truth(self, argument: Argument, *args: Value) -> bool:
        """Return the result of an argument's function, which has to be True or False.

        Raises:
            Problem: the result is something else, or as `result`.
        """
        result = self.result(argument, *args)
        if isinstance(result, bool):
            return result
        raise _wrong_result(argument, result, phrase("True or False"))

    def value(self, argument: Argument, span: Span, *args: Value) -> Value:
        """Return the result of an argument's function as new nodes, all of them at `span`.

        Raises:
            Problem: YAML cannot hold the result, or as `result`.
        """
        result = self.result(argument, *args)
        try:
            return copy_value(from_plain(result, span))
        except TypeError as e:
            raise _wrong_result(argument, result, phrase("a value that YAML can hold")) from e

    def verdict(self, argument: Argument, *args: Value) -> tuple[bool, str]:
        """Return whether a function that asserts accepts the values, and its message.

        Raises:
            Problem: the result is not a verdict, or as `result`.
        """
        result = self.result(argument, *args)
        if result is None or result is True:
            return True, ""
        if result is False:
            return False, ""
        if isinstance(result, list | tuple) and [type(e) for e in result] == [bool, str]:
            return result[0], result[1]
        expected = phrase("True, False, None, or a pair of a boolean and a message")
        raise _wrong_result(argument, result, expected)


def _failed(argument: Argument, error: EngineError) -> Problem:
    failure = error.findings[0]
    lines: tuple[Related, ...] = ()
    if failure.span is not None:
        lines = ((phrase("failed here"), failure.span),)
    misfits = failure.code in (EXTRA_ARGUMENTS, MISSING_ARGUMENTS)
    return Problem(
        FUNCTION_FAILED,
        argument=keyword(argument.name),
        annotation=annotation_name(argument.annotation.name),
        found=reason_of(error),
        related=(*lines, *failure.related) or span_of(argument.annotation),
        hint=_PARAMETERS[argument.name] if misfits else None,
    )


def _wrong_result(argument: Argument, result: object, expected: Phrase) -> Problem:
    return Problem(
        WRONG_RESULT,
        argument=keyword(argument.name),
        annotation=annotation_name(argument.annotation.name),
        found=kind(result),
        expected=expected,
        related=span_of(argument.annotation),
    )

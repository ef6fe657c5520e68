"""The `@overlay/…` annotations of one node, as facts, and calls of their functions.

What each takes is documented in ytt's reference of overlays: one action for a node, with `match` and
`match-child-defaults` in addition.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from yschema_engine.evaluate.argument_phrases import (
    annotation_name,
    keyword,
    keywords,
    kind,
    named,
    similar_keyword,
    value_for,
)
from yschema_engine.evaluate.starlark.errors import EXTRA_ARGUMENTS, MISSING_ARGUMENTS, CodedError
from yschema_engine.evaluate.starlark.literals import Function
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Code, EngineError, FindingParam, Related, overlay_code, reason_of
from yschema_engine.text.nodes import Annotation, Holder, Map, Value, copy_value, from_plain
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.phrases import Listing, Param, Phrase, phrase
from yschema_engine.text.source import Span

TWO_ACTIONS = overlay_code(
    "overlay-two-actions", "a node can have only one overlay action", expected="one of them"
)
WRONG_ARGUMENT = overlay_code("overlay-wrong-argument", "invalid use of {annotation}")
FUNCTION_FAILED = overlay_code(
    "overlay-function-failed", "the function for {argument} of {annotation} failed"
)
WRONG_RESULT = overlay_code(
    "overlay-wrong-result", "the function for {argument} of {annotation} returns a wrong value"
)


class Problem(CodedError):
    """A node of an overlay cannot be applied.

    Attributes:
        within: the path from the node to the value concerned.
    """

    def __init__(
        self,
        code: Code,
        *,
        span: Span | None = None,
        related: tuple[Related, ...] = (),
        within: Path = ROOT,
        **params: FindingParam | None,
    ) -> None:
        super().__init__(code, related=related, **params)
        self.span = span
        self.within = within


def span_of(annotation: Annotation) -> tuple[Related, ...]:
    """Return the span of an annotation, for a finding about its node."""
    return ((phrase("annotated here"), annotation.span),)


MATCH = "overlay/match"
CHILD_DEFAULTS = "overlay/match-child-defaults"
MERGE = "overlay/merge"
REMOVE = "overlay/remove"
REPLACE = "overlay/replace"
INSERT = "overlay/insert"
APPEND = "overlay/append"
ASSERT = "overlay/assert"

_ACTIONS = frozenset((MERGE, REMOVE, REPLACE, INSERT, APPEND, ASSERT))
_COUNTS = ("expects", "missing_ok", "when")
ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    MATCH: ("by", *_COUNTS),
    CHILD_DEFAULTS: _COUNTS,
    MERGE: (),
    REMOVE: (),
    REPLACE: ("via", "or_add"),
    INSERT: ("before", "after", "via"),
    APPEND: (),
    ASSERT: ("via",),
}
"""The keyword arguments of each annotation."""


@dataclass(frozen=True, slots=True)
class Argument:
    """A keyword argument, and the annotation that has it."""

    name: str
    value: Any
    annotation: Annotation

    def misused(self, expected: Param) -> Problem:
        """Return the problem that the argument has a wrong value."""
        return _wrong_argument(self.annotation, value_for(self.name, kind(self.value)), expected)

    def failed(self, code: Code, related: tuple[Related, ...] = (), **params: Any) -> Problem:
        """Return a problem with a call of the argument's function."""
        name, related = annotation_name(self.annotation.name), related or span_of(self.annotation)
        return Problem(code, argument=keyword(self.name), annotation=name, related=related, **params)

    def flag(self) -> bool:
        """Return the value, which has to be True or False."""
        if not isinstance(self.value, bool):
            raise self.misused(phrase("True or False"))
        return self.value

    def function(self) -> Function:
        """Return the value, which has to be a function."""
        if not isinstance(self.value, Function):
            raise self.misused(phrase("a function"))
        return self.value


Arguments = Mapping[str, Argument]
NO_ARGUMENTS: Arguments = {}


def action_of(holder: Holder) -> str:
    """Return the name of the one action of a node: `overlay/merge` by default.

    Raises:
        Problem: the node has two actions.
    """
    actions = [name for name in holder.annotations if name in _ACTIONS]
    if len(actions) > 1:
        related = tuple(pair for name in actions for pair in span_of(holder.annotations[name]))
        raise Problem(
            TWO_ACTIONS, found=Listing(tuple(map(annotation_name, actions)), "and"), related=related
        )
    return actions[0] if actions else MERGE


def arguments(holder: Holder, name: str) -> Arguments:
    """Return the keyword arguments of one of a node's annotations; none if it lacks the annotation.

    Raises:
        Problem: the annotation does not take one of them.
    """
    annotation = holder.annotations.get(name)
    if annotation is None:
        return NO_ARGUMENTS
    known = ARGUMENTS[name]
    unknown = [name for name in annotation.kwargs if name not in known]
    if unknown:
        hint = similar_keyword(unknown, known)
        raise _wrong_argument(annotation, named(unknown[0]), keywords(known), hint)
    return {k: Argument(k, value, annotation) for k, value in annotation.kwargs.items()}


def _wrong_argument(annotation: Annotation, found: Param, expected: Param, hint: Param = "") -> Problem:
    name, related = annotation_name(annotation.name), span_of(annotation)
    return Problem(
        WRONG_ARGUMENT, annotation=name, found=found, expected=expected, hint=hint, related=related
    )


_PARAMETERS: Mapping[str, Phrase] = {
    "by": phrase(
        "the function takes three parameters: the index or the key, the left value, the right value"
    ),
    "via": phrase("the function takes two parameters: the left value, the right value"),
    "expects": phrase("the function takes one parameter: the number of matches"),
    "when": phrase("the function takes one parameter: the number of matches"),
}


class Functions:
    """Calls functions that are arguments of annotations."""

    def result(self, argument: Argument, *args: Value) -> Any:
        """Return the result of an argument's function; YAML fragments in it are nodes.

        Raises:
            Problem: the argument is not a function, or the function failed.
            LimitError: the function exceeded a limit.
        """
        function = argument.function()
        try:
            return function.calls.call(function, *args)
        except EngineError as e:
            failure = e.findings[0]
            failed = ((phrase("failed here"), failure.span),) if failure.span is not None else ()
            misfits = failure.code in (EXTRA_ARGUMENTS, MISSING_ARGUMENTS)
            hint = _PARAMETERS[argument.name] if misfits else None
            related = (*failed, *failure.related)
            raise argument.failed(FUNCTION_FAILED, related, found=reason_of(e), hint=hint) from e

    def truth(self, argument: Argument, *args: Value) -> bool:
        """Return the result of an argument's function, which has to be True or False.

        Raises:
            Problem: the result is something else, or as `result`.
        """
        result = self.result(argument, *args)
        if isinstance(result, bool):
            return result
        raise argument.failed(WRONG_RESULT, found=kind(result), expected=phrase("True or False"))

    def value(self, argument: Argument, span: Span, *args: Value) -> Value:
        """Return the result of an argument's function as new nodes, all of them at `span`.

        Raises:
            Problem: YAML cannot hold the result, or as `result`.
        """
        result = self.result(argument, *args)
        try:
            return copy_value(from_plain(result, span))
        except TypeError as e:
            expected = phrase("a value that YAML can hold")
            raise argument.failed(WRONG_RESULT, found=kind(result), expected=expected) from e

    def verdict(self, argument: Argument, *args: Value) -> tuple[bool, str]:
        """Return whether a function that asserts accepts the values, and its message.

        Raises:
            Problem: the result is not a verdict, or as `result`.
        """
        result = self.result(argument, *args)
        if result is None or isinstance(result, bool):
            return result is not False, ""
        if isinstance(result, list | tuple) and [type(e) for e in result] == [bool, str]:
            return result[0], result[1]
        expected = phrase("True, False, None, or a pair of a boolean and a message")
        raise argument.failed(WRONG_RESULT, found=kind(result), expected=expected)


T = TypeVar("T", bound=Holder)


def as_overlay(holder: T) -> T:
    """Make a plain document an overlay: new keys are allowed, arrays and scalars replace others."""
    allow_new(holder, replace=not isinstance(holder.value, Map))
    for item in holder.value.items if isinstance(holder.value, Map) else ():
        as_overlay(item)
    return holder


def allow_new(holder: Holder, *, replace: bool = False) -> None:
    """Annotate a node of an overlay so that it can be new; with `replace`, it takes the place of another."""
    annotations = {MATCH: Annotation(MATCH, (), {"missing_ok": True}, holder.span)}
    if replace:
        annotations[REPLACE] = Annotation(REPLACE, (), {"or_add": True}, holder.span)
    holder.annotations = annotations

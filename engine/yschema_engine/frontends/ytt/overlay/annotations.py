"""The `@overlay/…` annotations of one node, as facts.

What each takes is documented in ytt's reference of overlays: one action for a node, with `match` and
`match-child-defaults` in addition.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from yschema_engine.evaluate.argument_phrases import annotation_name, keyword, keywords, kind
from yschema_engine.evaluate.starlark.literals import Function
from yschema_engine.frontends.ytt.overlay.codes import TWO_ACTIONS, WRONG_ARGUMENT
from yschema_engine.frontends.ytt.overlay.problem import Problem, span_of
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.nodes import Annotation, Holder
from yschema_engine.text.phrases import Listing, Param, phrase
from yschema_engine.text.suggestions import suggest

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
ARGUMENTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        MATCH: ("by", *_COUNTS),
        CHILD_DEFAULTS: _COUNTS,
        MERGE: (),
        REMOVE: (),
        REPLACE: ("via", "or_add"),
        INSERT: ("before", "after", "via"),
        APPEND: (),
        ASSERT: ("via",),
    }
)
"""The keyword arguments of each annotation."""


@dataclass(frozen=True, slots=True)
class Argument:
    """A keyword argument, and the annotation that has it."""

    name: str
    value: Any
    annotation: Annotation

    def misused(self, expected: Param) -> Problem:
        """Return the problem that the argument has a wrong value."""
        found = phrase("{value} for {argument}", value=kind(self.value), argument=keyword(self.name))
        return _wrong_argument(self.annotation, found, expected)

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
NO_ARGUMENTS: Arguments = MappingProxyType({})


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
    for unknown in annotation.kwargs:
        if unknown not in known:
            found = phrase("the keyword argument {argument}", argument=keyword(unknown))
            near = suggest(unknown, known)
            hint = phrase("did you mean `{argument}`?", argument=keyword(near)) if near else None
            raise _wrong_argument(annotation, found, keywords(known), hint)
    return {k: Argument(k, value, annotation) for k, value in annotation.kwargs.items()}


def _wrong_argument(
    annotation: Annotation, found: Param, expected: Param, hint: Param | None = None
) -> Problem:
    name, related = annotation_name(annotation.name), span_of(annotation)
    return Problem(
        WRONG_ARGUMENT, annotation=name, found=found, expected=expected, hint=hint, related=related
    )

"""The `@overlay/…` annotations of one node, as facts.

What each takes is in the reference's documentation of overlays: one action for a node, `match` and
`match-child-defaults` beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from yschema_engine.frontends.ytt.overlay.problems import Problem, Related
from yschema_engine.frontends.ytt.starlark import Function
from yschema_engine.nodes import Annotation, Array, DocumentSet, Holder, Map

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
_KINDS = {str: "a string", bool: "a boolean", int: "an integer", float: "a float", tuple: "a tuple"}


@dataclass(frozen=True, slots=True)
class Argument:
    """A keyword argument, and the annotation that has it."""

    name: str
    value: Any
    annotation: Annotation

    def misused(self, expected: str) -> Problem:
        """The problem that the argument's value is not what it has to be."""
        return Problem(
            f"@{self.annotation.name} is used wrongly",
            found=f"{kind(self.value)} for {self.name}=",
            expected=expected,
            related=given_at(self.annotation),
        )

    def flag(self) -> bool:
        """The value, which has to be True or False."""
        if not isinstance(self.value, bool):
            raise self.misused("True or False")
        return self.value

    def function(self) -> Function:
        """The value, which has to be a function."""
        if not isinstance(self.value, Function):
            raise self.misused("a function")
        return self.value


Arguments = Mapping[str, Argument]
NO_ARGUMENTS: Arguments = {}


def action_of(holder: Holder) -> str:
    """The name of the one action of a node; `overlay/merge` where it has none.

    Raises:
        Problem: it has two.
    """
    found = [name for name in holder.annotations if name in _ACTIONS]
    if len(found) > 1:
        raise Problem(
            "a node takes one overlay action",
            found=" and ".join(f"@{name}" for name in found),
            expected="one of them",
            related=tuple(pair for name in found for pair in given_at(holder.annotations[name])),
        )
    return found[0] if found else MERGE


def arguments(holder: Holder, name: str) -> Arguments:
    """The keyword arguments of one of a node's annotations; none where it lacks the annotation.

    Raises:
        Problem: there is none of that name.
    """
    annotation = holder.annotations.get(name)
    if annotation is None:
        return NO_ARGUMENTS
    known = ARGUMENTS[name]
    for keyword in annotation.kwargs:
        if keyword not in known:
            near = get_close_matches(keyword, known, 1)
            raise Problem(
                f"@{name} is used wrongly",
                found=f"the keyword argument {keyword}=",
                expected=" or ".join(f"{k}=" for k in known),
                hint=f"did you mean {near[0]}=?" if near else "",
                related=given_at(annotation),
            )
    return {k: Argument(k, value, annotation) for k, value in annotation.kwargs.items()}


def given_at(annotation: Annotation) -> Related:
    """The annotation's line, for a report."""
    return (("annotated here", annotation.span),)


def kind(value: object) -> str:
    """A Starlark value's type in words, with its article."""
    if value is None:
        return "None"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "a dict"
    if isinstance(value, Map | Array | DocumentSet):
        return "a YAML fragment"
    return _KINDS.get(type(value), "a function")

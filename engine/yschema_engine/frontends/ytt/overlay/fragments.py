"""Application of fragments onto one another, as `overlay.apply` does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from yschema_engine.evaluate.starlark.literals import Function
from yschema_engine.merge.overlay import Application
from yschema_engine.merge.overlay_annotations import NO_ARGUMENTS, Argument, Functions
from yschema_engine.merge.overlay_findings import WRONG_KIND
from yschema_engine.merge.overlay_items import Items, NoPermissions, Place
from yschema_engine.text.findings import EngineError, Finding, finding
from yschema_engine.text.nodes import Array, Document, DocumentSet, Holder, Map, Value, type_name, walk
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Source, Span

Fragment: TypeAlias = Value | DocumentSet
Call: TypeAlias = Callable[[Source, Function, Sequence[Value]], Any]
"""Calls a function of an annotation in a source, with values."""

_OVERLAY = "overlay/"


class _Calls(Functions):
    """Functions of annotations in files that may not be complete."""

    def __init__(self, call: Call) -> None:
        super().__init__({})
        self._call = call

    def result(self, argument: Argument, *args: Value) -> Any:
        """Return the result of an argument's function; as `Functions.result`."""
        return self._call(argument.annotation.span.source, argument.function(), args)


def apply_fragment(left: Fragment, right: Fragment, span: Span, call: Call) -> Fragment:
    """Return a fragment with another one applied onto it; as in ytt, a map, an array or documents change.

    Args:
        left: a scalar is returned as it is, unless the other one is a map or an array.
        right: with annotations.
        span: of values without one.
        call: calls the functions of annotations.

    Raises:
        EngineError: the overlay cannot be applied.
    """
    if not isinstance(right, Map | Array | DocumentSet):
        return left
    if not isinstance(left, type(right)):
        names = Verbatim(_name(right)), Verbatim(_name(left))
        raise EngineError([finding(WRONG_KIND, span, found=names[0], expected=names[1])])
    findings: list[Finding] = []
    application = Application(_Calls(call), findings.append)
    if isinstance(left, DocumentSet) and isinstance(right, DocumentSet):
        place = Place(Items(left.documents), span, NoPermissions(), is_stream=True)
        for document in right.documents:
            application.node(place, document, NO_ARGUMENTS)
        left.documents[:] = place.items
    elif isinstance(left, Map | Array) and isinstance(right, Map | Array):
        place = Place(Items([Document(left, span)]), span, NoPermissions())
        application.node(place, Document(right, span), NO_ARGUMENTS)
        left.items[:] = place.items[0].value.items
    if errors := [each for each in findings if each.severity == "error"]:
        raise EngineError(errors)
    return left


def without_annotations(fragment: Fragment) -> Fragment:
    """Remove the annotations of overlays from the nodes of a fragment, and return it."""
    for top in _holders(fragment):
        for holder in walk(top):
            kept = {k: v for k, v in holder.annotations.items() if not k.startswith(_OVERLAY)}
            if len(kept) < len(holder.annotations):
                holder.annotations = kept
    return fragment


def _name(fragment: Fragment) -> str:
    return str(phrase("documents")) if isinstance(fragment, DocumentSet) else type_name(fragment)


def _holders(fragment: Fragment) -> Sequence[Holder]:
    if isinstance(fragment, DocumentSet):
        return fragment.documents
    return fragment.items if isinstance(fragment, Map | Array) else ()

"""Overlay annotations that do nothing: the reference passes over them in silence."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from yschema_engine.frontends.ytt.overlay.annotations import (
    APPEND,
    ARGUMENTS,
    ASSERT,
    INSERT,
    MATCH,
    REMOVE,
    REPLACE,
)
from yschema_engine.nodes import Annotation, ArrayItem, Document, Holder

Unheeded = tuple[Annotation, str, str]
"""An annotation, what about it does nothing, and a hint."""


def unheeded(holder: Holder) -> Iterator[Unheeded]:
    """The overlay annotations of a node, or parts of them, that do nothing."""
    for name, annotation in holder.annotations.items():
        if not name.startswith(("overlay/", "overlay(")):
            continue
        if name not in ARGUMENTS:
            near = get_close_matches(name, ARGUMENTS, 1)
            hint = f"did you mean @{near[0]}?" if near else ""
            yield annotation, f"@{name} is unknown and does nothing", hint
        elif annotation.args:
            known = " or ".join(f"{k}=" for k in ARGUMENTS[name])
            hint = f"name the argument: {known}" if known else "leave the argument out"
            yield annotation, f"a positional argument of @{name} does nothing", hint
        elif annotation.kwargs and not ARGUMENTS[name]:
            yield annotation, f"@{name} takes no argument; this one does nothing", "leave the argument out"
        elif isinstance(holder, Document):
            yield from _on_document(name, annotation)
        elif isinstance(holder, ArrayItem) and MATCH not in holder.annotations:
            yield from _on_item_that_matches_nothing(name, annotation)


def _on_document(name: str, annotation: Annotation) -> Iterator[Unheeded]:
    if name == MATCH and "by" in annotation.kwargs:
        yield annotation, "by= does nothing on a document, which always matches", "leave the argument out"
    elif name == APPEND or (name == INSERT and annotation.kwargs and not annotation.kwargs.get("before")):
        hint = "leave the annotation out to merge the document"
        yield annotation, f"with @{name} the document does nothing: one document is left", hint
    elif name == INSERT and annotation.kwargs:
        hint = f"to say so, use @{REPLACE}"
        yield annotation, "inserted before the other document, this one takes its place", hint


def _on_item_that_matches_nothing(name: str, annotation: Annotation) -> Iterator[Unheeded]:
    if name in (REMOVE, INSERT, ASSERT) or (name == REPLACE and not annotation.kwargs.get("or_add")):
        message = f"@{name} does nothing on an array item that matches nothing"
        yield annotation, message, f"say what it is about: @{MATCH} by=…"

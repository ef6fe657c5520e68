"""Plain documents as overlays."""

from __future__ import annotations

from yschema_engine.text.nodes import Annotation, Document, Holder, Map

_MATCH, _REPLACE = "overlay/match", "overlay/replace"


def as_overlay(document: Document) -> Document:
    """Make a plain document an overlay: new keys are allowed, arrays and scalars replace others."""
    _annotate(document)
    return document


def _annotate(holder: Holder) -> None:
    allow_new(holder, replace=not isinstance(holder.value, Map))
    if isinstance(holder.value, Map):
        for item in holder.value.items:
            _annotate(item)


def allow_new(holder: Holder, *, replace: bool = False) -> None:
    """Annotate a node of an overlay so that it can be new; with `replace`, it takes the place of another."""
    annotations = {_MATCH: Annotation(_MATCH, (), {"missing_ok": True}, holder.span)}
    if replace:
        annotations[_REPLACE] = Annotation(_REPLACE, (), {"or_add": True}, holder.span)
    holder.annotations = annotations

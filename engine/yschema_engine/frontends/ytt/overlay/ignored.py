"""Overlay annotations that do nothing; ytt ignores them silently."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.evaluate.argument_phrases import annotation_name, keywords
from yschema_engine.frontends.ytt.overlay import codes
from yschema_engine.frontends.ytt.overlay.annotations import (
    APPEND,
    ARGUMENTS,
    ASSERT,
    INSERT,
    MATCH,
    REMOVE,
    REPLACE,
)
from yschema_engine.text.findings import Code, Finding, finding
from yschema_engine.text.nodes import Annotation, ArrayItem, Document, Holder
from yschema_engine.text.phrases import Phrase, phrase
from yschema_engine.text.suggestions import suggest


def ignored_annotations(holder: Holder) -> Iterator[Finding]:
    """Yield warnings about the overlay annotations of a node, or parts of them, that do nothing."""
    for name, annotation in holder.annotations.items():
        if not name.startswith(("overlay/", "overlay(")):
            continue
        if name not in ARGUMENTS:
            yield _warning(codes.UNKNOWN_ANNOTATION, annotation, _nearest(name))
        elif annotation.args:
            yield _warning(codes.IGNORED_POSITION, annotation, _how_to_name(name))
        elif annotation.kwargs and not ARGUMENTS[name]:
            yield _warning(codes.IGNORED_ARGUMENT, annotation)
        elif isinstance(holder, Document):
            yield from _on_document(name, annotation)
        elif isinstance(holder, ArrayItem) and MATCH not in holder.annotations:
            yield from _on_item_without_match(name, annotation)


def _on_document(name: str, annotation: Annotation) -> Iterator[Finding]:
    if name == MATCH and "by" in annotation.kwargs:
        yield _warning(codes.IGNORED_MATCHER, annotation)
    elif name == APPEND or (name == INSERT and annotation.kwargs and not annotation.kwargs.get("before")):
        yield _warning(codes.IGNORED_DOCUMENT, annotation)
    elif name == INSERT and annotation.kwargs:
        yield _warning(codes.REPLACING_DOCUMENT, annotation)


def _on_item_without_match(name: str, annotation: Annotation) -> Iterator[Finding]:
    if name in (REMOVE, INSERT, ASSERT) or (name == REPLACE and not annotation.kwargs.get("or_add")):
        yield _warning(codes.IGNORED_ACTION, annotation)


def _warning(code: Code, annotation: Annotation, hint: Phrase | None = None) -> Finding:
    return finding(code, annotation.span, annotation=annotation_name(annotation.name), hint=hint)


def _nearest(name: str) -> Phrase | None:
    near = suggest(name, ARGUMENTS)
    return phrase("did you mean `{annotation}`?", annotation=annotation_name(near)) if near else None


def _how_to_name(name: str) -> Phrase:
    if not ARGUMENTS[name]:
        return phrase("remove the argument")
    return phrase("name the argument: {arguments}", arguments=keywords(ARGUMENTS[name]))

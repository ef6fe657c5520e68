"""Checks of a file before it is evaluated: of the markers of documents, and of repeated annotations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yschema_engine.read.ytt.markers import (
    MARKER_WITHOUT_DOCUMENT,
    MISPLACED_MARKER,
    MISSPELT_MARKER,
    REPEATED_ANNOTATION,
    TWO_MARKERS,
    VALUES,
    count_schema_markers,
    is_schema_marker,
    marker_name,
    marker_names,
    schema_markers,
    similar_marker,
)
from yschema_engine.text.findings import Finding, finding
from yschema_engine.text.nodes import Comment, Document, DocumentSet, Holder, MapItem, walk
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import Listing, Param, Verbatim, phrase
from yschema_engine.text.source import Source


def has_schema(documents: DocumentSet) -> bool:
    """Return whether a file has to be evaluated as a schema, by the comments of its documents."""
    return any(schema_markers(document) for document in documents.documents)


def check_markers(source: Source, documents: DocumentSet) -> Iterator[Finding]:
    """Yield the findings about the markers of a file.

    Args:
        source: the file.
        documents: its documents, not evaluated.
    """
    for document in documents.documents:
        markers = schema_markers(document)
        count_of_values = marker_names(document).count(VALUES)
        if len(markers) > 1 or count_of_values > 1 or (markers and count_of_values):
            yield _two_markers(document)
        if not markers and VALUES not in marker_names(document):
            yield from _misspelt(document)
    for comment in documents.trailing:
        if is_schema_marker(comment):
            marker = _name(marker_name(comment))
            yield finding(MARKER_WITHOUT_DOCUMENT, comment.span(source), marker=marker)
    correct = sum(len(schema_markers(document)) for document in documents.documents)
    if count_schema_markers(source.text) > correct:
        yield from _misplaced(documents)


def _two_markers(document: Document) -> Finding:
    markers = Listing(tuple(map(_name, marker_names(document))), "and")
    return finding(TWO_MARKERS, document.span, found=markers)


def _misspelt(document: Document) -> Iterator[Finding]:
    for comment in document.comments:
        if similar := similar_marker(comment):
            name, span = comment.text[1:].split(" ")[0].rstrip(), comment.span(document.span.source)
            yield finding(MISSPELT_MARKER, span, found=_name(name), marker=_name(similar))
            return


def _misplaced(documents: DocumentSet) -> Iterator[Finding]:
    for holder in (each for document in documents.documents for each in walk(document)):
        markers = [] if isinstance(holder, Document) else schema_markers(holder)
        if markers:
            marker = _name(markers[0])
            found = phrase("{marker} on {node}", marker=marker, node=_node(holder))
            yield finding(MISPLACED_MARKER, holder.span, marker=marker, found=found)


def _node(holder: Holder) -> Param:
    if isinstance(holder, MapItem):
        return phrase("the map item `{key}`", key=Verbatim(key_text(holder.key)))
    return phrase("an array item")


def _name(marker: str) -> Verbatim:
    return Verbatim(f"@{marker}")


_CODE = ("", "template/code", "template/value")


def check_repeated(source: Source, documents: DocumentSet) -> Iterator[Finding]:
    """Yield a warning about each annotation of a node that replaces an earlier one.

    Args:
        source: the file.
        documents: its documents, not evaluated.
    """
    for document in documents.documents:
        for holder in walk(document):
            if len(holder.comments) > 1:
                words = [comment.text.split(" ", 1)[0].rstrip() for comment in holder.comments]
                if len(set(words)) < len(words):
                    yield from _repeated(source, holder.comments, words)


def _repeated(source: Source, comments: Sequence[Comment], words: Sequence[str]) -> Iterator[Finding]:
    earlier: dict[str, Comment] = {}
    for comment, word in zip(comments, words, strict=True):
        if not word.startswith("@"):
            continue
        name = word[1:]
        if name in _CODE:
            earlier.clear()  # only one of the annotations may be evaluated
        elif name != "comment":
            if name in earlier:
                yield _finding(source, comment, earlier[name], name)
            earlier[name] = comment


def _finding(source: Source, comment: Comment, first: Comment, name: str) -> Finding:
    related = ((phrase("the first one"), first.span(source)),)
    span = comment.span(source)
    return finding(REPEATED_ANNOTATION, span, related=related, annotation=Verbatim(f"@{name}"))

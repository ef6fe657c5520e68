"""Annotations that a node has twice: as in ytt, the later one replaces the earlier one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yschema_engine.frontends.ytt.files.codes import REPEATED_ANNOTATION
from yschema_engine.text.findings import Finding, finding
from yschema_engine.text.nodes import Comment, DocumentSet, walk
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Source

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

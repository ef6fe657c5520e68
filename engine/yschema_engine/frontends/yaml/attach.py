"""Attachment of comments to nodes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from yschema_engine.text.nodes import Array, Comment, Document, Holder, Map, Value


def attach_comments(documents: Sequence[Document], comments: Sequence[Comment]) -> list[Comment]:
    """Attach each comment to its node, and return those that have no node below them.

    A comment belongs to the nodes of the smallest line at or below its own, within its document: on its own
    line to the innermost (the last) of them, else to the outermost (the first). With no node below, it
    belongs to the next document.

    Args:
        documents: in file order.
        comments: in file order.
    """
    pending = list(comments)
    for document in documents:
        owners = _owners_by_line(document)
        lines = sorted(owners)
        last = lines[-1] if lines else 0
        attached: dict[Holder, list[Comment]] = {}
        taken = 0
        for comment in pending:
            if comment.line > last:
                break
            line = lines[bisect_left(lines, comment.line)]
            first_on_line, last_on_line = owners[line]
            owner = last_on_line if line == comment.line else first_on_line
            attached.setdefault(owner, []).append(comment)
            taken += 1
        for owner, its_comments in attached.items():
            owner.comments = [*owner.comments, *its_comments]
        del pending[:taken]
    return pending


def _owners_by_line(document: Document) -> dict[int, tuple[Holder, Holder]]:
    """Return the first and the last node on each line, in document order, from which aliases may deviate."""
    owners: dict[int, tuple[Holder, Holder]] = {}
    if document.marked:
        owners[document.span.line] = (document, document)
    _collect(document.value, owners)
    return owners


def _collect(value: Value, owners: dict[int, tuple[Holder, Holder]]) -> None:
    if not isinstance(value, Map | Array):
        return
    for item in value.items:
        line = item.span.line
        owners[line] = (owners[line][0], item) if line in owners else (item, item)
        if item.value.__class__ in _COLLECTIONS:
            _collect(item.value, owners)


_COLLECTIONS = (Map, Array)

"""YAML comments, for which the parser emits no events, and their attachment to nodes."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from ruamel.yaml.events import AliasEvent, ScalarEvent

from yschema_engine.text.nodes import Comment, Document, Holder, walk

# An anchor or a tag, or what may separate it from its node.
_PROPERTY = re.compile(r"(?P<name>[&!]\S*)|\s+|#[^\n]*")
_NO_MORE = sys.maxsize  # the offset of no `#`


class CommentCollector:
    """Collects the comments between the events of a parser.

    Attributes:
        comments: those before the last event, in order.
        next_sign: the offset of the next `#`: events that end before it need not be passed.
    """

    def __init__(self, text: str) -> None:
        self.comments: list[Comment] = []
        self.next_sign = -1
        self._text = text
        self._lines_seen = (0, 0)  # an offset and the number of line ends before it
        self._skip(0)

    def pass_event(self, event: Any) -> None:
        """Collect the comments before an event, and step over the `#` signs inside it."""
        end: int = event.end_mark.index
        if self.next_sign >= end:
            return
        start: int = event.start_mark.index
        if self.next_sign < start:
            self.collect(start)
            if self.next_sign >= end:
                return
        if getattr(event, "anchor", None) is not None or getattr(event, "tag", None) is not None:
            self._pass_properties(start, end)
        if type(event) in (ScalarEvent, AliasEvent):
            # A comment behind the header of a block scalar is dropped, as in ytt.
            self._skip(end)

    def _pass_properties(self, at: int, end: int) -> None:
        """Step over the anchor and the tag of a node, and collect the comments behind them."""
        while at < end and (prefix := _PROPERTY.match(self._text, at, end)):
            if prefix["name"]:
                self._skip(prefix.end())
            else:
                self.collect(prefix.end())
            at = prefix.end()

    def _skip(self, end: int) -> None:
        if self.next_sign < end:
            found = self._text.find("#", end)
            self.next_sign = _NO_MORE if found == -1 else found

    def collect(self, end: int) -> None:
        """Collect the comments before an offset; no scalar is between it and the last event."""
        text, start = self._text, self.next_sign
        counted, lines = self._lines_seen
        while start < end:
            line_end = text.find("\n", start)
            if line_end == -1:
                line_end = len(text)
            lines += text.count("\n", counted, start)
            counted = start
            column = start - text.rfind("\n", 0, start)
            self.comments.append(Comment(text[start + 1 : line_end].rstrip("\r"), lines + 1, column))
            start = text.find("#", line_end)
            if start == -1:
                start = _NO_MORE
        self.next_sign = start
        self._lines_seen = (counted, lines)


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
        taken = bisect_right(pending, lines[-1] if lines else 0, key=attrgetter("line"))
        attached: dict[Holder, list[Comment]] = {}
        for comment in pending[:taken]:
            line = lines[bisect_left(lines, comment.line)]
            first_on_line, last_on_line = owners[line]
            owner = last_on_line if line == comment.line else first_on_line
            attached.setdefault(owner, []).append(comment)
        for owner, its_comments in attached.items():
            owner.comments = [*owner.comments, *its_comments]
        del pending[:taken]
    return pending


def _owners_by_line(document: Document) -> dict[int, tuple[Holder, Holder]]:
    """Return the first and the last node on each line, in document order, from which aliases may deviate."""
    owners: dict[int, tuple[Holder, Holder]] = {}
    for holder in walk(document):
        line = holder.span.line
        if holder is not document or document.marked:
            owners[line] = (owners[line][0] if line in owners else holder, holder)
    return owners

"""Comments of a YAML text, of which parsers give no events: the `#` runs outside of scalars."""

from __future__ import annotations

import sys
from typing import Any

from ruamel.yaml.events import AliasEvent, ScalarEvent

from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.nodes import Comment

# An anchor or a tag, or what may separate it from its node.
_PROPERTY = lazy_pattern(r"(?P<name>[&!]\S*)|\s+|#[^\n]*")
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

"""Changing a text in several places at once."""

from __future__ import annotations

import ast
from typing import TypeAlias

Node: TypeAlias = ast.expr | ast.stmt | ast.keyword


class Edits:
    """Changes to a text, by the offsets of its bytes; they may nest."""

    def __init__(self, text: str) -> None:
        """Begin with the text as it is."""
        self.data = text.encode()
        self._starts = [0]
        for line in self.data.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._edits: list[tuple[int, int, int, int, str]] = []

    def result(self) -> str:
        """Return the text with all changes."""
        pieces, at = [], 0
        for start, _, _, end, text in sorted(self._edits):
            pieces += [self.data[at:start], text.encode()]
            at = max(at, end)
        pieces.append(self.data[at:])
        return b"".join(pieces).decode()

    # At one offset, closings come first (inner before outer), then openings (outer before inner).
    def open(self, offset: int, text: str) -> None:
        """Put something before what starts at an offset."""
        self._edits.append((offset, 1, len(self._edits), offset, text))

    def close(self, offset: int, text: str) -> None:
        """Put something behind what ends at an offset."""
        self._edits.append((offset, 0, len(self._edits), offset, text))

    def replace(self, start: int, end: int, text: str) -> None:
        """Put something in place of what stands there."""
        self._edits.append((start, 2, len(self._edits), end, text))

    def text(self, start: int, end: int) -> str:
        """Return the text between two offsets, as it was."""
        return self.data[start:end].decode()

    def start(self, node: Node) -> int:
        """Return the offset of the start of a node."""
        return self._starts[node.lineno - 1] + node.col_offset

    def end(self, node: Node) -> int:
        """Return the offset of the end of a node."""
        return self._starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)

"""A place in shell lines that moves forward."""

from __future__ import annotations

import re


class Cursor:
    """A place in a text.

    Attributes:
        text: the text.
        offset: of the next character.
        line: of the next character, from 1.
    """

    def __init__(self, text: str) -> None:
        """Start at the beginning.

        Args:
            text: the text.
        """
        self.text = text
        self.offset = 0
        self.line = 1

    @property
    def is_at_end(self) -> bool:
        """Whether no character is left."""
        return self.offset >= len(self.text)

    @property
    def character(self) -> str:
        """The next character."""
        return self.text[self.offset]

    def starts_with(self, *prefixes: str) -> bool:
        """Return whether the rest of the text starts with one of some prefixes."""
        return self.text.startswith(prefixes, self.offset)

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return the match of a pattern at this place."""
        return pattern.match(self.text, self.offset)

    def take(self, count: int = 1) -> str:
        """Return the next characters, and move after them."""
        taken = self.text[self.offset : self.offset + count]
        self.offset += len(taken)
        self.line += taken.count("\n")
        return taken

    def take_through(self, end: str, start: int = 0) -> str:
        """Return the text up to an end that comes after `start` characters, with it, and move after it."""
        index = self.text.find(end, self.offset + start)
        until = index if index >= 0 else len(self.text)
        return self.take(until - self.offset + len(end))

    def skip_to_line_end(self) -> None:
        """Move to the end of the line."""
        end = self.text.find("\n", self.offset)
        self.offset = end if end >= 0 else len(self.text)

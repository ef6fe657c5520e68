"""Source files, and spans of text in them."""

from __future__ import annotations

import os
import re
from functools import cached_property


def published(file: str) -> str:
    """Return the path of a file for readers, which has no folder of this machine but those below this one."""
    if not os.path.isabs(file):  # noqa: PTH117  an argument, which may be of any length
        return file
    below = os.path.relpath(file)
    return os.path.basename(file) if below.startswith("..") else below  # noqa: PTH119  as above


class Source:
    """A file as it was read.

    Attributes:
        name: the name that reports show.
        text: the content.
        path: the place among the inputs, from which `load()` finds other files.
        flag: the flag of the command line that gives the text, such as `--data-value`; empty for a file.
    """

    def __init__(self, name: str, text: str, path: str | None = None, *, flag: str = "") -> None:
        self.name = name
        self.text = text
        self.flag = flag
        self.path = name if path is None else path

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Source) and self.__getstate__() == other.__getstate__())

    def __hash__(self) -> int:
        return hash((self.name, self.path))

    def __getstate__(self) -> dict[str, str]:
        """Return the attributes without the lines, which are made of the text."""
        return {"name": self.name, "text": self.text, "flag": self.flag, "path": self.path}

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends; line 1 is `lines[0]`."""
        return self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    def line(self, number: int) -> str:
        """Return the text of line `number` (from 1), or `""` if the file has no such line."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def __repr__(self) -> str:
        return f"Source({self.name!r})"


class Span:
    """A part of one line of a source file.

    Attributes:
        source: the file.
        line: the number of the line, from 1.
        column: the column of the first character, from 1; 0 if only the line is known.
        end: the column behind the last character on that line; 0 if it is not known.
    """

    __slots__ = ("column", "end", "line", "source")

    def __init__(self, source: Source, line: int, column: int = 0, end: int = 0) -> None:
        self.source = source
        self.line = line
        self.column = column
        self.end = end

    @property
    def file(self) -> str:
        """The name of the source file."""
        return self.source.name

    @property
    def text(self) -> str:
        """The whole source line."""
        return self.source.line(self.line)

    def moved_to(self, line: Span) -> Span:
        """Return the same part of another line with the same text, which may have another indentation.

        Args:
            line: a line; it is returned itself if its text is another.
        """
        text = self.text.strip()
        if not self.column or line.text.strip() != text:
            return line
        shift = line.text.index(text) - self.text.index(text)
        return Span(line.source, line.line, self.column + shift, self.end and self.end + shift)

    @property
    def marked(self) -> tuple[int, int] | None:
        """The indexes at which the part begins and ends; None if it is the line, or is not known."""
        line = self.text.rstrip()
        start, end = self.column - 1, min(self.end - 1, len(line))
        indentation = len(line) - len(line.lstrip())
        if start < indentation or end <= start or (start, end) == (indentation, len(line)):
            return None
        return start, end

    def narrowed_to(self, text: str, start: int = 0) -> Span:
        """Return the part of the line that is a text; without it, the line without its indentation.

        Args:
            text: the text, of which the first line counts.
            start: the index in the line from which to look for it first.
        """
        line, text = self.text, text.partition("\n")[0].strip()
        indexes = [match.start() for match in re.finditer(re.escape(text), line)] if text else []
        if not indexes:
            text = line.strip()
            indexes = [line.find(text)]
        index = min(indexes, key=lambda index: (index < start, _is_inside_word(line, index, text), index))
        return Span(self.source, self.line, index + 1, index + 1 + len(text)) if text else self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Span) and (self.file, self.line) == (other.file, other.line)

    def __hash__(self) -> int:
        return hash((self.file, self.line))

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"

    def __repr__(self) -> str:
        return f"Span({self})"


def _is_inside_word(line: str, index: int, text: str) -> bool:
    """Return whether a text in a line is a part of a longer word."""
    around = line[max(index - 1, 0) : index], line[index + len(text) : index + len(text) + 1]
    return any(character.isalnum() or character == "_" for character in around)

"""Source files and places in them."""

from __future__ import annotations

from functools import cached_property


class Source:
    """A file as it was read.

    Attributes:
        name: its name for reports.
        text: what it holds.
        path: its place among the inputs, from which `load()` finds others.
    """

    def __init__(self, name: str, text: str, path: str | None = None) -> None:
        self.name = name
        self.text = text
        self.path = name if path is None else path

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends; line 1 is `lines[0]`."""
        return self.text.splitlines() if "\r" in self.text else self.text.split("\n")

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), or `""` where the file has no such line."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def __repr__(self) -> str:
        return f"Source({self.name!r})"


class Position:
    """A line (from 1) of a source file."""

    __slots__ = ("line", "source")

    def __init__(self, source: Source, line: int) -> None:
        self.source = source
        self.line = line

    @property
    def file(self) -> str:
        """The name of the source file."""
        return self.source.name

    @property
    def text(self) -> str:
        """The source line itself."""
        return self.source.line(self.line)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and (self.file, self.line) == (other.file, other.line)

    def __hash__(self) -> int:
        return hash((self.file, self.line))

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"

    def __repr__(self) -> str:
        return f"Position({self})"

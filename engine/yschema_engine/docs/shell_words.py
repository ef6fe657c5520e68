"""The lexer of shell lines, which splits them into words and commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from yschema_engine.text.deferred_classes import dataclass


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


UNKNOWN = "\ufffc"
"""A character in a word for text that only a shell or a reader knows."""
ASSIGNMENT = re.compile(r"(?P<name>[A-Za-z_]\w*)\+?=(?P<value>.*)\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a command.

    Attributes:
        text: the word without its quotes; `UNKNOWN` stands for unknown text.
        line: the line on which it begins, from 1.
    """

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Command:
    """A command that is run.

    Attributes:
        words: its name and its arguments.
        environment: the variables that are set above it, or at its beginning.
    """

    words: tuple[Word, ...]
    environment: Mapping[str, str]


_VARIABLE = re.compile(r"\$(?:(?P<name>[A-Za-z_]\w*)|[0-9@*#?$!-])")
_BRACED = re.compile(r"\$\{(?P<name>[A-Za-z_]\w*)\}")
_SPACED_CONTINUATION = re.compile(r"\\[ \t]+(?:#[^\n]*)?\n[ \t]")


@dataclass(slots=True)
class OpenWord:
    """A word that is being read.

    Attributes:
        text: so far.
        line: on which it begins.
        is_begun: whether it has any text, or quotes.
    """

    text: str = ""
    line: int = 0
    is_begun: bool = False

    def add(self, text: str, line: int) -> None:
        """Add a piece that begins on a line."""
        if not self.is_begun:
            self.line = line
        self.is_begun = True
        self.text += text

    def clear(self) -> None:
        """Start the next word."""
        self.text, self.is_begun = "", False


class WordReader:
    """Reads the pieces of words."""

    def __init__(
        self, cursor: Cursor, variables: Mapping[str, str], read_commands: Callable[[str], None]
    ) -> None:
        """A reader.

        Args:
            cursor: the place to read from, which moves.
            variables: the variables that are known at this place.
            read_commands: reads the commands of a substitution, up to the text that ends it.
        """
        self._cursor = cursor
        self._variables = variables
        self._read_commands = read_commands

    def read(self, word: OpenWord) -> None:
        """Read a piece of a word: a character, a quotation or an expansion."""
        cursor = self._cursor
        match cursor.character:
            case "\\":
                self._read_escape(word)
            case "'":
                line = cursor.line
                word.add(cursor.take_through("'", 1)[1:].removesuffix("'"), line)
            case '"':
                self._read_quoted(word)
            case "$" | "`":
                self._read_expansion(word)
            case _:
                word.add(cursor.take(), cursor.line)

    def _read_escape(self, word: OpenWord) -> None:
        cursor = self._cursor
        if continuation := cursor.match(_SPACED_CONTINUATION):
            cursor.take(len(continuation[0]) - 1)  # as the author means it, though a shell ends the line
            return
        escaped = cursor.take(2)[1:]
        if escaped not in ("\n", ""):
            word.add(escaped, cursor.line)

    def _read_quoted(self, word: OpenWord) -> None:
        cursor = self._cursor
        word.add("", cursor.line)
        cursor.take()
        while not cursor.is_at_end:
            match cursor.character:
                case '"':
                    cursor.take()
                    return
                case "\\":
                    word.add(_unescaped(cursor.take(2)), cursor.line)
                case "$" | "`":
                    self._read_expansion(word)
                case _:
                    word.add(cursor.take(), cursor.line)

    def _read_expansion(self, word: OpenWord) -> None:
        cursor, line = self._cursor, self._cursor.line
        text = UNKNOWN
        if cursor.character == "`":
            cursor.take()
            self._read_commands("`")
        elif cursor.starts_with("$(("):
            cursor.take_through("))")
        elif cursor.starts_with("$("):
            cursor.take(2)
            self._read_commands(")")
        elif cursor.starts_with("${"):
            text = self._value(cursor.match(_BRACED))
            cursor.take_through("}")
        elif variable := cursor.match(_VARIABLE):
            text = self._value(variable)
            cursor.take(len(variable[0]))
        elif cursor.starts_with("$'"):
            cursor.take()
            return
        else:
            text = cursor.take()
        word.add(text, line)

    def _value(self, variable: re.Match[str] | None) -> str:
        name = variable["name"] if variable else None
        return self._variables.get(name or "", UNKNOWN)


def _unescaped(escape: str) -> str:
    """Return the text of a backslash and a character within double quotes."""
    if escape == "\\\n":
        return ""
    return escape[1:] if escape[1:] in '$`"\\' else escape

"""Shell lines in documentation: the commands that they run, and the words of each.

The module knows as much of the language as it takes to tell commands and words apart, and to see what in
them is unknown: quotes, variables, substitutions, comments, redirections and here-documents. It runs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from contextlib import suppress

from yschema_engine.text.deferred_classes import dataclass, field

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


class Cursor:
    """A place in a text.

    Attributes:
        text: the text.
        offset: of the next character.
        line: of the next character, from 1.
    """

    def __init__(self, text: str) -> None:
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


_VARIABLE = re.compile(r"\$(?:(?P<name>[A-Za-z_]\w*)|[0-9@*#?$!-])")
_BRACED = re.compile(r"\$\{(?P<name>[A-Za-z_]\w*)\}")
_SPACED_CONTINUATION = re.compile(r"\\[ \t]+(?:#[^\n]*)?\n[ \t]")
_PLACEHOLDER = re.compile(r"<[A-Za-z](?:[\w .:/|-]*[\w.])?>")
_REDIRECTION = re.compile(r"&>>?|[<>]&|>>|>\||<<<|<>|[<>]|&")
_HEREDOC = re.compile(r"<<(?P<dash>-?)[ \t]*(?P<quote>['\"]?)\\?(?P<word>[\w.-]+)(?P=quote)")
_DECLARATIONS = ("export", "declare", "local", "readonly")
_ASSIGNING = ("for", "read", "unset")
"""Commands after which the values of the variables that they name are not known."""


def read_commands(text: str) -> list[Command]:
    """Return the commands in shell lines, in the order of their first characters."""
    reader = _Reader(text)
    with suppress(RecursionError):  # substitutions in substitutions, beyond all reason
        reader.read("")
    return [command for _, command in sorted(reader.commands, key=lambda each: each[0])]


@dataclass(slots=True)
class _OpenCommand:
    """A command that is being read.

    Attributes:
        start: the offset of its first character.
        words: those that are complete.
        is_redirected: whether the word that is being read is the target of a redirection.
        text: of that word, so far.
        line: on which it begins.
        is_begun: whether it has any text, or quotes.
    """

    start: int
    words: list[Word] = field(default_factory=list)
    is_redirected: bool = False
    text: str = ""
    line: int = 0
    is_begun: bool = False

    def add(self, text: str, line: int) -> None:
        """Add a piece to the word, which begins on a line."""
        if not self.is_begun:
            self.line = line
        self.is_begun = True
        self.text += text

    def drop_word(self) -> None:
        """Start the next word."""
        self.text, self.is_begun = "", False

    def end_word(self) -> None:
        """End the word, and keep it unless it is the target of a redirection."""
        if self.is_begun:
            if not self.is_redirected:
                self.words.append(Word(self.text, self.line))
            self.is_redirected = False
        self.drop_word()


class _Reader:
    """Reads commands, and remembers the variables that they set.

    Attributes:
        commands: with the offset of the first character of each.
    """

    def __init__(self, text: str) -> None:
        self.commands: list[tuple[int, Command]] = []
        self._cursor = Cursor(text)
        self._variables: dict[str, str] = {}
        self._heredocs: list[tuple[str, bool]] = []

    def read(self, end: str) -> None:
        """Read commands up to the character that ends a substitution."""
        cursor = self._cursor
        command = _OpenCommand(cursor.offset)
        while not cursor.is_at_end:
            character = cursor.character
            if character == end:
                cursor.take()
                break
            if character in " \t\r":
                cursor.take()
                command.end_word()
            elif character in "\n;&|()" and not cursor.starts_with("&>"):
                self._end(command)
                separator = cursor.take()
                if separator == "(" and end == ")":
                    self.read(")")
                if separator == "\n":
                    self._skip_heredocs()
                command = _OpenCommand(cursor.offset)
            elif character == "#" and not command.is_begun:
                cursor.skip_to_line_end()
            elif character in "<>&":
                self._read_redirection(command)
            else:
                self._read_word(command)
        self._end(command)

    def _skip_heredocs(self) -> None:
        for word, is_indented in self._heredocs:
            while not self._cursor.is_at_end:
                text = self._cursor.take_through("\n").rstrip("\n")
                if (text.lstrip("\t") if is_indented else text).rstrip("\r") == word:
                    break
        self._heredocs.clear()

    def _end(self, command: _OpenCommand) -> None:
        command.end_word()
        words = command.words
        environment: dict[str, str] = {}
        while words and (assignment := ASSIGNMENT.match(words[0].text)):
            environment[assignment["name"]] = assignment["value"]
            words = words[1:]
        if not words:
            self._variables.update(environment)
        elif words[0].text in _DECLARATIONS:
            assignments = filter(None, (ASSIGNMENT.match(each.text) for each in words[1:]))
            self._variables.update({each["name"]: each["value"] for each in assignments})
        elif words[0].text in _ASSIGNING:
            for name in words[1:]:
                self._variables.pop(name.text, None)
        else:
            self.commands.append((command.start, Command(tuple(words), {**self._variables, **environment})))

    def _read_redirection(self, command: _OpenCommand) -> None:
        cursor = self._cursor
        if placeholder := cursor.match(_PLACEHOLDER):
            command.add(UNKNOWN, cursor.line)
            cursor.take(len(placeholder[0]))
        elif cursor.starts_with("<(", ">("):
            command.add(UNKNOWN, cursor.line)
            cursor.take(2)
            self.read(")")
        elif heredoc := cursor.match(_HEREDOC):
            self._heredocs.append((heredoc["word"], bool(heredoc["dash"])))
            command.end_word()
            cursor.take(len(heredoc[0]))
        else:
            if command.text.isdigit():  # the number of a stream
                command.drop_word()
            command.end_word()
            redirection = cursor.match(_REDIRECTION)
            cursor.take(len(redirection[0]) if redirection else 1)
            command.is_redirected = True

    def _read_word(self, command: _OpenCommand) -> None:
        """Read a piece of a word: a character, a quotation or an expansion."""
        cursor = self._cursor
        match cursor.character:
            case "\\":
                self._read_escape(command)
            case "'":
                line = cursor.line
                command.add(cursor.take_through("'", 1)[1:].removesuffix("'"), line)
            case '"':
                self._read_quoted(command)
            case "$" | "`":
                self._read_expansion(command)
            case _:
                command.add(cursor.take(), cursor.line)

    def _read_escape(self, command: _OpenCommand) -> None:
        cursor = self._cursor
        if continuation := cursor.match(_SPACED_CONTINUATION):
            cursor.take(len(continuation[0]) - 1)  # as the author means it, though a shell ends the line
            return
        escaped = cursor.take(2)[1:]
        if escaped not in ("\n", ""):
            command.add(escaped, cursor.line)

    def _read_quoted(self, command: _OpenCommand) -> None:
        cursor = self._cursor
        command.add("", cursor.line)
        cursor.take()
        while not cursor.is_at_end:
            match cursor.character:
                case '"':
                    cursor.take()
                    return
                case "\\":
                    command.add(_unescaped(cursor.take(2)), cursor.line)
                case "$" | "`":
                    self._read_expansion(command)
                case _:
                    command.add(cursor.take(), cursor.line)

    def _read_expansion(self, command: _OpenCommand) -> None:
        cursor, line = self._cursor, self._cursor.line
        text = UNKNOWN
        if cursor.character == "`":
            cursor.take()
            self.read("`")
        elif cursor.starts_with("$(("):
            cursor.take_through("))")
        elif cursor.starts_with("$("):
            cursor.take(2)
            self.read(")")
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
        command.add(text, line)

    def _value(self, variable: re.Match[str] | None) -> str:
        return self._variables.get((variable and variable["name"]) or "", UNKNOWN)


def _unescaped(escape: str) -> str:
    """Return the text of a backslash and a character within double quotes."""
    if escape == "\\\n":
        return ""
    return escape[1:] if escape[1:] in '$`"\\' else escape


_PROMPT = (
    r"\s*(?:\([^()]*\)\s*)?(?:\[[^\[\]]*\]\s*|[\w.-]+@[\w.-]+[^\s$%#]*(?:\s[^\s$%#]+)?\s*)?[$%](?:\s+|\Z)"
)


def typed_lines(text: str) -> str:
    """Return the lines of a session after their prompts; all other lines are blank.

    A text without prompts is a script, all of whose lines count.
    """
    lines = text.split("\n")
    if not any(re.match(_PROMPT, line) for line in lines):
        return text
    typed: list[str] = []
    is_continued = False
    for line in lines:
        prompt = re.match(_PROMPT, line)
        rest = re.sub(r"\s*>\s", "", line, count=1) if is_continued else ""
        typed.append(line[prompt.end() :] if prompt else rest)
        is_continued = bool(prompt or is_continued) and line.endswith("\\")
    return "\n".join(typed)


_RUNNERS = frozenset(
    (
        *("sudo", "env", "time", "exec", "command", "nohup", "xargs"),
        *("if", "then", "else", "do", "while", "until", "!", "{"),
        *("uvx", "uv", "pipx", "poetry", "hatch", "pdm", "npx", "run", "tool"),
    )
)
"""Programs and keywords that run another command, whose name is one of the words after them."""


@dataclass(frozen=True, slots=True)
class Call:
    """A command that runs a known program.

    Attributes:
        program: its name.
        words: its arguments.
        environment: the variables that are set for it.
        line: of its name, from 1.
    """

    program: str
    words: tuple[Word, ...]
    environment: Mapping[str, str]
    line: int

    @property
    def arguments(self) -> list[str]:
        """The text of its arguments."""
        return [word.text for word in self.words]

    def line_of(self, text: str) -> int:
        """Return the line of the first argument that ends with a text."""
        return next((word.line for word in self.words if word.text.endswith(text)), self.line)


def find_call(command: Command, names: Container[str]) -> Call | None:
    """Return the call of a program with one of the names; None if the command runs another program."""
    for index, word in enumerate(command.words):
        name = re.split(r"[/\\]", word.text)[-1].removesuffix(".exe")
        if name in names:
            return Call(name, command.words[index + 1 :], command.environment, word.line)
        is_option = bool(index) and word.text.startswith("-")
        if name not in _RUNNERS and not is_option and not ASSIGNMENT.match(word.text):
            return None
    return None

"""Shell lines in documentation: the commands that they run, and the words of each.

The module knows as much of the language as it takes to tell commands and words apart, and to see what in
them is unknown: quotes, variables, substitutions, comments, redirections and here-documents. It runs nothing.
"""

from __future__ import annotations

import re
from contextlib import suppress

from yschema_engine.docs.shell_words import ASSIGNMENT, UNKNOWN, Command, Cursor, OpenWord, Word, WordReader
from yschema_engine.text.deferred_classes import dataclass, field

_PLACEHOLDER = re.compile(r"<[A-Za-z](?:[\w .:/|-]*[\w.])?>")
_REDIRECTION = re.compile(r"&>>?|[<>]&|>>|>\||<<<|<>|[<>]|&")
_HEREDOC = re.compile(r"<<(?P<dash>-?)[ \t]*(?P<quote>['\"]?)\\?(?P<word>[\w.-]+)(?P=quote)")
_DECLARATIONS = ("export", "declare", "local", "readonly")
_ASSIGNING = ("for", "read", "unset")
"""Commands after which the values of the variables that they name are not known."""


def read_commands(text: str) -> list[Command]:
    """Return the commands in shell lines, in the order of their first characters.

    Args:
        text: the lines.
    """
    reader = _Reader(text)
    with suppress(RecursionError):  # substitutions in substitutions, beyond all reason
        reader.read("")
    return [command for _, command in sorted(reader.commands, key=lambda each: each[0])]


@dataclass(slots=True)
class _OpenCommand:
    """A command that is being read.

    Attributes:
        start: the offset of its first character.
        words: so far.
        is_redirected: whether the next word is the target of a redirection.
    """

    start: int
    words: list[Word] = field(default_factory=list)
    is_redirected: bool = False

    def close(self, word: OpenWord) -> None:
        """End a word, and keep it unless it is the target of a redirection."""
        if word.is_begun:
            if not self.is_redirected:
                self.words.append(Word(word.text, word.line))
            self.is_redirected = False
        word.clear()


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
        self._words = WordReader(self._cursor, self._variables, self.read)

    def read(self, end: str) -> None:
        """Read commands up to the character that ends a substitution."""
        cursor = self._cursor
        command, word = _OpenCommand(cursor.offset), OpenWord()
        while not cursor.is_at_end:
            character = cursor.character
            if character == end:
                cursor.take()
                break
            if character in " \t\r":
                cursor.take()
                command.close(word)
            elif character in "\n;&|()" and not cursor.starts_with("&>"):
                self._end(command, word)
                self._read_separator(end)
                command = _OpenCommand(cursor.offset)
            elif character == "#" and not word.is_begun:
                cursor.skip_to_line_end()
            elif character in "<>&":
                self._read_redirection(command, word)
            else:
                self._words.read(word)
        self._end(command, word)

    def _read_separator(self, end: str) -> None:
        separator = self._cursor.take()
        if separator == "(" and end == ")":
            self.read(")")
        if separator == "\n":
            self._skip_heredocs()

    def _skip_heredocs(self) -> None:
        for word, is_indented in self._heredocs:
            while not self._cursor.is_at_end:
                text = self._cursor.take_through("\n").rstrip("\n")
                if (text.lstrip("\t") if is_indented else text).rstrip("\r") == word:
                    break
        self._heredocs.clear()

    def _end(self, command: _OpenCommand, word: OpenWord) -> None:
        command.close(word)
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
            variables = {**self._variables, **environment}
            self.commands.append((command.start, Command(tuple(words), variables)))

    def _read_redirection(self, command: _OpenCommand, word: OpenWord) -> None:
        cursor = self._cursor
        if placeholder := cursor.match(_PLACEHOLDER):
            word.add(UNKNOWN, cursor.line)
            cursor.take(len(placeholder[0]))
        elif cursor.starts_with("<(", ">("):
            word.add(UNKNOWN, cursor.line)
            cursor.take(2)
            self.read(")")
        elif heredoc := cursor.match(_HEREDOC):
            self._heredocs.append((heredoc["word"], bool(heredoc["dash"])))
            command.close(word)
            cursor.take(len(heredoc[0]))
        else:
            if word.text.isdigit():  # the number of a stream
                word.clear()
            command.close(word)
            redirection = cursor.match(_REDIRECTION)
            cursor.take(len(redirection[0]) if redirection else 1)
            command.is_redirected = True


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
        if prompt:
            typed.append(line[prompt.end() :])
        else:
            typed.append(re.sub(r"\s*>\s", "", line, count=1) if is_continued else "")
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


def find_program(command: Command, names: tuple[str, ...]) -> tuple[str, tuple[Word, ...]] | None:
    """Return the program that a command runs, with its arguments; None if it is another program.

    Args:
        command: the command.
        names: the names of programs to look for.
    """
    for index, word in enumerate(command.words):
        name = re.split(r"[/\\]", word.text)[-1].removesuffix(".exe")
        if name in names:
            return name, command.words[index + 1 :]
        is_option = bool(index) and word.text.startswith("-")
        if name not in _RUNNERS and not is_option and not ASSIGNMENT.match(word.text):
            return None
    return None

"""Lines of a shell as documentation has them: which commands they run, with which words.

It knows as much of the language as it takes to tell commands, words and what is unknown in them: quotes,
variables, substitutions, comments, redirections, documents within. It runs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

# Stands in a word for what only a shell knows, or a reader.
UNKNOWN = "\ufffc"
_PROMPT = re.compile(
    r"\s*(?:\([^()]*\)\s*)?(?:\[[^\[\]]*\]\s*|[\w.-]+@[\w.-]+[^\s$%#]*(?:\s[^\s$%#]+)?\s*)?[$%](?:\s+|\Z)"
)
_ASSIGNMENT = re.compile(r"(?P<name>[A-Za-z_]\w*)\+?=(?P<value>.*)\Z", re.DOTALL)
_VARIABLE = re.compile(r"\$(?:(?P<name>[A-Za-z_]\w*)|[0-9@*#?$!-])")
_BRACED = re.compile(r"\$\{(?P<name>[A-Za-z_]\w*)\}")
_PLACEHOLDER = re.compile(r"<[A-Za-z](?:[\w .:/|-]*[\w.])?>")
_GOES_ON = re.compile(r"\\[ \t]+(?:#[^\n]*)?\n[ \t]")
_REDIRECTION = re.compile(r"&>>?|[<>]&|>>|>\||<>|[<>]")
_HEREDOC = re.compile(r"<<(?P<dash>-?)[ \t]*(?P<quote>['\"]?)\\?(?P<word>[\w.-]+)(?P=quote)")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a command.

    Attributes:
        text: without its quotes, `UNKNOWN` in it for what is not known.
        line: on which it begins, from 1.
    """

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Command:
    """A command that is run.

    Attributes:
        words: its name and what follows.
        environment: the variables that lines above it or its own beginning set.
    """

    words: tuple[Word, ...]
    environment: Mapping[str, str]


def session_commands(text: str) -> str:
    """Return the lines of a session after a prompt; all other lines are blank.

    A text without prompts is a script: all of its lines count.
    """
    lines = text.split("\n")
    if not any(_PROMPT.match(line) for line in lines):
        return text
    typed: list[str] = []
    goes_on = False
    for line in lines:
        prompt = _PROMPT.match(line)
        if prompt:
            typed.append(line[prompt.end() :])
        else:
            typed.append(re.sub(r"\s*>\s", "", line, count=1) if goes_on else "")
        goes_on = bool(prompt or goes_on) and line.endswith("\\")
    return "\n".join(typed)


def read_commands(text: str) -> list[Command]:
    """Return the commands in lines of a shell, in the order in which they begin to be written.

    Args:
        text: the lines.
    """
    reader = _Reader(text)
    with suppress(RecursionError):  # substitutions in substitutions, beyond all reason
        reader.commands("")
    found = sorted(reader.found, key=lambda one: one[0])
    return [command for _, command in found]


@dataclass(slots=True)
class _Open:
    """A word that is being read."""

    text: str = ""
    line: int = 0
    there: bool = False

    def add(self, text: str, line: int) -> None:
        if not self.there:
            self.line = line
        self.there = True
        self.text += text


@dataclass(slots=True)
class _Line:
    """A command that is being read."""

    start: int
    words: list[Word] = field(default_factory=list)
    target: bool = False


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1
        self._variables: dict[str, str] = {}
        self._heredocs: list[tuple[str, bool]] = []
        self.found: list[tuple[int, Command]] = []

    def commands(self, end: str) -> None:
        """Read commands up to the sign that ends a substitution."""
        line, word = _Line(self._at), _Open()
        while self._at < len(self._text):
            character = self._text[self._at]
            if character == end:
                self._take(1)
                break
            if character in " \t\r":
                self._take(1)
                self._close(line, word)
            elif character in "\n;&|()" and not self._text.startswith("&>", self._at):
                self._end(line, word)
                self._take(1)
                if character == "(" and end == ")":
                    self.commands(")")
                if character == "\n":
                    self._skip_heredocs()
                line = _Line(self._at)
            elif character == "#" and not word.there:
                self._skip_to_line_end()
            elif character in "<>&":
                self._redirection(line, word)
            else:
                self._piece(word)
        self._end(line, word)

    def _take(self, count: int) -> str:
        taken = self._text[self._at : self._at + count]
        self._at += len(taken)
        self._line += taken.count("\n")
        return taken

    def _skip_to_line_end(self) -> None:
        end = self._text.find("\n", self._at)
        self._at = end if end >= 0 else len(self._text)

    def _skip_heredocs(self) -> None:
        for word, indented in self._heredocs:
            while self._at < len(self._text):
                end = self._text.find("\n", self._at)
                text = self._take((end if end >= 0 else len(self._text)) - self._at + 1).rstrip("\n")
                if (text.lstrip("\t") if indented else text).rstrip("\r") == word:
                    break
        self._heredocs.clear()

    def _close(self, line: _Line, word: _Open) -> None:
        """End a word."""
        if word.there:
            if not line.target:
                line.words.append(Word(word.text, word.line))
            line.target = False
        word.text, word.there = "", False

    def _end(self, line: _Line, word: _Open) -> None:
        """End a command."""
        self._close(line, word)
        words = line.words
        environment: dict[str, str] = {}
        while words and (set_ := _ASSIGNMENT.match(words[0].text)):
            environment[set_["name"]] = set_["value"]
            words = words[1:]
        if words and words[0].text in ("export", "declare", "local", "readonly"):
            for other in words[1:]:
                if set_ := _ASSIGNMENT.match(other.text):
                    self._variables[set_["name"]] = set_["value"]
        elif words and words[0].text in ("for", "read", "unset"):
            for other in words[1:]:
                self._variables.pop(other.text, None)
        elif words:
            command = Command(tuple(words), {**self._variables, **environment})
            self.found.append((line.start, command))
        else:
            self._variables |= environment

    def _redirection(self, line: _Line, word: _Open) -> None:
        text, at = self._text, self._at
        if placeholder := _PLACEHOLDER.match(text, at):
            word.add(UNKNOWN, self._line)
            self._take(len(placeholder[0]))
        elif text.startswith(("<(", ">("), at):
            word.add(UNKNOWN, self._line)
            self._take(2)
            self.commands(")")
        elif heredoc := _HEREDOC.match(text, at):
            if not text.startswith("<<<", at):
                self._heredocs.append((heredoc["word"], bool(heredoc["dash"])))
            self._close(line, word)
            self._take(len(heredoc[0]))
        else:
            if word.text.isdigit():  # the number of a stream
                word.text, word.there = "", False
            self._close(line, word)
            redirection = _REDIRECTION.match(text, at)
            self._take(3 if text.startswith("<<<", at) else len(redirection[0]) if redirection else 1)
            line.target = True

    def _piece(self, word: _Open) -> None:
        """Read a piece of a word: a character, a quotation, an expansion."""
        character = self._text[self._at]
        if character == "\\":
            if goes_on := _GOES_ON.match(self._text, self._at):
                self._take(len(goes_on[0]) - 1)  # as the author means it, though a shell ends the line
                return
            escaped = self._take(2)[1:]
            if escaped not in ("\n", ""):
                word.add(escaped, self._line)
        elif character == "'":
            line = self._line
            end = self._text.find("'", self._at + 1)
            word.add(
                self._take((end if end >= 0 else len(self._text)) - self._at + 1)[1:].removesuffix("'"), line
            )
        elif character == '"':
            self._quoted(word)
        elif character in "$`":
            self._expansion(word)
        else:
            word.add(self._take(1), self._line)

    def _quoted(self, word: _Open) -> None:
        word.add("", self._line)
        self._take(1)
        while self._at < len(self._text):
            character = self._text[self._at]
            if character == '"':
                self._take(1)
                return
            if character == "\\":
                escaped = self._take(2)
                word.add(
                    "" if escaped == "\\\n" else escaped[1:] if escaped[1:] in '$`"\\' else escaped,
                    self._line,
                )
            elif character in "$`":
                self._expansion(word)
            else:
                word.add(self._take(1), self._line)

    def _expansion(self, word: _Open) -> None:
        text, at = self._text, self._at
        line = self._line
        known = UNKNOWN
        if text[at] == "`":
            self._take(1)
            self.commands("`")
        elif text.startswith("$((", at):
            end = text.find("))", at)
            self._take((end if end >= 0 else len(text)) - at + 2)
        elif text.startswith("$(", at):
            self._take(2)
            self.commands(")")
        elif text.startswith("${", at):
            braced = _BRACED.match(text, at)
            known = self._variables.get(braced["name"], UNKNOWN) if braced else UNKNOWN
            end = text.find("}", at)
            self._take((end if end >= 0 else len(text)) - at + 1)
        elif variable := _VARIABLE.match(text, at):
            known = self._variables.get(variable["name"] or "", UNKNOWN)
            self._take(len(variable[0]))
        elif text.startswith("$'", at):
            self._take(1)
            return
        else:
            known = self._take(1)
        word.add(known, line)


# What runs another command, whose name is one of the words behind it.
_RUNNERS = (
    "sudo",
    "env",
    "time",
    "exec",
    "command",
    "nohup",
    "xargs",
    "if",
    "then",
    "else",
    "do",
    "while",
    "until",
)
_RUNNERS_OF_PACKAGES = ("uvx", "uv", "pipx", "poetry", "hatch", "pdm", "npx")


def called(command: Command, names: tuple[str, ...]) -> tuple[str, tuple[Word, ...]] | None:
    """Return the program that a command runs, and the words after it; None if it is another program.

    Args:
        command: whole.
        names: of programs.
    """
    for index, word in enumerate(command.words):
        name = re.split(r"[/\\]", word.text)[-1].removesuffix(".exe")
        if name in names:
            return name, command.words[index + 1 :]
        is_runner = name in (*_RUNNERS, *_RUNNERS_OF_PACKAGES, "run", "tool", "!", "{")
        if not is_runner and not (index and word.text.startswith("-")) and not _ASSIGNMENT.match(word.text):
            return None
    return None

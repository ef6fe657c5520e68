r"""The tokens and expressions of Starlark code, and words that starlark-rust reads differently from ytt.

`assert` is a name in ytt and reserved in starlark-rust. `\u` stands for itself in ytt and begins a character
in starlark-rust. So does `\N` in Python, whose parser reads programs as well. Bytes beyond ASCII, written as
`\x`, make up characters in ytt and are one character each in starlark-rust.
"""

from __future__ import annotations

import re
import warnings
from typing import Literal

from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.lazy_import import ast

_TOKEN = re.compile(
    r"""(?P<space>\s+)
    | (?P<comment>\#[^\n]*)
    | (?P<triple>[rR]?(?:\"{3}|'{3}))
    | (?P<string>[rR]?(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))
    | (?P<name>[^\W\d]\w*)
    | (?P<number>\d[\w.]*)
    | (?P<continued>\\\s*\Z)
    | (?P<sign>.)""",
    re.VERBOSE | re.DOTALL,
)


TokenKind = Literal["string", "name", "number", "sign"]


@dataclass(frozen=True, slots=True)
class Token:
    """A token.

    Attributes:
        kind: what it is.
        text: the token; of a long string that ends on another line, the part on this one.
        start: its offset in the line.
    """

    kind: TokenKind
    text: str
    start: int

    @property
    def nesting(self) -> int:
        """1 for an opening bracket, -1 for a closing one, 0 for other tokens."""
        return (self.text in "([{") - (self.text in ")]}") if self.kind == "sign" else 0


class Scanner:
    """Scans code line by line, or all of it at once.

    Attributes:
        depth: the number of open brackets.
        continued: whether the last line ends in a backslash.
        comment: the text behind the `#` of the last line; None if it has no comment.
    """

    def __init__(self) -> None:
        self.depth = 0
        self.comment: str | None = None
        self._closing: str | None = None
        self.continued = False

    @property
    def complete(self) -> bool:
        """Whether no bracket or long string is open, and no backslash joins the next line."""
        return self.depth <= 0 and self._closing is None and not self.continued

    def line(self, text: str) -> list[Token]:
        """Return the tokens of the next line, or lines, without space and comments."""
        tokens: list[Token] = []
        self.continued = False
        self.comment = None
        at = self._resume(text, 0)
        while at < len(text):
            match = _TOKEN.match(text, at)
            assert match is not None  # the last alternative takes anything
            kind, word, start = match.lastgroup, match[0], at
            at = match.end()
            if kind == "triple":
                self._closing = word[-3:]
                at = self._resume(text, at)
                tokens.append(Token("string", text[start:at], start))
            elif kind == "continued":
                self.continued = True
            elif kind == "comment":
                self.comment = word[1:]
            elif kind != "space":
                tokens.append(Token(kind, word, start))  # type: ignore[arg-type]  # the groups that are left
                self.depth += tokens[-1].nesting
        return tokens

    def _resume(self, text: str, at: int) -> int:
        """Return the offset behind an open long string, which may end on another line."""
        if self._closing is None:
            return at
        end = re.compile(r"(?:[^\\]|\\.)*?" + self._closing, re.DOTALL).match(text, at)
        if end is None:
            return len(text)
        self._closing = None
        return end.end()


ASSERT = "__yassert"
"""The name of `assert` in programs."""

_DIFFERENT = r"assert|\\[uUxXN]"
_ESCAPE = r"(?s)(?P<bytes>(?:\\x[89a-fA-F][0-9a-fA-F])+)|\\(?P<plain>[uUN])|\\."


def translate(text: str) -> str:
    """Return the program with such words and escapes written for starlark-rust; lines stay where they are."""
    if not re.search(_DIFFERENT, text):
        return text
    pieces, end, before = [], 0, ""
    for token in Scanner().line(text):
        translated = _translated(token, before)
        before = token.text
        if translated != token.text:
            pieces += [text[end : token.start], translated]
            end = token.start + len(token.text)
    return "".join((*pieces, text[end:]))


def _translated(token: Token, before: str) -> str:
    if token.text == "assert" and before != ".":
        return ASSERT
    if token.kind == "string" and token.text[0] not in "rR":
        return re.sub(_ESCAPE, _escape, token.text)
    return token.text


def _escape(match: re.Match[str]) -> str:
    if match["plain"]:
        return f"\\\\{match['plain']}"
    if match["bytes"]:
        try:
            return bytes.fromhex(match["bytes"].replace("\\x", "")).decode()
        except UnicodeDecodeError:
            pass  # not text: one character for each byte is the nearest there is
    return match[0]


def parse_expression(text: str) -> ast.expr | None:
    """Return an expression of a program, translated, as Python reads it; None if it is not valid."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python warns of escapes that Starlark does not have
            return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None

"""The tokens of Starlark code: strings, names, numbers and signs."""

from __future__ import annotations

import re
from typing import Literal

from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.deferred_patterns import lazy_pattern

_TOKEN = lazy_pattern(
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


class Scanner:
    """Scans code line by line, or all of it at once.

    Attributes:
        depth: the number of open brackets.
        comment: the text behind the `#` of the last line; None if it has no comment.
    """

    def __init__(self) -> None:
        self.depth = 0
        self.comment: str | None = None
        self._closing: str | None = None
        self._continued = False

    @property
    def complete(self) -> bool:
        """Whether no bracket or long string is open, and no backslash joins the next line."""
        return self.depth <= 0 and self._closing is None and not self._continued

    @property
    def continued(self) -> bool:
        """Whether the last line ends in a backslash."""
        return self._continued

    def line(self, text: str) -> list[Token]:
        """Return the tokens of the next line, or lines, without space and comments."""
        tokens: list[Token] = []
        self._continued = False
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
                self._continued = True
            elif kind == "comment":
                self.comment = word[1:]
            elif kind != "space":
                tokens.append(Token(kind, word, start))  # type: ignore[arg-type]  # the groups that are left
                if kind == "sign":
                    self.depth += (word in "([{") - (word in ")]}")
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

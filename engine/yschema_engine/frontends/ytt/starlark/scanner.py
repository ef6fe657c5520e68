"""The tokens of a Starlark line, as far as blocks need them: strings, brackets, comments, names."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""(?P<space>\s+)
    | (?P<comment>\#.*)
    | (?P<triple>[rR]?(?:\"{3}|'{3}))
    | (?P<string>[rR]?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))
    | (?P<name>[^\W\d]\w*)
    | (?P<number>\d[\w.]*)
    | (?P<continued>\\\s*\Z)
    | (?P<sign>.)""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A token and where it starts in its line."""

    kind: str
    text: str
    start: int


class Scanner:
    """Reads line by line.

    Attributes:
        depth: the number of open brackets.
        comment: what stands behind the `#` of the line read last; None where it has none.
    """

    def __init__(self) -> None:
        self.depth = 0
        self.comment: str | None = None
        self._closing: str | None = None
        self._continued = False

    @property
    def complete(self) -> bool:
        """No bracket or long string is open, and no backslash joins the next line."""
        return self.depth <= 0 and self._closing is None and not self._continued

    @property
    def continued(self) -> bool:
        """The line read last ends in a backslash."""
        return self._continued

    def line(self, text: str) -> list[Token]:
        """The tokens of the next line, without space and comments."""
        tokens: list[Token] = []
        self._continued = False
        self.comment = None
        at = self._resume(text)
        while at < len(text):
            match = _TOKEN.match(text, at)
            assert match is not None  # the last alternative takes anything
            kind = str(match.lastgroup)
            at = match.end()
            if kind == "triple":
                self._closing = match[0][-3:]
                tokens.append(Token("string", match[0], match.start()))
                at = self._resume(text, at)
            elif kind == "continued":
                self._continued = True
            elif kind == "comment":
                self.comment = match[0][1:]
            elif kind != "space":
                tokens.append(Token(kind, match[0], match.start()))
                if kind == "sign":
                    self.depth += (match[0] in "([{") - (match[0] in ")]}")
        return tokens

    def _resume(self, text: str, at: int = 0) -> int:
        """The offset behind an open long string, which may go on beyond this line."""
        if self._closing is None:
            return at
        end = re.compile(r"(?:[^\\]|\\.)*?" + self._closing, re.DOTALL).match(text, at)
        if end is None:
            return len(text)
        self._closing = None
        return end.end()

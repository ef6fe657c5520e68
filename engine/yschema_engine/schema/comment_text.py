"""The text of comments: Markdown with the lists and code that authors mean, and commented-out YAML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

from yschema_engine.text.deferred_classes import dataclass, field

_KEY_LINE = r"""(?x)(?:-\s+)*
    (?P<key>"[^"]*"|'[^']*'|[a-z_][^\s:#'"{\[]*):
    (?P<value>\s+(?:\S+|"[^"]*"|'[^']*'|\[.*\]|\{.*\}|[|>][-+]?))?
    \s*(?:\#.*)?\Z"""
_ITEM_LINE = r"""-\s+(?:\S+|"[^"]*"|'[^']*')\s*\Z"""


def is_yaml_line(text: str) -> bool:
    """Return whether a line of a comment is probably a key with its value, and not prose.

    The key has no space and no capital letter at its start, and the value has no space, unless it is quoted.
    A line such as `ref: https://…` names a document, and `e.g:` begins an example.
    """
    match = re.match(_KEY_LINE, text)
    if match is None or match["key"].lower().rstrip(".") in ("e.g", "i.e"):
        return False
    is_address = (match["value"] or "").lstrip().startswith("http")
    return not (is_address and match["key"].lower() in ("ref", "see", "note", "default"))


_LABELS = ("default", "e.g", "example", "format", "note", "or", "ref", "see", "type", "value", "values")
_INTRODUCED = r"(?i).*(?::|e\.g\.|examples?|like|such as)\W*\Z"


def commented_out_key(lines: Sequence[str]) -> str:
    """Return the key that is commented out at the end of a comment, below prose about it; empty without one.

    Below `for example:`, the line is an example for the key that follows the comment.
    """
    words = [line.strip() for line in lines]
    match = re.match(_KEY_LINE, words[-1]) if len(words) > 1 and is_yaml_line(words[-1]) else None
    if match is None or match["key"].lower() in _LABELS or _indent(lines[-1]) > _indent(lines[0]):
        return ""
    before = words[-2]
    is_prose = " " in before and not is_yaml_line(before) and not re.match(_INTRODUCED, before)
    return match["key"] if is_prose else ""


def is_item_line(text: str) -> bool:
    """Return whether a line of a comment is probably an item of a list of one word."""
    return re.match(_ITEM_LINE, text) is not None


_BULLET = r"(?:[-*+]|(?P<number>\d{1,2})[.)])\s+\S"
_RULE = r"[-=*~#_][-=*~#_ ]{2,}\Z"  # a line that divides a comment
_FRAME = r"\A[-=~#_]{3,}\s+|\s+[-=*~#_]{3,}\Z|\A#+\s+|\s+#+\Z"  # what is left of one around a line of prose
_FENCE = "```"
# What begins a line that is no part of the sentence above: `ref: …`, `"auto": …`.
_LABEL = r"""(?i)(?:(?:ref|see|e\.?g|examples?|note|tip|warning|important|default)\b[.:]|https?://|(["'`])\S*\1[^:]{0,20}:)"""
_INDENT = "    "  # of code, and of lists in lists


def markdown_of(lines: Iterable[str], joint: str = " ") -> str:
    """Return lines of a comment as Markdown; only white space is different.

    Lists, tables and commented-out YAML keep their lines, and so do lines such as `ref: …` and those that the
    author broke early. Empty lines divide paragraphs.

    Args:
        lines: without their `#`.
        joint: what is between two lines of a paragraph.
    """
    rest = list(lines)
    text = _Text(joint, max((len(line.strip()) for line in rest), default=0))
    at = 0
    while at < len(rest):
        at += text.add(rest, at)
    return "".join(text.parts).strip()


@dataclass(slots=True)
class _Text:
    """Markdown that grows by lines.

    Attributes:
        joint: what is between two lines of a paragraph.
        width: that of the longest line.
        parts: so far.
        last: the last line of prose.
        block: `prose`, `list`, `code`, `table` or `fence`; empty at the beginning and below an empty line.
        indents: those of the lists that are open, from the outermost.
        is_code: whether backticks are open in the paragraph.
    """

    joint: str
    width: int
    parts: list[str] = field(default_factory=list)
    last: str = ""
    block: str = ""
    indents: list[int] = field(default_factory=list)
    is_code: bool = False

    def add(self, lines: Sequence[str], at: int) -> int:
        """Add the line at an index, or the lines of YAML that begin with it; return how many."""
        line = lines[at]
        words = line.strip()
        if self.block != "fence" and (plain := re.sub(_FRAME, "", words)) != words:
            line = words = plain
        is_introduced = "".join(self.parts[-1:]).lower().endswith((":", "e.g.", "example"))
        bullet = re.match(_BULLET, words)
        if self.block == "fence" or words.startswith(_FENCE):
            self._add_fenced(line)
        elif not words or re.match(_RULE, words):
            self.block, self.is_code = "", False
        elif self.is_code:
            self._write(self.joint, words)
        elif number := _length_of_yaml(lines, at, is_introduced=is_introduced):
            self._add_code(lines[at : at + number])
            return number
        # Prose may break before a number and a full stop.
        elif bullet is not None and (self.indents or bullet["number"] in (None, "0", "1")):
            self._add_item(line)
        elif words.startswith("|"):
            self._write("\n" if self.block == "table" else "\n\n", words)
            self.block = "table"
        else:
            self._add_prose(line)
        return 1

    def _add_fenced(self, line: str) -> None:
        words = line.strip()
        if self.block == "fence":
            self._write("\n", line.rstrip())
            self.block = "" if words == _FENCE else "fence"
        else:
            self._write("\n\n", words)
            self.block = "fence" if words.count(_FENCE) == 1 else "prose"
            self.indents = []

    def _add_code(self, lines: Sequence[str]) -> None:
        indent, code = _indent(lines[0]), _INDENT * (1 + len(self.indents))
        texts = (f"{code}{line[min(indent, _indent(line)) :].rstrip()}" for line in lines)
        self._write("\n\n", "\n".join(texts))
        self.block = "code"

    def _add_item(self, line: str) -> None:
        indent = _indent(line)
        is_first = not self.indents
        while self.indents and indent < self.indents[-1]:
            self.indents.pop()
        if not self.indents or indent > self.indents[-1] + 1:
            self.indents.append(indent)
        self._write("\n\n" if is_first else "\n", _INDENT * (len(self.indents) - 1) + line.strip())
        self.block = "list"

    def _add_prose(self, line: str) -> None:
        words = line.strip()
        # Authors continue an item with or without an indent, and end a list with a new sentence.
        goes_on = self.block == "list" and (_indent(line) > self.indents[-1] + 1 or words[:1].islower())
        if goes_on or self.block == "prose":
            is_apart = not goes_on and (re.match(_LABEL, words) is not None or self._breaks_before(words))
            self._write(" " if goes_on else "  \n" if is_apart else self.joint, words)
            self.last = words
            return
        self.indents = []
        self._write("\n\n", words)
        self.block, self.last = "prose", words

    def _breaks_before(self, words: str) -> bool:
        """Return whether the author began a line that would have had room above, with a capital letter."""
        first, _, _ = words.partition(" ")
        has_room = len(self.last) + 1 + len(first) < self.width
        return has_room and words[:1].isupper() and not self.last.endswith((",", ";"))

    def _write(self, separator: str, text: str) -> None:
        self.parts += (separator, text) if self.parts else (text,)
        if text.count("`") % 2 and (self.is_code or self.block not in ("code", "fence")):
            self.is_code = not self.is_code


def _length_of_yaml(lines: Sequence[str], at: int, *, is_introduced: bool) -> int:
    """Return how many lines from an index on are commented-out YAML.

    One line alone may be prose, unless it has an indent, or follows a colon.
    """
    if not is_yaml_line(lines[at].strip()):
        return 0
    indent = _indent(lines[at])
    following = len(list(takewhile(lambda line: _continues(line, indent), lines[at + 1 :])))
    return following + 1 if following or indent > 1 or is_introduced else 0


def _continues(line: str, indent: int) -> bool:
    words = line.strip()
    is_beside = _indent(line) == indent and (is_yaml_line(words) or is_item_line(words))
    return bool(words) and (_indent(line) > indent or is_beside)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def remark_of(comment: str) -> str:
    """Return a comment as Markdown; empty for one that is no prose, such as YAML or one word."""
    lines = comment.split("\n")
    first = lines[0].strip()
    if is_yaml_line(first) or is_item_line(first) or " " not in comment.strip():
        return ""
    return markdown_of(lines, joint="\n")

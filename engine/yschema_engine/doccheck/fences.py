"""Fenced blocks in the lines of a page, as Python-Markdown's extensions see them, and their headers.

A header names a language and may hold options, either bare or in braces:

    ```yaml title="values.yaml" yschema=contour
    ``` {.yaml title="values.yaml" yschema=contour}

Those that begin with `yschema` are marks. With them in its header, extensions would not take a block for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

_OPENING = re.compile(r"(?P<fence>`{3,}(?=[^`]*\Z)|~{3,})[ \t]*(?P<info>.*)\Z")
_COMMENT = re.compile(r"[> \t]*<!--")
_LANGUAGE = re.compile(r"\.?(?P<language>[\w#.+-]+)(?=[ \t{]|\Z)")
_OPTION = re.compile(
    r"""(?P<key>[^\s={}"']+)
        (?:[ \t]*=[ \t]*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s}]*)))?
      | "[^"]*" | '[^']*'""",
    re.VERBOSE,
)
MARK = "yschema"


@dataclass(frozen=True, slots=True)
class Header:
    """What stands behind the opening of a fence.

    Attributes:
        text: all of it.
        language: as written, empty where there is none.
        marks: the options that are marks, in order, each with its value; None where it has none.
        plain: the header without them.
    """

    text: str
    language: str
    marks: tuple[tuple[str, str | None], ...]
    plain: str


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block.

    Attributes:
        start: the index of its first line.
        prefix: what stands before the fence: spaces, and the signs of quotes.
        fence: the fence itself.
        header: what stands behind it.
        body: the lines within, without the prefix.
        closed: whether it ends; else none of what follows is a block.
        hidden: whether it stands in a comment.
    """

    start: int
    prefix: str
    fence: str
    header: Header
    body: tuple[str, ...] = ()
    closed: bool = True
    hidden: bool = False


def parse_header(info: str) -> Header:
    """The header with its marks apart from the rest."""
    info = info.rstrip()
    named = _LANGUAGE.match(info)
    language = named["language"] if named else ""
    brace = info.find("{")
    marks: list[tuple[str, str | None]] = []
    plain, end = "", 0
    for option in _OPTION.finditer(info, named.end() if named else 0):
        key = option["key"] or ""
        if not language and key.startswith(".") and -1 < brace < option.start():
            language = key[1:]
        if key.lower().startswith(MARK):
            value = next((v for v in option.group("double", "single", "bare") if v is not None), None)
            marks.append((key, value))
            before, after = info[end : option.start()], info[option.end() :]
            # One of the spaces around it goes with it; behind a brace there may be none before it.
            end = option.end() if before != (before := before.rstrip()) else len(info) - len(after.lstrip())
            plain += before + ("" if after[:1] in ("", " ", "\t", "}") else " ")
    return Header(info, language, tuple(marks), (plain + info[end:]).rstrip())


def find_fences(lines: Sequence[str], tab_length: int, *, greedy: bool = True) -> Iterator[Fence]:
    """The fenced blocks of a page, in order; none of those within others.

    They are found as `pymdownx.superfences` does it, which knows nothing of what is around them: those in
    indented code are among them.

    Args:
        lines: of the page.
        tab_length: how many spaces a tab is.
        greedy: whether a block that does not end takes all that follows.
    """
    at = commented = 0
    while at < len(lines):
        prefix, text = _split(lines[at], tab_length)
        opening = _OPENING.match(text)
        if opening is None:
            if at >= commented and _COMMENT.match(lines[at]):
                commented = _end_of_comment(lines, at)
            at += 1
            continue
        start = Fence(at, prefix, opening["fence"], parse_header(opening["info"]), hidden=at < commented)
        fence, end = _read(start, lines, tab_length)
        yield fence
        at = at + 1 if end == len(lines) and not (fence.closed or greedy) else end


def _end_of_comment(lines: Sequence[str], at: int) -> int:
    """The index of the line behind a comment; one that does not end is none."""
    rest = (lines[at].partition("<!--")[2], *lines[at + 1 :])
    return next((at + n for n, line in enumerate(rest, 1) if "-->" in line), at)


def _split(line: str, tab_length: int, width: int | None = None) -> tuple[str, str]:
    """What stands before a line's text, up to a width, and the text."""
    prefix, count = "", 0
    line = line.rstrip("\r")
    for character in line:
        if character not in "> \t" or (width is not None and len(prefix) >= width):
            break
        count += 1
        prefix += " " * (tab_length - len(prefix) % tab_length) if character == "\t" else character
    return prefix, line[count:]


def _read(fence: Fence, lines: Sequence[str], tab_length: int) -> tuple[Fence, int]:
    """The fence with its body, and the index of the line behind it."""
    width, quotes = len(fence.prefix), fence.prefix.count(">")
    closing = re.compile(rf"{fence.fence}[ \t]*\Z")
    body: list[str] = []
    for at in range(fence.start + 1, len(lines)):
        prefix, text = _split(lines[at], tab_length, width)
        is_empty = not text.strip() if not quotes else not text
        level = prefix.count(">")
        if level > quotes or (not is_empty and _leaves(prefix, level, width, quotes, body)):
            return replace(fence, closed=False), at + 1
        if closing.match(text):
            return replace(fence, body=tuple(body)), at + 1
        body.append((prefix + text)[width:])
    return replace(fence, closed=False), len(lines)


def _leaves(prefix: str, level: int, width: int, quotes: int, body: Sequence[str]) -> bool:
    """Whether a line with text is no longer in the list or the quote that a fence stands in."""
    if not quotes:
        return len(prefix) != width
    return len(prefix) < width or (level < quotes and bool(body) and not body[-1].strip())

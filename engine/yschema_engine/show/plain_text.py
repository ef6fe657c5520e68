"""Descriptions as plain text for comments, without markup that only browsers render well."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from types import MappingProxyType
from unicodedata import east_asian_width

_FENCE = r" {0,3}```"
_RULE = r"(?=.*\|)\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*"
_CELL = r"((?:`[^`]*`|\\.|[^|])*)(?:\||\Z)"


def with_columns(text: str) -> str:
    """Return a text whose tables have columns of one width, and a `|` at the beginning of each row."""
    if "|" not in text or "-" not in text:
        return text
    return "\n".join(_with_columns(text.split("\n")))


def _with_columns(lines: Sequence[str]) -> Iterator[str]:
    is_code = False
    at = 0
    while at < len(lines):
        is_code ^= bool(re.match(_FENCE, lines[at]))
        end = at if is_code else _end_of_table(lines, at)
        if end > at:
            yield from _table([lines[at], *lines[at + 2 : end]])
        else:
            yield lines[at]
        at = max(end, at + 1)


def _end_of_table(lines: Sequence[str], start: int) -> int:
    """Return the index of the line behind a table; the start if no table begins there."""
    if "|" not in lines[start] or not re.fullmatch(_RULE, "".join(lines[start + 1 : start + 2])):
        return start
    return next((at for at in range(start + 2, len(lines)) if not lines[at].strip()), len(lines))


def _table(lines: Sequence[str]) -> Iterator[str]:
    head, *rows = [_cells(line) for line in lines]
    rows = [[*row, *[""] * len(head)][: len(head)] for row in rows]
    widths = [max(map(_width, column)) for column in zip(head, *rows, strict=True)]
    yield _row(head, widths)
    yield f"|{'|'.join('-' * (width + 2) for width in widths)}|"
    for row in rows:
        yield _row(row, widths)


def _cells(line: str) -> list[str]:
    line = line.strip().removeprefix("|")
    return [cell.strip() for cell in re.findall(_CELL, line.removesuffix("|"))][:-1]


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (cell + " " * (width - _width(cell)) for cell, width in zip(cells, widths, strict=True))
    return f"| {' | '.join(padded)} |"


def _width(text: str) -> int:
    """Return how many columns a text has where letters of East Asia are as wide as two others."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


_BLOCKS = "p div ul ol dl dt dd pre blockquote table thead tbody tr details summary h[1-6] hr center article"
_WITHIN = (
    "a abbr acronym b bdi bdo caption cite code col colgroup del dfn em figcaption figure font i img ins kbd"
    " mark q rp rt ruby s samp small span strike strong sub sup td th tt u var wbr /li"
)
_BREAKS = MappingProxyType({"block": "\n\n", "item": "\n- ", "line": "\n"})
_END = r"(?=[\s/>])[^<>]*>"
_MARKUP = rf"""(?isx)(?P<code>(?P<ticks>`++).*?(?<!`)(?P=ticks)(?!`))
    | <(?P<address>[a-z][\w+.-]*:[^\s<>]*|[^\s<>@/]+@[^\s<>]+)>
    | <(?P<hidden>script|style){_END}.*?(?:</(?P=hidden)\s*>|\Z) | <!--.*?(?:-->|\Z)
    | (?P<item><li{_END}\s*)
    | (?P<line><br{_END}\s*)
    | (?P<block></?(?:{"|".join(_BLOCKS.split())}){_END}\s*)
    | </?(?:{"|".join(_WITHIN.split())}){_END}
    | (?P<text>[^<`\s]+|\s+|`+|.)"""
_LINK = r"""(?sx)(?P<code>(?P<ticks>`++).*?(?<!`)(?P=ticks)(?!`) | `++)
    | !?\[(?P<text>[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\]
      \(\s*(?P<address><[^<>]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)"""
_IS_ABSOLUTE = r"(?i)[a-z][a-z0-9+.-]*:"


def plain_text(description: str) -> str:
    """Return a description without HTML tags, with addresses of links in parentheses, and tables in columns.

    Code, and text that only looks like a tag, stays.
    """
    text = re.sub(_LINK, _plain_link, description) if "](" in description else description
    return with_columns(_without_tags(text).strip())


def _plain_link(match: re.Match[str]) -> str:
    """Return the text of a link with its address, if that leads anywhere from a file."""
    if match["code"]:
        return match["code"]
    text, address = match["text"], match["address"].strip("<>")
    if text == address or not re.match(_IS_ABSOLUTE, address):
        return text
    return f"{text} ({address})" if text else address


def _without_tags(description: str) -> str:
    if "<" not in description:
        return description
    parts: list[str] = []
    for match in re.finditer(_MARKUP, description):
        kind = match.lastgroup or ""
        if kind in _BREAKS:
            while parts and parts[-1].isspace():
                parts.pop()
            if parts[-1:] != [_BREAKS["item"]]:
                parts.append(_BREAKS[kind])
        elif kept := unescape(match["text"] or "") or match["code"] or match["address"]:
            parts.append(kept)
    return "".join(parts)

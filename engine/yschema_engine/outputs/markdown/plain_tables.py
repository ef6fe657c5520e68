"""Tables of descriptions with columns below each other, for comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import east_asian_width

from yschema_engine.text.deferred_patterns import lazy_pattern

_FENCE = lazy_pattern(r" {0,3}```")
_RULE = lazy_pattern(r"(?=.*\|)\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_CELL = lazy_pattern(r"((?:`[^`]*`|\\.|[^|])*)(?:\||\Z)")


def with_columns(text: str) -> str:
    """Return a text whose tables have columns of one width, and a `|` at the beginning of each row."""
    if "|" not in text or "-" not in text:
        return text
    return "\n".join(_with_columns(text.split("\n")))


def _with_columns(lines: Sequence[str]) -> Iterator[str]:
    is_code = False
    at = 0
    while at < len(lines):
        is_code ^= bool(_FENCE.match(lines[at]))
        end = at if is_code else _end_of_table(lines, at)
        if end > at:
            yield from _table([lines[at], *lines[at + 2 : end]])
        else:
            yield lines[at]
        at = max(end, at + 1)


def _end_of_table(lines: Sequence[str], start: int) -> int:
    """Return the index of the line behind a table; the start if no table begins there."""
    if "|" not in lines[start] or not _RULE.fullmatch("".join(lines[start + 1 : start + 2])):
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
    return [cell.strip() for cell in _CELL.findall(line.removesuffix("|"))][:-1]


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (cell + " " * (width - _width(cell)) for cell, width in zip(cells, widths, strict=True))
    return f"| {' | '.join(padded)} |"


def _width(text: str) -> int:
    """Return how many columns a text has where letters of East Asia are as wide as two others."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)

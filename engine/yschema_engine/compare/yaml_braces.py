"""Edits of flow maps, such as `{port: 80}`."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.compare.yaml_places import Place
from yschema_engine.compare.yaml_text import Text, UneditableError, written
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.nodes import Scalar

_COMMA_BEHIND = lazy_pattern(r"\s*,[ \t]*")
_COMMA_BEFORE = lazy_pattern(r"\s*,\s*\Z")


def comment_out(text: Text, place: Place, note: str) -> None:
    """Take an item out, and write it into a comment above the line on which the braces begin."""
    item = _take(text, place)
    margin = _margin(text.lines[place.top])
    text.lines[place.top : place.top] = [f"{margin}{text.comment} {line}" for line in (note, item)]
    text.read()


def cut(text: Text, place: Place, key: Scalar) -> list[str]:
    """Take an item out, and return it as a line of a map without braces."""
    start = place.start[1]
    value = _take(text, place)[place.key_end[1] - start :].strip().removeprefix(":").strip()
    text.read()
    return [f"{written(key)}: {value}".rstrip()]


def insert(text: Text, last: Place, block: Sequence[str]) -> None:
    """Add a line with an item behind the last one of a map in braces, and the comments above it further up.

    Args:
        text: the text to edit.
        last: the last item of the map.
        block: comments, then the item.
    """
    *comments, item = block
    if not all(line.startswith("#") for line in comments) or "#" in item or last.braces is None:
        raise UneditableError(item)
    row, column = last.end
    line = text.lines[row]
    text.lines[row] = f"{line[:column]}, {item}{line[column:]}"
    margin = _margin(text.lines[last.top])
    text.lines[last.top : last.top] = [f"{margin}{comment}" for comment in comments]
    text.read()


def _take(text: Text, place: Place) -> str:
    """Remove an item with its comma, and return it."""
    (row, start), (last, end) = place.start, place.end
    if row != last or place.key_end[0] != row:
        raise UneditableError(text.lines[row])
    line = text.lines[row]
    item, before, behind = line[start:end], line[:start], line[end:]
    comma = _COMMA_BEHIND.match(behind)
    if comma is not None:
        behind = behind[comma.end() :]
    else:
        before = _COMMA_BEFORE.sub("", before)
    space = " " if behind.startswith("#") and before.strip() else ""
    text.lines[row] = f"{before}{space}{behind}".rstrip()
    if not text.lines[row]:
        del text.lines[row]
    return item


def _margin(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" "))]

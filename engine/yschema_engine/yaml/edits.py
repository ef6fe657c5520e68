"""Edits of YAML text that only change the lines of one key; comments, order and quotes stay."""

from __future__ import annotations

import re
from collections.abc import Sequence

from yschema_engine.text.nodes import Map, MapItem, Scalar
from yschema_engine.text.paths import Path, key_of
from yschema_engine.yaml.edit_places import Place, Text, UneditableError, written

_COMMA_BEHIND = r"\s*,[ \t]*"
_COMMA_BEFORE = r"\s*,\s*\Z"


def insert_in_braces(text: Text, last: Place, block: Sequence[str]) -> None:
    """Add a line with an item behind the last one of a map in braces, and the comments above it further up.

    Args:
        text: the text to edit.
        last: the last item of the map.
        block: comments, then the item.
    """
    *comments, item = block
    if not all(line.startswith("#") for line in comments) or "#" in item or last.top is None:
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
    comma = re.match(_COMMA_BEHIND, behind)
    if comma is not None:
        behind = behind[comma.end() :]
    else:
        before = re.sub(_COMMA_BEFORE, "", before)
    space = " " if behind.startswith("#") and before.strip() else ""
    text.lines[row] = f"{before}{space}{behind}".rstrip()
    if not text.lines[row]:
        del text.lines[row]
    return item


def _margin(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" "))]


_EMPTY = r"\{\s*\}"
_INDENT = 2


def rename(text: Text, path: Path, key: Scalar) -> None:
    """Change a key, and nothing else."""
    place = text.place(text.item(path))
    line, column = place.start
    if place.key_end[0] != line:
        raise UneditableError(str(path))
    text.lines[line] = text.lines[line][:column] + written(key) + text.lines[line][place.key_end[1] :]
    text.read()


def comment_out(text: Text, path: Path, note: str) -> None:
    """Turn an item into comments, below a note."""
    item = text.item(path)
    place = text.place(item)
    if place.top is not None:  # the comment is above the line on which the braces begin
        own = _take(text, place)
        margin = _margin(text.lines[place.top])
        text.lines[place.top : place.top] = [f"{margin}{text.comment} {line}" for line in (note, own)]
        text.read()
        return
    column, extent = place.start[1], _extent(text, item)
    annotations = _leading(text, item, "#@")
    _keep_holder(text, path)
    margin, before = " " * column, text.lines[extent.start][:column]
    block = [_shifted(line, column) for line in text.lines[extent.start - annotations : extent.stop]]
    block[annotations] = text.lines[extent.start][column:]
    lines = [f"{margin}{text.comment} {line}".rstrip() for line in (note, *block)]
    if before.strip():  # behind a dash
        is_alone = len(_holder(text, path).items) == 1
        lines[0] = f"{before}{{}}" if is_alone else f"{before}{lines[0].lstrip()}"
        lines[1:1] = [f"{margin}{text.comment} {note}"] if is_alone else []
    text.lines[extent.start - annotations : extent.stop] = lines
    text.read()


def note_above(text: Text, path: Path, note: str) -> None:
    """Write a comment above the line of an item, or above the braces around it; once, not at each run."""
    place = text.place(text.item(path))
    index = place.start[0] if place.top is None else place.top
    line = f"{_margin(text.lines[index])}{text.comment} {note}"
    if line not in text.lines[max(index - 1, 0) : index]:
        text.lines.insert(index, line)
        text.read()


def cut(text: Text, path: Path, key: Scalar) -> list[str]:
    """Take an item out, with the comments directly above it, and return its lines without indentation.

    Args:
        text: the text to edit.
        path: of the item.
        key: what to call it in these lines.
    """
    item = text.item(path)
    place = text.place(item)
    if place.top is not None:
        value = _take(text, place)[place.key_end[1] - place.start[1] :].strip().removeprefix(":").strip()
        text.read()
        return [f"{written(key)}: {value}".rstrip()]
    column, extent = place.start[1], _extent(text, item)
    if place.key_end[0] != place.start[0]:
        raise UneditableError(str(path))
    before = text.lines[extent.start][:column]
    comments = _leading(text, item, "#")
    _keep_holder(text, path)
    block = [_shifted(line, column) for line in text.lines[extent.start - comments : extent.stop]]
    block[comments] = written(key) + text.lines[extent.start][place.key_end[1] :]
    rest: list[str] = []
    if before.strip():  # behind a dash
        is_alone = len(_holder(text, path).items) == 1
        rest = [f"{before}{'{}' if is_alone else f'{text.comment} moved: {written(item.key)}'}"]
    text.lines[extent.start - comments : extent.stop] = rest
    text.gap = extent.start - comments
    if not rest:
        _join_gap(text)
    text.read()
    return block


def insert(text: Text, path: Path, block: Sequence[str]) -> None:
    """Add lines at the end of the map at a path, which is made if there is none."""
    holder = text.value(path)
    if isinstance(holder, Map) and holder.items:
        place = text.place(holder.items[-1])
        if place.top is not None:
            insert_in_braces(text, place, block)
            return
        column, index = place.start[1], _extent(text, holder.items[-1]).stop
    elif not path:
        column, index = 0, _open_document(text)
    elif holder is None and not text.has(path):
        insert(text, path.parent, _nested(text, path, block))
        return
    else:
        column, index = _open(text, path)
    text.lines[index:index] = [f"{' ' * column}{line}" if line.strip() else line for line in block]
    text.read()


def _nested(text: Text, path: Path, block: Sequence[str]) -> list[str]:
    """Return lines as those of a map with a key, in braces if the map around it is."""
    key, around = written(key_of(path[-1])), text.value(path.parent)
    if isinstance(around, Map) and around.items and text.place(around.items[-1]).top is not None:
        *comments, item = block
        return [*comments, f"{key}: {{{item}}}"]
    return [f"{key}:", *(f"{' ' * _INDENT}{line}" for line in block)]


def _open_document(text: Text) -> int:
    """Return the index of the line for the first item of an empty document."""
    for index, line in enumerate(text.lines):
        if len(text.documents) == 1 and re.fullmatch(_EMPTY, line.strip()):
            del text.lines[index]
            return index
    return text.end() if text.gap is None else text.gap


def _holder(text: Text, path: Path) -> Map:
    holder = text.value(path.parent)
    assert isinstance(holder, Map)
    return holder


def _extent(text: Text, item: MapItem) -> range:
    """Return the indexes of the lines of an item, with comments behind it that are indented more."""
    place = text.place(item)
    (start, column), end = place.start, place.stop
    for index in range(end, len(text.lines)):
        line = text.lines[index]
        inner = line.lstrip(" ")
        if inner and not (inner.startswith("#") and len(line) - len(inner) > column):
            break
        end = index + 1 if inner else end
    return range(start, end)


def _leading(text: Text, item: MapItem, sign: str) -> int:
    """Return the number of comment lines directly above an item that begin with a sign."""
    (start, column), count = text.place(item).start, 0
    if text.lines[start][:column].strip():
        return 0  # behind a dash
    while start - count > 0 and text.lines[start - count - 1].startswith(f"{' ' * column}{sign}"):
        count += 1
    return count


def _shifted(line: str, column: int) -> str:
    """Return a line without the indentation of its item; comments may be indented less."""
    return line.lstrip(" ") if line[:column].strip() else line[column:]


def _join_gap(text: Text) -> None:
    """Remove one of two blank lines that have become neighbours, or one at the end."""
    assert text.gap is not None
    is_blank = [not line.strip() for line in text.lines[max(text.gap - 1, 0) : text.gap + 1]]
    if len(is_blank) == 2 and all(is_blank):
        text.gap -= 1
        del text.lines[text.gap]


def _open(text: Text, path: Path) -> tuple[int, int]:
    """Make an empty map, `{}` or null, one that lines can follow; return their column and index."""
    item = text.item(path)
    place = text.place(item)
    index, end = place.key_end
    line = text.lines[index]
    if place.top is not None or (item.value is not None and not re.search(_EMPTY, line[end:])):
        raise UneditableError(str(path))
    text.lines[index] = (line[:end] + re.sub(_EMPTY, "", line[end:], count=1)).rstrip()
    return place.start[1] + _INDENT, index + 1


def _keep_holder(text: Text, path: Path) -> None:
    """Write `{}` for the map of an item if it has no other one, so that it stays a map."""
    holder = text.value(path.parent)
    if not isinstance(holder, Map) or len(holder.items) > 1 or not path.parent:
        return
    line, column = text.place(holder.items[0]).start
    if text.lines[line][:column].strip():  # behind a dash, where it is written instead of the item
        return
    above: Place = text.place(text.item(path.parent))
    index, end = above.key_end
    if index == line:
        raise UneditableError(str(path))
    colon = text.lines[index].index(":", end) + 1
    text.lines[index] = f"{text.lines[index][:colon]} {{}}{text.lines[index][colon:]}"

"""Edits of YAML text that change the lines of one key alone, so that comments, order and quotes stay."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.deferred_classes import dataclass, field
from yschema_engine.deferred_patterns import lazy_pattern
from yschema_engine.model.path import OtherKey, Path, Step
from yschema_engine.nodes import Array, Map, MapItem, Scalar, Value, key_id, to_yaml
from yschema_engine.source import Source
from yschema_engine.values.sources import read_plain

_BLOCK = lazy_pattern(r"\s*(?:-\s+)*\Z")
_EMPTY = lazy_pattern(r"\{\s*\}")
_INDENT = 2


class UneditableError(Exception):
    """A key is in a place where lines cannot be changed, such as a map in braces."""


@dataclass(slots=True)
class Text:
    """The text of a values file, and what it holds.

    Attributes:
        name: of the file.
        lines: without their ends.
        document: the first document that holds values.
    """

    name: str
    lines: list[str]
    document: Value = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Read the document."""
        self.read()

    def read(self) -> None:
        """Read the lines again, after an edit."""
        source = Source(self.name, "\n".join(self.lines))
        documents = [each for each in read_plain(source).documents if each.value is not None]
        self.document = documents[0].value if documents else None

    def item(self, path: Path) -> MapItem:
        """Return the item of a key.

        Raises:
            UneditableError: there is none, or it is in braces.
        """
        holder = self.value(path.parent)
        wanted = key_id(_key(path[-1]))
        items = holder.items if isinstance(holder, Map) else []
        item = next((each for each in items if key_id(each.key) == wanted), None)
        if item is None or not self._is_block(item):
            raise UneditableError(str(path))
        return item

    def value(self, path: Path) -> Value:
        """Return the value at a path; None if there is none."""
        value = self.document
        for step in path:
            if isinstance(value, Map):
                items = [each for each in value.items if key_id(each.key) == key_id(_key(step))]
                value = items[0].value if items else None
            elif isinstance(value, Array) and isinstance(step, int) and step < len(value.items):
                value = value.items[step].value
            else:
                return None
        return value

    def extent(self, item: MapItem) -> range:
        """Return the indexes of the lines of an item: its key, and everything that is indented below it."""
        start, column = item.span.line - 1, item.span.column - 1
        end = start + 1
        for index in range(start + 1, len(self.lines)):
            line = self.lines[index]
            text, indent = line.lstrip(" "), len(line) - len(line.lstrip(" "))
            if not text or (text.startswith("#") and indent <= column):
                continue
            is_item = indent == column and text.startswith("-") and text[1:2] in ("", " ")
            if (indent <= column and not is_item) or text in ("---", "..."):
                break
            end = index + 1
        return range(start, end)

    def leading_comments(self, item: MapItem) -> int:
        """Return the number of comment lines directly above an item."""
        start, column, count = item.span.line - 1, item.span.column - 1, 0
        if self.lines[start][:column].strip():
            return 0  # behind a dash
        while start - count > 0 and self.lines[start - count - 1].startswith(f"{' ' * column}#"):
            count += 1
        return count

    def rename(self, path: Path, key: Scalar) -> None:
        """Change a key, and nothing else.

        Raises:
            UneditableError: the key is in braces.
        """
        item = self.item(path)
        index, start = item.span.line - 1, item.span.column - 1
        line = self.lines[index]
        self.lines[index] = line[:start] + _written(key) + line[_end_of_key(line, item) :]
        self.read()

    def comment_out(self, path: Path, note: str) -> None:
        """Turn an item into comments, below a note.

        Raises:
            UneditableError: the item is in braces.
        """
        item = self.item(path)
        column, extent = item.span.column - 1, self.extent(item)
        self._keep_holder(path)
        margin = " " * column
        head, *rest = (self.lines[index] for index in extent)
        lines = [f"{head[:column]}# {note}", f"{margin}# {head[column:]}"]
        lines += [f"{margin}# {line[column:]}".rstrip() for line in rest]
        self.lines[extent.start : extent.stop] = lines
        self.read()

    def cut(self, path: Path, key: Scalar) -> list[str]:
        """Take an item out, with the comments directly above it, and return its lines without indentation.

        Args:
            path: of the item.
            key: what to call it in these lines.

        Raises:
            UneditableError: the item is in braces.
        """
        item = self.item(path)
        column, extent = item.span.column - 1, self.extent(item)
        before = self.lines[extent.start][:column]
        comments = self.leading_comments(item)
        self._keep_holder(path)
        block = [line[column:] for line in self.lines[extent.start - comments : extent.stop]]
        head = self.lines[extent.start]
        block[comments] = _written(key) + head[_end_of_key(head, item) :]
        rest = [f"{before}# moved: {_written(item.key)}"] if before.strip() else []
        self.lines[extent.start - comments : extent.stop] = rest
        if not rest:
            self._join_gap(extent.start - comments)
        self.read()
        return block

    def insert(self, path: Path, block: Sequence[str]) -> None:
        """Add lines at the end of the map at a path, which is made if there is none.

        Raises:
            UneditableError: the map, or one around it, is in braces.
        """
        holder = self.value(path)
        if isinstance(holder, Map) and holder.items:
            last = holder.items[-1]
            if not self._is_block(last):
                raise UneditableError(str(path))
            column, index = last.span.column - 1, self.extent(last).stop
        elif not path:
            column, index = 0, self._end()
        elif holder is None and not self._has(path):
            self.insert(
                path.parent, [f"{_written(_key(path[-1]))}:", *(f"{' ' * _INDENT}{b}" for b in block)]
            )
            return
        else:
            column, index = self._open(path)
        self.lines[index:index] = [f"{' ' * column}{line}".rstrip() for line in block]
        self.read()

    def restore(self, lines: Sequence[str]) -> None:
        """Go back to the lines before an edit that failed."""
        self.lines[:] = lines
        self.read()

    def _join_gap(self, index: int) -> None:
        """Remove one of two blank lines that have become neighbours, or one at the end."""
        is_blank = [not line.strip() for line in self.lines[max(index - 1, 0) : index + 1]]
        if len(is_blank) == 2 and all(is_blank):
            del self.lines[index - 1]

    def _open(self, path: Path) -> tuple[int, int]:
        """Make an empty map, `{}` or null, one that lines can follow; return their column and index."""
        item = self.item(path)
        index = item.span.line - 1
        if item.value is not None and not _EMPTY.search(self.lines[index]):
            raise UneditableError(str(path))
        self.lines[index] = _EMPTY.sub("", self.lines[index], count=1).rstrip()
        return item.span.column - 1 + _INDENT, index + 1

    def _end(self) -> int:
        """Return the index behind the last line of the document."""
        lines = [index for index, line in enumerate(self.lines) if line.strip()]
        return lines[-1] + 1 if lines else 0

    def _has(self, path: Path) -> bool:
        holder = self.value(path.parent)
        return isinstance(holder, Map) and any(key_id(i.key) == key_id(_key(path[-1])) for i in holder.items)

    def _keep_holder(self, path: Path) -> None:
        """Write `{}` for the map of an item if it has no other one, so that it stays a map."""
        holder = self.value(path.parent)
        if not isinstance(holder, Map) or len(holder.items) > 1 or not path.parent:
            return
        item = holder.items[0]
        index, column = item.span.line - 1, item.span.column - 1
        if self.lines[index][:column].strip():  # behind a dash
            raise UneditableError(str(path))
        above = self.item(path.parent)
        line = self.lines[above.span.line - 1]
        end = _end_of_key(line, above)
        colon = line.index(":", end) + 1
        self.lines[above.span.line - 1] = f"{line[:colon]} {{}}{line[colon:]}"

    def _is_block(self, item: MapItem) -> bool:
        """Return whether nothing but dashes is before an item on its line."""
        line = self.lines[item.span.line - 1]
        return item.span.column > 0 and bool(_BLOCK.match(line[: item.span.column - 1]))


def _end_of_key(line: str, item: MapItem) -> int:
    """Return the index behind a key on its line."""
    start = item.span.column - 1
    if line[start] in "\"'":
        return line.index(line[start], start + 1) + 1
    return line.index(":", start + len(_written(item.key)) if isinstance(item.key, str) else start)


def _written(key: Scalar) -> str:
    return to_yaml(key).strip()


def _key(step: Step) -> Scalar:
    if isinstance(step, OtherKey):
        return step.key
    assert isinstance(step, str | int)
    return step

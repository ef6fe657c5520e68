"""The comments of a values file, attached to keys as chart tools do, and the YAML in them.

These tools use the YAML library of Go: a block of comments directly below a line, with a blank line or
less-indented content below it, belongs to that line, and any other to the next one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import Array, Comment, Document, DocumentSet, Holder, Map, MapItem, Value, walk
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.read import YAML_1_2, ReadOptions, read

# What `helm create` writes at the beginning of a file, and what editors read there.
_BOILERPLATE = (
    r"#+\s*(?:Default values for [\w.-]+\.?|This is a YAML-formatted file\.?"
    r"|Declare (?:name/value pairs|variables) to be passed into your templates\.?"
    r"|yaml-language-server: .*|vim?: .*)\s*\Z"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a comment.

    Attributes:
        text: with the `#`.
        number: of the line.
        column: of the `#`.
    """

    text: str
    number: int
    column: int

    @property
    def content(self) -> str:
        """The text without its `#` and one space."""
        return self.text.removeprefix("#").removeprefix(" ")

    def span(self, source: Source) -> Span:
        """Return the span of the line."""
        return Span(source, self.number, self.column, self.column + len(self.text.rstrip()))


@dataclass(slots=True)
class KeyComments:
    """The comments of a key or an item.

    Attributes:
        head: the blocks above it; blank lines separate them.
        is_adjacent: whether the last block is directly above.
        line: those behind it.
        foot: those below it.
    """

    head: list[list[Line]] = field(default_factory=list)
    is_adjacent: bool = True
    line: list[Line] = field(default_factory=list)
    foot: list[Line] = field(default_factory=list)

    @property
    def last_block(self) -> list[Line]:
        """The last block above the key."""
        return self.head[-1] if self.head else []

    @property
    def above(self) -> list[Line]:
        """All lines above the key."""
        return [line for block in self.head for line in block]


@dataclass(slots=True)
class FileComments:
    """The comments of a values file.

    Attributes:
        document: the blocks at its beginning.
        by_holder: the comments of each key or item that has any.
        end: the blocks at its end.
        lines: all comments that are lines of their own, in order.
    """

    document: list[list[Line]] = field(default_factory=list)
    by_holder: dict[Holder, KeyComments] = field(default_factory=dict)
    end: list[list[Line]] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def of(self, holder: Holder) -> KeyComments:
        """Return the comments of a key or an item."""
        return self.by_holder.setdefault(holder, KeyComments())


def read_comments(source: Source, documents: DocumentSet) -> FileComments:
    """Return the comments of a values file, whose first document has the values."""
    comments = FileComments()
    document = next(iter(documents.documents), None)
    holders = [] if document is None else _by_line(document)
    own, behind = _sorted_comments(source, documents)
    comments.lines = own
    starts = [holder.span.line for holder in holders]
    _attach_behind(comments, holders, starts, behind)
    _attach_own(comments, source, holders, own)
    return comments


def _by_line(document: Document) -> list[Holder]:
    """Return the keys and items in the order of their lines; aliases repeat earlier ones."""
    holders: list[Holder] = []
    for holder in walk(document):
        if holder is not document and (not holders or holder.span.line >= holders[-1].span.line):
            holders.append(holder)
    return holders


def _sorted_comments(source: Source, documents: DocumentSet) -> tuple[list[Line], list[Line]]:
    """Return the comments that are lines of their own, and those behind something."""
    by_line: dict[int, Comment] = {}
    for document in documents.documents:
        for holder in walk(document):
            by_line.update((comment.line, comment) for comment in holder.comments)
    by_line.update((comment.line, comment) for comment in documents.trailing)
    own: list[Line] = []
    behind: list[Line] = []
    for number, comment in sorted(by_line.items()):
        line = Line(f"#{comment.text}", number, comment.column)
        is_own = not source.line(number)[: comment.column - 1].strip()
        if not (is_own and re.match(_BOILERPLATE, line.text)):
            (own if is_own else behind).append(line)
    return own, behind


def _attach_behind(
    comments: FileComments, holders: Sequence[Holder], starts: Sequence[int], behind: Iterable[Line]
) -> None:
    at = 0
    for line in behind:
        while at < len(starts) and starts[at] <= line.number:
            at += 1
        if at:
            on_line = holders[bisect_left(starts, line.number, hi=at) : at] or holders[at - 1 : at]
            owner = next((holder for holder in on_line if _is_flow(holder)), on_line[-1])
            comments.of(owner).line.append(line)


def _is_flow(holder: Holder) -> bool:
    """Return whether the value is a map or a list in brackets that is not empty."""
    value = holder.value
    if not isinstance(value, Map | Array) or not value.items:
        return False
    span = holder.value_span
    text = span.source.line(span.line) if span.source is not None else ""
    return text[span.column - 1 : span.column] in ("{", "[")


@dataclass(slots=True)
class _Gap:
    """The comments between two keys.

    Attributes:
        before: the last key or item above; None at the beginning.
        after: the first one below; None at the end.
        lines: the comments, in order.
    """

    before: Holder | None
    after: Holder | None
    lines: list[Line]


def _attach_own(
    comments: FileComments, source: Source, holders: Sequence[Holder], own: Sequence[Line]
) -> None:
    for gap in _gaps(holders, own):
        foot, head, is_adjacent = _split(source, gap)
        if gap.before is None:
            # A blank line ends the comment of the file.
            comments.document = head[:-1] if is_adjacent else head
            head = head[-1:] if is_adjacent else []
        elif foot:
            comments.of(_foot_owner(gap.before, foot[0], holders)).foot += foot
        if gap.after is not None and head:
            entry = comments.of(gap.after)
            entry.head, entry.is_adjacent = head, is_adjacent
        elif gap.before is not None:
            comments.end = head


def _gaps(holders: Sequence[Holder], own: Sequence[Line]) -> Iterator[_Gap]:
    before: Holder | None = None
    at = 0
    for line_of, group in _grouped(own, holders):
        while at < len(holders) and holders[at].span.line < line_of:
            before = holders[at]
            at += 1
        after = holders[at] if at < len(holders) else None
        yield _Gap(before, after, group)


def _grouped(own: Sequence[Line], holders: Sequence[Holder]) -> Iterator[tuple[int, list[Line]]]:
    """Return the comments between the same two lines with keys, each group with the number of its first."""
    group: list[Line] = []
    at = 0
    for line in own:
        moved = False
        while at < len(holders) and holders[at].span.line <= line.number:
            at += 1
            moved = True
        if moved and group:
            yield group[0].number, group
            group = []
        group.append(line)
    if group:
        yield group[0].number, group


def _split(source: Source, gap: _Gap) -> tuple[list[Line], list[list[Line]], bool]:
    """Return the foot of the key before, the blocks of the head of the one after, and their adjacency."""
    first = gap.lines[0]
    indent = 0 if gap.before is None else gap.before.span.column - 1
    is_below = first.number > 1 and bool(source.line(first.number - 1).strip())
    may_be_foot = is_below and gap.before is not None
    opens = gap.before is not None and _opens(gap.before)
    foot: list[Line] = []
    blocks: list[list[Line]] = []
    previous = first.number - 1
    for line in gap.lines:
        text = blocks[-1] if blocks else []
        is_outside = bool(text) and line.column - 1 < indent and line.column != blocks[0][0].column
        if line.number > previous + 1 and text and may_be_foot:
            if not opens or text[0].column - 1 < indent or is_outside:
                foot, blocks = foot + text, []
            may_be_foot = False
        elif is_outside:
            foot, blocks = [*foot, *(each for block in blocks for each in block)], []
        if blocks and line.number == previous + 1:
            blocks[-1].append(line)
        else:
            blocks.append([line])
        previous = line.number
    end = gap.after.span.line if gap.after is not None else previous + 2
    is_adjacent = end == previous + 1
    if blocks and _ends_as_foot(gap, blocks, indent, opens=opens, is_first=may_be_foot and not is_adjacent):
        foot, blocks = [*foot, *(each for block in blocks for each in block)], []
    return foot, blocks, is_adjacent


def _ends_as_foot(
    gap: _Gap, blocks: Sequence[Sequence[Line]], indent: int, *, opens: bool, is_first: bool
) -> bool:
    """Return whether the last comments belong to the key before them."""
    start = blocks[0][0].column
    if is_first and (not opens or start - 1 < indent):
        return True
    column = gap.after.span.column if gap.after is not None else 1
    return gap.before is not None and column - 1 < indent and column != start


def _opens(holder: Holder) -> bool:
    """Return whether nothing is on the line behind a key: its value follows below, or is null."""
    is_block = isinstance(holder.value, Map | Array) or holder.value is None
    return is_block and isinstance(holder, MapItem) and holder.value_span is holder.span


def _foot_owner(before: Holder, line: Line, holders: Sequence[Holder]) -> Holder:
    """Return the nearest key above a comment that is not further to the right."""
    if before.span.column <= line.column:
        return before
    at = next(n for n in range(len(holders) - 1, -1, -1) if holders[n] is before)
    above = (holders[n] for n in range(at, -1, -1) if holders[n].span.column <= line.column)
    return next(above, before)


def read_snippet(lines: Sequence[tuple[Line, str]], source: Source, options: ReadOptions = YAML_1_2) -> Value:
    """Return the YAML in lines of a comment.

    Args:
        lines: each with its text without the mark of a comment.
        source: the file.
        options: how to read the YAML.

    Raises:
        EngineError: the text is not valid YAML; the finding is at its line in the file.
    """
    if not lines:
        return None
    mapping = _Mapping(source, [line.number for line, _ in lines], [line.column for line, _ in lines])
    try:
        documents = read(Source(source.name, "\n".join(text for _, text in lines)), options).documents
    except EngineError as e:
        moved = [
            replace(each, span=mapping.span(each.span) if each.span else None, related=())
            for each in e.findings
        ]
        raise EngineError(moved) from None
    value = documents[0].value if documents else None
    mapping.move(value)
    return value


class _Mapping:
    """The places of a snippet in its file."""

    def __init__(self, source: Source, numbers: Sequence[int], columns: Sequence[int]) -> None:
        self._source = source
        self._numbers = numbers
        self._columns = columns

    def span(self, span: Span) -> Span:
        """Return the place in the file."""
        at = min(max(span.line, 1), len(self._numbers)) - 1
        shift = self._columns[at] + 1  # behind `# `
        column = span.column + shift if span.column else 0
        return Span(self._source, self._numbers[at], column, span.end + shift if span.end else 0)

    def move(self, value: Value) -> None:
        """Give a value and all nodes in it their places in the file."""
        if not isinstance(value, Map | Array):
            return
        value.span = self.span(value.span)
        for item in value.items:
            is_same = item.value_span is item.span
            item.span = self.span(item.span)
            item.value_span = item.span if is_same else self.span(item.value_span)
            self.move(item.value)

"""The comments of a values file, attached to keys as chart tools do, and the YAML in them.

These tools use the YAML library of Go: a block of comments directly below a line, with a blank line or
less-indented content below it, belongs to that line, and any other to the next one.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, groupby

from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import Array, Document, DocumentSet, Holder, Map, MapItem, Value, walk
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
    own, behind = _sorted_comments(source, documents)
    comments = FileComments(lines=own)
    holders = _by_line(documents.documents[0]) if documents.documents else []
    starts = [holder.span.line for holder in holders]
    for line in behind:
        if at := bisect_right(starts, line.number):
            on_line = holders[bisect_left(starts, line.number) : at] or holders[at - 1 : at]
            owner = next((holder for holder in on_line if _is_flow(holder)), on_line[-1])
            comments.of(owner).line.append(line)
    # The comments between two keys.
    for at, lines in groupby(own, lambda line: bisect_right(starts, line.number)):
        _attach(comments, source, holders, at, list(lines))
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
    attached = chain.from_iterable(holder.comments for holder in documents.walk())
    by_line = {comment.line: comment for comment in (*attached, *documents.trailing)}
    own: list[Line] = []
    behind: list[Line] = []
    for number, comment in sorted(by_line.items()):
        line = Line(f"#{comment.text}", number, comment.column)
        is_own = not source.line(number)[: comment.column - 1].strip()
        if not (is_own and re.match(_BOILERPLATE, line.text)):
            (own if is_own else behind).append(line)
    return own, behind


def _is_flow(holder: Holder) -> bool:
    """Return whether the value is a map or a list in brackets that is not empty."""
    value = holder.value
    if not isinstance(value, Map | Array) or not value.items:
        return False
    span = holder.value_span
    text = span.source.line(span.line) if span.source is not None else ""
    return text[span.column - 1 : span.column] in ("{", "[")


def _attach(
    comments: FileComments, source: Source, holders: Sequence[Holder], at: int, lines: Sequence[Line]
) -> None:
    """Attach the comments between two keys, of which `at` is the index of the second one."""
    before = holders[at - 1] if at else None
    after = holders[at] if at < len(holders) else None
    foot, head, is_adjacent = _split(source, before, after, lines)
    if before is None:
        # A blank line ends the comment of the file.
        comments.document = head[:-1] if is_adjacent else head
        head = head[-1:] if is_adjacent else []
    elif foot:
        # The nearest key above that is not further to the right.
        owners = (holder for holder in holders[at - 1 :: -1] if holder.span.column <= foot[0].column)
        comments.of(next(owners, before)).foot += foot
    if after is not None and head:
        entry = comments.of(after)
        entry.head, entry.is_adjacent = head, is_adjacent
    elif before is not None:
        comments.end = head


def _split(
    source: Source, before: Holder | None, after: Holder | None, lines: Sequence[Line]
) -> tuple[list[Line], list[list[Line]], bool]:
    """Return the foot of the key before, the blocks of the head of the one after, and their adjacency."""
    first = lines[0]
    indent = 0 if before is None else before.span.column - 1
    is_below = first.number > 1 and bool(source.line(first.number - 1).strip())
    may_be_foot = is_below and before is not None
    opens = before is not None and _opens(before)
    foot: list[Line] = []
    blocks: list[list[Line]] = []
    previous = first.number - 1
    for line in lines:
        text = blocks[-1] if blocks else []
        is_outside = bool(text) and line.column - 1 < indent and line.column != blocks[0][0].column
        if line.number > previous + 1 and text and may_be_foot:
            if not opens or text[0].column - 1 < indent or is_outside:
                foot, blocks = foot + text, []
            may_be_foot = False
        elif is_outside:
            foot, blocks = [*foot, *chain.from_iterable(blocks)], []
        if blocks and line.number == previous + 1:
            blocks[-1].append(line)
        else:
            blocks.append([line])
        previous = line.number
    is_adjacent = after is not None and after.span.line == previous + 1
    if blocks and before is not None:  # the last comments may belong to the key before them
        start, column = blocks[0][0].column, after.span.column if after is not None else 1
        is_first = may_be_foot and not is_adjacent and (not opens or start - 1 < indent)
        if is_first or (column - 1 < indent and column != start):
            foot, blocks = [*foot, *chain.from_iterable(blocks)], []
    return foot, blocks, is_adjacent


def _opens(holder: Holder) -> bool:
    """Return whether nothing is on the line behind a key: its value follows below, or is null."""
    is_block = isinstance(holder.value, Map | Array) or holder.value is None
    return is_block and isinstance(holder, MapItem) and holder.value_span is holder.span


def read_snippet(lines: Sequence[tuple[Line, str]], source: Source, options: ReadOptions = YAML_1_2) -> Value:
    """Return the YAML in lines of a comment.

    Args:
        lines: each with its text without the mark of a comment.
        source: the file.
        options: how to read the YAML.

    Raises:
        EngineError: the text is not valid YAML; the finding is at its line in the file.
    """
    place = partial(_place, [line for line, _ in lines], source)
    try:
        documents = read(Source(source.name, "\n".join(text for _, text in lines)), options).documents
    except EngineError as e:
        moved = (replace(each, span=each.span and place(each.span), related=()) for each in e.findings)
        raise EngineError([*moved]) from None
    value = documents[0].value if documents else None
    _move(value, place)
    return value


def _place(lines: Sequence[Line], source: Source, span: Span) -> Span:
    """Return the place in a file of a span in the YAML in comment lines."""
    line = lines[min(max(span.line, 1), len(lines)) - 1]
    shift = line.column + 1  # behind `# `
    column = span.column + shift if span.column else 0
    return Span(source, line.number, column, span.end + shift if span.end else 0)


def _move(value: Value, place: Callable[[Span], Span]) -> None:
    """Give a value and all nodes in it their places in the file."""
    if isinstance(value, Map | Array):
        value.span = place(value.span)
        for item in value.items:
            is_same = item.value_span is item.span
            item.span = place(item.span)
            item.value_span = item.span if is_same else place(item.value_span)
            _move(item.value, place)

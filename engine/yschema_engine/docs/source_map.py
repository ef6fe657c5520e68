"""The origin of each line of a page, which extensions and plugins may have changed.

A file that a page includes is known where `pymdownx.snippets` includes it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from pathlib import Path

from yschema_engine.docs.places import display_path
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.source import Source, Span

# As `pymdownx.snippets` has them: a file on the line, or lines with files between two others.
_INCLUDE = r"""\s*-+8<-+[ \t]+(?P<quote>["'])(?P<path>.+?)(?P=quote)\s*\Z"""
_BLOCK = r"\s*-+8<-+\s*\Z"
_SECTION = r":(?:[-0-9:,]+|[A-Za-z][-\w]*)\Z"


class NumberedLine(str):
    """A line that knows its index in the page, as long as extensions pass it on unchanged."""

    __slots__ = ("index_in_page",)
    index_in_page: int


def number_lines(lines: Sequence[str]) -> list[str]:
    """Return the lines, each with its index, unless some have theirs."""
    if any(isinstance(line, NumberedLine) for line in lines):
        return list(lines)
    numbered: list[str] = []
    for index, line in enumerate(lines):
        copy = NumberedLine(line)
        copy.index_in_page = index
        numbered.append(copy)
    return numbered


def origins(before: Sequence[str], after: Sequence[str]) -> list[range]:
    """Return, for each line of a text, the indexes of the lines that it comes from in the text before.

    An unchanged line has one. A changed one has those that it and its neighbours replace, which may be none.
    """
    if any(isinstance(line, NumberedLine) for line in after):
        return list(_by_number(len(before), after))
    ranges = [range(0)] * len(after)
    matcher = SequenceMatcher(lambda line: not line.strip(), before, after, autojunk=False)
    for _, start, end, first, last in matcher.get_opcodes():
        same = end - start == last - first
        for index in range(first, last):
            one = start + index - first
            ranges[index] = range(one, one + 1) if same else range(start, end)
    return ranges


def likely_origins(before: Sequence[str], after: Sequence[str]) -> list[range]:
    """Return the same as `origins`, for texts that may be unrelated.

    A line that the first text has once is that line. The lines around decide about others, if most of the
    second text is in the first.
    """
    ranges = origins(before, after)
    same = sum(before[where[0]] == line for where, line in zip(ranges, after, strict=True) if len(where) == 1)
    if 2 * same < len(after):
        ranges = [range(0)] * len(after)
    counts = Counter(before)
    single = {line: range(at, at + 1) for at, line in enumerate(before) if counts[line] == 1}
    return [single.get(line, where) for where, line in zip(ranges, after, strict=True)]


def _by_number(count: int, after: Sequence[str]) -> Iterator[range]:
    next_ = [count] * (len(after) + 1)
    for index in reversed(range(len(after))):
        line = after[index]
        next_[index] = line.index_in_page if isinstance(line, NumberedLine) else next_[index + 1]
    last = -1
    for index, line in enumerate(after):
        if isinstance(line, NumberedLine):
            last = line.index_in_page
            yield range(last, last + 1)
        else:
            yield range(last + 1, max(next_[index], last + 1))


@dataclass(frozen=True, slots=True)
class Location:
    """The place where a line of a page is written.

    Attributes:
        span: the line of the page; None if it is not known.
        included: the line of the file that the page includes there.
    """

    span: Span | None = None
    included: Span | None = None


class ExpandedPage:
    """The lines of a page once files are included, and where each is written."""

    def __init__(
        self,
        page: Sequence[str],
        lines: Sequence[str],
        folders: Iterable[str],
        locate: Callable[[str, int], Span | None],
    ) -> None:
        """Note the lines; their locations are worked out when they are asked for.

        Args:
            page: the lines as they were.
            lines: as they are now.
            folders: where included files are.
            locate: where a line (from 1) of the text of the page is written.
        """
        self._page = page
        self._lines = lines
        self._folders = [Path(folder) for folder in folders]
        self._locate = locate

    @cached_property
    def _origins(self) -> list[range]:
        return origins(self._page, self._lines)

    def location(self, index: int) -> Location:
        """Return where the line with an index (from 0) is written."""
        line, included = self._origin(index)
        span = None if line is None else self._locate("\n".join(self._page), line + 1)
        return Location(span, included)

    def _origin(self, index: int) -> tuple[int | None, Span | None]:
        """Return the index of a line in the page, and the line of the file that the page includes there."""
        where = self._origins[index]
        if len(where) == 1 and not re.match(_INCLUDE, self._page[where[0]]):
            return where[0], None
        included = [(at, *line) for at, path in self._included(where) for line in _read(path)]
        if not included:
            return (where[0] if where else None), None
        run = [n for n, other in enumerate(self._origins) if other == where]
        texts = [source.line(number).strip() for _, source, number in included]
        within = origins(texts, [self._lines[n].strip() for n in run])[index - run[0]]
        at, source, number = included[within[0] if within else 0]
        return at, Span(source, number) if within else None

    def _included(self, where: range) -> Iterator[tuple[int, Path]]:
        """Yield the files that lines of the page include, each with the index of the line."""
        is_block = False
        for at in where:
            line = self._page[at].rstrip("\r")
            if re.match(_BLOCK, line):
                is_block = not is_block
                continue
            if (include := re.match(_INCLUDE, line)) is None and not is_block:
                continue
            name = include["path"] if include else line.strip()
            paths = (folder / one for one in (name, re.sub(_SECTION, "", name)) for folder in self._folders)
            path = next((path for path in paths if name and path.is_file()), None)
            if path is not None:
                yield at, path


def _read(path: Path) -> Iterator[tuple[Source, int]]:
    try:
        source = Source(str(display_path(path)), path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return
    yield from ((source, number) for number in range(1, len(source.lines) + 1))

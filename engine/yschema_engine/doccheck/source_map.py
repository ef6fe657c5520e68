"""Where the lines of a text come from, once extensions and plugins have changed it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from pathlib import Path

from yschema_engine.doccheck.file_names import display_path
from yschema_engine.source import Source, Span

# As `pymdownx.snippets` has them: a file on the line, or lines with files between two others.
_INCLUDE = re.compile(r"""\s*-+8<-+[ \t]+(?P<quote>["'])(?P<path>.+?)(?P=quote)\s*\Z""")
_BLOCK = re.compile(r"\s*-+8<-+\s*\Z")
_SECTION = re.compile(r":(?:[-0-9:,]+|[A-Za-z][-\w]*)\Z")


class Numbered(str):
    """A line that knows its index in the page; whoever passes it on unchanged passes that on as well."""

    __slots__ = ("at",)
    at: int


def numbered(lines: Sequence[str]) -> list[str]:
    """The lines, each with its index, unless they have theirs."""
    if any(isinstance(line, Numbered) for line in lines):
        return list(lines)
    found: list[str] = []
    for index, line in enumerate(lines):
        copy = Numbered(line)
        copy.at = index
        found.append(copy)
    return found


def origins(before: Sequence[str], after: Sequence[str]) -> list[range]:
    """For each line of a text, the indexes of those it comes from in the text as it was before.

    That is one where a line is unchanged; else those that other lines have taken the place of, maybe none.
    """
    if any(isinstance(line, Numbered) for line in after):
        return list(_by_number(len(before), after))
    found = [range(0)] * len(after)
    matcher = SequenceMatcher(lambda line: not line.strip(), before, after, autojunk=False)
    for _, start, end, first, last in matcher.get_opcodes():
        same = end - start == last - first
        for index in range(first, last):
            one = start + index - first
            found[index] = range(one, one + 1) if same else range(start, end)
    return found


def alike(before: Sequence[str], after: Sequence[str]) -> list[range]:
    """As `origins`, of texts that may have nothing to do with each other.

    A line that the first text has once is that line. Others are told by what is around them, where most of
    the second text is in the first.
    """
    found = origins(before, after)
    same = sum(len(where) == 1 and before[where[0]] == line for where, line in zip(found, after, strict=True))
    counts = Counter(before)
    return [
        range(at := before.index(line), at + 1)
        if counts[line] == 1
        else where
        if 2 * same >= len(after)
        else range(0)
        for where, line in zip(found, after, strict=True)
    ]


def _by_number(count: int, after: Sequence[str]) -> Iterator[range]:
    next_ = [count] * (len(after) + 1)
    for index in reversed(range(len(after))):
        line = after[index]
        next_[index] = line.at if isinstance(line, Numbered) else next_[index + 1]
    last = -1
    for index, line in enumerate(after):
        if isinstance(line, Numbered):
            last = line.at
            yield range(last, last + 1)
        else:
            yield range(last + 1, max(next_[index], last + 1))


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a line comes from.

    Attributes:
        index: of the line in the page; None where it comes from none.
        file: the line in the file that the page includes there.
    """

    index: int | None
    file: Span | None = None


class Expanded:
    """The lines of a page once files are included, and where each comes from.

    Attributes:
        page: the lines as they were.
    """

    def __init__(self, page: Sequence[str], lines: Sequence[str], folders: Iterable[str]) -> None:
        """The lines.

        Args:
            page: the lines as they were.
            lines: as they are now.
            folders: those that files are included from.
        """
        self.page = page
        self._lines = lines
        self._folders = [Path(folder) for folder in folders]

    @cached_property
    def _origins(self) -> list[range]:
        return origins(self.page, self._lines)

    def origin(self, index: int) -> Origin:
        """That of a line."""
        where = self._origins[index]
        if len(where) == 1 and not _INCLUDE.match(self.page[where[0]]):
            return Origin(where[0])
        included = [(at, *one) for at, path in self._paths(where) for one in _read(path)]
        if not included:
            return Origin(where[0] if where else None)
        first = next(n for n, other in enumerate(self._origins) if other == where)
        run = [self._lines[n].strip() for n, other in enumerate(self._origins) if other == where]
        found = origins([source.line(n).strip() for _, source, n in included], run)[index - first]
        at, source, line = included[found[0] if found else 0]
        return Origin(at, Span(source, line) if found else None)

    def _paths(self, where: range) -> Iterator[tuple[int, Path]]:
        """The files that lines of the page include, each with the index of the line."""
        is_block = False
        for at in where:
            line = self.page[at].rstrip("\r")
            if _BLOCK.match(line):
                is_block = not is_block
                continue
            if (include := _INCLUDE.match(line)) is None and not is_block:
                continue
            name = include["path"] if include else line.strip()
            paths = (folder / one for one in (name, _SECTION.sub("", name)) for folder in self._folders)
            path = next((path for path in paths if name and path.is_file()), None)
            if path is not None:
                yield at, path


def _read(path: Path) -> Iterator[tuple[Source, int]]:
    try:
        source = Source(str(display_path(path)), path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return
    yield from ((source, number) for number in range(1, len(source.lines) + 1))

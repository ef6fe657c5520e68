"""The places where cross-references are written in a page."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from markdown import Markdown
from markdown.preprocessors import Preprocessor

from mkdocs_yschema.markdown.page import ConvertedPage
from yschema_engine.docs.fences import find_fences
from yschema_engine.docs.source_map import ExpandedPage, Location

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
# Ends before an empty line.
_CODE = re.compile(r"(?<!`)(`+)(?!`)(?:(?:[^\n]|\n(?!\s*\n))*?[^`])?\1(?!`)")


class Locations(Preprocessor):
    """The locations of cross-references, found in the text; a preprocessor sees it with included files."""

    def __init__(self, md: Markdown, page: ConvertedPage) -> None:
        super().__init__(md)
        self._page = page
        self._lines: list[str] = []
        self._expanded = page.expanded([])
        self._seen: Counter[str] = Counter()

    def run(self, lines: list[str]) -> list[str]:
        """Begin a page, and return its lines unchanged."""
        self._expanded = self._page.expanded(lines)
        self._lines = lines
        self._seen = Counter()
        return lines

    def next(self, text: str) -> Callable[[], Location]:
        """Return what works out the location of the next cross-reference with a text."""
        self._seen[text] += 1
        return partial(self._location, self._expanded, self._lines, text, self._seen[text])

    def _location(self, expanded: ExpandedPage, lines: Sequence[str], text: str, nth: int) -> Location:
        escapable = "".join(c if c.isalnum() else rf"\\?{re.escape(c)}" for c in text)
        pattern = re.compile(rf"(?<!`){escapable}(?!`)")
        page = _blank(_COMMENT, "\n".join(self._without_fences(lines)))
        if "`" not in text:
            page = _blank(_CODE, page)
        match = next(itertools.islice(pattern.finditer(page), nth - 1, None), None)
        if match is None:
            return Location()
        location = expanded.location(page.count("\n", 0, match.start()))
        if location.span is None or location.included:
            return location
        column = match.start() - page.rfind("\n", 0, match.start()) - 1
        return Location(location.span.narrowed_to(match[0], column))

    def _without_fences(self, lines: Sequence[str]) -> list[str]:
        """Return the lines, empty in fenced blocks."""
        rest = list(lines)
        for fence in find_fences(lines, self.md.tab_length):
            if fence.closed:
                length = len(fence.body) + 2
                rest[fence.start : fence.start + length] = [""] * length
        return rest


def _blank(pattern: re.Pattern[str], text: str) -> str:
    """Return a text with nothing but line breaks for what a pattern matches."""
    return pattern.sub(lambda match: "\n" * match[0].count("\n"), text)

"""The page that a converter is converting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.preprocessors import Preprocessor
from markdown.util import Processor

from mkdocs_yschema.markdown.host import Host
from yschema_engine.docs.source_map import ExpandedPage, number_lines
from yschema_engine.text.source import Span

T = TypeVar("T")


def processor(run: Callable[[T], T | None]) -> Any:
    """Return a processor for Markdown that is a function of the lines, the tree or the HTML of a page."""
    result: Any = Processor()
    result.run = run
    return result


class ConvertedPage(Preprocessor):
    """The state of the page that is being converted.

    As the first preprocessor it runs where each page begins: converters convert one page after the other, and
    the host may have another one for each.

    Attributes:
        host: the host of the page.
        lines: the lines, before any extension has changed them.
        ids: the ids of the fields that the page shows.
        directives: the number of directives so far.
        html: the HTML of directives, in order.
        copies: elements with copies of headings, for the table of contents.
    """

    def __init__(self, md: Markdown, open_page: Callable[[], Host]) -> None:
        """Start with an empty page.

        Args:
            md: the converter.
            open_page: returns the host of the page that comes next.
        """
        super().__init__(md)
        self._open_page = open_page
        self.run([])

    def run(self, lines: list[str]) -> list[str]:
        """Forget the page before, and number the lines."""
        self.host = self._open_page()
        self.lines = lines
        self.ids: set[str] = set()
        self.directives = 0
        self.html: list[str] = []
        self.copies: list[Element] = []
        return number_lines(lines)

    def line_of(self, directive: str, text: str) -> int | None:
        """Return the line (from 1) of the page on which a directive has a text, if it can be told."""
        wanted = [line.strip() for line in directive.splitlines()]
        for start in range(len(self.lines)):
            if [line.strip() for line in self.lines[start : start + len(wanted)]] == wanted:
                return start + 1 + next((i for i, line in enumerate(wanted) if text in line), 0)
        return None

    def span(self, line: int | None, text: str) -> Span | None:
        """Return where a text on a line (from 1) of the page is written; None if the line is not known."""
        span = self.host.locate("\n".join(self.lines), line) if line else None
        return span and span.narrowed_to(text)

    def expanded(self, lines: list[str]) -> ExpandedPage:
        """Return the page with included files.

        Args:
            lines: the lines as they are now.
        """
        preprocessors = self.md.preprocessors
        folders = getattr(preprocessors["snippet"], "base_path", ()) if "snippet" in preprocessors else ()
        return ExpandedPage(self.lines, lines, folders, self.host.locate)

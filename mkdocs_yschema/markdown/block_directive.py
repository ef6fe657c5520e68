"""Directives, which are lines `::: NAME ARGUMENT` with indented options below."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.blockparser import BlockParser
from markdown.blockprocessors import BlockProcessor
from markdown.postprocessors import Postprocessor
from markdown.util import ETX, STX, AtomicString

from mkdocs_yschema.markdown.page import ConvertedPage
from yschema_engine.text.findings import EngineError, Finding, revise
from yschema_engine.text.phrases import ENGLISH
from yschema_engine.text.source import Span

_PLACE = re.compile(f"{STX}yschema:([0-9]+){ETX}")
_OPTIONS = re.compile(r"(?:\n[ \t]+\S.*)*")


@dataclass(frozen=True, slots=True)
class Directive:
    """A directive in a page.

    Attributes:
        text: all its lines.
        argument: the rest of its first line.
        options: the lines below the first one, each with the line break before it.
    """

    text: str
    argument: str
    options: str


def register(md: Markdown, page: ConvertedPage) -> None:
    """Make a converter insert the HTML of directives when other HTML is complete."""
    md.postprocessors.register(_InsertHtml(page), "yschema", 5)  # the last one of Markdown has 10


class _InsertHtml(Postprocessor):
    """Inserts the HTML of directives into the HTML of a page."""

    def __init__(self, page: ConvertedPage) -> None:
        super().__init__()
        self._page = page

    def run(self, text: str) -> str:
        """Return the HTML with that of directives."""
        if not self._page.html or STX not in text:  # Markdown asks for each heading as well
            return text
        parts = _PLACE.split(text)
        parts[1::2] = [self._page.html[int(number)] for number in parts[1::2]]
        return "".join(parts)


class BlockDirective(BlockProcessor):
    """Replaces directives of one name by HTML, and leaves the text around them to other processors.

    The HTML is out of reach of other extensions until the end. Markdown's own stash searches all HTML in it
    for other stashed HTML, which takes a fifth of the time to convert a page with a reference.

    Attributes:
        name: the name of the directives.
    """

    name: ClassVar[str]

    def __init__(self, parser: BlockParser, page: ConvertedPage) -> None:
        super().__init__(parser)
        self._page = page
        self._pattern = re.compile(
            rf"^ {{0,3}}::: *{re.escape(self.name)}(?: +(?P<argument>\S.*?))? *$", re.MULTILINE
        )

    def test(self, parent: Element, block: str) -> bool:
        """Return whether a directive is in the block."""
        return bool(self._pattern.search(block))

    def run(self, parent: Element, blocks: list[str]) -> None:
        """Put the HTML of the first directive of a block into the tree."""
        block = blocks.pop(0)
        first = self._pattern.search(block)
        assert first
        options = _OPTIONS.match(block, first.end())
        assert options
        if before := block[: first.start()].rstrip():
            self.parser.parseBlocks(parent, [before])
        if after := block[options.end() :].lstrip("\n"):
            blocks.insert(0, after)
        text = block[first.start() : options.end()]
        self._insert(parent, Directive(text, first["argument"] or "", options[0]))

    def _insert(self, parent: Element, directive: Directive) -> None:
        place = SubElement(parent, "div")
        try:
            html = self.html(directive, place)
        except EngineError as error:
            html = self._page.host.error_html(self._located(error, directive.text))
        place.text = AtomicString(f"{STX}yschema:{len(self._page.html)}{ETX}")
        self._page.html.append(html)

    def html(self, directive: Directive, place: Element) -> str:
        """Return the HTML of a directive.

        Args:
            directive: the directive.
            place: the element that the HTML goes to.

        Raises:
            EngineError: the directive is wrong. Findings without a span get that of the directive.
        """
        raise NotImplementedError

    def _located(self, error: EngineError, text: str) -> EngineError:
        return EngineError(
            problem if problem.span else revise(problem, span=self._span(text, problem))
            for problem in error.findings
        )

    def _span(self, text: str, problem: Finding) -> Span | None:
        found = ENGLISH.text(problem.fact("found"))
        line = self._page.line_of(text, found)
        span = self._page.host.locate("\n".join(self._page.lines), line) if line else None
        return span and span.narrowed_to(found)

"""The directive `::: yschema-index FLEET`, the table of the schemas of a fleet or of a site."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.blockparser import BlockParser
from markdown.blockprocessors import BlockProcessor
from markdown.util import AtomicString

from mkdocs_yschema.markdown.page import ConvertedPage
from yschema_engine.model.findings import EngineError, revise

_DIRECTIVE = re.compile(r"^::: *yschema-index(?: +(?P<fleet>\S.*?))? *$", re.MULTILINE)


def register(md: Markdown, page: ConvertedPage) -> None:
    """Make a converter follow the directive."""
    md.parser.blockprocessors.register(_IndexDirective(md.parser, page), "yschema_index", 78)


class _IndexDirective(BlockProcessor):
    def __init__(self, parser: BlockParser, page: ConvertedPage) -> None:
        super().__init__(parser)
        self._page = page

    def test(self, parent: Element, block: str) -> bool:
        """Return whether a directive is in the block."""
        return bool(_DIRECTIVE.search(block))

    def run(self, parent: Element, blocks: list[str]) -> None:
        """Put the table in the tree, and leave the text around it to other processors."""
        block = blocks.pop(0)
        directive = _DIRECTIVE.search(block)
        assert directive
        if before := block[: directive.start()].rstrip():
            self.parser.parseBlocks(parent, [before])
        if after := block[directive.end() :].lstrip("\n"):
            blocks.insert(0, after)
        html = self._html(directive[0], directive["fleet"] or "")
        place = SubElement(parent, "div")
        place.text = AtomicString(self.parser.md.htmlStash.store(html))

    def _html(self, text: str, fleet: str) -> str:
        host = self._page.host
        try:
            return host.index(fleet)
        except EngineError as error:
            line = self._page.line_of(text, text)
            span = host.locate("\n".join(self._page.lines), line) if line else None
            placed = [revise(finding, span=span and span.narrowed_to(fleet)) for finding in error.findings]
            return host.error_html(EngineError(placed))

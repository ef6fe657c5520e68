"""The directive, `::: yschema NAME`.

The HTML goes to Markdown's stash, out of reach of other extensions. For the table of contents, copies of its
headings are in the tree until the `toc` extension has read them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.blockparser import BlockParser
from markdown.blockprocessors import BlockProcessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from mkdocs_yschema.markdown.directive_options import parse_directive
from mkdocs_yschema.markdown.page import ConvertedPage
from yschema_engine.doccheck.unknown_names import unknown_path
from yschema_engine.model.fields import Field
from yschema_engine.model.findings import EngineError, Finding, revise
from yschema_engine.model.phrases import ENGLISH
from yschema_engine.model.schema import Schema
from yschema_engine.outputs.html import Heading
from yschema_engine.source import Span

_DIRECTIVE = re.compile(r"^::: *yschema(?: +(?P<name>\S.*?))? *$", re.MULTILINE)
_INDENTED = re.compile(r"(?:\n[ \t]+\S.*)*")
# With more fields on a page, its table of contents has maps only, and then only the upper ones: nobody reads
# so long a list, and browsers take many seconds to lay out one with thousands of entries.
_MAX_LISTED = 60


def register(md: Markdown, page: ConvertedPage) -> None:
    """Make a converter follow directives."""
    # Above other processors of `::: name`, whose patterns match ours; below that of code, 80.
    md.parser.blockprocessors.register(_Directive(md.parser, page), "yschema", 77)
    md.treeprocessors.register(_DropCopies(page), "yschema_copies", 4)  # toc reads at 5


class _Directive(BlockProcessor):
    def __init__(self, parser: BlockParser, page: ConvertedPage) -> None:
        super().__init__(parser)
        self._page = page

    def test(self, parent: Element, block: str) -> bool:
        """Return whether a directive is in the block."""
        return bool(_DIRECTIVE.search(block))

    def run(self, parent: Element, blocks: list[str]) -> None:
        """Put the directive's place in the tree, and leave the text around it to other processors."""
        block = blocks.pop(0)
        directive = _DIRECTIVE.search(block)
        assert directive
        if before := block[: directive.start()].rstrip():
            self.parser.parseBlocks(parent, [before])
        options = _INDENTED.match(block, directive.end())
        assert options
        if after := block[options.end() :].lstrip("\n"):
            blocks.insert(0, after)
        text = block[directive.start() : options.end()]
        self._place(parent, *self._html(text, directive["name"] or "", options[0]))

    def _place(self, parent: Element, html: str, headings: Sequence[Heading]) -> None:
        place = SubElement(parent, "div")
        place.text = AtomicString(self.parser.md.htmlStash.store(html))
        listed = headings if len(self._page.ids) <= _MAX_LISTED else _maps(headings)
        for heading in listed:
            SubElement(place, f"h{heading.level}", id=heading.anchor).text = AtomicString(heading.name)
        self._page.copies.append(place)

    def _html(self, text: str, name: str, options: str) -> tuple[str, Sequence[Heading]]:
        page, host = self._page, self._page.host
        page.directives += 1
        try:
            directive = parse_directive(name, options, host.display)
            schema = host.schema(directive.name)
            shown = _part(schema, directive.path)
            view = host.view(directive, shown, page.directives)
            rendered = host.renderer.reference(schema, shown, directive.heading_level, page.ids, view)
        except EngineError as error:
            return host.error_html(self._located(error, text)), ()
        page.ids |= {field.anchor for field in rendered.fields}
        host.add_rendered(directive, view, rendered)
        return rendered.html, rendered.headings

    def _located(self, error: EngineError, directive: str) -> EngineError:
        """Return the error with the line of the directive for findings without a span."""
        return EngineError(
            finding if finding.span else revise(finding, span=self._span(directive, finding))
            for finding in error.findings
        )

    def _span(self, directive: str, finding: Finding) -> Span | None:
        found = ENGLISH.text(finding.fact("found"))
        line = self._page.line_of(directive, found)
        span = self._page.host.locate("\n".join(self._page.lines), line) if line else None
        return span and span.narrowed_to(found)


def _maps(headings: Sequence[Heading]) -> list[Heading]:
    """Return the headings of maps, as many levels as are not too many, and at least the top one."""
    maps = [heading for heading in headings if heading.is_group]
    levels = sorted({heading.level for heading in maps})
    for level in reversed(levels[1:]):
        if len(maps) <= _MAX_LISTED:
            break
        maps = [heading for heading in maps if heading.level < level]
    return maps


def _part(schema: Schema, path: str) -> Field:
    if (field := schema.find(path)) is None:
        raise unknown_path(schema.name, path, [str(field.path) for field in schema.root.walk()])
    return field


class _DropCopies(Treeprocessor):
    """Removes the copies of headings; the headings themselves are in the stash."""

    def __init__(self, page: ConvertedPage) -> None:
        super().__init__()
        self._page = page

    def run(self, root: Element) -> None:
        """Empty the place of each directive except for its text, the key to the stash."""
        for place in self._page.copies:
            for copy in list(place):
                place.remove(copy)

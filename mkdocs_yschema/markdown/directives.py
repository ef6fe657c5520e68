"""Directives: lines `::: yschema NAME` and `::: yschema-index FLEET` with indented options below.

For the table of contents, copies of its headings are in the tree until the `toc` extension has read them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from types import MappingProxyType
from typing import TypeAlias
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.blockparser import BlockParser
from markdown.blockprocessors import BlockProcessor
from markdown.util import ETX, STX, AtomicString

from mkdocs_yschema.markdown.directive_options import (
    DIRECTIVE_AS_TEXT,
    DIRECTIVE_IN_HTML,
    parse_directive,
    refuse_options,
)
from mkdocs_yschema.markdown.host import ConvertedPage, processor
from yschema_engine.docs.places import unknown_path
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.renderer import Heading
from yschema_engine.text.findings import Code, EngineError, Finding, finding, revise
from yschema_engine.text.phrases import ENGLISH, Verbatim
from yschema_engine.text.source import Span
from yschema_engine.text.suggestions import suggest

_PLACE = re.compile(f"{STX}yschema:([0-9]+){ETX}")
_OPTIONS = re.compile(r"(?:\n[ \t]+\S.*)*")


_Html: TypeAlias = Callable[[ConvertedPage, str, str, Element], str]
"""Returns the HTML that goes into an element, from the rest of the first line, and the lines below it."""


def register(md: Markdown, page: ConvertedPage) -> None:
    """Make a converter follow directives, and report those that other processors leave in the page."""
    # Above other processors of `::: name`, whose patterns match ours; below that of code, 80.
    for priority, name, html in ((77, "yschema", _reference), (78, "yschema-index", _index)):
        md.parser.blockprocessors.register(
            _BlockDirective(md.parser, page, name, html), name.replace("-", "_"), priority
        )
    md.treeprocessors.register(processor(partial(_drop_copies, page)), "yschema_copies", 4)  # toc reads at 5
    # Other HTML is then complete: the last one of Markdown has 10.
    md.postprocessors.register(processor(partial(_insert_html, page)), "yschema", 5)
    # HTML is put into the stash at 20, code in fences before that.
    md.preprocessors.register(processor(partial(_find_in_html, page)), "yschema_in_html", 15)
    # Blocks are in the tree, and the text within them, at 20, is not parsed yet.
    md.treeprocessors.register(processor(partial(_find_in_text, page)), "yschema_as_text", 25)


def _insert_html(page: ConvertedPage, text: str) -> str:
    """Return the HTML of a page with that of directives."""
    if not page.html or STX not in text:  # Markdown asks for each heading as well
        return text
    parts = _PLACE.split(text)
    parts[1::2] = [page.html[int(number)] for number in parts[1::2]]
    return "".join(parts)


class _BlockDirective(BlockProcessor):
    """Replaces directives of one name by HTML, and leaves the text around them to other processors.

    The HTML is out of reach of other extensions until the end. Markdown's own stash searches all HTML in it
    for other stashed HTML, which takes a fifth of the time to convert a page with a reference.
    """

    def __init__(self, parser: BlockParser, page: ConvertedPage, name: str, html: _Html) -> None:
        """A processor.

        Args:
            parser: of Markdown.
            page: the page.
            name: the name of the directives.
            html: returns the HTML of a directive, or raises an `EngineError`, whose findings without a span
                get that of the directive.
        """
        super().__init__(parser)
        self._page = page
        self._html = html
        self._pattern = re.compile(
            rf"^ {{0,3}}::: *{re.escape(name)}(?: +(?P<argument>\S.*?))? *$", re.MULTILINE
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
        self._insert(parent, text, first["argument"] or "", options[0])

    def _insert(self, parent: Element, text: str, argument: str, options: str) -> None:
        place = SubElement(parent, "div")
        try:
            html = self._html(self._page, argument, options, place)
        except EngineError as error:
            html = self._page.host.error_html(self._located(error, text))
        place.text = AtomicString(f"{STX}yschema:{len(self._page.html)}{ETX}")
        self._page.html.append(html)

    def _located(self, error: EngineError, text: str) -> EngineError:
        return EngineError(
            problem if problem.span else revise(problem, span=self._span(text, problem))
            for problem in error.findings
        )

    def _span(self, text: str, problem: Finding) -> Span | None:
        found = ENGLISH.text(problem.fact("found"))
        return self._page.span(self._page.line_of(text, found), found)


# With more fields on a page, its table of contents has maps only, and then only the upper ones: nobody reads
# so long a list, and browsers take many seconds to lay out one with thousands of entries.
_MAX_LISTED = 60


def _reference(page: ConvertedPage, argument: str, below: str, place: Element) -> str:
    """Return the HTML of a reference, or of a part of one."""
    host = page.host
    page.directives += 1
    options = parse_directive(argument, below, host.site.config.options.display)
    schema = host.schema(options.name)
    shown = _part(schema, options.path)
    view = host.view(options, shown, page.directives)
    rendered = host.site.renderer.reference(schema, shown, options.heading_level, page.ids, view)
    page.ids |= {field.anchor for field in rendered.fields}
    html = host.add_rendered(options, view, rendered)
    listed = rendered.headings if len(page.ids) <= _MAX_LISTED else _maps(rendered.headings)
    for heading in listed:
        SubElement(place, f"h{heading.level}", id=heading.anchor).text = AtomicString(heading.name)
    page.copies.append(place)
    return html


def _index(page: ConvertedPage, argument: str, below: str, _: Element) -> str:
    """Return the HTML of the table of schemas."""
    refuse_options(below)
    return page.host.index(argument)


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


def _drop_copies(page: ConvertedPage, root: Element) -> None:
    """Remove the copies of headings: in the place of each directive, its text is the key to the stash."""
    for place in page.copies:
        for copy in list(place):
            place.remove(copy)


_DIRECTIVE = re.compile(r"^[ \t]*(?P<line>:{2,}\s*(?P<name>[\w-]+)(?![\w.-]).*)$", re.MULTILINE)
_ARGUMENTS = MappingProxyType({"yschema": "NAME", "yschema-index": "FLEET"})
_NOT_TEXT = re.compile(
    r"<!--.*?(?:-->|\Z)|<(pre|code|script|style|textarea)\b.*?(?:</\1>|\Z)", re.DOTALL | re.I
)


def _find_in_html(page: ConvertedPage, lines: list[str]) -> list[str]:
    """Report directives in elements that are not Markdown, and return the same lines."""
    for html in page.md.htmlStash.rawHtmlBlocks:
        if isinstance(html, str) and "::" in html:
            _report(page, DIRECTIVE_IN_HTML, _NOT_TEXT.sub("", html))
    return lines


def _find_in_text(page: ConvertedPage, root: Element) -> None:
    """Report directives in the text of elements that are not code."""
    for text in _texts(root):
        if "::" in text:
            _report(page, DIRECTIVE_AS_TEXT, text)


def _texts(root: Element) -> Iterator[str]:
    for element in root.iter():
        for text in (element.text, element.tail):
            if text and not isinstance(text, AtomicString):
                yield text


def _report(page: ConvertedPage, code: Code, text: str) -> None:
    """Report the directives in a text, those with a misspelt name as well."""
    for match in _DIRECTIVE.finditer(text):
        name, directive = match["name"].lower(), match["line"].strip()
        meant = name if name in _ARGUMENTS else suggest(name, _ARGUMENTS)
        if meant or name.startswith("yschema-"):
            meant = meant or "yschema"
            example = Verbatim(f"`::: {meant} {_ARGUMENTS[meant]}`")
            problem = revise(finding(code), text=Verbatim(directive), example=example)
            line = next((number for number, each in enumerate(page.lines, 1) if directive in each), None)
            page.host.report([revise(problem, span=page.span(line, directive))])

"""Directives: lines `::: yschema NAME` and `::: yschema-index FLEET` with indented options below.

For the table of contents, copies of its headings are in the tree until the `toc` extension has read them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.blockparser import BlockParser
from markdown.blockprocessors import BlockProcessor
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import ETX, STX, AtomicString

from mkdocs_yschema.markdown.directive_options import (
    DIRECTIVE_AS_TEXT,
    DIRECTIVE_IN_HTML,
    parse_directive,
    refuse_options,
)
from mkdocs_yschema.markdown.page import ConvertedPage
from yschema_engine.docs.places import unknown_path
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.renderer import Heading
from yschema_engine.text.findings import Code, EngineError, Finding, finding, revise
from yschema_engine.text.phrases import ENGLISH, Verbatim
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


def register_blocks(md: Markdown, page: ConvertedPage) -> None:
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


# With more fields on a page, its table of contents has maps only, and then only the upper ones: nobody reads
# so long a list, and browsers take many seconds to lay out one with thousands of entries.
_MAX_LISTED = 60


def register_directive(md: Markdown, page: ConvertedPage) -> None:
    """Make a converter follow directives."""
    # Above other processors of `::: name`, whose patterns match ours; below that of code, 80.
    md.parser.blockprocessors.register(_Reference(md.parser, page), "yschema", 77)
    md.treeprocessors.register(_DropCopies(page), "yschema_copies", 4)  # toc reads at 5


class _Reference(BlockDirective):
    name = "yschema"

    def html(self, directive: Directive, place: Element) -> str:
        """Return the HTML of a reference, or of a part of one."""
        page, host = self._page, self._page.host
        page.directives += 1
        options = parse_directive(directive.argument, directive.options, host.site.config.options.display)
        schema = host.schema(options.name)
        shown = _part(schema, options.path)
        view = host.view(options, shown, page.directives)
        rendered = host.site.renderer.reference(schema, shown, options.heading_level, page.ids, view)
        page.ids |= {field.anchor for field in rendered.fields}
        html = host.add_rendered(options, view, rendered)
        self._copy_headings(place, rendered.headings)
        return html

    def _copy_headings(self, place: Element, headings: Sequence[Heading]) -> None:
        listed = headings if len(self._page.ids) <= _MAX_LISTED else _maps(headings)
        for heading in listed:
            SubElement(place, f"h{heading.level}", id=heading.anchor).text = AtomicString(heading.name)
        self._page.copies.append(place)


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


def register_index(md: Markdown, page: ConvertedPage) -> None:
    """Make a converter follow the directive."""
    md.parser.blockprocessors.register(_Index(md.parser, page), "yschema_index", 78)


class _Index(BlockDirective):
    name = "yschema-index"

    def html(self, directive: Directive, place: Element) -> str:
        """Return the HTML of the table."""
        refuse_options(directive.options)
        return self._page.host.index(directive.argument)


_DIRECTIVE = re.compile(r"^[ \t]*(:{3,}\s*yschema(?![\w.]).*)$", re.MULTILINE | re.IGNORECASE)
_NOT_TEXT = re.compile(
    r"<!--.*?(?:-->|\Z)|<(pre|code|script|style|textarea)\b.*?(?:</\1>|\Z)", re.DOTALL | re.I
)
_EXAMPLE = Verbatim("`::: yschema NAME`")


def register_unread(md: Markdown, page: ConvertedPage) -> None:
    """Make a converter report directives that other processors leave in the page."""
    # HTML is put into the stash at 20, code in fences before that.
    md.preprocessors.register(_FindInHtml(md, page), "yschema_in_html", 15)
    # Blocks are in the tree, and the text within them, at 20, is not parsed yet.
    md.treeprocessors.register(_FindInText(page), "yschema_as_text", 25)


class _FindInHtml(Preprocessor):
    """Looks at the elements that are not Markdown."""

    def __init__(self, md: Markdown, page: ConvertedPage) -> None:
        super().__init__(md)
        self._page = page

    def run(self, lines: list[str]) -> list[str]:
        """Report directives in the stash, and leave the lines as they are."""
        for html in self.md.htmlStash.rawHtmlBlocks:
            if isinstance(html, str) and ":::" in html:
                for match in _DIRECTIVE.finditer(_NOT_TEXT.sub("", html)):
                    _report(self._page, DIRECTIVE_IN_HTML, match[1])
        return lines


class _FindInText(Treeprocessor):
    """Looks at the text of elements that are not code."""

    def __init__(self, page: ConvertedPage) -> None:
        super().__init__()
        self._page = page

    def run(self, root: Element) -> None:
        """Report directives in the tree."""
        for text in _texts(root):
            for match in _DIRECTIVE.finditer(text) if ":::" in text else ():
                _report(self._page, DIRECTIVE_AS_TEXT, match[1])


def _texts(root: Element) -> Iterator[str]:
    for element in root.iter():
        for text in (element.text, element.tail):
            if text and not isinstance(text, AtomicString):
                yield text


def _report(page: ConvertedPage, code: Code, directive: str) -> None:
    text = directive.strip()
    problem = revise(finding(code), text=Verbatim(text), example=_EXAMPLE)
    at = (number for number, line in enumerate(page.lines, 1) if text in line)
    line = next(at, None)
    span = page.host.locate("\n".join(page.lines), line) if line else None
    page.host.report([revise(problem, span=span and span.narrowed_to(text))])

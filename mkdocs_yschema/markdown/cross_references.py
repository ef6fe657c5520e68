"""Cross-references to fields in the text of pages.

    The [kind of service][contour.envoy.service.type] is `contour:envoy.service.type`.

The first word must be the name of a schema; all other text that looks alike is left to other extensions. When
Markdown finds a cross-reference, the ids of the page are not known yet, so patterns only mark elements, and a
tree processor makes links of them.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from html import unescape
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.inlinepatterns import (
    BACKTICK_RE,
    REFERENCE_RE,
    BacktickInlineProcessor,
    ReferenceInlineProcessor,
)
from markdown.treeprocessors import UnescapeTreeprocessor
from markdown.util import HTML_PLACEHOLDER_RE, INLINE_PLACEHOLDER_RE, AtomicString, code_escape
from markupsafe import Markup

from mkdocs_yschema.markdown.host import ConvertedPage, processor
from yschema_engine.docs.cross_references import Mention, split_name
from yschema_engine.docs.fences import find_fences
from yschema_engine.docs.source_map import ExpandedPage, Location

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
# Ends before an empty line.
_CODE = re.compile(r"(?<!`)(`+)(?!`)(?:(?:[^\n]|\n(?!\s*\n))*?[^`])?\1(?!`)")


class Locations:
    """The locations of cross-references, found in the text; a preprocessor sees it with included files."""

    def __init__(self, page: ConvertedPage) -> None:
        self._page = page
        self.begin([])

    def begin(self, lines: list[str]) -> list[str]:
        """Begin a page, and return its lines unchanged."""
        self._expanded = self._page.expanded(lines)
        self._lines = lines
        self._seen: Counter[str] = Counter()
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
        for fence in find_fences(lines, self._page.md.tab_length):
            if fence.closed:
                length = len(fence.body) + 2
                rest[fence.start : fence.start + length] = [""] * length
        return rest


def _blank(pattern: re.Pattern[str], text: str) -> str:
    """Return a text with nothing but line breaks for what a pattern matches."""
    return pattern.sub(lambda match: "\n" * match[0].count("\n"), text)


_BETWEEN = ".:"  # a schema and a path in brackets; an author who mixes the forms up means one of them
_OPENING = re.compile(r"\s?\[")
_SPACES = re.compile(r"\s+")

# Cross-references by their elements, until the page as a whole is known. Attributes of elements would show
# where Markdown writes an element as text.
Marks = dict[Element, Mention]


class CodePattern(BacktickInlineProcessor):
    """A code span of one backtick on each side that names a schema and a path, without any space."""

    def __init__(self, page: ConvertedPage, marks: Marks) -> None:
        super().__init__(BACKTICK_RE)
        self._page = page
        self._marks = marks

    def handleMatch(  # type: ignore[override]  # noqa: N802  Markdown's name
        self, m: re.Match[str], data: str
    ) -> tuple[Element | None, int | None, int | None]:
        """Return the span, marked; other spans are skipped as a whole."""
        code, start, end = super().handleMatch(m, data)
        if not isinstance(code, Element):
            return None, start, end
        span = data[start:end]
        text = "" if span.startswith("``") or _SPACES.search(span) else span[1:-1]
        if not (name := split_name(text, self._page.host.site.library.names, ":")):
            return None, start, end
        self._marks[code] = Mention(*name, span)
        return code, start, end


class BracketPattern(ReferenceInlineProcessor):
    """`[text][contour.path]` and `[contour.path][]`, in which a path may have brackets of its own."""

    def __init__(self, md: Markdown, page: ConvertedPage, marks: Marks) -> None:
        super().__init__(REFERENCE_RE, md)
        self._page = page
        self._marks = marks

    def handleMatch(  # type: ignore[override]  # noqa: N802  Markdown's name
        self, m: re.Match[str], data: str
    ) -> tuple[Element | None, int | None, int | None]:
        """Return a link, marked; between the brackets of other links may be more cross-references."""
        text, index, closed = self.getText(data, m.end(0))
        opening = _OPENING.match(data, index) if closed else None
        if opening is None:
            return None, m.start(0), m.end(0)
        target, end, closed = self.getText(data, opening.end())
        mention = self._mention(target or text) if closed else None
        if mention is None:
            return None, m.start(0), m.end(0)
        link = Element("a" if text.strip() else "code")  # code shows the path
        # A path alone is not Markdown: it may have underscores, or names in angle brackets.
        is_path = not target and mention.text == f"[{text}]"
        link.text = AtomicString(code_escape(text)) if is_path else text
        self._marks[link] = mention
        return link, m.start(0), end

    def _mention(self, target: str) -> Mention | None:
        """Return the cross-reference between brackets, which may be code."""
        assert self.md
        schemas = self._page.host.site.library.names
        stashed = self.md.treeprocessors["inline"].stashed_nodes  # type: ignore[attr-defined]
        alone = INLINE_PLACEHOLDER_RE.fullmatch(target)
        code = stashed.get(alone[1]) if alone else None
        if not isinstance(code, Element) or code.tag != "code":
            text = UnescapeTreeprocessor().unescape(self.unescape(target))
            name = split_name(_SPACES.sub(" ", text), schemas, _BETWEEN)
            return Mention(*name, f"[{text}]") if name else None
        if mention := self._marks.pop(code, None):
            code.text = AtomicString(code_escape(mention.path))
            return replace(mention, text=f"[{mention.text}]")
        text = self._text(code)
        name = split_name(text, schemas, _BETWEEN)
        return Mention(*name, f"[`{text}`]") if name else None

    def _text(self, code: Element) -> str:
        """Return the text of a code span, which pymdownx.inlinehilite puts into Markdown's stash."""
        assert self.md
        text = "".join(code.itertext())
        if stashed := HTML_PLACEHOLDER_RE.fullmatch(text):
            return Markup(self.md.htmlStash.rawHtmlBlocks[int(stashed[1])]).striptags()  # noqa: S704  text again
        return unescape(text)


CLASS = "ys-ref"
_HEADING = re.compile(r"h[1-6]")


class References:
    """Makes links of marked elements, and reports them to the host with the headings above them."""

    def __init__(self, page: ConvertedPage, locations: Locations, marks: Marks) -> None:
        self._page = page
        self._locations = locations
        self._marks = marks
        self._mentions: Marks = {}

    def resolve(self, root: Element) -> None:
        """Resolve all cross-references of a page, in their order."""
        self._mentions = {}
        inside = {below for link in root.iter("a") for below in link.iter() if below is not link}
        for element in list(root.iter()):
            if mention := self._marks.get(element):
                mention = replace(mention, locate=self._locations.next(mention.text))
                href, field = self._page.host.resolve(mention, self._page.ids)
                shown = str(field.path) if field and "~" in mention.path else mention.path
                _link(element, shown, "" if element in inside else href)
                self._mentions[element] = replace(mention, field=field)
        self._marks.clear()

    def add_sections(self, root: Element) -> None:
        """Report all cross-references of a page, in their order."""
        section = ""
        for element in root.iter():
            if isinstance(element.tag, str) and _HEADING.fullmatch(element.tag):
                section = element.get("id", "")
            if mention := self._mentions.get(element):
                self._page.host.add_mention(replace(mention, section=section))


def _link(element: Element, path: str, href: str) -> None:
    """Make an element a link, unless it is in the text of another link: HTML has no links in links.

    Args:
        element: the text of a link, or code; it keeps its place in the tree.
        path: the path that code shows.
        href: the address; empty for no link.
    """
    is_code = element.tag == "code"
    if is_code:
        element.text = AtomicString(code_escape(path))
    if not href:
        element.tag = "code" if is_code else "span"
        return
    element.tag = "a"
    element.set("class", f"{CLASS} {element.get('class', '')}".strip())
    element.set("href", href)
    if is_code:
        text, element.text = element.text, None
        SubElement(element, "code").text = text


def register(md: Markdown, page: ConvertedPage) -> None:
    """Make a converter know cross-references."""
    marks: Marks = {}
    # Just above code spans and their variants, which take what is not a cross-reference.
    md.inlinePatterns.register(CodePattern(page, marks), "yschema_short_reference", 195)
    # Below the links that a page defines, 170; above those that other plugins resolve, as autorefs with 168.
    md.inlinePatterns.register(BracketPattern(md, page, marks), "yschema_reference", 169)
    locations = Locations(page)
    md.preprocessors.register(processor(locations.begin), "yschema_places", 31.6)  # files are included at 32
    references = References(page, locations, marks)
    # `toc`, at 5, keeps what headings hold, and makes their ids.
    md.treeprocessors.register(processor(references.resolve), "yschema_references", 6)
    md.treeprocessors.register(processor(references.add_sections), "yschema_sections", 3)

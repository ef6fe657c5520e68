"""References to data values in the text of pages: a part of the Python-Markdown extension.

    The [kind of service][contour.envoy.service.type] is `contour:envoy.service.type`.

The first word has to be the name of a schema; everything else that looks alike is left to others. Where
Markdown finds one there is not yet a page to ask for ids, so that it only leaves marks in the tree.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from html import unescape
from typing import Protocol
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.inlinepatterns import (
    BACKTICK_RE,
    REFERENCE_RE,
    BacktickInlineProcessor,
    ReferenceInlineProcessor,
)
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor, UnescapeTreeprocessor
from markdown.util import HTML_PLACEHOLDER_RE, INLINE_PLACEHOLDER_RE, AtomicString, code_escape
from markupsafe import Markup

from yschema_engine.doccheck.fences import find_fences
from yschema_engine.doccheck.source_map import Expanded
from yschema_engine.doccheck.xref import Mention, Place, split
from yschema_engine.reference import Field
from yschema_engine.source import Span

CLASS = "ys-ref"
_BETWEEN = ".:"  # a schema and a path in brackets; who mixes the forms up means one of them
_OPENING = re.compile(r"\s?\[")
_SPACES = re.compile(r"\s+")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_CODE = re.compile(r"(?<!`)(`+)(?!`)(?:(?:[^\n]|\n(?!\s*\n))*?[^`])?\1(?!`)")  # ends before an empty line
_HEADING = re.compile(r"h[1-6]")


# What has been found, until the page as a whole is known. Attributes would do as well, but would show where
# Markdown writes an element as text.
_Marks = dict[Element, Mention]


class Host(Protocol):
    """What references need of their host."""

    @property
    def schemas(self) -> Collection[str]:
        """The names that references begin with."""

    def locate(self, text: str, line: int) -> Span | None:
        """Where line `line` of the Markdown `text` stands for its author."""

    def refer(self, mention: Mention, ids: Collection[str]) -> tuple[str, Field | None]:
        """Where a reference leads, empty for no link, and to which data value, as far as that is known.

        Args:
            mention: the reference.
            ids: of the data values that the page itself shows.

        Raises:
            EngineError: it leads nowhere, and the host's build is to stop.
        """

    def mentioned(self, mention: Mention) -> None:
        """Takes note of a reference, its section included, once the page has been read."""


class Text(Protocol):
    """What references need of the page."""

    ids: set[str]
    lines: list[str]


def register(md: Markdown, host: Host, page: Text) -> None:
    """Makes references known to Markdown."""
    marks: _Marks = {}
    # Just above code spans and their variants, which take what is no reference.
    md.inlinePatterns.register(_Short(host, marks), "yschema_short_reference", 195)
    # Below the links that a page defines, 170; above those that other plugins resolve, as autorefs with 168.
    md.inlinePatterns.register(_Bracketed(md, host, marks), "yschema_reference", 169)
    places = _Places(md, host, page)
    md.preprocessors.register(places, "yschema_places", 31.6)  # files are included at 32
    resolved = _Resolve(host, page, places, marks)
    md.treeprocessors.register(resolved, "yschema_references", 6)  # toc, at 5, keeps what headings hold
    md.treeprocessors.register(_Sections(host, resolved), "yschema_sections", 3)  # toc has made the ids


class _Short(BacktickInlineProcessor):
    """A code span of one backtick on each side that names a schema and a path, without any space."""

    def __init__(self, host: Host, marks: _Marks) -> None:
        super().__init__(BACKTICK_RE)
        self._host = host
        self._marks = marks

    def handleMatch(  # type: ignore[override]  # noqa: N802  Markdown's name
        self, m: re.Match[str], data: str
    ) -> tuple[Element | None, int | None, int | None]:
        """The span, marked; nothing for other spans, which are passed over as a whole."""
        code, start, end = super().handleMatch(m, data)
        if not isinstance(code, Element):
            return None, start, end
        words = data[start:end]
        named = "" if words.startswith("``") or _SPACES.search(words) else words[1:-1]
        if not (found := split(named, self._host.schemas, ":")):
            return None, start, end
        self._marks[code] = Mention(*found, words)
        return code, start, end


class _Bracketed(ReferenceInlineProcessor):
    """`[text][contour.path]` and `[contour.path][]`, in which a path may have brackets of its own."""

    def __init__(self, md: Markdown, host: Host, marks: _Marks) -> None:
        super().__init__(REFERENCE_RE, md)
        self._host = host
        self._marks = marks

    def handleMatch(  # type: ignore[override]  # noqa: N802  Markdown's name
        self, m: re.Match[str], data: str
    ) -> tuple[Element | None, int | None, int | None]:
        """A link, marked; nothing for others, between whose brackets more references may be."""
        text, index, closed = self.getText(data, m.end(0))
        opening = _OPENING.match(data, index) if closed else None
        if opening is None:
            return None, m.start(0), m.end(0)
        words, end, closed = self.getText(data, opening.end())
        mention = self._mention(words or text) if closed else None
        if mention is None:
            return None, m.start(0), m.end(0)
        link = Element("a" if text.strip() else "code")  # which reads the path
        # A path alone is no Markdown: it may have underscores, or names in angle brackets.
        is_path = not words and mention.words == f"[{text}]"
        link.text = AtomicString(code_escape(text)) if is_path else text
        self._marks[link] = mention
        return link, m.start(0), end

    def _mention(self, words: str) -> Mention | None:
        """What is between brackets, where that is a reference, which code may be."""
        assert self.md
        stashed = self.md.treeprocessors["inline"].stashed_nodes  # type: ignore[attr-defined]
        alone = INLINE_PLACEHOLDER_RE.fullmatch(words)
        code = stashed.get(alone[1]) if alone else None
        if not isinstance(code, Element) or code.tag != "code":
            said = UnescapeTreeprocessor().unescape(self.unescape(words))
            found = split(_SPACES.sub(" ", said), self._host.schemas, _BETWEEN)
            return Mention(*found, f"[{said}]") if found else None
        if mention := self._marks.pop(code, None):
            code.text = AtomicString(code_escape(mention.path))
            return replace(mention, words=f"[{mention.words}]")
        said = self._text(code)
        found = split(said, self._host.schemas, _BETWEEN)
        return Mention(*found, f"[`{said}`]") if found else None

    def _text(self, code: Element) -> str:
        """What a code span reads; pymdownx.inlinehilite has it in Markdown's stash."""
        assert self.md
        text = "".join(code.itertext())
        if stashed := HTML_PLACEHOLDER_RE.fullmatch(text):
            return Markup(self.md.htmlStash.rawHtmlBlocks[int(stashed[1])]).striptags()  # noqa: S704  text again
        return unescape(text)


class _Resolve(Treeprocessor):
    """Makes links of what has been marked."""

    def __init__(self, host: Host, page: Text, places: _Places, marks: _Marks) -> None:
        super().__init__()
        self._host = host
        self._page = page
        self._places = places
        self._marks = marks
        self.mentions: _Marks = {}

    def run(self, root: Element) -> None:
        """Takes all references of a page, in their order."""
        self.mentions = {}
        inside = {below for link in root.iter("a") for below in link.iter() if below is not link}
        for element in list(root.iter()):
            if mention := self._marks.get(element):
                mention = replace(mention, find=self._places.next(mention.words))
                href, field = self._host.refer(mention, self._page.ids)
                shown = field.path if field and "~" in mention.path else mention.path
                _link(element, shown, "" if element in inside else href)
                self.mentions[element] = replace(mention, field=field)
        self._marks.clear()


def _link(element: Element, path: str, href: str) -> None:
    """Makes an element a link. One in the text of another link is none: HTML has no links in links.

    Args:
        element: the text of a link, or code; it keeps its place in the tree.
        path: what code reads.
        href: the address; empty to make none.
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


class _Sections(Treeprocessor):
    """Tells the host of all references, with the headings above them."""

    def __init__(self, host: Host, resolved: _Resolve) -> None:
        super().__init__()
        self._host = host
        self._resolved = resolved

    def run(self, root: Element) -> None:
        """Goes through a page in its order."""
        section = ""
        for element in root.iter():
            if isinstance(element.tag, str) and _HEADING.fullmatch(element.tag):
                section = element.get("id", "")
            if mention := self._resolved.mentions.get(element):
                self._host.mentioned(replace(mention, section=section))


class _Places(Preprocessor):
    """The places of references, as far as the text tells; a preprocessor, to see it with included files."""

    def __init__(self, md: Markdown, host: Host, page: Text) -> None:
        super().__init__(md)
        self._host = host
        self._page = page
        self.run([])

    def run(self, lines: list[str]) -> list[str]:
        """Begins a page."""
        there = self.md.preprocessors
        folders = getattr(there["snippet"], "base_path", ()) if "snippet" in there else ()
        self._expanded = Expanded(self._page.lines, lines, folders)
        self._lines = lines
        self._seen: Counter[str] = Counter()
        return lines

    def next(self, words: str) -> Callable[[], Place]:
        """The place of the next reference that is written so, worked out when it is asked for."""
        self._seen[words] += 1
        return partial(self._place, self._expanded, self._lines, words, self._seen[words])

    def _place(self, expanded: Expanded, lines: Sequence[str], words: str, nth: int) -> Place:
        escapable = "".join(c if c.isalnum() else rf"\\?{re.escape(c)}" for c in words)
        wanted = re.compile(rf"(?<!`){escapable}(?!`)")
        text = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), "\n".join(self._unfenced(lines)))
        if "`" not in words:
            text = _CODE.sub(lambda code: "\n" * code[0].count("\n"), text)
        found = next(itertools.islice(wanted.finditer(text), nth - 1, None), None)
        if found is None:
            return Place()
        origin = expanded.origin(text.count("\n", 0, found.start()))
        if origin.index is None:
            return Place(None, origin.file)
        return Place(self._host.locate("\n".join(expanded.page), origin.index + 1), origin.file)

    def _unfenced(self, lines: Sequence[str]) -> list[str]:
        """The lines, empty where they are in a fenced block."""
        rest = list(lines)
        for fence in find_fences(lines, self.md.tab_length):
            if fence.closed:
                rest[fence.start : fence.start + len(fence.body) + 2] = [""] * (len(fence.body) + 2)
        return rest

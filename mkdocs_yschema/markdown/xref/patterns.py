"""The inline patterns of cross-references: they mark elements."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from xml.etree.ElementTree import Element

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

from mkdocs_yschema.markdown.page import ConvertedPage
from yschema_engine.docs.cross_references import Mention, split_name

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
        if not (name := split_name(text, self._page.host.library.names, ":")):
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
        schemas = self._page.host.library.names
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

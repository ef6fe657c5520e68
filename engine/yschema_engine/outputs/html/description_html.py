"""Descriptions: Markdown or HTML as authors wrote it, to HTML that is safe in any page."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

import nh3
from markdown import Markdown
from markdown.inlinepatterns import HtmlInlineProcessor, InlineProcessor
from markdown.util import AtomicString
from markupsafe import Markup

# Text in which Markdown and HTML have nothing to do: one line, no marks, nothing that opens a block.
_PLAIN = re.compile(r"(?!\s|[-+=]|\d+[.)])(?:[^\n*_`\[\]<>&#\\|:]|(?<=\w)_(?=\w)|:(?!/))*\Z")
# Of what looks like HTML only elements are, so that "one of <none> or <name>" reads as it stands.
_ELEMENT = rf"(</?(?:{'|'.join(sorted(nh3.ALLOWED_TAGS | {'script', 'style'}))})(?=[\s/>])[^<>]*>|<!--.*?-->)"
_URL = r"(?<![\w/])(https?://[^\s<>\"'`]*[^\s<>\"'`.,;:!?)\]}])"
_HEADING = re.compile(r"<(/?)h[1-6]\b")


class Describer:
    """Turns descriptions into HTML; keeps one Markdown instance, for a new one costs more than most texts."""

    def __init__(self) -> None:
        self._markdown = Markdown(extensions=["fenced_code", "sane_lists", "tables"])
        patterns = self._markdown.inlinePatterns
        patterns.register(HtmlInlineProcessor(_ELEMENT, self._markdown), "html", 90)
        patterns.register(_BareUrl(_URL, self._markdown), "bare_url", 85)
        self._done: dict[str, Markup] = {}  # schema fragments repeat their descriptions

    def __call__(self, text: str) -> Markup:
        """Return the description as HTML without scripts, event handlers, ids, classes and headings."""
        if text not in self._done:
            stripped = text.strip()
            self._done[text] = _paragraph(stripped) if _PLAIN.match(stripped) else self._convert(stripped)
        return self._done[text]

    def _convert(self, text: str) -> Markup:
        html = nh3.clean(self._markdown.reset().convert(text))
        # A heading would enter the page's outline, and end the field's own section in search indexes.
        return Markup(_HEADING.sub(r"<\1p", html))  # noqa: S704  cleaned just above


def _paragraph(text: str) -> Markup:
    return Markup("<p>{}</p>").format(text) if text else Markup()


class _BareUrl(InlineProcessor):
    """Makes links of addresses that stand in the text as they are."""

    ANCESTOR_EXCLUDES = ("a",)

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[Element, int, int]:  # type: ignore[override]  # noqa: N802
        link = Element("a", href=m[1])
        link.text = AtomicString(m[1])
        return link, m.start(0), m.end(0)

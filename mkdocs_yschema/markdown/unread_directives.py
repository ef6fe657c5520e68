"""Directives that Markdown takes for text: no page shows one without an error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from mkdocs_yschema.codes import DIRECTIVE_AS_TEXT, DIRECTIVE_IN_HTML
from mkdocs_yschema.markdown.page import ConvertedPage
from yschema_engine.text.findings import Code, finding, revise
from yschema_engine.text.phrases import Verbatim

_DIRECTIVE = re.compile(r"^[ \t]*(:{3,}\s*yschema(?![\w.]).*)$", re.MULTILINE | re.IGNORECASE)
_NOT_TEXT = re.compile(
    r"<!--.*?(?:-->|\Z)|<(pre|code|script|style|textarea)\b.*?(?:</\1>|\Z)", re.DOTALL | re.I
)
_EXAMPLE = Verbatim("`::: yschema NAME`")


def register(md: Markdown, page: ConvertedPage) -> None:
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

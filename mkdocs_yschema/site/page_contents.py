"""The fields that pages show, and what search sees of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mkdocs.structure.pages import Page

from yschema_engine.outputs.html import Heading, Rendered
from yschema_engine.site.placeholders import without_mentions


class PageContents:
    """The references in the pages of a site."""

    def __init__(self) -> None:
        self._headings: dict[str, list[Heading]] = {}
        self._references: dict[str, list[tuple[str, str]]] = {}

    @property
    def headings(self) -> Mapping[str, Sequence[Heading]]:
        """The fields that pages show, by the `src_uri` of the page."""
        return self._headings

    def add(self, page: Page, rendered: Rendered) -> None:
        """Take note of a reference in a page."""
        uri = page.file.src_uri
        self._headings.setdefault(uri, []).extend(rendered.fields)
        searched = without_mentions(rendered.searched)
        self._references.setdefault(uri, []).append((rendered.html, searched))

    def fill(self, page: Page, fill: Callable[[str], str]) -> None:
        """Fill in the placeholders of references as in their page."""
        references = self._references.get(page.file.src_uri, [])
        references[:] = [(fill(html), searched) for html, searched in references]

    def searched(self, page: Page) -> str:
        """Return the HTML of a page as search sees it: each field as a section under a heading."""
        content = page.content or ""
        for html, searched in self._references.get(page.file.src_uri, ()):
            content = content.replace(html, searched)
        return content

"""The fields that pages show, and what search sees of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mkdocs.structure.pages import Page

from yschema_engine.show.html.renderer import Heading, Rendered
from yschema_engine.site.links import marked, replace_references


class PageContents:
    """The references in the pages of a site."""

    def __init__(self) -> None:
        self._headings: dict[str, list[Heading]] = {}
        self._searched: list[bytes] = []  # which take half of the memory of texts

    @property
    def headings(self) -> Mapping[str, Sequence[Heading]]:
        """The fields that pages show, by the `src_uri` of the page."""
        return self._headings

    @property
    def count(self) -> int:
        """The number of references so far."""
        return len(self._searched)

    def add(self, page: Page, rendered: Rendered) -> str:
        """Take note of a reference in a page, and return its HTML there."""
        self._headings.setdefault(page.file.src_uri, []).extend(rendered.fields)
        self._searched.append(rendered.searched.encode())
        return marked(len(self._searched) - 1, rendered.html)

    def searched(self, content: str) -> str:
        """Return the HTML of a page, which other plugins may have changed, as search sees it."""
        return replace_references(content, lambda number: self._searched[number].decode())

"""Where the Markdown of pages links to."""

from __future__ import annotations

from dataclasses import dataclass
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urljoin

from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from mkdocs_yschema.site.xref_links import SiteLinks
from yschema_engine.show.markdown_text import opening, plain
from yschema_engine.site.addresses import relative_url
from yschema_engine.site.page_views import SchemaIndex


@dataclass(frozen=True, slots=True)
class MarkdownSite:
    """The site around the Markdown of pages.

    Attributes:
        files: all files of the site.
        links: knows where fields are.
        index: the tables of schemas.
        site_url: the address of the site; with one, links work wherever the Markdown is read.
    """

    files: Files
    links: SiteLinks
    index: SchemaIndex
    site_url: str

    def page(self, uri: str) -> Page | None:
        """Return a page by its path in `docs_dir`."""
        file = self.files.get_file_from_path(uri)
        return file.page if file else None

    def address(self, page: Page, link: str) -> str:
        """Return the address for a link in the Markdown of a page, as it is written there."""
        path, mark, anchor = link.partition("#")
        uri = normpath(join(dirname(page.file.src_uri), unquote(path)))
        file = self.files.get_file_from_path(uri) if path else None
        if file is None:  # an address of another site, or of this page
            return link
        return self._from(page, f"{relative_url(file.url, page.url)}{mark}{anchor}")

    def field(self, page: Page, anchor: str) -> str:
        """Return the address of a field; empty if no page shows it."""
        href = self.links.href(anchor, page)
        return self._from(page, href) if href else ""

    def entries(self, page: Page, fleet: str) -> str:
        """Return the schemas of a fleet as a list of links."""
        rows = ((self.index.row(name, page.file), name) for name in self.index.names(fleet))
        lines = []
        for row, name in rows:
            href = self._from(page, row.href) if name in self.index.pages else ""
            title = plain(row.title)
            lines.append(f"- [{title}]({href})" if href else f"- {opening(title)}")
            lines[-1] += f": {plain(row.lead)}" if row.lead else ""
        return "\n".join(lines)

    def _from(self, page: Page, href: str) -> str:
        if href.startswith("#") or not self.site_url:
            return href
        return urljoin(urljoin(self.site_url, page.url), href)

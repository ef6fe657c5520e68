"""Pages in a flavor of Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.show import markdown_text
from yschema_engine.show.html.page_data import IndexRow
from yschema_engine.show.html.standalone import markdown
from yschema_engine.show.markdown_text import Flavor
from yschema_engine.site.addresses import PlannedPage, relative_url
from yschema_engine.site.site import PlannedSite, ShownReference, SiteForm
from yschema_engine.site.upgrade_pages import UpgradePage
from yschema_engine.text.phrases import phrase


class MarkdownPages(SiteForm):
    """Markdown of a flavor, for hosts that do not run the extension."""

    is_interactive = False

    def __init__(
        self,
        flavor: Flavor,
        *,
        links_sources: bool = True,
        static: str = "",
        pages: str = "",
        files: str = "",
    ) -> None:
        """A form.

        Args:
            flavor: the flavor.
            links_sources: whether links lead to the sources of pages, instead of their addresses.
            static: the start of the addresses of files; empty for addresses from the page.
            pages: the folder of pages.
            files: the folder of all other files.
        """
        self._flavor = flavor
        self._links_sources = links_sources
        self.has_inventory = not links_sources
        self._static = static
        self.pages = pages
        self.files = files

    def reference(self, shown: ShownReference, site: PlannedSite) -> str:
        """Return a page with the whole reference, and with links to files."""
        names = [(file.name, file.href) for file in shown.view.downloads]
        names += [(file.name, file.href) for sample in shown.view.samples for file in sample.files]
        links = [
            f"- [{markdown_text.plain(name)}]({self._address(href, shown.page)})\n" for name, href in names
        ]
        heading = f"\n## {site.renderer.words.text(phrase('Downloads'))}\n\n" if links else ""
        document = markdown(shown.schema, site.config.language, self._flavor)
        return f"{document}{heading}{''.join(links)}"

    def _address(self, href: str, page: PlannedPage) -> str:
        """Return the address of a file, from that which a page of MkDocs has for it."""
        below = href
        while below.startswith("../"):
            below = below[len("../") :]
        if self._static:
            return f"{self._static}{below}"
        return relative_url(below, page.src_uri if self._links_sources else page.url)

    def index(self, page: PlannedPage, fleet: str, site: PlannedSite) -> str:
        """Return a page with a table."""
        words = site.renderer.words
        title = words.text(phrase("Schemas"))
        labels = [words.text(label) for label in (phrase("Schema"), phrase("Description"), phrase("Fields"))]
        index = [(name, site.index.row(name, page)) for name in site.index.names(fleet)]
        rows = [self._row(name, row, page, site) for name, row in index]
        head = f"---\ntitle: {title}\n---\n" if self._flavor.has_front_matter else f"# {title}\n"
        return "\n".join([head, _cells(labels), _cells(["---"] * len(labels)), *rows]) + "\n"

    def _row(self, name: str, row: IndexRow, page: PlannedPage, site: PlannedSite) -> str:
        title, target = (
            markdown_text.cell(markdown_text.plain(row.title), self._flavor),
            site.config.pages.get(name),
        )
        if target is not None:
            to, at = (target.as_source, page.as_source) if self._links_sources else (target, page)
            title = f"[{title}]({relative_url(to.url, at.url)})"
        fields = "" if row.fields is None else str(row.fields)
        return _cells([title, markdown_text.cell(markdown_text.plain(row.lead), self._flavor), fields])

    def upgrade(self, page: PlannedPage, upgrade: UpgradePage, site: PlannedSite) -> str | None:
        """Return None: these pages are HTML."""
        return None


def _cells(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"

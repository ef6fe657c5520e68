"""The forms in which pages of a site are written."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from yschema_engine.show.html.standalone import SitePageParts, site_page
from yschema_engine.show.html.view import Link
from yschema_engine.show.markdown_text import FLAVORS
from yschema_engine.site.addresses import PlannedPage, relative_url
from yschema_engine.site.markdown_pages import MarkdownPages
from yschema_engine.site.page_texts import index_text, page_text
from yschema_engine.site.site_form import ShownReference, SiteForm
from yschema_engine.site.site_parts import SiteParts
from yschema_engine.site.split_pages import map_key
from yschema_engine.site.upgrade_pages import UpgradePage
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.phrases import phrase


class Directives(SiteForm):
    """Markdown with directives, for hosts that run the Markdown extension."""

    theme = ""
    is_for_authors = True

    def origin(self, page: PlannedPage) -> PlannedPage:
        """Return the page with the address at which links in its HTML start."""
        return page.as_source

    def reference(self, shown: ShownReference, parts: SiteParts) -> str:
        """Return a page with the directive."""
        key = "" if shown.field.is_document else map_key(shown.schema, shown.field)
        return page_text(shown.title, shown.schema.name, key)

    def index(self, page: PlannedPage, fleet: str, parts: SiteParts) -> str:
        """Return a page with the directive."""
        return index_text(fleet, parts.renderer.words)

    def upgrade(self, page: PlannedPage, upgrade: UpgradePage, parts: SiteParts) -> str | None:
        """Return a page with HTML."""
        return upgrade.with_html


class FinishedPages(SiteForm):
    """Finished pages, for web servers."""

    is_flat = True
    has_start_page = True

    def path(self, page: PlannedPage) -> str:
        """Return the path of a page in its folder."""
        return page.dest_uri

    def reference(self, shown: ShownReference, parts: SiteParts) -> str:
        """Return a page."""
        schema = shown.schema
        about = schema.name if shown.field.is_document and schema.has_telling_name else ""
        body = SitePageParts(shown.title, (("", shown.rendered.html),), shown.rendered.headings, about)
        return self._page(shown.page, body, parts)

    def index(self, page: PlannedPage, fleet: str, parts: SiteParts) -> str:
        """Return a page."""
        title = parts.renderer.words.text(phrase("Schemas"))
        body = SitePageParts(title, (("", parts.index.html(fleet, page)),), is_index=True)
        return self._page(page, body, parts)

    def upgrade(self, page: PlannedPage, upgrade: UpgradePage, parts: SiteParts) -> str | None:
        """Return a page."""
        sections = tuple((section.heading, section.html) for section in upgrade.sections)
        return self._page(page, SitePageParts(upgrade.title, sections), parts)

    def _page(self, page: PlannedPage, body: SitePageParts, parts: SiteParts) -> str:
        index = parts.start_page
        home = Link(parts.renderer.words.text(phrase("Schemas")), relative_url(index.url, page.url))
        placed = replace(body, home=home if index.url != page.url else None)
        return site_page(parts.renderer, parts.config.language, placed, lambda to: relative_url(to, page.url))


FORMS: Mapping[str, SiteForm] = MappingProxyType(
    {
        "directives": Directives(),
        "html": FinishedPages(),
        "gfm": MarkdownPages(FLAVORS["gfm"]),
        "myst": MarkdownPages(FLAVORS["myst"]),
        "mdx": MarkdownPages(FLAVORS["mdx"], static="pathname:///", pages="docs/", files="static/"),
        "hugo": MarkdownPages(FLAVORS["hugo"], links_sources=False, pages="content/", files="static/"),
    }
)
"""The forms, by the names that follow `--form`."""

"""The forms in which pages of a site are written: directives, finished HTML, and flavors of Markdown."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property

from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show import markdown_text
from yschema_engine.show.html.page_data import IndexRow
from yschema_engine.show.html.renderer import Rendered, Renderer
from yschema_engine.show.html.standalone import SitePageParts, markdown, site_page
from yschema_engine.show.html.view import Download, Link, SampleFile, View
from yschema_engine.show.markdown_text import FLAVORS, Flavor, Md, md
from yschema_engine.site.addresses import PlannedPage, relative_url
from yschema_engine.site.page_text import index_text, page_text
from yschema_engine.site.pages import map_key, map_title
from yschema_engine.site.site import PlannedSite
from yschema_engine.site.versions import UpgradePage
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.phrases import phrase


@dataclass(frozen=True)
class ReferencePage:
    """A reference on a page of its own.

    Attributes:
        page: the page.
        schema: the schema as readers see it.
        field: the document, or the map that the page shows.
        view: how it is shown.
        renderer: the renderer of references.
    """

    page: PlannedPage
    schema: Schema
    field: Field
    view: View
    renderer: Renderer

    @cached_property
    def rendered(self) -> Rendered:
        """The reference."""
        return self.renderer.reference(self.schema, self.field, 2, (), self.view)

    @property
    def title(self) -> str:
        """The title of the page."""
        return self.schema.title if self.field.is_document else map_title(self.field)


class SiteForm(ABC):
    """A form of pages.

    Attributes:
        is_finished: whether pages are finished, with the addresses of files whatever the configuration says,
            and one with all schemas at the address of the site.
        is_interactive: whether pages load scripts, and the files that these need.
        is_for_authors: whether pages are in the theme of the site, and authors can have pages of their own in
            place of generated ones.
        has_inventory: whether the addresses of pages are known, for `objects.inv`.
        pages: the folder of pages, with a slash at the end; may be empty.
        files: the folder of all other files, with a slash at the end; may be empty.
    """

    is_finished = False
    is_interactive = True
    is_for_authors = False
    has_inventory = True
    pages = ""
    files = ""

    def path(self, page: PlannedPage) -> str:
        """Return the path of a page in its folder."""
        return page.src_uri

    def origin(self, page: PlannedPage) -> PlannedPage:
        """Return the page with the address at which links in its HTML start."""
        return page

    @abstractmethod
    def reference(self, shown: ReferencePage, site: PlannedSite) -> str:
        """Return a page with a reference."""

    @abstractmethod
    def index(self, page: PlannedPage, fleet: str, site: PlannedSite) -> str:
        """Return a page with a table of schemas; of all of them for an empty name of a fleet."""

    def upgrade(self, page: PlannedPage, upgrade: UpgradePage, site: PlannedSite) -> str | None:
        """Return a page about versions; None for forms without HTML."""
        return None


class _Directives(SiteForm):
    """Markdown with directives, for hosts that run the Markdown extension."""

    is_for_authors = True

    def origin(self, page: PlannedPage) -> PlannedPage:
        return page.as_source

    def reference(self, shown: ReferencePage, site: PlannedSite) -> str:
        key = "" if shown.field.is_document else map_key(shown.schema, shown.field)
        return page_text(shown.title, shown.schema.name, key)

    def index(self, page: PlannedPage, fleet: str, site: PlannedSite) -> str:
        return index_text(site.index_title(fleet), fleet)

    def upgrade(self, page: PlannedPage, upgrade: UpgradePage, site: PlannedSite) -> str | None:
        return upgrade.with_html


class _FinishedPages(SiteForm):
    """Finished pages, for web servers."""

    is_finished = True

    def path(self, page: PlannedPage) -> str:
        return page.dest_uri

    def reference(self, shown: ReferencePage, site: PlannedSite) -> str:
        schema = shown.schema
        about = schema.name if shown.field.is_document and schema.has_telling_name else ""
        body = SitePageParts(shown.title, (("", shown.rendered.html),), shown.rendered.headings, about)
        return self._page(shown.page, body, site)

    def index(self, page: PlannedPage, fleet: str, site: PlannedSite) -> str:
        title = site.index_title(fleet)
        body = SitePageParts(title, (("", site.index(fleet, page)),), is_reference=False)
        return self._page(page, body, site)

    def upgrade(self, page: PlannedPage, upgrade: UpgradePage, site: PlannedSite) -> str | None:
        sections = tuple((section.heading, section.html) for section in upgrade.sections)
        return self._page(page, SitePageParts(upgrade.title, sections, is_reference=False), site)

    def _page(self, page: PlannedPage, body: SitePageParts, site: PlannedSite) -> str:
        index = site.pages.start
        home = Link(site.renderer.words.text(phrase("Schemas")), relative_url(index.url, page.url))
        placed = replace(body, home=home if index.url != page.url else None)
        return site_page(site.renderer, site.config.language, placed, lambda to: relative_url(to, page.url))


@dataclass(frozen=True)
class _MarkdownPages(SiteForm):
    """Markdown of a flavor, for hosts that do not run the extension.

    Attributes:
        flavor: the flavor.
        has_inventory: whether links lead to the addresses of pages, instead of their sources.
        static: the start of the addresses of files; empty for addresses from the page.
        pages: as in other forms.
        files: as in other forms.
    """

    flavor: Flavor
    has_inventory: bool = False
    static: str = ""
    pages: str = ""
    files: str = ""

    is_interactive = False

    def reference(self, shown: ReferencePage, site: PlannedSite) -> str:
        files: list[Download | SampleFile] = [*shown.view.downloads]
        files += (file for sample in shown.view.samples for file in sample.files)
        links = [
            md("- [{}]({})\n", markdown_text.plain(file.name), Md(self._address(file.href, shown.page)))
            for file in files
        ]
        heading = f"\n## {site.renderer.words.text(phrase('Downloads'))}\n\n" if links else ""
        document = markdown(shown.schema, site.config.language, self.flavor)
        return f"{document}{heading}{''.join(links)}"

    def _address(self, href: str, page: PlannedPage) -> str:
        """Return the address of a file, from that which a page of MkDocs has for it."""
        below = re.sub(r"^(?:\.\./)+", "", href)
        if self.static:
            return f"{self.static}{below}"
        return relative_url(below, page.url if self.has_inventory else page.src_uri)

    def index(self, page: PlannedPage, fleet: str, site: PlannedSite) -> str:
        title = markdown_text.plain(site.index_title(fleet))
        heads = (phrase("Schema"), phrase("Description"), phrase("Fields"))
        labels = [Md(site.renderer.words.text(head)) for head in heads]
        rows = [self._row(name, site.index_row(name, page), page, site) for name in site.members(fleet)]
        head = f"---\ntitle: {title}\n---\n" if self.flavor.has_front_matter else f"# {title}\n"
        return "\n".join([head, _cells(labels), _cells([Md("---")] * len(labels)), *rows]) + "\n"

    def _row(self, name: str, row: IndexRow, page: PlannedPage, site: PlannedSite) -> Md:
        texts = (markdown_text.plain(text) for text in (row.title, row.lead))
        title, lead = (markdown_text.cell(text, self.flavor) for text in texts)
        target = site.config.pages.get(name)
        if target is not None:
            to, at = (target, page) if self.has_inventory else (target.as_source, page.as_source)
            title = md("[{}]({})", title, Md(relative_url(to.url, at.url)))
        fields = Md("" if row.fields is None else str(row.fields))
        return _cells([title, lead, fields])


def _cells(cells: Sequence[Md]) -> Md:
    return Md(f"| {' | '.join(cells)} |")


FORMS: Mapping[str, SiteForm] = {
    "directives": _Directives(),
    "html": _FinishedPages(),
    "gfm": _MarkdownPages(FLAVORS["gfm"]),
    "myst": _MarkdownPages(FLAVORS["myst"]),
    "mdx": _MarkdownPages(FLAVORS["mdx"], static="pathname:///", pages="docs/", files="static/"),
    "hugo": _MarkdownPages(FLAVORS["hugo"], has_inventory=True, pages="content/", files="static/"),
}
"""The forms, by the names that follow `--form`."""

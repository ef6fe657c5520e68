"""What a form of pages is: Markdown or HTML, for hosts that differ in what they convert."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property

from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.titles import title_of
from yschema_engine.show.html.renderer import Rendered, Renderer
from yschema_engine.show.html.view import View
from yschema_engine.site.addresses import PlannedPage
from yschema_engine.site.site_parts import SiteParts
from yschema_engine.site.upgrade_pages import UpgradePage
from yschema_engine.text.deferred_classes import dataclass


@dataclass(frozen=True)
class ShownReference:
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
        if self.field.is_document:
            return self.schema.title
        return title_of(self.field).strip() or self.field.name or '""'


class SiteForm(ABC):
    """A form of pages.

    Attributes:
        theme: the theme of the references; empty for that of the site.
        is_flat: whether the address of a page is that of a file, whatever the configuration says.
        is_interactive: whether pages load scripts, and the files that these need.
        is_for_authors: whether authors can have pages of their own in place of generated ones.
        has_start_page: whether there is a page with all schemas at the address of the site.
        has_inventory: whether the addresses of pages are known, for `objects.inv`.
        pages: the folder of pages, with a slash at the end; may be empty.
        files: the folder of all other files, with a slash at the end; may be empty.
    """

    theme = "standalone"
    is_flat = False
    is_interactive = True
    is_for_authors = False
    has_start_page = False
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
    def reference(self, shown: ShownReference, parts: SiteParts) -> str:
        """Return a page with a reference."""

    @abstractmethod
    def index(self, page: PlannedPage, fleet: str, parts: SiteParts) -> str:
        """Return a page with a table of schemas; of all of them for an empty name of a fleet."""

    @abstractmethod
    def upgrade(self, page: PlannedPage, upgrade: UpgradePage, parts: SiteParts) -> str | None:
        """Return a page about versions; None if there is none in this form."""

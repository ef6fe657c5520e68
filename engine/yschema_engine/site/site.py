"""The parts of a site whose pages this program does not convert, and the forms of its pages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property

from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.titles import title_of
from yschema_engine.show.html.renderer import Rendered, Renderer
from yschema_engine.show.html.view import View
from yschema_engine.site.addresses import PlannedPage, SitePage, planned_page, relative_url
from yschema_engine.site.downloads import Downloads
from yschema_engine.site.library import SchemaLibrary, SchemaLoader
from yschema_engine.site.memo import SiteCaches
from yschema_engine.site.page_views import PageViews, SchemaIndex
from yschema_engine.site.schema_checks import SchemaCoverage
from yschema_engine.site.site_config import SiteConfig
from yschema_engine.site.split_pages import SplitPages, SplitSchema, map_pages
from yschema_engine.site.upgrade_pages import UpgradePage
from yschema_engine.site.versions import SchemaVersions
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import EngineError
from yschema_engine.text.paths import ROOT, split_anchor, top_anchor


class SiteParts:
    """The schemas of a site, with its pages as the configuration plans them.

    Attributes:
        config: the configuration.
        renderer: the renderer of references.
        library: the schemas.
        downloads: the files that pages offer or load.
        versions: the versions of the schemas.
    """

    def __init__(
        self,
        config: SiteConfig,
        renderer: Renderer,
        caches: SiteCaches,
        offers: Callable[[str], bool] = lambda _: True,
    ) -> None:
        """Start without having read any schema.

        Args:
            config: the configuration.
            renderer: the renderer of references.
            caches: what builds share.
            offers: returns whether the site has a file, by its path.
        """
        folder = config.schema_folder
        loader = SchemaLoader(folder, config.load, caches.schemas, caches.kept.store)
        self.config = config
        self.renderer = renderer
        self.library = SchemaLibrary(config.schemas, loader)
        self.downloads = Downloads(self.library, renderer, caches)
        self.versions = SchemaVersions(self.library, folder, config.load, config.versions, caches)
        self._caches = caches
        self._offers = offers

    @cached_property
    def start_page(self) -> PlannedPage:
        """The page at the address of the site."""
        return planned_page("index.md", as_folders=self.config.as_folders)

    @cached_property
    def split_pages(self) -> SplitPages[PlannedPage]:
        """The schemas that have a page for each map."""
        return SplitPages(dict(self._splits()))

    def _splits(self) -> Iterator[tuple[str, SplitSchema[PlannedPage]]]:
        config = self.config
        for name in config.splits:
            with suppress(EngineError):  # reported where the schema is shown
                schema, overview = self.library.schema(name), config.pages[name]
                maps = {
                    schema.anchor(field): planned_page(uri, as_folders=config.as_folders)
                    for field, uri in map_pages(overview.src_uri, schema)
                }
                yield name, SplitSchema(schema, overview, maps)

    @cached_property
    def views(self) -> PageViews:
        """How references are shown."""
        return PageViews(
            self.library,
            self.downloads,
            self.split_pages,
            None,
            self.config.edit,
            self.config.url,
            self.versions,
            link=self.link,
            offers=self._offers,
            mentions=False,
        )

    @cached_property
    def index(self) -> SchemaIndex:
        """The tables of schemas."""
        return SchemaIndex(
            self.library,
            self.renderer,
            self.downloads.required,
            SchemaCoverage(self.library, self._caches).of,
            self.config.fleets,
            self.config.version_names,
            self.config.pages,
            self.link,
        )

    def home(self, anchor: str) -> PlannedPage | None:
        """Return the page of a field, by its anchor."""
        for split in self.split_pages.all:
            if page := split.maps.get(top_anchor(anchor)):
                return page
        return self._homes.get(split_anchor(anchor)[0])

    @cached_property
    def _homes(self) -> Mapping[str, PlannedPage]:
        pages = self.config.pages
        return {ROOT.anchor(name): page for name, page in pages.items()}

    def link(self, anchor: str, page: SitePage) -> str:
        """Return the address of a field from a page; empty if no page shows the field."""
        home = self.home(anchor)
        if home is None or home.src_uri == page.src_uri:
            return f"#{anchor}" if home else ""
        return f"{relative_url(home.url, page.url)}#{anchor}"


def with_flat_pages(config: SiteConfig) -> SiteConfig:
    """Return a configuration whose pages have the addresses of files instead of folders."""
    pages = {name: planned_page(page.src_uri, as_folders=False) for name, page in config.pages.items()}
    return replace(config, pages=pages, as_folders=False)


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

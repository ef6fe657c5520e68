"""The parts of a site whose pages this program does not convert: what they offer, and where fields are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property

from yschema_engine.doccheck.library import SchemaLibrary
from yschema_engine.doccheck.schema_files import SchemaFolder
from yschema_engine.doccheck.schema_loader import SchemaLoader
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.site.addresses import PlannedPage, SitePage, planned_page, relative_url
from yschema_engine.site.caches import SiteCaches
from yschema_engine.site.downloads import Downloads
from yschema_engine.site.page_views import PageViews
from yschema_engine.site.schema_coverage import SchemaCoverage
from yschema_engine.site.schema_index import SchemaIndex
from yschema_engine.site.site_config import SiteConfig
from yschema_engine.site.split_pages import SplitPages, SplitSchema, map_pages
from yschema_engine.site.versions import SchemaVersions
from yschema_engine.text.deferred_classes import replace
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
        folder = SchemaFolder(config.folder, config.source, config.load.inputs)
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

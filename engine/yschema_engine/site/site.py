"""A site: its schemas, and what its pages show, offer for download, and load.

MkDocs knows its pages as files. For hosts without plugins, the configuration plans the pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial

from yschema_engine.docs.places import display_path, unknown_name
from yschema_engine.docs.sample_files import line_of
from yschema_engine.docs.severity import FindingCollector, Subject
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.page_data import IndexRow, property_text
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.theme import Theme
from yschema_engine.show.html.view import View
from yschema_engine.site.addresses import PlannedPage, SitePage, relative_url
from yschema_engine.site.downloads import PALETTE, Downloads, palette, schema_entry
from yschema_engine.site.inventory import line_of_field
from yschema_engine.site.library import LoadedSchema, Run, SchemaLibrary
from yschema_engine.site.memo import Kind
from yschema_engine.site.options import DirectiveOptions
from yschema_engine.site.page_views import PageViews, documented
from yschema_engine.site.pages import PlannedPages, SitePages
from yschema_engine.site.site_config import SiteConfig
from yschema_engine.site.versions import SchemaVersions, UpgradeLinks, UpgradePage, upgrade_pages
from yschema_engine.text.findings import EngineError, finding, usage_code, usage_warning
from yschema_engine.text.phrases import Verbatim, phrase

UNKNOWN_FLEET = usage_code("unknown-fleet", "unknown fleet `{name}`")
PAGE_BELOW_PAGES = usage_warning(
    "page-below-pages",
    "the page of schema `{schema}` would be {file}",
    hint="write `page: {page}`: the path of a page starts in the folder `{folder}`",
)

_ENTRY, _INVENTORY = Kind("palette entry", is_text=True), Kind("inventory", is_text=True)


class Site:
    """The schemas of a site, and what its pages show, offer and load.

    Attributes:
        config: the configuration.
        library: the schemas.
        renderer: the renderer of references.
        pages: the source of the pages.
        downloads: the files that pages offer or load.
        versions: the versions of the schemas.
        views: the views of references on pages.
    """

    def __init__(self, library: SchemaLibrary, renderer: Renderer, pages: SitePages) -> None:
        self.config = library.config
        self.library = library
        self.renderer = renderer
        self.pages = pages
        self.downloads = Downloads(library, renderer)
        self.versions = SchemaVersions(library)
        self.views = PageViews(library, self.downloads, pages, self.versions)

    def check_schemas(self, names: Iterable[str], collector: FindingCollector) -> bool:
        """Read schemas, report findings about them, and return whether all can be used.

        Args:
            names: the names of the schemas.
            collector: takes the findings, after the comments in files that accept some of them.
        """
        are_usable = True
        for name in names:
            try:
                findings = self.library.findings(name)
                for comments in self.library.comments(name):
                    collector.suppress(comments)
                collector.add(findings, Subject(name))
            except EngineError as e:
                collector.add(e.findings, Subject(name))
                are_usable = False
        return are_usable

    def check_pages(self, collector: FindingCollector) -> None:
        """Report pages whose path starts with the folder of pages, as paths are relative to this folder."""
        docs = self.config.site.docs_dir
        for name, page in self.config.pages.items() if docs else ():
            folder, _, path = page.src_uri.partition("/")
            if docs and folder == docs.name and not (docs / folder).exists():
                file, option = display_path(docs / page.src_uri), f"page: {page.src_uri}"
                problem = finding(
                    PAGE_BELOW_PAGES,
                    line_of(self.config.source, option),
                    schema=Verbatim(name),
                    file=Verbatim(file.as_posix()),
                    page=Verbatim(path),
                    folder=Verbatim(folder),
                )
                collector.add([problem], Subject(name))

    def check_versions(self, collector: FindingCollector) -> None:
        """Read and compare the versions of every schema, and report findings about them."""
        for name in self.versions.names:
            try:
                self.versions.steps(name)
            except EngineError as e:
                collector.add(e.findings, Subject(name))

    def upgrade_pages(
        self, origin: Callable[[PlannedPage], SitePage] = lambda page: page
    ) -> Iterator[tuple[str, UpgradePage]]:
        """Yield the pages about versions, each with the name of its schema.

        Args:
            origin: returns the page whose address the links in the HTML of a page are relative to.
        """
        config = self.config
        links = UpgradeLinks(
            lambda anchor, uri: self.pages.link(anchor, origin(config.plan(uri))),
            lambda step, uri: self.views.check_of_upgrade(step, config.plan(uri)),
        )
        uris = {name: page.src_uri for name, page in config.pages.items()}
        uris |= {name: uri for name in config.groups if (uri := config.fleets[name].index)}
        for name, uri in uris.items():
            if name in self.versions.names:
                with suppress(EngineError):  # which is reported already
                    steps, schema = self.versions.steps(name), self.library.schema(name)
                    pages = upgrade_pages(schema, steps, uri, self.renderer, links)
                    yield from ((name, each) for each in pages)

    def view(self, name: str, page: SitePage, part: Field | None = None) -> View:
        """Return the view of a schema, or of a part, on a page of its own, with the options of the site.

        Args:
            name: the name of the schema.
            page: the page.
            part: the field to show; by default, the whole document.

        Raises:
            EngineError: the schema cannot be used.
        """
        directive = DirectiveOptions(name, display=self.config.options.display)
        return self.views.view(directive, part or self.library.schema(name).root, 1, page)

    def index(self, fleet: str, page: SitePage) -> str:
        """Return the table of the schemas of a fleet, or of all schemas.

        Args:
            fleet: the name of the fleet; empty for all schemas.
            page: the page that shows it.

        Raises:
            EngineError: no fleet has this name.
        """
        rows = [self.index_row(name, page) for name in self.members(fleet)]
        return self.renderer.render("index.html", rows=rows)

    def members(self, fleet: str) -> Sequence[str]:
        """Return the names of the schemas of a fleet, or of all schemas; arguments are as for `index`.

        Raises:
            EngineError: no fleet has this name.
        """
        if not fleet:
            return [name for name in self.library.names if name not in self.config.groups]
        fleets = self.config.fleets
        if fleet not in fleets:
            raise unknown_name(UNKNOWN_FLEET, fleet, fleets)
        return fleets[fleet].members

    def index_row(self, name: str, page: SitePage) -> IndexRow:
        """Return the row of a schema in a table on a page."""
        try:
            loaded = self.library.loaded(name)
        except EngineError:  # reported already
            return IndexRow(self.library.title(name), self._address(name, page))
        schema, required = loaded.shown, self.library.required(loaded)
        return IndexRow(
            schema.title,
            self._address(name, page, schema),
            self.renderer.lead(schema),
            self.config.schemas[name].version or property_text(schema, "version", self.renderer.words),
            required.total,
            required.required_anywhere,
            documented(self.library, name).percent if self.pages.shows_coverage else None,
        )

    def _address(self, name: str, page: SitePage, schema: Schema | None = None) -> str:
        """Return the address of the page of a schema, or else of its first field."""
        if name in self.pages.of_schemas:
            return relative_url(self.pages.of_schemas[name].url, page.url)
        first = next(iter(schema.root.children), None) if schema else None
        return self.pages.link(schema.anchor(first), page) if schema and first else ""

    def files(
        self, each: Callable[[Sequence[str]], Iterable[str]] = iter, *, has_palette: bool
    ) -> Iterator[tuple[str, str]]:
        """Yield the paths in the site and the texts of the files that pages offer or load.

        Args:
            each: as for `Downloads.files`.
            has_palette: whether pages load the fields of all references.
        """
        folder = self.pages.language_folder
        yield from ((f"{folder}{uri}", text) for uri, text in self.downloads.files(self.pages.split, each))
        if has_palette:
            yield f"{folder}{PALETTE}", palette(map(self._palette_entry, self._usable()))

    def _usable(self) -> Iterator[LoadedSchema]:
        """Yield the schemas that can be used; while a site is served, others may have errors."""
        for name in self.members(""):
            with suppress(EngineError):
                yield self.library.loaded(name)

    def index_title(self, fleet: str) -> str:
        """Return the title of the page with the table of a fleet, or of all schemas."""
        words = self.renderer.words
        return self.library.title(fleet) if fleet in self.config.groups else words.text(phrase("Schemas"))

    def _palette_entry(self, loaded: LoadedSchema) -> str:
        folder = self.pages.language_folder
        fields = self.downloads.palette_rows(loaded)
        urls = tuple([self.pages.url(row[0]) for row in fields])

        def make() -> str:
            relative = [url if url is None or not folder else relative_url(url, folder) for url in urls]
            return schema_entry(loaded.shown.title, fields, relative)

        identity = (loaded.identity, self.renderer.words.digest, folder, urls)
        return self.library.memo.get(_ENTRY, identity, make)

    def inventory(self) -> Iterator[str]:
        """Yield the lines of the inventory for all fields that pages show."""
        for loaded in self._usable():
            urls = [self.pages.url(loaded.shown.anchor(field)) for field in loaded.shown.root.walk()]
            make = partial(_inventory, loaded.shown, urls)
            yield from self.library.memo.get(_INVENTORY, (loaded.identity, urls), make)


def _inventory(schema: Schema, urls: Iterable[str | None]) -> Sequence[str]:
    fields = zip(schema.root.walk(), urls, strict=True)
    shown = ((field, url) for field, url in fields if url is not None)
    return [line_of_field(schema.anchor(field), url, str(field.path)) for field, url in shown]


class PlannedSite(Site):
    """A site for a host without plugins, whose pages the configuration plans."""

    pages: PlannedPages

    def __init__(
        self,
        config: SiteConfig,
        theme: Theme,
        run: Run,
        offers: Callable[[str], bool] = lambda _: True,
    ) -> None:
        """Create a site; no schema is read yet.

        Raises:
            CatalogueError: a catalogue of messages cannot be used.
        """
        library = SchemaLibrary(config, run)
        renderer = site_renderer(config, theme)
        super().__init__(library, renderer, PlannedPages(library, offers))


def site_renderer(config: SiteConfig, theme: Theme) -> Renderer:
    """Return the renderer of references of a site in a theme."""
    images = config.options.external_images
    return Renderer(theme, config.templates, config.language, external_images=images)

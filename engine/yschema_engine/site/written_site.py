"""All files of a site for hosts without plugins, and the forms in which its pages are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType

from yschema_engine.docs.severity import FindingCollector, Subject
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.standalone import SitePageParts, site_page
from yschema_engine.show.html.theme import ASSETS, find_theme, known_theme
from yschema_engine.show.html.view import Link
from yschema_engine.show.markdown_text import FLAVORS
from yschema_engine.site import inventory
from yschema_engine.site.addresses import PlannedPage, planned_page, relative_url
from yschema_engine.site.findings import PAGE_CLAIMED_TWICE
from yschema_engine.site.markdown_pages import MarkdownPages
from yschema_engine.site.memo import SiteCaches
from yschema_engine.site.options import DirectiveOptions
from yschema_engine.site.output_folder import OutputFolder
from yschema_engine.site.page_views import index_text, page_text
from yschema_engine.site.palette import PALETTE, palette, schema_entry
from yschema_engine.site.schema_checks import check_schema, version_findings
from yschema_engine.site.site import ShownReference, SiteForm, SiteParts, with_flat_pages
from yschema_engine.site.site_config import SiteConfig
from yschema_engine.site.split_pages import map_key
from yschema_engine.site.upgrade_pages import UpgradePage, UpgradePages
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import EngineError, Finding, UsageError, finding
from yschema_engine.text.phrases import Phrase, Verbatim, phrase


class SiteFiles:
    """The files of a site, as text or bytes by their paths."""

    def __init__(self, config: SiteConfig, form: SiteForm, caches: SiteCaches) -> None:
        """Start without having read any schema.

        Args:
            config: the configuration.
            form: the form of the pages.
            caches: what builds share.

        Raises:
            UsageError: a theme or a catalogue of messages cannot be used.
        """
        self._form = form
        self._theme = find_theme(known_theme(form.theme) if form.theme else config.theme)
        renderer = Renderer(
            self._theme, config.templates, config.language, external_images=config.external_images
        )
        config = with_flat_pages(config) if form.is_flat else config
        self.parts = SiteParts(config if form.is_interactive else _static(config), renderer, caches)
        self._owners: dict[str, Phrase] = {}

    def findings(self) -> list[Finding]:
        """Return what is wrong with the schemas, their samples and versions, and with templates."""
        parts = self.parts
        collector = FindingCollector(parts.config.levels, parts.config.levels_by_schema)
        collector.add(parts.renderer.check_overrides())
        for name in parts.library.names:
            subject = Subject(name)
            check_schema(parts.library, name, collector.suppress, lambda found: collector.add(found, subject))  # noqa: B023
        for name, found in version_findings(parts.versions, parts.versions.names):
            collector.add(found, Subject(name))
        collector.add_unused_suppressions()
        return list(collector.subjects())

    def files(self, folder: OutputFolder) -> dict[str, bytes]:
        """Return the contents of all files by their paths.

        Args:
            folder: the folder that will have them, in which authors can have pages of their own.

        Raises:
            EngineError: a schema cannot be used, or two pages have the same path.
        """
        pages = dict(self._pages())
        written_by_authors = folder.others(pages) if self._form.is_for_authors else ()
        texts = {path: text for path, text in pages.items() if path not in written_by_authors}
        files = {f"{self._form.pages}{path}": _encoded(text) for path, text in texts.items()}
        return files | {f"{self._form.files}{path}": data for path, data in self._others().items()}

    def _pages(self) -> Iterator[tuple[str, str]]:
        """Yield the path of each page, and its text."""
        parts, form = self.parts, self._form
        for name, page in parts.config.pages.items():
            for each, shown in self._references(name, page):
                owner = phrase("schema `{name}`", name=Verbatim(name))
                yield self._claimed(each, owner), form.reference(shown, parts)
            yield from self._upgrades(name, page)
        for fleet, entry in parts.config.fleets.items():
            if entry.index is not None:
                page = planned_page(entry.index, as_folders=parts.config.as_folders)
                owner = phrase("fleet `{name}`", name=Verbatim(fleet))
                yield self._claimed(page, owner), form.index(page, fleet, parts)
        start = form.path(parts.start_page)
        if form.has_start_page and start not in self._owners:
            yield start, form.index(parts.start_page, "", parts)

    def _claimed(self, page: PlannedPage, owner: Phrase) -> str:
        """Return the path of a page, which nothing else must have."""
        path = self._form.path(page)
        other = self._owners.setdefault(path.casefold(), owner)
        if other is not owner:
            raise UsageError([finding(PAGE_CLAIMED_TWICE, page=Verbatim(path), one=other, other=owner)])
        return path

    def _references(self, name: str, page: PlannedPage) -> Iterator[tuple[PlannedPage, ShownReference]]:
        parts = self.parts
        schema = parts.library.schema(name)
        yield page, self._shown(schema, schema.root, page)
        split = parts.split_pages.get(name) if self._form.is_interactive else None
        for field in schema.root.children if split else ():
            if split and (map_page := split.maps.get(schema.anchor(field))):
                yield map_page, self._shown(schema, field, map_page)

    def _shown(self, schema: Schema, field: Field, page: PlannedPage) -> ShownReference:
        """Return a reference, and note the files that it needs."""
        parts = self.parts
        directive = DirectiveOptions(schema.name, display=parts.config.display)
        view = parts.views.view(directive, field, 1, page)
        shown = ShownReference(page, schema, field, view, parts.renderer)
        number = sum(1 for _ in field.walk())
        if view.lines is not None and view.for_fields(number).lines is not None:
            parts.downloads.add_lines(view.lines.uri, shown.rendered.lines)
        return shown

    def _upgrades(self, name: str, page: PlannedPage) -> Iterator[tuple[str, str]]:
        parts = self.parts
        if name not in parts.versions.names:
            return
        steps, schema = parts.versions.steps(name), parts.library.schema(name)

        def placed(uri: str) -> PlannedPage:
            return planned_page(uri, as_folders=parts.config.as_folders)

        def link(anchor: str, uri: str) -> str:
            return parts.link(anchor, self._form.origin(placed(uri)))

        owner = phrase("the versions of schema `{name}`", name=Verbatim(name))
        for upgrade in UpgradePages(schema, steps, page.src_uri, parts.renderer, link).pages():
            text = self._form.upgrade(placed(upgrade.uri), upgrade, parts)
            if text is not None:
                yield self._claimed(placed(upgrade.uri), owner), text

    def _others(self) -> dict[str, bytes]:
        """Return all files but pages, which have been made before."""
        parts, form = self.parts, self._form
        if form.is_interactive:
            self._offer_schemas_without_page()
        files = {path: _encoded(text) for path, text in self._texts().items()}
        entries = [inventory.InventoryEntry(anchor, page.url, path) for anchor, path, page in self._fields()]
        if parts.config.inventory and form.has_inventory and entries:
            files[inventory.NAME] = inventory.inventory(parts.config.name or "yschema", entries)
        if form.is_interactive:
            files |= {f"{ASSETS}/{name}": path.read_bytes() for name, path in self._theme.assets.items()}
        return files

    def _texts(self) -> Mapping[str, str]:
        parts = self.parts
        files = dict(parts.downloads.files(parts.split_pages))
        if self._form.is_interactive:
            urls = {anchor: page.url for anchor, _, page in self._fields()}
            names = parts.config.pages
            loaded = [parts.library.loaded(name) for name in parts.library.names if name in names]
            rows = ((each.shown.title, parts.downloads.palette_rows(each)) for each in loaded)
            files[PALETTE] = palette(
                schema_entry(title, fields, [urls.get(row[0]) for row in fields]) for title, fields in rows
            )
        return files

    def _offer_schemas_without_page(self) -> None:
        """Note the files of schemas that only pages of authors show."""
        parts = self.parts
        for name in parts.library.names:
            if name not in parts.config.pages:
                with suppress(EngineError):  # reported already
                    directive = DirectiveOptions(name, display=parts.config.display)
                    parts.views.view(directive, parts.library.schema(name).root, 1, parts.start_page)

    def _fields(self) -> Iterator[tuple[str, str, PlannedPage]]:
        """Yield the anchor, the path and the page of each field on the pages of schemas."""
        for name in self.parts.config.pages:
            schema = self.parts.library.schema(name)
            for field in schema.root.walk():
                anchor = schema.anchor(field)
                if page := self.parts.home(anchor):
                    yield anchor, str(field.path), page


def _static(config: SiteConfig) -> SiteConfig:
    """Return the configuration of a site whose pages have no scripts."""
    display = replace(config.display, my_values=False, filter=False, yaml_view=False)
    return replace(config, display=display)


def _encoded(text: str) -> bytes:
    """Return the bytes of a text, which may contain the name of a file that is not UTF-8."""
    return text.encode(errors="backslashreplace")


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

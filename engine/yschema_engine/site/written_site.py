"""All files of a site for hosts without plugins."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from yschema_engine.docs.severity import FindingCollector
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.theme import ASSETS, STANDALONE, find_theme, known_theme
from yschema_engine.site import inventory
from yschema_engine.site.addresses import PlannedPage
from yschema_engine.site.forms import ReferencePage, SiteForm
from yschema_engine.site.library import Run
from yschema_engine.site.output_folder import OutputFolder
from yschema_engine.site.pages import PAGE_CLAIMED_TWICE
from yschema_engine.site.site import PlannedSite
from yschema_engine.site.site_config import SiteConfig
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import EngineError, Finding, UsageError
from yschema_engine.text.phrases import Phrase, Verbatim, phrase


class SiteFiles:
    """The files of a site, as text or bytes by their paths."""

    def __init__(self, config: SiteConfig, form: SiteForm, run: Run) -> None:
        """Start without having read any schema.

        Raises:
            UsageError: a theme or a catalogue of messages cannot be used.
        """
        self._form = form
        self._theme = find_theme(config.site.theme if form.is_for_authors else known_theme(STANDALONE))
        if form.is_finished:
            config = replace(config, site=replace(config.site, as_folders=False))
        self.site = PlannedSite(config if form.is_interactive else _static(config), self._theme, run)
        self._owners: dict[str, Phrase] = {}

    def findings(self) -> list[Finding]:
        """Return what is wrong with the schemas, their samples and versions, and with templates."""
        site = self.site
        collector = FindingCollector(site.config.levels, site.config.levels_by_schema)
        collector.add(site.renderer.check_overrides())
        site.check_schemas(site.library.names, collector)
        site.check_versions(collector)
        site.check_pages(collector)
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
        site, form = self.site, self._form
        for name, page in site.config.pages.items():
            owner = phrase("schema `{name}`", name=Verbatim(name))
            for shown in self._references(name, page):
                yield self._claimed(shown.page, owner), form.reference(shown, site)
        yield from self._upgrades()
        for fleet, entry in site.config.fleets.items():
            if entry.index is not None:
                page = site.config.plan(entry.index)
                owner = phrase("fleet `{name}`", name=Verbatim(fleet))
                yield self._claimed(page, owner), form.index(page, fleet, site)
        start = form.path(site.pages.start)
        if form.is_finished and start not in self._owners:
            yield start, form.index(site.pages.start, "", site)

    def _claimed(self, page: PlannedPage, owner: Phrase) -> str:
        """Return the path of a page, which nothing else must have."""
        path = self._form.path(page)
        other = self._owners.setdefault(path.casefold(), owner)
        if other is not owner:
            raise UsageError.of(PAGE_CLAIMED_TWICE, page=Verbatim(path), one=other, other=owner)
        return path

    def _references(self, name: str, page: PlannedPage) -> Iterator[ReferencePage]:
        site = self.site
        schema = site.library.schema(name)
        yield self._shown(schema, schema.root, page)
        split = site.pages.split.get(name) if self._form.is_interactive else None
        for field in schema.root.children if split else ():
            if split and (map_page := split.maps.get(schema.anchor(field))):
                yield self._shown(schema, field, map_page)

    def _shown(self, schema: Schema, field: Field, page: PlannedPage) -> ReferencePage:
        """Return a reference, and note the files that it needs."""
        site = self.site
        view = site.view(schema.name, page, field)
        shown = ReferencePage(page, schema, field, view, site.renderer)
        number = sum(1 for _ in field.walk())
        if view.lines is not None and view.for_fields(number).lines is not None:
            site.downloads.add_lines(view.lines.uri, shown.rendered.lines)
        return shown

    def _upgrades(self) -> Iterator[tuple[str, str]]:
        for name, upgrade in self.site.upgrade_pages(self._form.origin):
            page = self.site.config.plan(upgrade.uri)
            text = self._form.upgrade(page, upgrade, self.site)
            if text is not None:
                owner = phrase("the versions of schema `{name}`", name=Verbatim(name))
                yield self._claimed(page, owner), text

    def _others(self) -> dict[str, bytes]:
        """Return all files but pages, which have been made before."""
        site, form = self.site, self._form
        for name in site.members("") if form.is_interactive else ():
            if name not in site.config.pages:  # pages of authors may show it, and offer its files
                with suppress(EngineError):  # reported already
                    site.view(name, site.pages.start)
        files = {path: _encoded(text) for path, text in site.files(has_palette=form.is_interactive)}
        lines = list(site.inventory()) if site.config.options.inventory and form.has_inventory else []
        if lines:
            files[inventory.NAME] = inventory.inventory(site.config.site.name or "yschema", lines)
        if form.is_interactive:
            files |= {f"{ASSETS}/{name}": path.read_bytes() for name, path in self._theme.assets.items()}
        return files


def _static(config: SiteConfig) -> SiteConfig:
    """Return the configuration of a site whose pages have no scripts."""
    display = replace(config.options.display, my_values=False, filter=False, yaml_view=False)
    return replace(config, options=replace(config.options, display=display))


def _encoded(text: str) -> bytes:
    """Return the bytes of a text, which may contain the name of a file that is not UTF-8."""
    return text.encode(errors="backslashreplace")

"""The state of one build of a site, which its pages share, and its pages about versions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

from mkdocs_yschema.findings import Findings
from mkdocs_yschema.links import LinkSources, SiteLinks
from mkdocs_yschema.markdown_pages import MarkdownPages, MarkdownSite
from mkdocs_yschema.mkdocs_pages import GeneratedPages, SplitPages
from mkdocs_yschema.page_host import PageHost
from mkdocs_yschema.page_source import PageContents, PageSource
from mkdocs_yschema.serve import Banners
from yschema_engine.docs.blocks import in_markdown
from yschema_engine.docs.cross_references import Mention, field_not_shown, unknown_field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.view import View
from yschema_engine.site.addresses import EditLinks, relative_url
from yschema_engine.site.cache import ById
from yschema_engine.site.downloads import Downloads
from yschema_engine.site.fleets import Fleet
from yschema_engine.site.inventory import InventoryEntry
from yschema_engine.site.library import LoadedSchema, SchemaLibrary
from yschema_engine.site.memo import SiteCaches
from yschema_engine.site.options import DisplayOptions
from yschema_engine.site.page_views import PageViews, SchemaIndex
from yschema_engine.site.palette import PALETTE, palette, schema_entry
from yschema_engine.site.schema_checks import SchemaCoverage, check_schema, version_findings
from yschema_engine.site.upgrade_pages import UpgradePages
from yschema_engine.site.versions import SchemaVersions
from yschema_engine.text.findings import EngineError, Finding
from yschema_engine.text.phrases import Verbatim, phrase


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """The settings of a site.

    Attributes:
        display: the display options that directives override.
        edit: the links for editing a schema.
        versions: the versions of the schemas.
        fleets: the fleets, by their names.
        version_names: the names of current versions, by the names of schemas.
        markdown_renderer: returns the renderer of Markdown.
        has_markdown: whether the Markdown of pages is needed.
        site_url: the address of the site; empty if it is not known.
        absolute: whether links to files for readers begin with that address.
        is_served: whether pages show what is wrong, and how much is documented.
        language_folder: the folder in the site of the language that is built; empty for the default language.
    """

    display: DisplayOptions
    edit: EditLinks
    versions: SchemaVersions
    fleets: Mapping[str, Fleet]
    version_names: Mapping[str, str]
    markdown_renderer: Callable[[], Renderer]
    has_markdown: bool = False
    site_url: str = ""
    absolute: bool = False
    is_served: bool = False
    language_folder: str = ""


class SiteBuild:
    """The parts of a build that its pages share.

    Attributes:
        library: the schemas.
        renderer: the renderer for the site's theme.
        findings: what is wrong in the site.
        display: the display options that directives override.
        downloads: the files that pages offer.
        contents: the references in pages.
        links: the cross-references between pages.
        markdown: the pages as Markdown.
        banners: what pages show to be wrong; None in a site for readers.
        split_pages: the schemas that have many pages.
        views: how references are shown.
        versions: the versions of the schemas.
        index: the tables of schemas.
    """

    def __init__(
        self,
        library: SchemaLibrary,
        renderer: Renderer,
        findings: Findings,
        settings: SiteSettings,
        caches: SiteCaches,
    ) -> None:
        """Start without pages.

        Args:
            library: the schemas.
            renderer: the renderer for the site's theme.
            findings: takes in what is wrong.
            settings: what the configuration decides.
            caches: what builds share.
        """
        self.versions = settings.versions
        self.library = library
        self.renderer = renderer
        renderer.keep_templates(caches.templates.get)
        self.findings = findings
        self.display = settings.display
        self.downloads = Downloads(library, renderer, caches)
        self.contents = PageContents()
        self.links = SiteLinks(renderer)
        self.markdown = MarkdownPages(library, settings.markdown_renderer, caches, settings.display)
        self.banners = Banners(findings, library, renderer, caches) if settings.is_served else None
        coverage = SchemaCoverage(library, caches)
        self._coverage = coverage if settings.is_served else None
        fleets, version_names = settings.fleets, settings.version_names
        self.index = SchemaIndex(
            library, renderer, self.downloads.required, coverage.of, fleets, version_names
        )
        self._settings = settings
        self._caches = caches
        self.use_split_pages(SplitPages({}))

    def use_split_pages(self, split_pages: SplitPages) -> None:
        """Take note of the schemas that have many pages, once the files of the site are known."""
        self.split_pages = split_pages
        settings = self._settings
        self.views = PageViews(
            self.library,
            self.downloads,
            split_pages,
            self._coverage,
            settings.edit,
            settings.site_url,
            self.versions,
            settings.absolute,
            settings.language_folder,
        )

    def check_schemas(self, names: Iterable[str]) -> None:
        """Read every schema, and report what is wrong with all of them together.

        Args:
            names: the names of all schemas.

        Raises:
            PluginError: a schema cannot be used; not while serving.
        """
        usable = True
        for name in names:
            add = partial(self.findings.add, schema=name)
            usable = check_schema(self.library, name, self.findings.accept, add) and usable
        if not usable:  # else the findings in pages are reported as well
            self.findings.raise_errors()

    def check_versions(self) -> None:
        """Read and compare the versions of every schema, and report what is wrong with them."""
        for name, findings in version_findings(self.versions, self.versions.names):
            self.findings.add(findings, schema=name)

    def check_split_pages(self) -> None:
        """Report pages that do not show the part of a schema that links lead to."""
        for name, problem in self.split_pages.findings():
            self.findings.add([problem], schema=name)

    def schemas(self, names: Iterable[str]) -> dict[str, Schema]:
        """Return the schemas of some names, if they can be used."""
        usable: dict[str, Schema] = {}
        for name in names:
            with suppress(EngineError):
                usable[name] = self.library.schema(name)
        return usable

    def open_page(self, page: Page) -> PageHost:
        """Return the host of a page whose Markdown comes next, and accept what its comments accept."""
        host = PageHost(self, page, PageSource(page))
        if self.banners is not None:
            self.banners.show(page.file.src_uri)
        self.findings.accept(in_markdown(host.source.source))
        return host

    def report(self, page: Page, findings: Iterable[Finding]) -> Sequence[Finding]:
        """Add findings in a page to those of the build, and return them as they are reported."""
        placed = [_with_page(finding, page) for finding in findings]
        self.findings.add(placed, page=page.file.src_uri)
        return placed

    def link(self, pages: Iterable[Page], sources: LinkSources) -> None:
        """Fill in the links of all pages, and report cross-references that lead nowhere."""
        for page, mention in self.links.settle(sources):
            with suppress(EngineError):  # the schema cannot be used, which is reported already
                self.report(page, [self._unresolved(mention)])
        for page in pages:
            page.content = self.links.fill(page.content or "", page)

    def markdown_texts(
        self, files: Files, each: Callable[[Sequence[str]], Iterable[str]]
    ) -> Sequence[tuple[Page, str]]:
        """Return the Markdown of pages, once it is known where links lead, and show it to other plugins.

        Args:
            files: all files of the site.
            each: as `MarkdownPages.texts` has it.
        """
        if not self._settings.has_markdown:
            return ()
        site = MarkdownSite(files, self.links, self.index, self._settings.site_url)
        try:
            texts = self.markdown.texts(site, each)
        except EngineError as e:  # a template is wrong
            self.findings.add(e.findings)
            return ()
        for page, text in texts:
            page.markdown = text
        return texts

    def _unresolved(self, mention: Mention) -> Finding:
        schema = self.library.schema(mention.schema)
        return field_not_shown(mention, mention.field) if mention.field else unknown_field(mention, schema)

    def prepare_schema(self, name: str) -> None:
        """Evaluate a schema in another process; the caches there write the results to the store."""
        self.downloads.required(self.library.loaded(name))

    def prepare_page(self, name: str, view: View) -> None:
        """Render the reference of a schema, in another process as well."""
        schema = self.library.schema(name)
        self.renderer.reference(schema, schema.root, 2, (), view)

    def prepare_markdown(self, name: str) -> None:
        """Make the Markdown of the reference of a schema, in another process as well."""
        if self._settings.has_markdown:
            self.markdown.prepare(name)

    def prepare_files(self, name: str) -> None:
        """Make the files that the page of a schema offers or loads, in another process as well."""
        if self.display.downloads:
            self.downloads.prepare(self.library.loaded(name))

    def files(self, each: Callable[[Sequence[str]], Iterable[str]]) -> Iterator[tuple[str, str]]:
        """Yield the paths in the site and the texts of the files that pages offer or load.

        Args:
            each: as `Downloads.files` has it.
        """
        folder = self._settings.language_folder
        for uri, text in self.downloads.files(self.split_pages, each):
            yield f"{folder}{uri}", text
        if self.links.homes:
            yield f"{folder}{PALETTE}", palette(map(self._palette_entry, self._usable()))

    def _usable(self) -> Iterator[LoadedSchema]:
        """Yield the schemas that can be used: a served site may have others."""
        for name in self.library.names:
            with suppress(EngineError):
                yield self.library.loaded(name)

    def _palette_entry(self, loaded: LoadedSchema) -> str:
        homes, folder = self.links.homes, self._settings.language_folder
        fields = self.downloads.palette_rows(loaded)
        urls = tuple([homes[row[0]].url if row[0] in homes else None for row in fields])

        def make() -> str:
            relative = [url if url is None or not folder else relative_url(url, folder) for url in urls]
            return schema_entry(loaded.shown.title, fields, relative)

        return self._caches.palette_entries.get((ById(loaded), self.renderer.words, folder, urls), make)

    def inventory(self) -> Iterator[InventoryEntry]:
        """Return all fields that pages show."""
        homes = self.links.homes
        for loaded in self._usable():
            titles = self._caches.titles.get(ById(loaded), partial(_titles, loaded.shown))
            urls = tuple([homes[anchor].url if anchor in homes else None for anchor, _ in titles])
            yield from self._caches.inventory.get((ById(loaded), urls), partial(_entries, titles, urls))


def _titles(schema: Schema) -> Sequence[tuple[str, str]]:
    return [(schema.anchor(field), str(field.path)) for field in schema.root.walk()]


def _entries(titles: Iterable[tuple[str, str]], urls: Iterable[str | None]) -> Sequence[InventoryEntry]:
    fields = zip(titles, urls, strict=True)
    return [InventoryEntry(anchor, url, title) for (anchor, title), url in fields if url is not None]


def _with_page(finding: Finding, page: Page) -> Finding:
    """Return a finding that names its page if no line is known: another plugin has written the text."""
    if finding.span is not None:
        return finding
    params = {**finding.params, "page": Verbatim(page.file.src_uri), "problem": finding.fact("message")}
    code = replace(finding.code, message=phrase("{page}: {problem}"))
    return replace(finding, code=code, params=params)


def add_upgrade_pages(
    files: Files, generated: GeneratedPages, pages: Mapping[str, str], build: SiteBuild
) -> None:
    """Add the pages about the versions of all schemas that have a page.

    Args:
        files: all files of the site.
        generated: creates pages.
        pages: paths in `docs_dir` by schema.
        build: the build.
    """
    for name in build.versions.names:
        owner = phrase("the versions of schema `{name}`", name=Verbatim(name))
        if name in pages:
            with suppress(EngineError):  # which is reported already
                steps, schema = build.versions.steps(name), build.library.schema(name)
                for page in UpgradePages(schema, steps, pages[name], build.renderer).pages():
                    if files.get_file_from_path(page.uri) is None:
                        file = _unlisted(generated, page.uri, page.with_html)
                        generated.owners.claim(file, owner)
                        files.append(file)
                        build.markdown.add_whole(page.uri, page.markdown)


def _unlisted(generated: GeneratedPages, uri: str, text: str) -> File:
    """Return a page that a `nav` may name, and need not."""
    file = generated.page(uri, text)
    if generated.config.nav is not None:
        file.inclusion = InclusionLevel.NOT_IN_NAV
    return file

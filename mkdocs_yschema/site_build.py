"""The state of one build of a site, which its pages share, and its pages about versions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

from mkdocs_yschema import mkdocs_compat as compat
from mkdocs_yschema.findings import Findings
from mkdocs_yschema.links import LinkSources, SiteLinks
from mkdocs_yschema.markdown.host import Host
from mkdocs_yschema.markdown_pages import MarkdownPages, MarkdownSite
from mkdocs_yschema.mkdocs_pages import GeneratedPages, SplitPages
from mkdocs_yschema.page_host import page_host
from mkdocs_yschema.page_source import PageContents, PageSource
from mkdocs_yschema.serve import Banners
from yschema_engine.docs.blocks import in_markdown
from yschema_engine.docs.cross_references import Mention, field_not_shown, unknown_field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.findings import as_text
from yschema_engine.show.html.theme import Theme
from yschema_engine.show.html.view import View
from yschema_engine.show.language import CatalogueError
from yschema_engine.site.addresses import SitePage
from yschema_engine.site.links import placeholder_link
from yschema_engine.site.memo import CachedRenderer, RenderedResults, SiteCaches
from yschema_engine.site.pages import SitePages
from yschema_engine.site.palette import PALETTE
from yschema_engine.site.site import Site, schema_library
from yschema_engine.site.site_config import SiteConfig
from yschema_engine.text.findings import EngineError, Finding
from yschema_engine.text.phrases import Verbatim, phrase


class MkDocsPages(SitePages):
    """The pages of MkDocs. Links are placeholders until all pages are converted.

    Attributes:
        of_schemas: the pages of schemas, by their names.
        split: the schemas that have many pages.
        homes: the page of each field that is shown, by its anchor.
    """

    of_schemas: Mapping[str, SitePage] = {}
    split = SplitPages({})
    link = staticmethod(placeholder_link)
    lists_mentions = True

    def __init__(self, config: MkDocsConfig, *, is_served: bool) -> None:
        """Start without pages.

        Args:
            config: the configuration of MkDocs.
            is_served: whether pages show how much is documented.
        """
        self.language_folder = compat.language_folder(config)
        self.is_absolute = compat.wants_absolute_links(config)
        self.shows_coverage = is_served
        self.homes: Mapping[str, Page] = {}

    def url(self, anchor: str) -> str | None:
        """Return the address of the page that shows a field, by its anchor; None if none does."""
        return self.homes[anchor].url if anchor in self.homes else None

    def offers(self, path: str) -> bool:
        """Return that the site has any file of ours."""
        return True


def new_site(config: SiteConfig, theme: Theme, caches: SiteCaches, pages: MkDocsPages) -> Site:
    """Return a site, which does not render again what has not changed.

    Raises:
        PluginError: a catalogue of messages cannot be read.
    """
    library = schema_library(config, caches)
    memory = RenderedResults(caches.rendered, caches.kept, library.identity)
    images = config.external_images
    try:
        renderer = CachedRenderer(memory, theme, config.templates, config.language, external_images=images)
    except CatalogueError as e:
        raise PluginError(as_text(e.findings).rstrip()) from e
    renderer.keep_templates(caches.templates.get)
    return Site(config, library, renderer, caches, pages)


class SiteBuild:
    """The parts of a build that its pages share.

    Attributes:
        site: the schemas, and what pages show, offer and load.
        pages: the pages of the site.
        findings: what is wrong in the site.
        contents: the references in pages.
        links: the cross-references between pages.
        markdown: the pages as Markdown.
        banners: what pages show to be wrong; None in a site for readers.
    """

    def __init__(
        self, site: Site, pages: MkDocsPages, findings: Findings, caches: SiteCaches, *, has_markdown: bool
    ) -> None:
        """Start without pages.

        Args:
            site: the site.
            pages: its pages.
            findings: takes in what is wrong.
            caches: what builds share.
            has_markdown: whether the Markdown of pages is needed.
        """
        self.site = site
        self.pages = pages
        self.links = SiteLinks(site.renderer)
        pages.homes = self.links.homes
        self.findings = findings
        self.contents = PageContents()
        self.markdown = MarkdownPages(site, caches)
        is_served = site.pages.shows_coverage
        self.banners = Banners(findings, site.library, site.renderer, caches) if is_served else None
        self._has_markdown = has_markdown

    def check_schemas(self, names: Iterable[str]) -> None:
        """Read every schema and its versions, and report what is wrong with all of them together.

        Args:
            names: the names of all schemas.

        Raises:
            PluginError: a schema cannot be used; not while serving.
        """
        if not self.site.check_schemas(names, self.findings.accept, self._add):
            self.findings.raise_errors()  # else the findings in pages are reported as well
        self.site.check_versions(self._add)

    def _add(self, schema: str, findings: Sequence[Finding]) -> None:
        self.findings.add(findings, schema=schema)

    def check_split_pages(self) -> None:
        """Report pages that do not show the part of a schema that links lead to."""
        for name, problem in self.site.pages.split.findings():
            self._add(name, [problem])

    def split_schemas(self) -> dict[str, Schema]:
        """Return the schemas that have a page for each map, if they can be used."""
        usable: dict[str, Schema] = {}
        for name in self.site.config.splits:
            with suppress(EngineError):
                usable[name] = self.site.library.schema(name)
        return usable

    def open_page(self, page: Page) -> Host:
        """Return the host of a page whose Markdown comes next, and accept what its comments accept."""
        source = PageSource(page, self.site.config.folder)
        if self.banners is not None:
            self.banners.show(page.file.src_uri)
        self.findings.accept(in_markdown(source.source))
        return page_host(self, page, source)

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

    def _unresolved(self, mention: Mention) -> Finding:
        schema = self.site.library.schema(mention.schema)
        return field_not_shown(mention, mention.field) if mention.field else unknown_field(mention, schema)

    def markdown_texts(
        self, files: Files, each: Callable[[Sequence[str]], Iterable[str]]
    ) -> Sequence[tuple[Page, str]]:
        """Return the Markdown of pages, once it is known where links lead, and show it to other plugins.

        Args:
            files: all files of the site.
            each: as `MarkdownPages.texts` has it.
        """
        if not self._has_markdown:
            return ()
        try:
            texts = self.markdown.texts(
                MarkdownSite(files, self.links, self.site.index, self.site.config.url), each
            )
        except EngineError as e:  # a template is wrong
            self.findings.add(e.findings)
            return ()
        for page, text in texts:
            page.markdown = text
        return texts

    def files(self, each: Callable[[Sequence[str]], Iterable[str]]) -> Iterator[tuple[str, str]]:
        """Yield the paths in the site and the texts of the files that pages offer or load.

        Args:
            each: as `Downloads.files` has it.
        """
        yield from self.site.files(each)
        if self.links.homes:
            yield f"{self.site.pages.language_folder}{PALETTE}", self.site.palette()

    def prepare_schema(self, name: str) -> None:
        """Evaluate a schema in another process; the caches there write the results to the store."""
        self.site.downloads.required(self.site.library.loaded(name))

    def prepare_page(self, name: str, view: View) -> None:
        """Render the reference of a schema, in another process as well."""
        schema = self.site.library.schema(name)
        self.site.renderer.reference(schema, schema.root, 2, (), view)

    def prepare_markdown(self, name: str) -> None:
        """Make the Markdown of the reference of a schema, in another process as well."""
        if self._has_markdown:
            self.markdown.prepare(name)

    def prepare_files(self, name: str) -> None:
        """Make the files that the page of a schema offers or loads, in another process as well."""
        if self.site.config.display.downloads:
            self.site.downloads.prepare(self.site.library.loaded(name))


def _with_page(finding: Finding, page: Page) -> Finding:
    """Return a finding that names its page if no line is known: another plugin has written the text."""
    if finding.span is not None:
        return finding
    params = {**finding.params, "page": Verbatim(page.file.src_uri), "problem": finding.fact("message")}
    code = replace(finding.code, message=phrase("{page}: {problem}"))
    return replace(finding, code=code, params=params)


def add_upgrade_pages(files: Files, generated: GeneratedPages, build: SiteBuild) -> None:
    """Add the pages about the versions of all schemas that have a page.

    Args:
        files: all files of the site.
        generated: creates pages.
        build: the build.
    """
    for name, page in build.site.upgrade_pages():
        if files.get_file_from_path(page.uri) is None:
            file = _unlisted(generated, page.uri, page.with_html)
            owner = phrase("the versions of schema `{name}`", name=Verbatim(name))
            generated.owners.claim(file, owner)
            files.append(file)
            build.markdown.add_whole(page.uri, page.markdown)


def _unlisted(generated: GeneratedPages, uri: str, text: str) -> File:
    """Return a page that a `nav` may name, and need not."""
    file = generated.page(uri, text)
    if generated.config.nav is not None:
        file.inclusion = InclusionLevel.NOT_IN_NAV
    return file

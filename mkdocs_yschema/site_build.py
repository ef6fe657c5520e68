"""The state of one build of a site, which its pages share, and its pages about versions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from mkdocs_yschema import mkdocs_compat as compat
from mkdocs_yschema.config import YschemaConfig, read_settings
from mkdocs_yschema.findings import Findings
from mkdocs_yschema.generated_pages import GeneratedPages, TemporaryFolder
from mkdocs_yschema.markdown.host import Host
from mkdocs_yschema.markdown_pages import TEMPLATES, MarkdownFile, MarkdownPages, PageSource
from mkdocs_yschema.page_host import PageHost
from mkdocs_yschema.pages import MkDocsPages
from mkdocs_yschema.serve import Banners
from yschema_engine.docs.cross_references import field_not_shown, unknown_field
from yschema_engine.docs.markdown_comments import in_markdown
from yschema_engine.docs.sample_files import line_of
from yschema_engine.docs.severity import Subject
from yschema_engine.evaluate import peers
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.findings import as_text
from yschema_engine.show.html.renderer import Rendered, Renderer
from yschema_engine.show.html.theme import Theme
from yschema_engine.show.html.view import View
from yschema_engine.show.language import CatalogueError
from yschema_engine.site.library import Run, SchemaLibrary
from yschema_engine.site.memo import Kind
from yschema_engine.site.option_types import OptionPlace
from yschema_engine.site.schema_files import file_states
from yschema_engine.site.site import Site
from yschema_engine.site.site_config import NO_SITE_SCHEMAS
from yschema_engine.text.findings import EngineError, Finding, finding, revise
from yschema_engine.text.phrases import Verbatim, phrase


class SiteBuild:
    """The parts of a build that its pages share.

    Attributes:
        site: the schemas, and what pages show, offer and load.
        pages: the pages of the site, and the cross-references between them.
        findings: what is wrong in the site.
        markdown: the pages as Markdown.
        banners: what pages show to be wrong; None in a site for readers.
        has_markdown: whether the Markdown of pages is needed.
    """

    def __init__(self, site: Site, pages: MkDocsPages, findings: Findings, *, has_markdown: bool) -> None:
        self.site = site
        self.pages = pages
        self.findings = findings
        self.markdown = MarkdownPages(site, pages)
        is_served = pages.shows_coverage
        self.banners = Banners(findings, site) if is_served else None
        self.has_markdown = has_markdown

    def check_schemas(self, names: Iterable[str]) -> None:
        """Read every schema and its versions, and report what is wrong with all of them together.

        Args:
            names: the names of all schemas.

        Raises:
            PluginError: a schema cannot be used; not while serving.
        """
        if not self.site.check_schemas(names, self.findings):
            self.findings.raise_errors()  # else the findings in pages are reported as well
        self.site.check_versions(self.findings)
        self.site.check_pages(self.findings)
        source = self.site.config.source
        if source and not self.site.config.schemas and not self.site.config.fleets:
            no_schemas = finding(NO_SITE_SCHEMAS, line_of(source, "yschema"), file=Verbatim(source.name))
            self.findings.add([revise(no_schemas, severity="warning")])

    def add_pages(self, files: Files, config: MkDocsConfig, folder: TemporaryFolder) -> None:
        """Add the pages that the site has in addition to those in `docs_dir`.

        Args:
            files: all files of the site.
            config: the configuration of MkDocs.
            folder: where the Markdown of the pages is.
        """
        generated = GeneratedPages(files, self.site, config, folder)
        self.pages.of_schemas = generated.add_schemas()
        for uri, text in generated.add_upgrades():
            self.markdown.sources[uri] = PageSource(text, is_whole=True)
        self.pages.split = generated.add_maps(self.pages.of_schemas)
        self.pages.overviews, self.pages.below = generated.overviews, generated.below
        self.findings.add(generated.problems)

    def with_expected_links(self, html: str, page: Page) -> str:
        """Return the HTML of a page with the addresses that links will have, and note its fields."""
        if page.present_anchor_ids is not None:
            page.present_anchor_ids.update(self.pages.anchors(page))  # for MkDocs' validation of links
        self.pages.show(page)
        return self.pages.expect(html, page)

    def open_page(self, page: Page) -> Host:
        """Return the host of a page whose Markdown comes next, and accept what its comments accept."""
        host = PageHost(self, page)
        if self.banners is not None:
            self.banners.show(page.file.src_uri)
        self.findings.suppress(in_markdown(host.source))
        return host

    def report(self, page: Page, findings: Iterable[Finding]) -> Sequence[Finding]:
        """Add findings in a page to those of the build, and return them as they are reported."""
        placed = [_with_page(finding, page) for finding in findings]
        self.findings.add(placed, Subject(page=page.file.src_uri))
        return placed

    def link(self, config: MkDocsConfig, nav: Sequence[Page], *, is_partial: bool) -> None:
        """Fill in the links of all pages, and report cross-references and links that lead nowhere.

        Args:
            config: the configuration of MkDocs.
            nav: the pages in the order of the navigation.
            is_partial: whether the build has left out pages that have not changed.
        """
        autorefs = compat.Autorefs(config)
        for page, mention in self.pages.settle(nav, autorefs.url, is_partial=is_partial):
            with suppress(EngineError):  # the schema cannot be used, which is reported already
                schema, field = self.site.library.schema(mention.schema), mention.field
                lost = field_not_shown(mention, field) if field else unknown_field(mention, schema)
                self.report(page, [lost])
        for file in self.pages.files.documentation_pages():
            if file.page and file.page.content:
                file.page.content = self.pages.fill(file.page.content, file.page)
        for page, problem in self.pages.wrong_links():
            self.report(page, [problem])
        for anchor, page in self.pages.homes.items():
            autorefs.register(page, anchor)
        for name, problems in self.pages.without_reference() if not is_partial else ():
            place = OptionPlace(f"schemas.{name}.page", config=self.site.config.source)
            self.findings.add([replace(each, span=place.span) for each in problems], Subject(name))

    def markdown_files(
        self,
        config: MkDocsConfig,
        each: Callable[[Sequence[str]], Iterable[str]],
        *,
        is_written: bool,
    ) -> Mapping[str, MarkdownFile]:
        """Make the Markdown of pages, once it is known where links lead, and show it to other plugins.

        Args:
            config: the configuration of MkDocs.
            each: as `MarkdownPages.texts` has it.
            is_written: whether the site has the files.

        Returns:
            The files with it that the site will have, by the `src_uri` of their pages.
        """
        files: dict[str, MarkdownFile] = {}
        try:
            for page, text in self.markdown.texts(each) if self.has_markdown else ():
                page.markdown = text
                files[page.file.src_uri] = MarkdownFile(page, text)
        except EngineError as e:  # a template is wrong
            self.findings.add(e.findings)
        compat.use_markdown(config, {uri: file.text for uri, file in files.items()})
        return files if is_written else {}

    def files(self, each: Callable[[Sequence[str]], Iterable[str]]) -> Iterator[tuple[str, str]]:
        """Yield the paths in the site and the texts of the files that pages offer or load.

        Files of `docs_dir` take precedence.

        Args:
            each: as `Downloads.files` has it.
        """
        for uri, text in self.site.files(each, has_palette=bool(self.pages.homes)):
            if self.pages.files.get_file_from_path(uri) is None:
                yield uri, text

    def settle(self) -> None:
        """Report the comments that accept nothing, once everything is checked, and assign findings to pages.

        Raises:
            PluginError: there are errors; not while serving.
        """
        self.findings.add_unused_suppressions()
        self.findings.raise_errors()
        self.findings.log_total()
        if self.banners is not None:
            self.banners.settle(self.pages.files)

    def banner(self, page: Page) -> str:
        """Return the findings that a page shows."""
        return self.banners.html(page.file.src_uri, self.pages.headings) if self.banners is not None else ""


_PAGE = Kind("page", Rendered, is_text=True)


class MemoRenderer(Renderer):
    """A renderer that renders only what the memo of a site does not have."""

    def __init__(self, library: SchemaLibrary, theme: Theme) -> None:
        config, images = library.config, library.config.options.external_images
        super().__init__(theme, config.templates, config.language, external_images=images)
        self._library = library
        self.keep_templates(partial(library.memo.get, TEMPLATES))

    def reference(
        self,
        schema: Schema,
        part: Field | None = None,
        heading_level: int = 2,
        taken: Collection[str] = (),
        view: View = View(),
    ) -> Rendered:
        """Return a reference; as the base class."""
        make = partial(super().reference, schema, part, heading_level, taken, view)
        schema_identity = self._library.identity(schema)
        if not schema_identity:
            return make()
        anchor = schema.anchor(part) if part else ""
        identity = (self.state, schema_identity, anchor, heading_level, sorted(taken), view)
        return self._library.memo.get(_PAGE, identity, make)


def new_build(
    plugin: YschemaConfig, config: MkDocsConfig, theme: Theme, run: Run, *, is_served: bool
) -> SiteBuild:
    """Return a build, which does not render again what has not changed.

    Args:
        plugin: the options of the plugin.
        config: the configuration of MkDocs.
        theme: our theme for that of the site.
        run: what builds share.
        is_served: whether the site is served, and errors do not fail the build.

    Raises:
        PluginError: options are not valid, or a catalogue of messages cannot be read.
    """
    if is_served:
        compat.ignore_findings_in_strict_mode()
    settings = read_settings(plugin, config)
    library = SchemaLibrary(settings, run)
    size = sum(size for _, size, _ in file_states(library.globs()).values())
    # Less is read before further processes have started.
    is_shared = plugin.processes() > 1 and size >= peers.WORTH
    run.memo.use(settings.options.cache_dir, is_shared=is_shared)
    try:
        renderer = MemoRenderer(library, theme)
    except CatalogueError as e:
        raise PluginError(as_text(e.findings).rstrip()) from e
    pages = MkDocsPages(config, renderer, is_served=is_served)
    site = Site(library, renderer, pages)
    findings = Findings(settings, plugin.error_output(), serving=is_served)
    has_markdown = plugin.options.markdown_pages or "llmstxt" in config.plugins
    return SiteBuild(site, pages, findings, has_markdown=has_markdown)


def _with_page(finding: Finding, page: Page) -> Finding:
    """Return a finding that names its page if no line is known: another plugin has written the text."""
    if finding.span is not None:
        return finding
    params = {**finding.params, "page": Verbatim(page.file.src_uri), "problem": finding.fact("message")}
    code = replace(finding.code, message=phrase("{page}: {problem}"))
    return replace(finding, code=code, params=params)

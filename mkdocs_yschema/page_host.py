"""The policies of the Markdown extension's host for pages of MkDocs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from markdown import Markdown
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page

from mkdocs_yschema.markdown.host import Addresses, Host, Notes, PageAddresses, PageText, Reports
from mkdocs_yschema.page_source import PageSource
from yschema_engine.docs.accepted_findings import SuppressionComments
from yschema_engine.docs.blocks import FrontMatter
from yschema_engine.docs.cross_references import Mention
from yschema_engine.schema.fields import Field
from yschema_engine.show.html.renderer import Rendered
from yschema_engine.show.html.view import View
from yschema_engine.site.library import SchemaLibrary
from yschema_engine.site.links import address
from yschema_engine.site.options import DirectiveOptions
from yschema_engine.text.findings import EngineError, Finding
from yschema_engine.text.source import Span

if TYPE_CHECKING:
    from mkdocs_yschema.site_build import SiteBuild


def page_host(build: SiteBuild, page: Page, source: PageSource) -> Host:
    """Return the host of a page."""
    file: Any = page.file  # whose cached properties are no properties to mypy
    addresses = _Placeholders(build.site, file)
    return Host(build.site, addresses, _BuildReports(build, page), source, _PageNotes(build, page))


def outside_host(build: SiteBuild) -> Host:
    """Return the host for Markdown that another plugin converts before there is a page."""
    text = _NoText((build.site.config.site.folder,))
    return Host(build.site, _OutsideAddresses(build.site), _BuildReports(build, None), text)


def register_extension(config: MkDocsConfig, open_page: Callable[[], Host]) -> None:
    """Add the Markdown extension to a site.

    Args:
        config: the configuration of MkDocs.
        open_page: returns the host of the page that comes next.
    """
    if "yschema" not in config.markdown_extensions:
        config.markdown_extensions.append("yschema")
    options = config.mdx_configs.get("yschema", {})
    config.mdx_configs["yschema"] = {**options, "site": open_page}


class _Placeholders(PageAddresses):
    """Addresses on a page of a site, which are filled in once all pages are converted."""

    def resolve(self, mention: Mention, ids: Collection[str]) -> tuple[str, Field | None]:
        """Return a placeholder for the address; none if the schema cannot be used."""
        return _placeholder(self._site.library, mention)


class _OutsideAddresses(Addresses):
    """Addresses without a page."""

    def view(self, directive: DirectiveOptions, shown: Field, number: int) -> View:
        """Return how a reference is shown, without a filter and a switch."""
        return replace(super().view(directive, shown, number), filter=False, switch=False)

    def resolve(self, mention: Mention, ids: Collection[str]) -> tuple[str, Field | None]:
        """Return a placeholder for the address; none if the schema cannot be used."""
        return _placeholder(self._site.library, mention)


def _placeholder(library: SchemaLibrary, mention: Mention) -> tuple[str, Field | None]:
    try:
        field = library.schema(mention.schema).find(mention.path)
    except EngineError:
        return "", None
    return address(field.path.anchor(mention.schema) if field else mention.identifier), field


class _BuildReports(Reports):
    """Adds findings to those of a build, which a served site shows."""

    def __init__(self, build: SiteBuild, page: Page | None) -> None:
        super().__init__()
        self._build = build
        self._page = page
        self.checks_blocks = build.findings.looks_for("blocks")

    def accept(self, comments: SuppressionComments) -> None:
        """Take in what comments in the page accept."""
        self._build.findings.accept(comments)

    def report(self, findings: Sequence[Finding]) -> Sequence[Finding]:
        """Add findings to those of the build."""
        if self._page is not None:
            return self._build.report(self._page, findings)
        self._build.findings.add(findings)
        return findings


class _NoText(PageText):
    """A text that has no file and no front matter."""

    def locate(self, text: str, line: int) -> Span | None:
        """Return None."""
        return None

    def front_matter(self, md: Markdown, key: str, lines: Sequence[str]) -> FrontMatter:
        """Return nothing."""
        return FrontMatter()


class _PageNotes(Notes):
    """What a build notes about a page."""

    def __init__(self, build: SiteBuild, page: Page) -> None:
        self._build = build
        self._page = page
        self._uri = page.file.src_uri

    def add_source(self, lines: Sequence[str]) -> None:
        """Take note of the lines, for the Markdown of the page."""
        self._build.markdown.add_source(self._uri, "\n".join(lines))

    def add_schema(self, name: str) -> None:
        """Take note that the page shows a schema, for its banner."""
        if self._build.banners is not None:
            self._build.banners.show(self._uri, name)

    def add_rendered(self, directive: DirectiveOptions, view: View, rendered: Rendered) -> str:
        """Take note of the fields, for cross-references and search, and of what is not in the page."""
        downloads = self._build.site.downloads
        if view.lines is not None and rendered.lines:
            downloads.add_lines(view.lines.uri, rendered.lines)
            if view.lines.values:
                downloads.add_schema(directive.name)
        self._build.markdown.add_reference(self._uri, directive)
        return self._build.contents.add(self._page, rendered)

    def add_fleet(self, fleet: str) -> None:
        """Take note of a table of schemas, for the Markdown of the page."""
        self._build.markdown.add_fleet(self._uri, fleet)

    def add_mention(self, mention: Mention) -> None:
        """Keep a cross-reference until all pages are converted."""
        self._build.links.mention(self._page, mention)

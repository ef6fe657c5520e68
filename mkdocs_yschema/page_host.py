"""The hosts of the Markdown extension for sites of MkDocs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from markdown import Markdown
from mkdocs.config.defaults import MkDocsConfig

from mkdocs_yschema.markdown.host import Host
from mkdocs_yschema.page_source import PageSource
from mkdocs_yschema.placeholders import address
from yschema_engine.docs.accepted_findings import SuppressionComments
from yschema_engine.docs.blocks import FrontMatter
from yschema_engine.docs.cross_references import Mention
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.renderer import Rendered
from yschema_engine.show.html.view import View
from yschema_engine.site.options import DirectiveOptions
from yschema_engine.text.findings import EngineError, Finding
from yschema_engine.text.source import Span

if TYPE_CHECKING:
    from mkdocs_yschema.site_build import SiteBuild


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


class OutsideHost(Host):
    """The host for Markdown that another plugin converts before there is a page.

    Findings are added to those of the build, which a served site shows. Addresses are filled in once all
    pages are converted.
    """

    def __init__(self, build: SiteBuild, source: PageSource | None = None) -> None:
        """A host.

        Args:
            build: the build.
            source: the file of the page; None without one.
        """
        file: Any = source and source.page.file  # whose cached properties are no properties to mypy
        super().__init__(build.site, source.folders if source else (build.site.config.site.folder,), file)
        self._build = build
        self.checks_blocks = build.findings.looks_for("blocks")

    def view(self, directive: DirectiveOptions, shown: Field, number: int) -> View:
        """Return how a reference is shown; without a page, it has no filter and no switch."""
        view = super().view(directive, shown, number)
        return view if self._page is not None else replace(view, filter=False, switch=False)

    def resolve(self, mention: Mention, ids: Collection[str]) -> tuple[str, Field | None]:
        """Return a placeholder for the address; none if the schema cannot be used."""
        try:
            field = self.site.library.schema(mention.schema).find(mention.path)
        except EngineError:
            return "", None
        return address(field.path.anchor(mention.schema) if field else mention.identifier), field

    def accept(self, comments: SuppressionComments) -> None:
        """Take in what comments in the page accept."""
        self._build.findings.accept(comments)

    def report(self, findings: Sequence[Finding]) -> Sequence[Finding]:
        """Add findings to those of the build."""
        self._build.findings.add(findings)
        return findings

    def locate(self, text: str, line: int) -> Span | None:
        """Return None: the text has no file."""
        return None

    def front_matter(self, md: Markdown, key: str, lines: Sequence[str]) -> FrontMatter:
        """Return nothing."""
        return FrontMatter()


class PageHost(OutsideHost):
    """The host of a page; the build takes note of what the page shows."""

    def __init__(self, build: SiteBuild, source: PageSource) -> None:
        """A host.

        Args:
            build: the build.
            source: the file of the page.
        """
        super().__init__(build, source)
        self._source = source
        self._uri = source.page.file.src_uri

    def schema(self, name: str) -> Schema:
        """Return the schema that a directive names, and note it for the banner of the page."""
        if self._build.banners is not None:
            self._build.banners.show(self._uri, name)
        return super().schema(name)

    def index(self, fleet: str) -> str:
        """Return the table of the schemas of a fleet, and note it for the Markdown of the page."""
        html = super().index(fleet)
        self._build.markdown.add_fleet(self._uri, fleet)
        return html

    def report(self, findings: Sequence[Finding]) -> Sequence[Finding]:
        """Add findings in the page to those of the build."""
        return self._build.report(self._source.page, findings)

    def locate(self, text: str, line: int) -> Span | None:
        """Return where a line of the Markdown is in the file."""
        return self._source.locate(text, line)

    def front_matter(self, md: Markdown, key: str, lines: Sequence[str]) -> FrontMatter:
        """Return what the front matter, which MkDocs has taken off the text, has for a key."""
        return self._source.front_matter(key)

    def add_source(self, lines: Sequence[str]) -> None:
        """Take note of the lines, for the Markdown of the page."""
        self._build.markdown.add_source(self._uri, "\n".join(lines))

    def add_rendered(self, directive: DirectiveOptions, view: View, rendered: Rendered) -> str:
        """Take note of the fields, for cross-references and search, and of what is not in the page."""
        downloads = self.site.downloads
        if view.lines is not None and rendered.lines:
            downloads.add_lines(view.lines.uri, rendered.lines)
            if view.lines.values:
                downloads.add_schema(directive.name)
        self._build.markdown.add_reference(self._uri, directive)
        return self._build.pages.add(self._source.page, rendered)

    def add_mention(self, mention: Mention) -> None:
        """Keep a cross-reference until all pages are converted."""
        self._build.pages.mention(self._source.page, mention)

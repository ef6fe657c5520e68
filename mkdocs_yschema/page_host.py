"""The host of the Markdown extension for one page of a site."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from markdown import Markdown
from mkdocs.structure.pages import Page

from mkdocs_yschema.markdown.host import MarkdownHost
from mkdocs_yschema.page_source import NAME, PageSource
from yschema_engine.docs.accepted_findings import SuppressionComments
from yschema_engine.docs.blocks import FrontMatter
from yschema_engine.docs.cross_references import Mention
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.findings import as_text
from yschema_engine.show.html.renderer import Rendered, Renderer
from yschema_engine.show.html.view import View
from yschema_engine.site.addresses import SitePage
from yschema_engine.site.library import SchemaLibrary
from yschema_engine.site.links import address
from yschema_engine.site.options import DirectiveOptions, DisplayOptions
from yschema_engine.text.findings import EngineError, Finding
from yschema_engine.text.source import Span

if TYPE_CHECKING:
    from mkdocs_yschema.site_build import SiteBuild


@dataclass(frozen=True, slots=True)
class PageHost:
    """The page that a converter converts, and the build of its site.

    Attributes:
        build: the build.
        page: the page.
        source: its file.
    """

    build: SiteBuild
    page: Page
    source: PageSource

    @property
    def library(self) -> SchemaLibrary:
        """The schemas."""
        return self.build.site.library

    @property
    def renderer(self) -> Renderer:
        """The renderer for the theme of the site."""
        return self.build.site.renderer

    @property
    def display(self) -> DisplayOptions:
        """The display options of the site."""
        return self.build.site.config.display

    @property
    def folders(self) -> Sequence[Path]:
        """The folder of `mkdocs.yml`, then that of the page."""
        base, file = self.library.loader.folder.path, self.page.file
        is_elsewhere = file.abs_src_path is None or file.generated_by == NAME
        return (base,) if is_elsewhere else (base, Path(str(file.abs_src_path)).parent)

    @property
    def checks_blocks(self) -> bool:
        """Whether the site's configuration has blocks checked."""
        return self.build.findings.looks_for("blocks")

    def add_source(self, lines: Sequence[str]) -> None:
        """Take note of the lines, for the Markdown of the page."""
        self.build.markdown.add_source(self.page.file.src_uri, "\n".join(lines))

    def schema(self, name: str) -> Schema:
        """Return a schema, and note that the page shows it."""
        if self.build.banners is not None:
            self.build.banners.show(self.page.file.src_uri, name)
        return self.library.schema(name)

    @property
    def _file(self) -> SitePage:
        file: Any = self.page.file  # whose cached properties are no properties to mypy
        return cast(SitePage, file)

    def view(self, directive: DirectiveOptions, shown: Field, number: int) -> View:
        """Return how a reference is shown."""
        return self.build.site.views.view(directive, shown, number, self._file)

    def add_rendered(self, directive: DirectiveOptions, view: View, rendered: Rendered) -> str:
        """Take note of the fields, for cross-references and search, and of what is not in the page."""
        downloads = self.build.site.downloads
        if view.lines is not None and rendered.lines:
            downloads.add_lines(view.lines.uri, rendered.lines)
            if view.lines.values:
                downloads.add_schema(directive.name)
        self.build.markdown.add_reference(self.page.file.src_uri, directive)
        return self.build.contents.add(self.page, rendered)

    def index(self, fleet: str) -> str:
        """Return the table of the schemas of a fleet."""
        html = self.build.site.index.html(fleet, self._file)
        self.build.markdown.add_fleet(self.page.file.src_uri, fleet)
        return html

    def error_html(self, error: EngineError) -> str:
        """Report an error, and return a box with it, which a served site shows."""
        findings = self.build.report(self.page, error.findings)
        return self.renderer.error(as_text(findings, kinds=True).rstrip())

    def locate(self, text: str, line: int) -> Span | None:
        """Return where a line of the Markdown is in the page's file."""
        return self.source.locate(text, line)

    def front_matter(self, md: Markdown, key: str, lines: Sequence[str]) -> FrontMatter:
        """Return what MkDocs has read of the front matter."""
        return self.source.front_matter(key)

    def accept(self, comments: SuppressionComments) -> None:
        """Take in what comments in the page accept."""
        self.build.findings.accept(comments)

    def report(self, findings: Sequence[Finding]) -> None:
        """Add findings to those of the build."""
        self.build.report(self.page, findings)

    def resolve(self, mention: Mention, ids: Collection[str]) -> tuple[str, Field | None]:
        """Return a placeholder for the address; none if the schema cannot be used."""
        return _placeholder(self.library, mention)

    def add_mention(self, mention: Mention) -> None:
        """Keep a cross-reference until all pages are converted."""
        self.build.links.mention(self.page, mention)


class OutsidePages(MarkdownHost):
    """The host for Markdown that another plugin converts before there is a page."""

    def __init__(self, build: SiteBuild) -> None:
        super().__init__(build.site.library, build.site.renderer)
        self._build = build
        self.display = build.site.config.display
        self.checks_blocks = build.findings.looks_for("blocks")

    def view(self, directive: DirectiveOptions, shown: Field, number: int) -> View:
        """Return how a reference is shown, without a filter and a switch."""
        return replace(super().view(directive, shown, number), filter=False, switch=False)

    def error_html(self, error: EngineError) -> str:
        """Report an error, and return a box with it."""
        self.report(error.findings)
        return self.renderer.error(as_text(error.findings, kinds=True).rstrip())

    def locate(self, text: str, line: int) -> Span | None:
        """Return None: the text has no file."""
        return None

    def front_matter(self, md: Markdown, key: str, lines: Sequence[str]) -> FrontMatter:
        """Return nothing: the text has no front matter."""
        return FrontMatter()

    def accept(self, comments: SuppressionComments) -> None:
        """Take in what comments in blocks accept."""
        self._build.findings.accept(comments)

    def report(self, findings: Sequence[Finding]) -> None:
        """Add findings to those of the build."""
        self._build.findings.add(findings)

    def resolve(self, mention: Mention, ids: Collection[str]) -> tuple[str, Field | None]:
        """Return a placeholder for the address; none if the schema cannot be used."""
        return _placeholder(self.library, mention)


def _placeholder(library: SchemaLibrary, mention: Mention) -> tuple[str, Field | None]:
    try:
        field = library.schema(mention.schema).find(mention.path)
    except EngineError:
        return "", None
    return address(field.path.anchor(mention.schema) if field else mention.identifier), field

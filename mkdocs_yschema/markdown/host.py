"""The interface between the Markdown extension and its host, and the hosts without MkDocs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import NoReturn, Protocol

from markdown import Markdown

from yschema_engine.docs.accepted_findings import SuppressionComments, Suppressions
from yschema_engine.docs.blocks import FrontMatter
from yschema_engine.docs.coverage import coverage
from yschema_engine.docs.cross_references import Mention, field_not_on_page, find_field
from yschema_engine.docs.places import unknown_name
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.findings import as_text
from yschema_engine.show.html.page_data import IndexRow, required_summary
from yschema_engine.show.html.renderer import Rendered, Renderer
from yschema_engine.show.html.view import View
from yschema_engine.site.findings import UNKNOWN_FLEET
from yschema_engine.site.library import SchemaLibrary
from yschema_engine.site.memo import SiteCaches
from yschema_engine.site.options import DirectiveOptions, DisplayOptions
from yschema_engine.site.output_folder import OutputFolder
from yschema_engine.site.page_views import basic_view
from yschema_engine.site.site import PlannedSite
from yschema_engine.site.site_config import SiteConfig
from yschema_engine.text.findings import EngineError, Finding
from yschema_engine.text.source import Source, Span


class Host(Protocol):
    """The host of the extension: facts about the page that is converted, and a receiver of findings."""

    @property
    def library(self) -> SchemaLibrary:
        """The schemas."""

    @property
    def renderer(self) -> Renderer:
        """The renderer of references."""

    @property
    def display(self) -> DisplayOptions:
        """The display options that directives override."""

    @property
    def folders(self) -> Sequence[Path]:
        """The folders where shell lines look for files, the likeliest first."""

    @property
    def checks_blocks(self) -> bool:
        """Whether blocks are checked."""

    def add_source(self, lines: Sequence[str]) -> None:
        """Take note of the lines of the page, with included files, before blocks are read."""

    def schema(self, name: str) -> Schema:
        """Return the schema that a directive names.

        Raises:
            EngineError: there is none of this name, or it cannot be used.
        """

    def view(self, directive: DirectiveOptions, shown: Field, number: int) -> View:
        """Return how a reference is shown.

        Args:
            directive: the options of the directive.
            shown: the document, or the part of it that the directive names.
            number: which directive of the page it is, from 1.
        """

    def add_rendered(self, directive: DirectiveOptions, view: View, rendered: Rendered) -> str:
        """Take note of the fields of a reference and its other files, and return its HTML for the page."""

    def index(self, fleet: str) -> str:
        """Return the table of the schemas of a fleet.

        Args:
            fleet: its name; empty for all schemas of the site.

        Raises:
            EngineError: no fleet has this name.
        """

    def error_html(self, error: EngineError) -> str:
        """Report why a directive cannot be followed, and return the HTML in its place.

        Raises:
            EngineError: the host stops at the first error.
        """

    def locate(self, text: str, line: int) -> Span | None:
        """Return where line `line` (from 1) of the Markdown `text` is written."""

    def front_matter(self, md: Markdown, key: str, lines: Sequence[str]) -> FrontMatter:
        """Return what the front matter of the page has for a key.

        Args:
            md: the converter; its extension `meta` reads front matter.
            key: in lower case.
            lines: the lines of the page.
        """

    def accept(self, comments: SuppressionComments) -> None:
        """Take in what comments in the page accept, before the findings there."""

    def report(self, findings: Sequence[Finding]) -> None:
        """Take in findings in the page.

        Raises:
            EngineError: there are errors, and the host stops at the first one.
        """

    def resolve(self, mention: Mention, ids: Collection[str]) -> tuple[str, Field | None]:
        """Return the address of a cross-reference, empty for no link, and its field if it is known.

        Args:
            mention: the cross-reference.
            ids: the ids of the fields that the page itself shows.

        Raises:
            EngineError: it leads nowhere, and the host stops at the first error.
        """

    def add_mention(self, mention: Mention) -> None:
        """Take note of a cross-reference, with its section, once the page has been read."""


class PageError(EngineError):
    """The findings in a page; converted to a string, a report of them, which hosts print."""

    def __str__(self) -> str:
        """Return the report."""
        return f"\n{as_text(self.findings).rstrip()}"


def fail(findings: Sequence[Finding]) -> NoReturn:
    """Raise errors, with a report of them."""
    raise PageError(findings) from None


class MarkdownHost:
    """The host for programs that know Markdown alone, without a site: it stops at the first error."""

    def __init__(
        self,
        library: SchemaLibrary,
        renderer: Renderer,
        display: DisplayOptions = DisplayOptions(),  # noqa: B008  frozen
        page: str = "Markdown",
        fail: Callable[[Sequence[Finding]], NoReturn] = fail,
    ) -> None:
        """Start a page.

        Args:
            library: the schemas.
            renderer: the renderer of references.
            display: the display options that directives override.
            page: the name of the page in findings.
            fail: raises errors.
        """
        self.library = library
        self.renderer = renderer
        self.display = display
        self.checks_blocks = True
        self.page = page
        self.fail = fail

    @property
    def folders(self) -> Sequence[Path]:
        """The folder that globs start from."""
        return (self.library.loader.folder.path,)

    def add_source(self, lines: Sequence[str]) -> None:
        """Forget the lines."""

    def schema(self, name: str) -> Schema:
        """Return the schema that a directive names."""
        return self.library.schema(name)

    def view(self, directive: DirectiveOptions, shown: Field, number: int) -> View:
        """Return how a reference is shown, without links to other pages and files."""
        return basic_view(directive.display, number)

    def add_rendered(self, directive: DirectiveOptions, view: View, rendered: Rendered) -> str:
        """Return the HTML of the reference: there are no other pages."""
        return rendered.html

    def index(self, fleet: str) -> str:
        """Return the table of all schemas that can be used; there are no fleets without a site."""
        if fleet:
            raise unknown_name(UNKNOWN_FLEET, fleet, ())
        return self.renderer.index([self._row(name) for name in self.library.names])

    def _row(self, name: str) -> IndexRow:
        loaded = self.library.loaded(name)
        schema, required = loaded.shown, required_summary(loaded.shown)
        return IndexRow(
            schema.title,
            self.library.url(name) or "",
            self.renderer.lead(schema),
            self.renderer.version(schema),
            required.total,
            required.required_anywhere,
            coverage(schema, Suppressions()).total.percent,
        )

    def error_html(self, error: EngineError) -> str:
        """Raise the error, with a report of it."""
        self.fail(error.findings)

    def locate(self, text: str, line: int) -> Span | None:
        """Return the line of the text itself."""
        return Span(Source(self.page, text), line)

    def front_matter(self, md: Markdown, key: str, lines: Sequence[str]) -> FrontMatter:
        """Return what the extension `meta` has read."""
        value = getattr(md, "Meta", {}).get(key)
        line = next((n for n, text in enumerate(lines, 1) if text.lower().startswith(f"{key}:")), None)
        span = Span(Source(self.page, "\n".join(lines)), line) if line else None
        return FrontMatter(" ".join(value) if isinstance(value, list) else value, span)

    def accept(self, comments: SuppressionComments) -> None:
        """Accept nothing: a program that stops at the first error has no list of findings."""

    def report(self, findings: Sequence[Finding]) -> None:
        """Raise errors; warnings are dropped."""
        if any(finding.severity == "error" for finding in findings):
            self.fail(findings)

    def resolve(self, mention: Mention, ids: Collection[str]) -> tuple[str, Field | None]:
        """Return an address in the page itself, or else below the address that the schema has."""
        try:
            field = find_field(self.library, mention)
        except EngineError as error:
            self.fail(error.findings)
        anchor = field.path.anchor(mention.schema)
        if anchor in ids:
            return f"#{anchor}", field
        if (url := self.library.url(mention.schema)) is None:
            self.fail([field_not_on_page(mention, field)])
        return f"{url}#{anchor}", field

    def add_mention(self, mention: Mention) -> None:
        """Forget the cross-reference: there are no other pages."""


def written_site(config: SiteConfig, renderer: Renderer) -> PlannedSite | None:
    """Return a site, if its folder of pages has files that `yschema site` has written.

    Raises:
        UsageError: the list of these files cannot be read.
    """
    written = OutputFolder(config.docs_dir).written() if config.docs_dir else {}
    return PlannedSite(config, renderer, SiteCaches(), written.__contains__) if written else None


class WrittenSiteHost(MarkdownHost):
    """The host that links to files, and to the pages that the configuration plans."""

    def __init__(self, site: PlannedSite, path: str, fail: Callable[[Sequence[Finding]], NoReturn]) -> None:
        """Start a page.

        Args:
            site: the site.
            path: the path of the page in the folder of pages.
            fail: raises errors.
        """
        super().__init__(site.library, site.renderer, site.config.display, path, fail)
        self._site = site
        self._page = site.pages.plan(path).as_source

    def view(self, directive: DirectiveOptions, shown: Field, number: int) -> View:
        """Return how a reference is shown, with links to files and to other pages."""
        return self._site.views.view(directive, shown, number, self._page)

    def index(self, fleet: str) -> str:
        """Return the table of the schemas of a fleet, or of all schemas."""
        return self._site.index.html(fleet, self._page)

    def resolve(self, mention: Mention, ids: Collection[str]) -> tuple[str, Field | None]:
        """Return an address in the page itself, or else on the page that the configuration plans."""
        try:
            field = find_field(self.library, mention)
        except EngineError as error:
            self.fail(error.findings)
        anchor = field.path.anchor(mention.schema)
        planned = "" if anchor in ids else self._site.pages.link(anchor, self._page)
        return (planned, field) if planned else super().resolve(mention, ids)

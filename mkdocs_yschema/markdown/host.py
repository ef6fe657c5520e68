"""The host of the Markdown extension: the site around a page, with policies that differ between programs.

The policies here are those of programs that know Markdown alone: they stop at the first error.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

from markdown import Markdown

from yschema_engine.docs.accepted_findings import SuppressionComments
from yschema_engine.docs.blocks import FrontMatter
from yschema_engine.docs.cross_references import Mention, field_not_on_page, find_field
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.findings import as_text
from yschema_engine.show.html.page_data import IndexRow
from yschema_engine.show.html.renderer import Rendered
from yschema_engine.show.html.view import View
from yschema_engine.site.addresses import PlannedPage, SitePage, planned_page
from yschema_engine.site.options import DirectiveOptions
from yschema_engine.site.page_views import basic_view
from yschema_engine.site.site import PlannedSite, Site
from yschema_engine.text.findings import EngineError, Finding
from yschema_engine.text.source import Source, Span

_START = planned_page("index.md", as_folders=True)


class PageError(EngineError):
    """The findings in a page; converted to a string, a report of them, which hosts print."""

    def __str__(self) -> str:
        """Return the report."""
        return f"\n{as_text(self.findings).rstrip()}"


def fail(findings: Sequence[Finding]) -> NoReturn:
    """Raise errors, with a report of them."""
    raise PageError(findings) from None


class Addresses:
    """The policy of addresses: here, of Markdown whose page is not known."""

    def __init__(self, site: Site) -> None:
        """Policy.

        Args:
            site: the site.
        """
        self._site = site

    def view(self, directive: DirectiveOptions, shown: Field, number: int) -> View:
        """Return how a reference is shown.

        Args:
            directive: the options of the directive.
            shown: the document, or the part of it that the directive names.
            number: which directive of the page it is, from 1.
        """
        return basic_view(directive.display, number)

    def index(self, fleet: str) -> str:
        """Return the table of the schemas of a fleet.

        Args:
            fleet: its name; empty for all schemas of the site.

        Raises:
            EngineError: no fleet has this name.
        """
        return self._site.renderer.index([self._row(name) for name in self._site.index.names(fleet)])

    def _row(self, name: str) -> IndexRow:
        self._site.library.loaded(name)  # which raises the errors of the schema
        return replace(self._site.index.row(name, _START), href=self._site.config.urls.get(name, ""))

    def resolve(self, mention: Mention, ids: Collection[str]) -> tuple[str, Field | None]:
        """Return the address of a cross-reference, empty for no link, and its field if it is known.

        Args:
            mention: the cross-reference.
            ids: the ids of the fields that the page itself shows.

        Raises:
            EngineError: it leads nowhere.
        """
        field = find_field(self._site.library.schema(mention.schema), mention)
        anchor = field.path.anchor(mention.schema)
        if anchor in ids:
            return f"#{anchor}", field
        if (url := self._site.config.urls.get(mention.schema)) is None:
            raise EngineError([field_not_on_page(mention, field)])
        return f"{url}#{anchor}", field


class PageAddresses(Addresses):
    """The addresses of references on a page of a site, with links to files and to other pages."""

    def __init__(self, site: Site, page: SitePage) -> None:
        """Policy.

        Args:
            site: the site.
            page: the page.
        """
        super().__init__(site)
        self._page = page

    def view(self, directive: DirectiveOptions, shown: Field, number: int) -> View:
        """Return how a reference is shown."""
        return self._site.views.view(directive, shown, number, self._page)

    def index(self, fleet: str) -> str:
        """Return the table of the schemas of a fleet, or of all schemas."""
        return self._site.index.html(fleet, self._page)


class PlannedAddresses(PageAddresses):
    """The addresses of pages that the configuration plans."""

    def __init__(self, site: PlannedSite, page: PlannedPage) -> None:
        """Policy.

        Args:
            site: the site.
            page: the page.
        """
        super().__init__(site, page)
        self._link = site.pages.link

    def resolve(self, mention: Mention, ids: Collection[str]) -> tuple[str, Field | None]:
        """Return an address in the page itself, or else on the page that the configuration plans."""
        field = find_field(self._site.library.schema(mention.schema), mention)
        anchor = field.path.anchor(mention.schema)
        planned = "" if anchor in ids else self._link(anchor, self._page)
        return (planned, field) if planned else super().resolve(mention, ids)


class Reports:
    """The policy of findings: here, errors are raised, and warnings are dropped.

    Attributes:
        checks_blocks: whether blocks are checked.
    """

    checks_blocks = True

    def __init__(self, fail: Callable[[Sequence[Finding]], NoReturn] = fail) -> None:
        """Policy.

        Args:
            fail: raises errors.
        """
        self._fail = fail

    def accept(self, comments: SuppressionComments) -> None:
        """Take in what comments in the page accept, before the findings there."""

    def report(self, findings: Sequence[Finding]) -> Sequence[Finding]:
        """Take in findings in the page, and return them with their places.

        Raises:
            EngineError: there are errors, and the host stops at the first one.
        """
        if any(finding.severity == "error" for finding in findings):
            self._fail(findings)
        return findings


class PageText:
    """The policy of sources: here, the text of the page itself.

    Attributes:
        folders: the folders where shell lines look for files, the likeliest first.
    """

    def __init__(self, folders: Sequence[Path], page: str = "Markdown") -> None:
        """Policy.

        Args:
            folders: the folders where shell lines look for files.
            page: the name of the page in findings.
        """
        self.folders = folders
        self._name = page

    def locate(self, text: str, line: int) -> Span | None:
        """Return where line `line` (from 1) of the Markdown `text` is written."""
        return Span(Source(self._name, text), line)

    def front_matter(self, md: Markdown, key: str, lines: Sequence[str]) -> FrontMatter:
        """Return what the front matter of the page has for a key.

        Args:
            md: the converter; its extension `meta` reads front matter.
            key: in lower case.
            lines: the lines of the page.
        """
        value = getattr(md, "Meta", {}).get(key)
        line = next((n for n, text in enumerate(lines, 1) if text.lower().startswith(f"{key}:")), None)
        span = self.locate("\n".join(lines), line) if line else None
        return FrontMatter(" ".join(value) if isinstance(value, list) else value, span)


class Notes:
    """What a host notes about a page, for its other pages and files: here, nothing."""

    def add_source(self, lines: Sequence[str]) -> None:
        """Take note of the lines of the page, with included files, before blocks are read."""

    def add_schema(self, name: str) -> None:
        """Take note that the page shows a schema."""

    def add_rendered(self, directive: DirectiveOptions, view: View, rendered: Rendered) -> str:
        """Take note of the fields of a reference and its other files, and return its HTML for the page."""
        return rendered.html

    def add_fleet(self, fleet: str) -> None:
        """Take note of a table of schemas."""

    def add_mention(self, mention: Mention) -> None:
        """Take note of a cross-reference, with its section, once the page has been read."""


@dataclass(frozen=True, slots=True)
class Host:
    """The host of the extension for the page that is converted.

    Attributes:
        site: the site.
        addresses: how references are shown, and where links lead.
        reports: takes findings.
        text: where the text of the page is from.
        notes: takes note of what the page shows.
    """

    site: Site
    addresses: Addresses
    reports: Reports
    text: PageText
    notes: Notes = Notes()  # noqa: RUF009  without state

    def schema(self, name: str) -> Schema:
        """Return the schema that a directive names.

        Raises:
            EngineError: there is none of this name, or it cannot be used.
        """
        self.notes.add_schema(name)
        return self.site.library.schema(name)

    def index(self, fleet: str) -> str:
        """Return the table of the schemas of a fleet; as `Addresses.index`."""
        html = self.addresses.index(fleet)
        self.notes.add_fleet(fleet)
        return html

    def resolve(self, mention: Mention, ids: Collection[str]) -> tuple[str, Field | None]:
        """Return the address of a cross-reference; as `Addresses.resolve`, whose errors are reported."""
        try:
            return self.addresses.resolve(mention, ids)
        except EngineError as error:
            self.reports.report(error.findings)
            return "", None

    def error_html(self, error: EngineError) -> str:
        """Report why a directive cannot be followed, and return the HTML in its place."""
        findings = self.reports.report(error.findings)
        return self.site.renderer.error(as_text(findings, kinds=True).rstrip())

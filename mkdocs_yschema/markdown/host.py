"""The page that the Markdown extension converts, and its host: the site around the page.

The host here is that of programs that know Markdown alone: it stops at the first error.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn, TypeVar
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.preprocessors import Preprocessor
from markdown.util import Processor

from yschema_engine.docs.accepted_findings import SuppressionComments
from yschema_engine.docs.cross_references import Mention, field_not_on_page, find_field
from yschema_engine.docs.page_blocks import FrontMatter
from yschema_engine.docs.source_map import ExpandedPage, number_lines
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.findings import as_text
from yschema_engine.show.html.page_data import IndexRow
from yschema_engine.show.html.renderer import Rendered
from yschema_engine.show.html.view import View
from yschema_engine.site.addresses import SitePage, planned_page
from yschema_engine.site.options import DirectiveOptions
from yschema_engine.site.page_views import basic_view
from yschema_engine.site.site import Site
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


@dataclass(eq=False)
class Host:
    """The host of a page: it shows references, finds addresses, and takes findings and notes.

    Attributes:
        site: the site.
        folders: the folders where shell lines look for files, the likeliest first.
        page: the page; None if its address is not known.
        name: the name of the page in findings.
        fail: raises errors.
        checks_blocks: whether blocks are checked.
    """

    site: Site
    folders: Sequence[Path]
    page: SitePage | None = None
    name: str = "Markdown"
    fail: Callable[[Sequence[Finding]], NoReturn] = fail

    checks_blocks = True

    def schema(self, name: str) -> Schema:
        """Return the schema that a directive names.

        Raises:
            EngineError: there is none of this name, or it cannot be used.
        """
        return self.site.library.schema(name)

    def view(self, directive: DirectiveOptions, shown: Field, number: int) -> View:
        """Return how a reference is shown; without an address, it has no links to files and other pages.

        Args:
            directive: the options of the directive.
            shown: the document, or the part of it that the directive names.
            number: which directive of the page it is, from 1.
        """
        if self.page is None:
            return basic_view(directive.display, number)
        return self.site.views.view(directive, shown, number, self.page)

    def index(self, fleet: str) -> str:
        """Return the table of the schemas of a fleet.

        Args:
            fleet: its name; empty for all schemas of the site.

        Raises:
            EngineError: no fleet has this name.
        """
        if self.page is not None:
            return self.site.index(fleet, self.page)
        rows = [self._row(name) for name in self.site.members(fleet)]
        return self.site.renderer.render("index.html", rows=rows)

    def _row(self, name: str) -> IndexRow:
        self.site.library.loaded(name)  # which raises the errors of the schema
        return replace(self.site.index_row(name, _START), href=self.site.config.urls.get(name, ""))

    def resolve(self, mention: Mention, ids: Collection[str]) -> tuple[str, Field | None]:
        """Return the address of a cross-reference, empty for no link, and its field if it is known.

        A cross-reference that leads nowhere is reported.

        Args:
            mention: the cross-reference.
            ids: the ids of the fields that the page itself shows.
        """
        try:
            field = find_field(self.site.library.schema(mention.schema), mention)
            anchor = field.path.anchor(mention.schema)
            if anchor in ids:
                return f"#{anchor}", field
            if self.page is not None and (planned := self.site.pages.link(anchor, self.page)):
                return planned, field
            if (url := self.site.config.urls.get(mention.schema)) is None:
                raise EngineError([field_not_on_page(mention, field)])
            return f"{url}#{anchor}", field
        except EngineError as error:
            self.report(error.findings)
            return "", None

    def accept(self, comments: SuppressionComments) -> None:
        """Take in what comments in the page accept, before the findings there."""

    def report(self, findings: Sequence[Finding]) -> Sequence[Finding]:
        """Take in findings in the page, and return them with their places; here, drop warnings.

        Raises:
            EngineError: there are errors, and the host stops at the first one.
        """
        if any(finding.severity == "error" for finding in findings):
            self.fail(findings)
        return findings

    def error_html(self, error: EngineError) -> str:
        """Report why a directive cannot be followed, and return the HTML in its place."""
        findings = self.report(error.findings)
        return self.site.renderer.render("error.html", text=as_text(findings, kinds=True).rstrip())

    def locate(self, text: str, line: int) -> Span | None:
        """Return where line `line` (from 1) of the Markdown `text` is written."""
        return Span(Source(self.name, text), line)

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

    def add_source(self, lines: Sequence[str]) -> None:
        """Take note of the lines of the page, with included files, before blocks are read."""

    def add_rendered(self, directive: DirectiveOptions, view: View, rendered: Rendered) -> str:
        """Take note of the fields of a reference and its other files, and return its HTML for the page."""
        return rendered.html

    def add_mention(self, mention: Mention) -> None:
        """Take note of a cross-reference, with its section, once the page has been read."""


T = TypeVar("T")


def processor(run: Callable[[T], T | None]) -> Any:
    """Return a processor for Markdown that is a function of the lines, the tree or the HTML of a page."""
    result: Any = Processor()
    result.run = run
    return result


class ConvertedPage(Preprocessor):
    """The state of the page that is being converted.

    As the first preprocessor it runs where each page begins: converters convert one page after the other, and
    the host may have another one for each.

    Attributes:
        host: the host of the page.
        lines: the lines, before any extension has changed them.
        ids: the ids of the fields that the page shows.
        directives: the number of directives so far.
        html: the HTML of directives, in order.
        copies: elements with copies of headings, for the table of contents.
    """

    def __init__(self, md: Markdown, open_page: Callable[[], Host]) -> None:
        """Start with an empty page; `open_page` returns the host of the page that comes next."""
        super().__init__(md)
        self._open_page = open_page
        self.run([])

    def run(self, lines: list[str]) -> list[str]:
        """Forget the page before, and number the lines."""
        self.host = self._open_page()
        self.lines = lines
        self.ids: set[str] = set()
        self.directives = 0
        self.html: list[str] = []
        self.copies: list[Element] = []
        return number_lines(lines)

    def line_of(self, directive: str, text: str) -> int | None:
        """Return the line (from 1) of the page on which a directive has a text, if it can be told."""
        wanted = [line.strip() for line in directive.splitlines()]
        for start in range(len(self.lines)):
            if [line.strip() for line in self.lines[start : start + len(wanted)]] == wanted:
                return start + 1 + next((i for i, line in enumerate(wanted) if text in line), 0)
        return None

    def span(self, line: int | None, text: str) -> Span | None:
        """Return where a text on a line (from 1) of the page is written; None if the line is not known."""
        span = self.host.locate("\n".join(self.lines), line) if line else None
        return span and span.narrowed_to(text)

    def expanded(self, lines: list[str]) -> ExpandedPage:
        """Return the page with included files.

        Args:
            lines: the lines as they are now.
        """
        preprocessors = self.md.preprocessors
        folders = getattr(preprocessors["snippet"], "base_path", ()) if "snippet" in preprocessors else ()
        return ExpandedPage(self.lines, lines, folders, self.host.locate)

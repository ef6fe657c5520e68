"""The pages of MkDocs, the cross-references between them, and the pages on which fields will be."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from markupsafe import Markup
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink
from mkdocs.utils import get_relative_url

from mkdocs_yschema import mkdocs_compat as compat
from mkdocs_yschema import placeholders
from mkdocs_yschema.page_host import source_name
from yschema_engine.docs.cross_references import Mention, unknown_anchor
from yschema_engine.docs.sample_files import line_of
from yschema_engine.show.html.renderer import Heading, Rendered, Renderer
from yschema_engine.show.html.view import Link
from yschema_engine.site.pages import SitePages, SplitSchema, page_without_reference
from yschema_engine.text.findings import Finding
from yschema_engine.text.paths import ROOT, split_anchor
from yschema_engine.text.source import Source, Span

_BELOW = " \u203a "  # between the title of a page and that of a section
_DIRECTIVE = re.compile(
    r"^[ \t]*::: *yschema +(?P<name>\S.*?)[ \t]*$(?:\n[ \t]+(?:path: *(?P<path>\S+)|\S.*))*", re.MULTILINE
)


class MkDocsPages(SitePages):
    """The pages of MkDocs, and the cross-references between them, which are placeholders at first.

    Attributes:
        below: the generated pages below that of each schema.
        files: all files of the site, once they have pages.
        headings: the fields that pages show, by the `src_uri` of the page.
        homes: the page of each field that is shown, by its anchor, once all pages are converted.
        directives: the schemas that pages show, or parts of them, each with the `src_uri` of the page.
    """

    link = staticmethod(placeholders.placeholder_link)
    lists_mentions = True

    def __init__(self, config: MkDocsConfig, renderer: Renderer, *, is_served: bool) -> None:
        """Start without pages; the renderer is that of lists of the pages that mention a field."""
        self.of_schemas: Mapping[str, Any] = {}
        self.split: Mapping[str, SplitSchema] = {}
        self.overviews: Mapping[str, File] = {}
        self.offers = lambda _: True
        self.below: Mapping[str, Sequence[File]] = {}
        self.language_folder = compat.language_folder(config)
        self.is_absolute = "with-pdf" in config.plugins  # which takes other links to files for pages
        self.shows_coverage = is_served
        self.files = Files([])
        self.headings: dict[str, list[Heading]] = {}
        self.homes: dict[str, Page] = {}
        self.directives: set[tuple[str, str]] = set()
        self._searched: list[bytes] = []  # which take half of the memory of texts
        self._renderer = renderer
        self._settled = self._is_partial = False
        self._shown: dict[str, tuple[Page, ...]] = {}  # by anchor
        self._mentions: list[tuple[Page, Mention]] = []
        self._directives: Sequence[tuple[str, Page]] | None = None
        self._others: dict[str, str] = {}
        self._lists: dict[str, list[tuple[Page, Link]]] = {}

    def url(self, anchor: str) -> str | None:
        """Return the address of the page that shows a field, by its anchor; None if none does."""
        return self.homes[anchor].url if anchor in self.homes else None

    def add(self, page: Page, rendered: Rendered) -> str:
        """Take note of a reference in a page, and return its HTML there."""
        self.headings.setdefault(page.file.src_uri, []).extend(rendered.fields)
        self._searched.append(rendered.searched.encode())
        return placeholders.marked(len(self._searched) - 1, rendered.html)

    def searched(self, page: Page) -> tuple[str, Sequence[Heading]]:
        """Return the HTML of a page, which other plugins may have changed, and its fields, for search."""
        html = placeholders.replace_references(
            page.content or "", lambda number: self._searched[number].decode()
        )
        return html, self.headings.get(page.file.src_uri, [])

    def anchors(self, page: Page) -> set[str]:
        """Return the anchors of the fields in a page."""
        return {heading.anchor for heading in self.headings.get(page.file.src_uri, [])}

    def show(self, page: Page) -> None:
        """Take note that a page is converted, with all of its fields."""
        for heading in self.headings.get(page.file.src_uri, []):
            if heading.in_full:
                pages = self._shown.get(heading.anchor, ())
                others = [other for other in pages if not _is_same(other, page)] if pages else ()
                self._shown[heading.anchor] = (*others, page)

    def mention(self, page: Page, mention: Mention) -> None:
        """Take note of a cross-reference in a page."""
        if not self._settled:  # else a part of a page is converted again, for another to quote it
            self._mentions.append((page, mention))

    def expect(self, html: str, page: Page) -> str:
        """Return the HTML of a page with the addresses that links will have, before all pages are known."""

        def href(name: str) -> str:
            home = self._expected(name)
            if home is page or self._shows(page, name):
                return f"#{name}"
            return f"{_relative(home, page)}#{name}" if home is not None else ""

        return placeholders.expect(html, href)

    def _expected(self, anchor: str) -> Page | None:
        """Return the page that will be the home of a field; without a planned one, the first directive's."""
        if home := self._planned(anchor):
            return home
        if self._directives is None:
            self._directives = list(self._read())
        return next((page for shown, page in self._directives if f"{anchor}.".startswith(f"{shown}.")), None)

    def _planned(self, anchor: str) -> Page | None:
        home = self.home(anchor)
        file = self.files.get_file_from_path(home.src_uri) if home else None  # other plugins may copy files
        return file.page if file else None

    def _read(self) -> Iterator[tuple[str, Page]]:
        """Yield the anchor of what each directive shows, and the page."""
        for file in self.files.documentation_pages():
            if file.page is None:
                continue
            try:
                text = file.content_string
            except (OSError, ValueError):
                continue  # MkDocs reports the file, or another plugin reads it from elsewhere
            for directive in _DIRECTIVE.finditer(text):
                path = (directive["path"] or "").strip("\"'")
                yield ".".join(filter(None, (ROOT.anchor(directive["name"]), path))), file.page

    def without_reference(self) -> Iterator[tuple[str, Iterable[Finding]]]:
        """Yield the schemas whose pages do not show what they should, each with what is reported."""
        for name, page in self.of_schemas.items():
            if name in self.split:
                yield name, self.split[name].pages_without_reference()
            elif (name, page.src_uri) not in self.directives:
                yield name, [page_without_reference(page, name)]

    def wrong_links(self) -> Iterator[tuple[Page, Finding]]:
        """Yield links to fields that the pages of references do not have; MkDocs reports them no more."""
        for page in filter(None, (file.page for file in self.files.documentation_pages())):
            for file, links in (page.links_to_anchors or {}).items():
                fields = [heading.anchor for heading in self.headings.get(file.src_uri, ())]
                html = file.page.content or "" if fields and file.page else ""
                for anchor, link in [*links.items()] if html else ():
                    span = None if f'id="{anchor}"' in html else _place(page.file, link)
                    if span is not None and (problem := unknown_anchor(file.src_uri, anchor, fields, span)):
                        del links[anchor]
                        yield page, problem

    def settle(
        self, nav: Sequence[Page], elsewhere: Callable[[str], str | None], *, is_partial: bool
    ) -> list[tuple[Page, Mention]]:
        """Decide where all cross-references lead, and return those that lead nowhere, each with its page.

        The home of a field is a page of its schema if one shows the field, or else the first page that does.

        Args:
            nav: the pages in the order of the navigation.
            elsewhere: returns the address that other plugins have for a name.
            is_partial: whether the build has left out pages that have not changed.
        """
        self._settled, self._is_partial = True, is_partial
        order = {page.file.src_uri: number for number, page in enumerate(nav)}
        own = {(anchor, page.src_uri) for anchor, page in self.overviews.items()}
        own |= {(split_anchor(anchor)[0], page.src_uri) for anchor, page in self.of_maps.items()}

        def rank(anchor: str, page: Page) -> tuple[bool, int]:
            uri = page.file.src_uri
            return (split_anchor(anchor)[0], uri) not in own, order.get(uri, len(order))

        for anchor, pages in self._shown.items():
            is_one = len(pages) == 1
            self.homes[anchor] = pages[0] if is_one else min(pages, key=lambda page: rank(anchor, page))
        lost = []
        for page, mention in self._mentions:
            if not self._is_known(mention, elsewhere):
                lost.append((page, mention))
            elif mention.field is not None:
                self._lists.setdefault(mention.anchor, []).append((page, _quoting(page, mention.section)))
        return lost

    def _is_known(self, mention: Mention, elsewhere: Callable[[str], str | None]) -> bool:
        if mention.field is not None:
            return self._is_partial or mention.anchor in self.homes
        name = mention.identifier
        if name not in self._others and not mention.is_short:
            self._others[name] = elsewhere(name) or ""
        return bool(self._others.get(name))

    def _shows(self, page: Page, anchor: str) -> bool:
        return any(_is_same(other, page) for other in self._shown.get(anchor, ()))

    def fill(self, html: str, page: Page) -> str:
        """Return the HTML of a page with its links, and with lists of where fields are mentioned."""
        return placeholders.fill(
            html, lambda name: self.href(name, page), lambda name: self._list(name, page)
        )

    def href(self, name: str, page: Page) -> str:
        """Return the address from a page of a field, by its anchor, or of another name; empty without one."""
        if self._shows(page, name):
            return f"#{name}"
        home = self.homes.get(name)
        if home is None and self._is_partial:  # the page may be one of those that are left out
            home = self._planned(name)
        if home is not None:
            return f"{_relative(home, page)}#{name}"
        url = self._others.get(name, "")
        path, mark, anchor = url.partition("#")
        return url if "://" in path or not url else f"{get_relative_url(path, page.file.url)}{mark}{anchor}"

    def _list(self, anchor: str, page: Page) -> str:
        """Return the list of the other pages that mention a field."""
        links = {
            Link(link.title, f"{_relative(other, page)}{link.href}"): None
            for other, link in self._lists.get(anchor, ())
            if other.file.src_uri != page.file.src_uri
        }
        return self._renderer.render("mentions.html", links=list(links)) if links else ""


def _is_same(one: Page, other: Page) -> bool:
    """Return whether two pages, which MkDocs compares by their titles, have the same file."""
    return one.file.src_uri == other.file.src_uri


def _place(file: File, link: str) -> Span | None:
    """Return the place of a link in the file of a page; None if the file does not have it."""
    with suppress(OSError, ValueError):
        return line_of(Source(source_name(file), file.content_string), link)
    return None


def _relative(to: Page, page: Page) -> str:
    return get_relative_url(to.file.url, page.file.url)


def _quoting(page: Page, section: str) -> Link:
    """Return a section of a page, or the page itself: its title, and the address from that of the page."""
    heading = next((link for link in _anchors(page.toc) if link.id == section and link.level > 1), None)
    title = Markup(page.title or "").striptags()  # noqa: S704  MkDocs' titles are HTML, and stay text here
    if heading is None:
        return Link(title, "")
    return Link(f"{title}{_BELOW}{Markup(heading.title).striptags()}", f"#{heading.id}")  # noqa: S704


def _anchors(links: Iterable[AnchorLink]) -> Iterator[AnchorLink]:
    for link in links:
        yield link
        yield from _anchors(link.children)

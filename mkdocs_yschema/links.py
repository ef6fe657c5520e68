"""Cross-references between the pages of a site, and the pages on which fields will be."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from markupsafe import Markup
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink
from mkdocs.utils import get_relative_url

from mkdocs_yschema.mkdocs_pages import SplitPages
from yschema_engine.docs.cross_references import Mention
from yschema_engine.show.html.renderer import Heading, Renderer
from yschema_engine.show.html.view import Link
from yschema_engine.site import links as placeholders
from yschema_engine.text.paths import ROOT, split_anchor, top_anchor

_BELOW = " \u203a "  # between the title of a page and that of a section


@dataclass(frozen=True, slots=True)
class LinkSources:
    """The pages that cross-references may lead to.

    Attributes:
        own: the pages of each schema, by its name. The home of a field is one of them if it shows the field,
            or else the first page that does.
        nav: the pages in the order of the navigation.
        elsewhere: returns the address that other plugins have for a name.
        partial: whether the build has left out pages that have not changed.
    """

    own: Mapping[str, Sequence[Page]] = field(default_factory=dict)
    nav: Sequence[Page] = ()
    elsewhere: Callable[[str], str | None] = lambda _: None
    partial: bool = False


class SiteLinks:
    """The cross-references of a site, and the pages that show fields."""

    def __init__(self, renderer: Renderer) -> None:
        """Start without pages.

        Args:
            renderer: renders lists of the pages that mention a field.
        """
        self._renderer = renderer
        self._settled = False
        self._shown: dict[str, tuple[Page, ...]] = {}  # by anchor
        self._mentions: list[tuple[Page, Mention]] = []
        self._sources = LinkSources()
        self._homes: dict[str, Page] = {}
        self._others: dict[str, str] = {}
        self._lists: dict[str, list[tuple[Page, Link]]] = {}

    def show(self, page: Page, headings: Sequence[Heading]) -> None:
        """Take note of the fields in a page."""
        for heading in headings:
            if heading.in_full:
                pages = self._shown.get(heading.anchor, ())
                others = [other for other in pages if not _is_same(other, page)] if pages else ()
                self._shown[heading.anchor] = (*others, page)

    def mention(self, page: Page, mention: Mention) -> None:
        """Take note of a cross-reference in a page."""
        if not self._settled:  # else a part of a page is converted again, for another to quote it
            self._mentions.append((page, mention))

    def expect(self, html: str, page: Page, expected: Callable[[str], Page | None]) -> str:
        """Return the HTML of a page with the addresses that links will have, before all pages are known.

        Args:
            html: the HTML.
            page: the page.
            expected: returns the page that will be the home of a field, by its anchor.
        """

        def href(name: str) -> str:
            home = expected(name)
            if home is page or self._shows(page, name):
                return f"#{name}"
            return f"{_relative(home, page)}#{name}" if home is not None else ""

        return placeholders.expect(html, href)

    def settle(self, sources: LinkSources) -> list[tuple[Page, Mention]]:
        """Decide where all cross-references lead, and return those that lead nowhere, each with its page.

        Args:
            sources: what else decides.
        """
        self._settled = True
        self._sources = replace(
            sources, own={ROOT.anchor(name): pages for name, pages in sources.own.items()}
        )
        order = {page.file.src_uri: number for number, page in enumerate(sources.nav)}
        for anchor, pages in self._shown.items():
            self._homes[anchor] = (
                pages[0] if len(pages) == 1 else min(pages, key=lambda page: self._rank(anchor, page, order))
            )
        lost = []
        for page, mention in self._mentions:
            if not self._is_known(mention):
                lost.append((page, mention))
            elif mention.field is not None:
                self._lists.setdefault(mention.anchor, []).append((page, _quoting(page, mention.section)))
        return lost

    def _rank(self, anchor: str, page: Page, order: Mapping[str, int]) -> tuple[bool, int]:
        uri = page.file.src_uri
        return all(uri != home.file.src_uri for home in self._own(anchor)), order.get(uri, len(order))

    def _own(self, anchor: str) -> Sequence[Page]:
        return self._sources.own.get(split_anchor(anchor)[0], ())

    def _is_known(self, mention: Mention) -> bool:
        if mention.field is not None:
            return self._sources.partial or mention.anchor in self._homes
        name = mention.identifier
        if name not in self._others and not mention.is_short:
            self._others[name] = self._sources.elsewhere(name) or ""
        return bool(self._others.get(name))

    def _shows(self, page: Page, anchor: str) -> bool:
        return any(_is_same(other, page) for other in self._shown.get(anchor, ()))

    @property
    def homes(self) -> Mapping[str, Page]:
        """The page of each field that is shown, by its anchor."""
        return self._homes

    def fill(self, html: str, page: Page) -> str:
        """Return the HTML of a page with its links, and with lists of where fields are mentioned."""
        return placeholders.fill(
            html, lambda name: self.href(name, page), lambda name: self._list(name, page)
        )

    def href(self, name: str, page: Page) -> str:
        """Return the address from a page of a field, by its anchor, or of another name; empty without one."""
        if self._shows(page, name):
            return f"#{name}"
        home = self._homes.get(name)
        if home is None and self._sources.partial:  # the page may be one of those that are left out
            home = next(iter(self._own(name)), None)
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
        return self._renderer.mentions(list(links)) if links else ""


def _is_same(one: Page, other: Page) -> bool:
    """Return whether two pages, which MkDocs compares by their titles, have the same file."""
    return one.file.src_uri == other.file.src_uri


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


_DIRECTIVE = re.compile(
    r"^[ \t]*::: *yschema +(?P<name>\S.*?)[ \t]*$(?:\n[ \t]+(?:path: *(?P<path>\S+)|\S.*))*", re.MULTILINE
)


class ExpectedHomes:
    """The expected page of each field: that of its schema, or else the first one with a directive for it."""

    def __init__(self, files: Files, own: Mapping[str, Sequence[Page]], split_pages: SplitPages) -> None:
        """Start without having read any page.

        Args:
            files: the files of the site, with their pages.
            own: the pages of each schema.
            split_pages: the schemas that have many pages.
        """
        self._files = files
        self._own = {ROOT.anchor(name): pages[0] for name, pages in own.items() if pages}
        self._maps = {
            anchor: file.src_uri for split in split_pages.all for anchor, file in split.maps.items()
        }
        self._directives: Sequence[tuple[str, Page]] | None = None

    def of(self, anchor: str) -> Page | None:
        """Return the page that is expected to show a field, by its anchor; None if there is none."""
        if uri := self._maps.get(top_anchor(anchor)):
            return self._page(uri)
        name = split_anchor(anchor)[0]
        if name in self._own:
            return self._own[name]
        if self._directives is None:
            self._directives = list(self._read())
        return next((page for shown, page in self._directives if f"{anchor}.".startswith(f"{shown}.")), None)

    def _page(self, uri: str) -> Page | None:
        file = self._files.get_file_from_path(uri)
        return file.page if file else None

    def _read(self) -> Iterator[tuple[str, Page]]:
        """Yield the anchor of what each directive shows, and the page."""
        for file in self._files.documentation_pages():
            if file.page is None:
                continue
            try:
                text = file.content_string
            except (OSError, ValueError):
                continue  # MkDocs reports the file, or another plugin reads it from elsewhere
            for directive in _DIRECTIVE.finditer(text):
                path = (directive["path"] or "").strip("\"'")
                yield ".".join(filter(None, (ROOT.anchor(directive["name"]), path))), file.page

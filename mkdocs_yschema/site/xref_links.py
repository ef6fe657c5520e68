"""References between the pages of a site: where each leads, known once all pages are converted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from urllib.parse import quote, unquote

from markupsafe import Markup
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink
from mkdocs.utils import get_relative_url

from yschema_engine.doccheck.xref import Mention
from yschema_engine.outputs.html import MENTIONED, Heading, Link, Renderer
from yschema_engine.reference.anchors import escape as name_in_anchors

# Addresses, until they are known, are of a kind that MkDocs and other extensions take for another site's.
_PLACE = "yschema-ref:"
_BELOW = " \u203a "  # between the title of a page and that of a section
_HREF = re.compile(rf' href="{_PLACE}([^"]*)"')


def place(name: str) -> str:
    """The address to write for a field, by its anchor, or for a name that no schema has."""
    return _PLACE + quote(name, safe="")


@dataclass(frozen=True, slots=True)
class LinkSources:
    """What else decides where references lead.

    Attributes:
        own: the pages that are there for a schema, by its name. A field is at home there if one shows it,
            else on the first page that does.
        nav: the pages in the order of the navigation.
        elsewhere: gives the address that other plugins have for a name.
        partial: whether the build has left out pages that have not changed.
    """

    own: Mapping[str, Sequence[Page]] = field(default_factory=dict)
    nav: Sequence[Page] = ()
    elsewhere: Callable[[str], str | None] = lambda _: None
    partial: bool = False


class Links:
    """The references of a site, and the pages that show fields."""

    def __init__(self, renderer: Renderer) -> None:
        """Links, with lists of the pages that mention a field from the renderer."""
        self._renderer = renderer
        self._settled = False
        self._shown: dict[str, dict[str, Page]] = {}  # by anchor, then by `src_uri`
        self._mentions: list[tuple[Page, Mention]] = []
        self._ways = LinkSources()
        self._homes: dict[str, Page] = {}
        self._others: dict[str, str] = {}
        self._lists: dict[str, list[tuple[Page, Link]]] = {}

    def show(self, page: Page, headings: Sequence[Heading]) -> None:
        """Takes note of the fields in a page."""
        for heading in headings:
            if heading.in_full:
                self._shown.setdefault(heading.anchor, {})[page.file.src_uri] = page

    def mention(self, page: Page, mention: Mention) -> None:
        """Takes note of a reference in a page."""
        if not self._settled:  # else a part of a page is converted again, for another to quote it
            self._mentions.append((page, mention))

    def settle(self, ways: LinkSources) -> list[tuple[Page, Mention]]:
        """Takes all pages as known.

        Returns:
            References that lead nowhere, with the pages that they are in.
        """
        self._settled = True
        self._ways = replace(ways, own={name_in_anchors(name): pages for name, pages in ways.own.items()})
        order = {page.file.src_uri: number for number, page in enumerate(ways.nav)}
        for anchor, pages in self._shown.items():
            self._homes[anchor] = min(pages.values(), key=lambda page: self._rank(anchor, page, order))
        lost = []
        for page, mention in self._mentions:
            if not self._is_known(mention):
                lost.append((page, mention))
            elif mention.field is not None:
                self._lists.setdefault(mention.field.anchor, []).append(
                    (page, _quoting(page, mention.section))
                )
        return lost

    def _rank(self, anchor: str, page: Page, order: Mapping[str, int]) -> tuple[bool, int]:
        uri = page.file.src_uri
        return all(uri != own.file.src_uri for own in self._own(anchor)), order.get(uri, len(order))

    def _own(self, anchor: str) -> Sequence[Page]:
        return self._ways.own.get(anchor.partition(".")[0], ())

    def _is_known(self, mention: Mention) -> bool:
        if mention.field is not None:
            return self._ways.partial or mention.field.anchor in self._homes
        name = mention.identifier
        if name not in self._others and not mention.is_short:
            self._others[name] = self._ways.elsewhere(name) or ""
        return bool(self._others.get(name))

    @property
    def homes(self) -> Mapping[str, Page]:
        """The page of each field that is shown, by its anchor."""
        return self._homes

    def fill(self, html: str, page: Page) -> str:
        """The HTML of a page with its links, and with lists of where fields are mentioned."""
        if _PLACE in html:
            html = _HREF.sub(lambda found: self._attribute(unquote(found[1]), page), html)
        return MENTIONED.sub(lambda found: self._list(found[1], page), html)

    def _attribute(self, name: str, page: Page) -> str:
        href = self._href(name, page)
        return f' href="{escape(href)}"' if href else ""

    def _href(self, name: str, page: Page) -> str:
        if page.file.src_uri in self._shown.get(name, ()):
            return f"#{name}"
        home = self._homes.get(name)
        if home is None and self._ways.partial:  # the page may be one of those that are left out
            home = next(iter(self._own(name)), None)
        if home is not None:
            return f"{_relative(home, page)}#{name}"
        url = self._others.get(name, "")
        path, mark, anchor = url.partition("#")
        return url if "://" in path or not url else f"{get_relative_url(path, page.file.url)}{mark}{anchor}"

    def _list(self, anchor: str, page: Page) -> str:
        """The pages that mention a field; mentions on its own page are beside it."""
        links = {
            Link(link.title, f"{_relative(other, page)}{link.href}"): None
            for other, link in self._lists.get(anchor, ())
            if other.file.src_uri != page.file.src_uri
        }
        return self._renderer.mentions(list(links)) if links else ""


def unlisted(html: str) -> str:
    """The HTML without the places for lists, as for search: what is said of a field is not said there."""
    return MENTIONED.sub("", html)


def _relative(to: Page, page: Page) -> str:
    return get_relative_url(to.file.url, page.file.url)


def _quoting(page: Page, section: str) -> Link:
    """A section of a page, or the page itself: its title, and the address from the page's own."""
    heading = next((link for link in _anchors(page.toc) if link.id == section and link.level > 1), None)
    title = Markup(page.title or "").striptags()  # noqa: S704  MkDocs' titles are HTML, and stay text here
    if heading is None:
        return Link(title, "")
    return Link(f"{title}{_BELOW}{Markup(heading.title).striptags()}", f"#{heading.id}")  # noqa: S704


def _anchors(links: Iterable[AnchorLink]) -> Iterator[AnchorLink]:
    for link in links:
        yield link
        yield from _anchors(link.children)

"""The Markdown of pages that show references, and where it links to."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from html import escape
from pathlib import Path, PurePosixPath
from posixpath import dirname, join, normpath
from urllib.parse import quote, unquote, urljoin

from mkdocs.structure.pages import Page

from mkdocs_yschema.markdown.directives import parse_directive
from mkdocs_yschema.pages import MkDocsPages
from yschema_engine.docs.cross_references import split_name
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.show.html.theme import STANDALONE, find_theme
from yschema_engine.show.markdown_text import GFM, Md, code, md, opening, plain
from yschema_engine.site import page_text
from yschema_engine.site.addresses import relative_url
from yschema_engine.site.memo import Kind
from yschema_engine.site.options import DirectiveOptions
from yschema_engine.site.site import Site, site_renderer
from yschema_engine.text.findings import EngineError

_DOCUMENT = "document.md"
_MARKDOWN, TEMPLATES = Kind("markdown", str, is_text=True), Kind("templates")
_TITLE = re.compile(r"\A# .*\n+")
_HEAD = "</head>"


@dataclass(slots=True)
class PageSource:
    """The Markdown of a page, and what is inserted into it.

    Attributes:
        text: the Markdown; if parts are converted again, they are no other page.
        references: the references.
        fleets: the fleets whose schemas it lists.
        is_whole: whether the Markdown is all there is.
    """

    text: str = ""
    references: list[DirectiveOptions] = field(default_factory=list)
    fleets: set[str] = field(default_factory=set)
    is_whole: bool = False

    @property
    def has_ours(self) -> bool:
        """Whether the page shows anything of ours."""
        return bool(self.references or self.fleets or self.is_whole)


class MarkdownPages:
    """The Markdown of the pages of a site that show references, lists of schemas or changes.

    Attributes:
        sources: what each page is made of, by its `src_uri`.
    """

    def __init__(self, site: Site, pages: MkDocsPages) -> None:
        self.sources: defaultdict[str, PageSource] = defaultdict(PageSource)
        self._site = site
        self._pages = pages
        self._library = site.library
        self._config = site.config

    def texts(self, each: Callable[[Sequence[str]], Iterable[str]] = iter) -> Sequence[tuple[Page, str]]:
        """Return the Markdown of the pages, once it is known where links lead.

        Args:
            each: yields the pages, by their `src_uri`, when they can be made.
        """
        uris = [uri for uri, source in self.sources.items() if source.has_ours]
        files = ((self._pages.files.get_file_from_path(uri), self.sources[uri]) for uri in each(uris))
        return [(file.page, self._text(file.page, source)) for file, source in files if file and file.page]

    def _text(self, page: Page, source: PageSource) -> str:
        text = page_text.replace_links(source.text, partial(self._address, page), partial(self._field, page))
        text = page_text.replace_directives(text, partial(self._replacement, page, source))
        title = "" if re.search(r"^# ", text, re.MULTILINE) else f"# {page.title}\n\n"
        return f"{title}{text.strip()}\n"

    def _address(self, page: Page, link: str) -> str:
        """Return the address for a link in the Markdown of a page, as it is written there."""
        path, mark, anchor = link.partition("#")
        uri = normpath(join(dirname(page.file.src_uri), unquote(path)))
        file = self._pages.files.get_file_from_path(uri) if path else None
        if file is None:  # an address of another site, or of this page
            return link
        return self._from(page, f"{relative_url(file.url, page.url)}{mark}{anchor}")

    def _field(self, page: Page, name: str) -> str:
        """Return the address of the field that a cross-reference names; empty if it names none."""
        if known := split_name(name, self._library.names, ".:"):
            with suppress(EngineError):  # reported already, and the site is served
                schema = self._library.schema(known[0])
                found = schema.find(known[1])
                return self._from(page, self._pages.href(schema.anchor(found), page)) if found else ""
        return ""

    def _from(self, page: Page, href: str) -> str:
        """Return an address from a page; with that of the site, it works wherever the Markdown is read."""
        is_complete = not href or href.startswith("#") or not self._config.url
        return href if is_complete else urljoin(urljoin(self._config.url, page.url), href)

    def _replacement(self, page: Page, source: PageSource, directive: page_text.DirectiveLines) -> str | None:
        if directive.name != "yschema":
            return self._entries(page, directive.argument) if directive.argument in source.fleets else None
        try:
            options = parse_directive(directive.argument, directive.options, self._config.options.display)
        except EngineError:  # text of the page
            return None
        return self._reference(options) if options in source.references else None

    def _entries(self, page: Page, fleet: str) -> str:
        """Return the schemas of a fleet as a list of links."""
        rows = ((self._site.index_row(name, page.file), name) for name in self._site.members(fleet))
        lines: list[Md] = []
        for row, name in rows:
            href = self._from(page, row.href) if name in self._pages.of_schemas else ""
            title = plain(row.title)
            line = md("- [{}]({})", title, Md(href)) if href else md("- {}", opening(title))
            lines.append(md("{}: {}", line, plain(row.lead)) if row.lead else line)
        return "\n".join(lines)

    def _reference(self, options: DirectiveOptions) -> str:
        schema, level = self._library.schema(options.name), options.heading_level
        part = schema.find(options.path)
        assert part
        text = _TITLE.sub("", self._document(options.name, schema, part))
        if part.is_document:
            return page_text.shift_headings(text, level - 2)
        heading = GFM.heading.format(marks="#" * level, text=code(str(part.path)), anchor=schema.anchor(part))
        return f"{heading}\n\n{page_text.shift_headings(text, level - 1)}"

    def prepare(self, name: str) -> None:
        """Make the Markdown of a schema, for another process."""
        schema = self._library.loaded(name).shown
        self._document(name, schema, schema.root)

    def _document(self, name: str, schema: Schema, part: Field) -> str:
        renderer = self._renderer
        anchors = {schema.anchor(field) for field in part.walk()}
        make = partial(
            renderer.document, _DOCUMENT, schema, root=part, ids=anchors, flavor=GFM, is_first=False
        )
        identity = (renderer.state, self._library.loaded(name).identity, schema.anchor(part))
        return self._library.memo.get(_MARKDOWN, identity, make)

    @cached_property
    def _renderer(self) -> Renderer:
        renderer = site_renderer(self._config, find_theme(STANDALONE))
        renderer.keep_templates(partial(self._library.memo.get, TEMPLATES))
        return renderer


@dataclass(frozen=True, slots=True)
class MarkdownFile:
    """The file with the Markdown of a page, beside its HTML.

    Attributes:
        page: the page.
        text: the Markdown.
    """

    page: Page
    text: str

    @property
    def uri(self) -> str:
        """The path of the file in the site."""
        return PurePosixPath(self.page.file.dest_uri).with_suffix(".md").as_posix()

    def linked(self, output: str) -> str:
        """Return the HTML of the page with a link to the file."""
        href = escape(relative_url(quote(self.uri), self.page.url))
        link = f'<link rel="alternate" type="text/markdown" href="{href}">'
        return output.replace(_HEAD, f"{link}{_HEAD}", 1)

    def uris(self, site: Path) -> Collection[str]:
        """Return the paths of the file in the site: also that of a page's source if a theme publishes it."""
        source = self.page.file.src_uri
        return {self.uri: None, **({source: None} if (site / source).is_file() else {})}

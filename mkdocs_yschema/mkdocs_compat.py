"""All workarounds for MkDocs and for its other plugins, each with its reason."""

from __future__ import annotations

import inspect
import logging
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Any, Final, TypeAlias

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, InclusionLevel
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents
from mkdocs.utils import CountHandler
from watchdog.events import FileModifiedEvent

from yschema_engine.show.html.renderer import Heading

_log = get_plugin_logger("yschema")

Handler: TypeAlias = Callable[..., Any]

# Priorities of events

CONFIG_AFTER_LANGUAGES: Final = -150
"""After mkdocs-static-i18n has set the language of the theme."""
FILES_BEFORE_OTHERS: Final = 50
"""Plugins that look for files, such as literate-nav, redirects and htmlproofer, see the generated pages."""
FILES_AFTER_LANGUAGES: Final = -200
"""mkdocs-static-i18n copies all files as files of `docs_dir`, where generated pages are not."""
NAV_BEFORE_OTHERS: Final = 100
"""Plugins that know an order of pages have the last word."""
NAV_AFTER_OTHERS: Final = -200
"""mkdocs-static-i18n makes another navigation."""
BEFORE_OTHERS: Final = 100
AFTER_OTHERS: Final = -100
"""Around plugins that read the contents of a page: autorefs, search."""
ENV_BEFORE_AUTOREFS: Final = -40
"""After mkdocstrings has registered its names with autorefs, and before autorefs fills in links."""
POST_BUILD_BEFORE_LANGUAGES: Final = -50
"""Before mkdocs-static-i18n builds the other languages."""


class PageContentsView:
    """The contents of a page while another plugin reads it; swapped around the plugin's event.

    autorefs takes all anchors of the table of contents in some versions, but is to know one page of a field.
    The search plugins index a page in `on_page_context`, and find the anchors of sections in its table of
    contents only: every field is there while they look, and in the page it is a section. Neither is written,
    and no other plugin sees it.
    """

    def __init__(self) -> None:
        self._toc: tuple[TableOfContents, TableOfContents] | None = None
        self._content: tuple[str | None, str] | None = None

    def hide_fields(self, page: Page, anchors: Collection[str]) -> None:
        """Leave fields out of the table of contents."""
        self._swap_toc(page, TableOfContents(list(without(page.toc, anchors))))

    def show_for_search(self, page: Page, content: str, headings: Sequence[Heading]) -> None:
        """Show search its HTML of the page, and all fields in the table of contents."""
        self._content = page.content, content
        page.content = content
        if headings:
            fields = [heading for heading in headings if heading.in_full]
            self._swap_toc(page, SearchContents(fields, page.toc))

    def restore(self, page: Page) -> None:
        """Undo the changes, except those that another plugin has replaced since."""
        if self._toc is not None and page.toc is self._toc[1]:
            page.toc = self._toc[0]
        if self._content is not None and page.content is self._content[1]:
            page.content = self._content[0]
        self._toc = self._content = None

    def _swap_toc(self, page: Page, toc: TableOfContents) -> None:
        self._toc = page.toc, toc
        page.toc = toc


def show_to_search(
    config: MkDocsConfig, view: PageContentsView, searched: Callable[[Page], tuple[str, Sequence[Heading]]]
) -> None:
    """Have search plugins index another HTML of pages.

    Args:
        config: the configuration of MkDocs.
        view: swaps the contents of a page.
        searched: returns the HTML and the fields of a page, as search sees them.
    """

    def indexed(index: Handler, context: Any, *, page: Page, **event: Any) -> Any:
        view.show_for_search(page, *searched(page))
        try:
            return index(context, page=page, **event)
        finally:
            view.restore(page)

    # The plugin of MkDocs, or one of a theme.
    wrap_event(config, "page_context", lambda plugin: type(plugin).__name__ == "SearchPlugin", indexed)


def hide_from_llmstxt(config: MkDocsConfig, has_markdown: Callable[[Page], bool]) -> None:
    """Have mkdocs-llmstxt, which converts HTML to Markdown, convert only pages without Markdown of ours."""

    def converted(convert: Handler, html: str, *, page: Page, **event: Any) -> None:
        convert("" if has_markdown(page) else html, page=page, **event)

    wrap_event(
        config, "page_content", lambda plugin: type(plugin).__module__.startswith("mkdocs_llmstxt"), converted
    )


def hide_from_dates(config: MkDocsConfig, generated_by: str) -> None:
    """Have the plugins of mkdocs-shadcn, which ask Git for dates of files, ignore generated pages.

    Git fails for paths outside the repository.
    """

    def handled(read: Handler, markdown: str, *, page: Page, **event: Any) -> Any:
        file = page.file
        source = file.abs_src_path
        if file.generated_by == generated_by:
            file.abs_src_path = None
        try:
            return read(markdown, page=page, **event)
        finally:
            file.abs_src_path = source

    wrap_event(config, "page_markdown", lambda plugin: type(plugin).__module__.startswith("shadcn."), handled)


def use_markdown(config: MkDocsConfig, texts: Mapping[str, str]) -> None:
    """Give mkdocs-llmstxt the Markdown of pages, by their `src_uri`, which it has not made itself."""
    plugin: Any = config.plugins.get("llmstxt")
    for uri, page in list(plugin._md_pages.items()) if plugin is not None else ():
        if uri in texts:
            plugin._md_pages[uri] = page._replace(content=texts[uri])


def wrap_event(config: MkDocsConfig, event: str, of: Callable[[object], bool], handle: Handler) -> None:
    """Replace the handlers of an event that some plugins have.

    Priorities alone do not help where one plugin is to see what another must not.

    Args:
        config: the site's.
        event: its name, without `on_`.
        of: returns whether a plugin is one of those concerned.
        handle: handles the event in place of a handler, which it takes as its first argument.
    """
    handlers: list[Any] = config.plugins.events[event]
    handlers[:] = [
        partial(handle, each) if of(getattr(each, "__self__", None)) else each for each in handlers
    ]


class SearchContents(TableOfContents):
    """The table of contents that search looks sections up in: it has all fields, that of the page does not.

    MkDocs' own search gives a section an entry only where its id is in the page's table of contents, yet
    browsers take many seconds to lay out a contents of thousands. So what search sees is not what is written.
    The titles are paths with the last name as a word of its own, for search splits words at spaces, not dots.

    The index plugins scan from the start for each section, in page order. This one goes on where the last
    scan stopped: 5,000 fields take as many steps, not 12 million; the build takes two thirds of the time.
    """

    def __init__(self, headings: Sequence[Heading], others: TableOfContents) -> None:
        fields = (AnchorLink(heading.path, heading.anchor, heading.level) for heading in headings)
        # The page's own contents list some of the fields too, below its title, by their last names alone.
        super().__init__([*fields, *without(others, {heading.anchor for heading in headings})])
        self._at = 0

    def __iter__(self) -> Iterator[AnchorLink]:
        for index in chain(range(self._at, len(self.items)), range(self._at)):
            self._at = index
            yield self.items[index]


def without(links: Iterable[AnchorLink], ids: Collection[str]) -> Iterator[AnchorLink]:
    """Return links without some of them, at all levels; the links below those take their place."""
    for link in links:
        below = list(without(link.children, ids))
        if link.id in ids:
            yield from below
        else:
            kept = AnchorLink(link.title, link.id, link.level)
            kept.children = below
            yield kept


class Autorefs:
    """The plugin mkdocs-autorefs, in any version; it knows nothing if it is not enabled."""

    def __init__(self, config: MkDocsConfig) -> None:
        """Find the plugin of a site, once all plugins have had their `on_config`: some enable it there."""
        self._plugin: Any = config.plugins.get("autorefs")
        self._takes_pages = (  # since 1.4
            self._plugin is not None and "title" in inspect.signature(self._plugin.register_anchor).parameters
        )

    def register(self, page: Page, anchor: str) -> None:
        """Register the page that an anchor is on."""
        if self._plugin is not None:
            self._plugin.register_anchor(page if self._takes_pages else page.url, anchor)

    def url(self, name: str) -> str | None:
        """Return the address of a name, from the root of the site or of another site."""
        if self._plugin is None:
            return None
        with suppress(KeyError):
            url = self._plugin.get_item_url(name)
            return str(url if isinstance(url, str) else url[0])  # with a title, since 1.4
        return None


def has_languages(config: MkDocsConfig) -> bool:
    """Return whether mkdocs-static-i18n builds the site, once for each language."""
    return "i18n" in config.plugins


def add_checked_files(config: MkDocsConfig, texts: Iterable[tuple[str, str]]) -> None:
    """Let mkdocs-htmlproofer find files that are not among those of its `on_files`.

    Args:
        config: of the site.
        texts: the path of each file in the site, and its text.
    """
    plugin: Any = config.plugins["htmlproofer"]
    for uri, text in texts:
        plugin.files.append(File.generated(config, uri, content=text, inclusion=InclusionLevel.INCLUDED))


def language_folder(config: MkDocsConfig) -> str:
    """Return the folder in the site of the language that is built; empty for the default language."""
    plugin: Any = config.plugins.get("i18n")
    if plugin is None or plugin.is_default_language_build:
        return ""
    return f"{plugin.current_language}/"


def add_language(file: File, config: MkDocsConfig) -> None:
    """Move a page into the folder of the language that mkdocs-static-i18n builds.

    The page gets the attributes by which that plugin links the languages of a page.
    """
    plugin: Any = config.plugins["i18n"]
    language, default = plugin.current_language, plugin.default_language
    uri = file.dest_uri
    alternates = {}
    for other in plugin.build_languages:
        page = file if other == language else File.generated(config, file.src_uri, content="")
        page.dest_uri = uri if other == default else f"{other}/{uri}"
        alternates[other] = page
    vars(file).update(
        alternates=alternates,
        locale=language,
        locale_alternate_of=language,
        localization=None,
        norm_src_uri=file.src_uri,
    )


def ignore_findings_in_strict_mode() -> None:
    """Keep findings from counting in MkDocs' strict mode: `mkdocs serve` shows them and goes on."""
    for handler in _counters():
        handler.addFilter(lambda record: record.name != _log.logger.name)


def has_counted_warnings() -> bool:
    """Return whether MkDocs has counted warnings, which fail a strict build: it counts what the log shows."""
    return any(handler.get_counts() for handler in _counters())


def _counters() -> Iterator[CountHandler]:
    """Yield the handlers that count warnings; ProperDocs has a logger of its own."""
    logger: logging.Logger | None = _log.logger
    while logger is not None:
        yield from (handler for handler in logger.handlers if isinstance(handler, CountHandler))
        logger = logger.parent


def report_change(server: LiveReloadServer, path: str) -> bool:
    """Have the server build the site again for a file that it does not watch; return whether it will.

    The server builds when its observer reports a change, and any emitter of the observer can report one.
    """
    for emitter in list(server.observer.emitters):
        if emitter.watch.is_recursive and os.path.isdir(emitter.watch.path):  # noqa: PTH112
            emitter.queue_event(FileModifiedEvent(path))
            return True
    return False


def keep_site_if_config_fails(server: LiveReloadServer, state: Callable[[], object]) -> None:
    """Have a server leave the site as it is if the configuration cannot be used.

    MkDocs itself prints a traceback, and answers no browser until the next good save.

    Args:
        server: builds the site.
        state: returns another object once a build has read the configuration.
    """
    build = server.builder

    def build_if_readable() -> None:
        before = state()
        try:
            build()
        except MkDocsException as e:
            if state() is not before:
                raise
            _log.error(f"{e}\n  hint:     the site stays as it was until the configuration is saved again")

    server.builder = build_if_readable

"""The MkDocs plugin: hooks that unpack what MkDocs hands them and call plain functions."""

from __future__ import annotations

import glob
import os
from pathlib import Path
from typing import Any, Literal

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import TableOfContents

from mkdocs_yschema.config import YschemaConfig
from mkdocs_yschema.findings import Findings, ignore_findings_in_strict_mode
from mkdocs_yschema.mkdocs_compat import Autorefs
from mkdocs_yschema.serve.banner import Banners
from mkdocs_yschema.serve.cached_renderer import CachedRenderer
from mkdocs_yschema.serve.watch import Watch, unless_unreadable
from mkdocs_yschema.site import inventory
from mkdocs_yschema.site.assets import add_assets, link_assets, theme_name
from mkdocs_yschema.site.multi_page import add_map_pages, order_maps
from mkdocs_yschema.site.pages import (
    SearchContents,
    add_downloads,
    add_pages,
    without,
)
from mkdocs_yschema.site.site_build import Build
from mkdocs_yschema.site.xref_links import LinkSources
from yschema_engine.doccheck.cache import Cache
from yschema_engine.doccheck.file_names import display_path
from yschema_engine.doccheck.library import Library
from yschema_engine.model.findings import EngineError
from yschema_engine.outputs.findings.render import as_text
from yschema_engine.outputs.html import Renderer, Theme, ThemeError, find_theme
from yschema_engine.source import Source


class YschemaPlugin(BasePlugin[YschemaConfig]):  # type: ignore[no-untyped-call]  # of MkDocs
    """Reference pages for data values schemas."""

    def __init__(self) -> None:
        self._serving = False
        self._dirty = False
        self._kept = Cache()
        self._watch = Watch()

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Notes whether errors end the run. MkDocs keeps plugins that have this hook from build to build."""
        self._serving = command == "serve"
        self._dirty = dirty
        self._kept = Cache()
        self._watch = Watch()

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Reads all schemas, before anything is written, and makes the directive known to Markdown."""
        self._kept.next_build()
        library = _library(self.config, config, self._kept)
        self._watch.follow(self._globs(library))
        self._theme = _theme(theme_name(config.theme))
        own = Path(config.theme.custom_dir, "yschema") if config.theme.custom_dir else None
        custom = [Path(self.config.custom_templates)] if self.config.custom_templates else []
        language = self.config.language or _language(config)
        templates = [*custom, *([own] if own else [])]
        renderer = (
            CachedRenderer(self._kept, self._theme, templates, language)
            if self._serving
            else Renderer(self._theme, templates, language)
        )
        form = self.config.form(os.environ)
        findings = Findings(self.config.levels(), serving=self._serving, error_format=form)
        self._build = Build(library, renderer, config, self.config.looks(), findings)
        if self._serving:
            self._build.banners = Banners(findings, library, renderer)
            ignore_findings_in_strict_mode()
        self._build.check()
        if "yschema" not in config.markdown_extensions:
            config.markdown_extensions.append("yschema")
        config.mdx_configs["yschema"] = {**config.mdx_configs.get("yschema", {}), "site": self._build}
        return config

    # Late: plugins that sort or translate files expect those of `docs_dir` alone; mkdocs-static-i18n fails.
    @event_priority(-200)
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Adds pages and assets."""
        pages = self.config.pages()
        add_pages(files, config, pages, {name: self._build.library.title(name) for name in pages})
        split = self._build.references(self.config.split_schemas())
        splits, problems = add_map_pages(files, config, pages, split)
        self._build.splits = splits
        self._build.findings.add(problems)
        add_assets(files, config, self._theme)
        if self._build.banners is not None and self._dirty:
            self._build.banners.make_again(files)
        return files

    @event_priority(100)  # early: plugins that know an order of pages have the last word
    def _order_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        if config.nav is None:
            order_maps(nav, self._build.splits.values())

    @event_priority(-200)  # late: mkdocs-static-i18n makes another
    def _note_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        self._nav = nav.pages

    # The pages of maps follow the order of the schema, in which references look for pages, too.
    on_nav = CombinedEvent(_order_nav, _note_nav)

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Notes whose Markdown comes next."""
        self._build.begin(page)

    @event_priority(100)
    def _before_autorefs(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        headings = self._build.headings.get(page.file.src_uri, [])
        anchors = {heading.anchor for heading in headings}
        if page.present_anchor_ids is not None:
            page.present_anchor_ids.update(anchors)
        self._build.links.show(page, headings)
        self._contents = page.toc
        if "autorefs" in config.plugins:
            page.toc = TableOfContents(list(without(page.toc, anchors)))

    @event_priority(-100)
    def _after_autorefs(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        page.toc = self._contents

    # The ids of fields are made known to the validation of links, and to references. But autorefs, which in
    # some versions takes all that is in the contents, is to know one page of a field, as `on_env` has it.
    on_page_content = CombinedEvent(_before_autorefs, _after_autorefs)

    @event_priority(100)
    def _before_search(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Any) -> None:
        self._contents, self._content = page.toc, page.content
        self._searched = page.content = self._build.searched(page)
        if headings := self._build.headings.get(page.file.src_uri):
            page.toc = SearchContents([heading for heading in headings if heading.in_full], page.toc)

    @event_priority(-100)
    def _after_search(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Any) -> None:
        if page.content is self._searched:  # else another plugin has changed it
            page.content = self._content
        if isinstance(page.toc, SearchContents):
            page.toc = self._contents
        if self._build.banners is not None:
            banner = self._build.banners.html(page.file.src_uri, self._build.headings)
            page.content = banner + (page.content or "")
        link_assets(context, page, self._theme)

    # The search plugins index a page in this event, and find the anchors of sections in its contents only:
    # there every field is listed while they look, and in the page it is a section; not when that is written.
    on_page_context = CombinedEvent(_before_search, _after_search)

    # When mkdocstrings has told autorefs all names that it knows, and before that fills in links.
    @event_priority(-40)
    def on_env(self, env: Any, *, config: MkDocsConfig, files: Files) -> None:
        """Fills in links; ends the build for what is wrong, before anything is written; adds files."""
        self._link(config, files)
        if not self._dirty:  # then some pages are not read
            self._build.check_pages()
        self._build.findings.settle()
        self._build.findings.raise_errors()
        if self._build.banners is not None:
            self._build.banners.settle(files)
        add_downloads(files, config, self._build.downloads())

    def _link(self, config: MkDocsConfig, files: Files) -> None:
        pages = [file.page for file in files.documentation_pages() if file.page and file.page.content]
        autorefs = Autorefs(config)
        self._build.link(pages, LinkSources(self._own_pages(files), self._nav, autorefs.url, self._dirty))
        for anchor, page in self._build.links.homes.items():
            autorefs.register(page, anchor)

    def _own_pages(self, files: Files) -> dict[str, list[Page]]:
        """The pages that are there for a schema, by its name."""
        own = {name: [files.get_file_from_path(uri)] for name, uri in self.config.pages().items()}
        for name, split in self._build.splits.items():
            own[name].extend(split.maps.values())
        return {name: [file.page for file in found if file and file.page] for name, found in own.items()}

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Fills in the links of what themes and other plugins have put into a page since."""
        return self._build.links.fill(output, page)

    @event_priority(-50)  # before mkdocs-static-i18n builds the other languages
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Adds the fields to the inventory of the site; says so when nothing is wrong any more."""
        if self.config.inventory:
            self._add_inventory(config)
        if self._serving and not self._dirty:  # then some pages are not read
            self._build.findings.compare(self._kept)

    def _add_inventory(self, config: MkDocsConfig) -> None:
        path = Path(config.site_dir, inventory.NAME)
        try:
            inventory.update(path, config.site_name, list(self._build.inventory()), newer=self._dirty)
        except EngineError as e:
            self._build.findings.add(e.findings)

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
        """Watches the schemas."""
        self._watch.start(server, config.docs_dir)
        server.builder = unless_unreadable(server.builder, lambda: self._build)
        return server

    def _globs(self, library: Library) -> list[str]:
        """What pages are made of, but for what MkDocs looks at itself."""
        own = self.config.custom_templates
        return [*library.watched(), *([glob.escape(own)] if own else [])]


def _language(config: MkDocsConfig) -> str:
    """That of the site: themes have it under either name."""
    for key in ("language", "locale"):
        if config.theme.get(key):
            return str(config.theme[key])
    return "en"


def _theme(name: str | None) -> Theme:
    try:
        return find_theme(name)
    except ThemeError as e:
        raise PluginError(as_text(e.findings).rstrip()) from e


def _library(schemas: YschemaConfig, config: MkDocsConfig, kept: Cache) -> Library:
    if not config.config_file_path:
        return Library(schemas.entries(), Path.cwd(), options=schemas.load_options(), kept=kept)
    file = Path(config.config_file_path).absolute()
    text = file.read_text(encoding="utf-8") if file.is_file() else ""  # `-f -` reads standard input
    return Library(
        schemas.entries(), file.parent, Source(str(display_path(file)), text), schemas.load_options(), kept
    )

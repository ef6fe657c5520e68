"""The MkDocs plugin: hooks that unpack what MkDocs hands them and call plain functions."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Literal

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from mkdocs_yschema import mkdocs_compat as compat
from mkdocs_yschema.assets import add_assets, find_site_theme, link_assets, link_styles
from mkdocs_yschema.build_guard import Progress, SiteGuard, exit_on_termination, restore_termination
from mkdocs_yschema.config import YschemaConfig
from mkdocs_yschema.generated_pages import TemporaryFolder, order_below, write_files
from mkdocs_yschema.markdown.host import Host
from mkdocs_yschema.markdown_pages import MarkdownFile
from mkdocs_yschema.page_host import NAME, OutsideHost, register_extension
from mkdocs_yschema.placeholders import without_marks
from mkdocs_yschema.preparation import Preparation
from mkdocs_yschema.serve import Watch
from mkdocs_yschema.site_build import new_build
from yschema_engine.read.garbage_collection import RareCollections
from yschema_engine.site.inventory import update_site
from yschema_engine.site.library import Run
from yschema_engine.site.memo import Memo

_PACKAGES = ("mkdocs_yschema", "yschema_themes")


class YschemaPlugin(SiteGuard, BasePlugin[YschemaConfig]):  # type: ignore[no-untyped-call]  # of MkDocs
    """Reference pages for data values schemas."""

    def __init__(self) -> None:
        self._start(serving=False, dirty=False)

    def _start(self, *, serving: bool, dirty: bool) -> None:
        self._serving = serving
        self._dirty = dirty
        self._guard_site(replaced=not serving and not dirty)
        self._run = Run(Memo(_PACKAGES, keeps_texts=serving))
        self._number_of_findings = 0
        self._watch = Watch()
        self._progress = Progress()
        self._processes = ExitStack()
        self._collections = RareCollections()
        self._contents_view = compat.PageContentsView()
        self._folder = TemporaryFolder()

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Note whether errors fail the run. MkDocs keeps plugins that have this hook from build to build."""
        self._start(serving=command == "serve", dirty=dirty)
        exit_on_termination()

    @event_priority(compat.CONFIG_AFTER_LANGUAGES)
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read all schemas, before anything is written, and register the Markdown extension."""
        self._collections.start()
        self._run.memo.start_build()
        self._theme = find_site_theme(config)
        self._build = new_build(self.config, config, self._theme, self._run, is_served=self._serving)
        site = self._build.site
        self._watch.follow([*site.library.globs(), *site.config.globs, *site.versions.globs()])
        self._markdown: Mapping[str, MarkdownFile] = {}
        self._host: Host = OutsideHost(self._build)
        self._build.findings.add(site.renderer.check_overrides())
        self._build.findings.raise_errors()
        self._preparation = Preparation(self._build, self.config.processes(), self._progress)
        self._processes.callback(self._preparation.stop)
        self._build.check_schemas(self._preparation.evaluate())
        register_extension(config, lambda: self._host)
        if "print-site" in config.plugins:  # which joins all pages into one, without the styles of each
            link_styles(config, self._theme)
        compat.show_to_search(config, self._contents_view, lambda page: self._build.pages.searched(page))  # noqa: PLW0108  of the last build
        compat.hide_from_llmstxt(
            config, lambda page: self._build.markdown.sources[page.file.src_uri].has_ours
        )
        compat.hide_from_dates(config, NAME)
        return config

    on_pre_build = SiteGuard.guard_site

    @event_priority(compat.FILES_BEFORE_OTHERS)
    def _files_before_others(self, files: Files, *, config: MkDocsConfig) -> None:
        if not compat.has_languages(config):
            self._add_files(files, config)

    @event_priority(compat.FILES_AFTER_LANGUAGES)
    def _files_after_languages(self, files: Files, *, config: MkDocsConfig) -> None:
        if compat.has_languages(config):
            self._add_files(files, config)

    on_files = CombinedEvent(_files_before_others, _files_after_languages)

    def _add_files(self, files: Files, config: MkDocsConfig) -> None:
        """Add pages and assets."""
        self._build.add_pages(files, config, self._folder)
        add_assets(files, config, self._theme)
        if self._build.banners is not None and self._dirty:
            self._build.banners.remove_outdated(files)

    @event_priority(compat.NAV_BEFORE_OTHERS)
    def _order_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        if config.nav is None:
            order_below(nav, self._build.pages.overviews, self._build.pages.below)

    @event_priority(compat.NAV_AFTER_OTHERS)
    def _note_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        self._nav = nav.pages
        self._build.pages.files = files
        self._preparation.render()
        self._progress.start("pages", len(files.documentation_pages()))

    # The pages of maps follow the order of the schema; cross-references look for pages in the final order.
    on_nav = CombinedEvent(_order_nav, _note_nav)

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Give the Markdown extension the page that comes next, which MkDocs does not tell extensions."""
        self._progress.advance()
        self._preparation.wait_for_page(page.file.src_uri)
        self._host = self._build.open_page(page)

    @event_priority(compat.BEFORE_OTHERS)
    def _before_autorefs(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        html = self._build.with_expected_links(html, page)
        if "autorefs" in config.plugins:
            self._contents_view.hide_fields(page, self._build.pages.anchors(page))
        return html

    @event_priority(compat.AFTER_OTHERS)
    def _after_autorefs(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        self._contents_view.restore(page)

    on_page_content = CombinedEvent(_before_autorefs, _after_autorefs)

    @event_priority(compat.AFTER_OTHERS)
    def on_page_context(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Any) -> None:
        """Link the assets that a page needs, and show findings in a served page."""
        page.content = self._build.banner(page) + (page.content or "")
        link_assets(context, page, self._theme)

    @event_priority(compat.ENV_BEFORE_AUTOREFS)
    def on_env(self, env: Any, *, config: MkDocsConfig, files: Files) -> None:
        """Fill in links, and fail the build if there are errors, before anything is written."""
        self._progress.finish()
        self._build.link(config, self._nav, is_partial=self._dirty)
        each = self._preparation.each_in_markdown
        is_written = self.config.options.markdown_pages
        self._markdown = self._build.markdown_files(config, each, is_written=is_written)
        self._build.settle()
        if "htmlproofer" in config.plugins:  # which checks links to files
            texts = self._build.files(self._preparation.each_with_files)
            compat.add_checked_files(config, texts)
        self._progress.start("written pages", len(files.documentation_pages()))

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Fill in the links of what themes and other plugins have put into a page since."""
        self._progress.advance()
        filled = without_marks(self._build.pages.fill(output, page))
        markdown = self._markdown.get(page.file.src_uri)
        return markdown.linked(filled) if markdown else filled

    @event_priority(compat.BEFORE_OTHERS)
    def _write_downloads(self, *, config: MkDocsConfig) -> None:
        """Write the files for readers, which other processes make while MkDocs writes the pages."""
        self._progress.finish()
        texts = self._build.files(self._preparation.each_with_files)
        write_files(Path(config.site_dir), texts)
        self._preparation.stop()

    @event_priority(compat.POST_BUILD_BEFORE_LANGUAGES)
    def _finish(self, *, config: MkDocsConfig) -> None:
        """Add the fields to the inventory of the site, and log when nothing is wrong any more."""
        site = Path(config.site_dir)
        if self.config.options.inventory:
            lines = self._build.site.inventory()
            self._build.findings.add(update_site(site, config.site_name, lines, newer=self._dirty))
        texts = ((uri, file.text) for file in self._markdown.values() for uri in file.uris(site))
        write_files(site, texts)
        self._run.memo.end_build()
        if not self._serving:
            self._run.end()
        if self._serving and not self._dirty:  # else some pages are not read
            self._number_of_findings = self._build.findings.compare(self._number_of_findings)
        self._build.findings.write_file()
        if config.strict:
            self._build.findings.raise_warnings()
        self._collections.stop()

    on_post_build = CombinedEvent(_write_downloads, _finish, SiteGuard.replace_previous_site)

    @event_priority(compat.AFTER_OTHERS)
    def on_build_error(self, *, error: Exception) -> None:
        """End the processes, and keep the former site."""
        self._stop()
        super().on_build_error(error=error)

    def on_shutdown(self) -> None:
        """End the work, delete temporary files, and keep the former site after Ctrl-C."""
        restore_termination()
        self._stop()
        self._run.end()
        self._folder.remove()
        super().on_shutdown()

    def _stop(self) -> None:
        self._processes.close()
        self._collections.stop()
        self._progress.finish()

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
        """Watch the schemas."""
        self._watch.start(server, config.docs_dir)
        compat.keep_site_if_config_fails(server, lambda: self._build)
        return server

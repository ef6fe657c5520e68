"""The Python-Markdown extension `yschema`, for any program that converts Markdown.

::: yschema contour
    path: envoy.service
    heading_level: 3
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from markdown import Extension, Markdown

from mkdocs_yschema.markdown import checked_blocks, cross_references, directives
from mkdocs_yschema.markdown.host import ConvertedPage, Host, fail
from yschema_engine.show.html.theme import find_theme
from yschema_engine.site.library import Run
from yschema_engine.site.options import SiteOptions, read_outside_schemas
from yschema_engine.site.output_folder import OutputFolder
from yschema_engine.site.schema_options import DeclaredSchemas, SchemaOptions
from yschema_engine.site.site import PlannedSite
from yschema_engine.site.site_config import SiteConfig, SiteSettings, find_config, read_config
from yschema_engine.text.findings import EngineError, Finding

_CONTEXT = "rendering_context"
"""The preprocessor that has the page."""


def page_context(md: Markdown) -> Any | None:
    """Return what Zensical has registered about the page that it converts; None in other hosts."""
    # A registry has no `get`.
    return md.preprocessors[_CONTEXT] if _CONTEXT in md.preprocessors else None  # noqa: SIM401


def fail_without_traceback(findings: Sequence[Finding]) -> NoReturn:
    """Raise errors such that the report is all that is printed.

    Zensical prints two tracebacks of 20 lines each around the text of an exception, and then ends, even if it
    serves the site.
    """
    sys.tracebacklimit = 0
    fail(findings)


class YschemaExtension(Extension):
    """The extension. Its options:

    schemas: by name, each with `files` (a list of globs) and optionally `title`, and `url`, the address of
        its reference, for cross-references from other pages.
    base: the folder that globs start from; by default the current one.
    theme: the site theme to render for; by default `mkdocs`.
    config: without `schemas`, the path of an `mkdocs.yml` with the options of the plugin; by default the one
        in `base`. Its theme and its folder are used instead of `theme` and `base`.
    site: a function that returns the `Host` of the page that comes next, in place of all other options.
    """

    def __init__(self, **options: Any) -> None:
        defaults = {"schemas": {}, "base": ".", "theme": "mkdocs", "config": "", "site": ""}
        self.config = {name: [default, "see the extension"] for name, default in defaults.items()}
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  Markdown's name
        """Register the directive, cross-references, and the checks of blocks."""
        open_page = self.getConfig("site") or self._open_page(md)
        page = ConvertedPage(md, open_page)
        md.preprocessors.register(page, "yschema_page", 1000)  # before any other changes lines
        directives.register(md, page)
        checked_blocks.register(md, page)
        cross_references.register(md, page)

    def _open_page(self, md: Markdown) -> Callable[[], Host]:
        """Return a function that returns the host of the page that a converter is converting."""
        raise_errors = fail_without_traceback if page_context(md) else fail
        try:
            config = self._options()
            # Pages link the files that `yschema site` has written.
            written = OutputFolder(docs_dir).written() if (docs_dir := config.site.docs_dir) else {}
            site = PlannedSite(config, find_theme(config.site.theme), Run(), written.__contains__)
        except EngineError as error:
            raise_errors(error.findings)

        def open_page() -> Host:
            # The path in the folder of the pages; other hosts do not say it.
            path = str(getattr(getattr(page_context(md), "page", None), "path", "") or "")
            page = config.plan(path).as_source if written and path else None
            return Host(site, (config.site.folder,), page, path or "Markdown", raise_errors)

        return open_page

    def _options(self) -> SiteConfig:
        """Return the options of the extension, or those of the plugin for an extension without schemas."""
        base, path = Path(self.getConfig("base")).absolute(), self.getConfig("config")
        schemas = read_outside_schemas(self.getConfig("schemas"), base)
        file = base / path if path else find_config(base)
        if schemas or file is None:
            site = SiteSettings(base, theme=self.getConfig("theme"))
            declared = {name: SchemaOptions(each.files, title=each.title) for name, each in schemas.items()}
            urls = {name: each.url for name, each in schemas.items() if each.url is not None}
            return SiteConfig(site, SiteOptions(schemas=DeclaredSchemas(declared)), urls=urls)
        return read_config(file)


def makeExtension(**options: Any) -> YschemaExtension:  # noqa: N802  the name Markdown looks for
    """Return the extension, for Markdown to find by the entry point's module."""
    return YschemaExtension(**options)

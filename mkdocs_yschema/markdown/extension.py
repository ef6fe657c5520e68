"""The Python-Markdown extension `yschema`, for any program that converts Markdown.

::: yschema contour
    path: envoy.service
    heading_level: 3
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from markdown import Extension, Markdown

from mkdocs_yschema.markdown import checked_blocks, directive, index_directive, xref
from mkdocs_yschema.markdown.directive_options import parse_schemas
from mkdocs_yschema.markdown.host import Host, MarkdownHost
from mkdocs_yschema.markdown.page import ConvertedPage
from yschema_engine.doccheck.library import SchemaLibrary
from yschema_engine.doccheck.schema_files import SchemaFolder
from yschema_engine.doccheck.schema_loader import SchemaLoader
from yschema_engine.outputs.html import Renderer, find_theme


class YschemaExtension(Extension):
    """The extension. Its options:

    schemas: by name, each with `files` (a list of globs) and optionally `title`, and `url`, the address of
        its reference, for cross-references from other pages.
    base: the folder that globs start from; by default the current one.
    theme: the site theme to render for; by default `mkdocs`.
    site: a function that returns the `Host` of the page that comes next, in place of all other options.
    """

    def __init__(self, **options: Any) -> None:
        self.config = {
            "schemas": [{}, "schemas by name, each with `files`, `title` and `url`"],
            "base": [".", "the folder that globs start from"],
            "theme": ["mkdocs", "the site theme to render for"],
            "site": ["", "a function that returns the host of a page, in place of the other options"],
        }
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  Markdown's name
        """Register the directive, cross-references, and the checks of blocks."""
        open_page = self.getConfig("site")
        if not open_page:
            host = self._host()
            open_page = lambda: host  # noqa: E731
        page = ConvertedPage(md, open_page)
        md.preprocessors.register(page, "yschema_page", 1000)  # before any other changes lines
        directive.register(md, page)
        index_directive.register(md, page)
        checked_blocks.register(md, page)
        xref.register(md, page)

    def _host(self) -> Host:
        loader = SchemaLoader(SchemaFolder(Path(self.getConfig("base")).absolute()))
        library = SchemaLibrary(parse_schemas(self.getConfig("schemas")), loader)
        return MarkdownHost(library, Renderer(find_theme(self.getConfig("theme"))))


def makeExtension(**options: Any) -> YschemaExtension:  # noqa: N802  the name Markdown looks for
    """Return the extension, for Markdown to find by the entry point's module."""
    return YschemaExtension(**options)

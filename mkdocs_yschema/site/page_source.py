"""The Markdown file of a page, and where lines of converted text are in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from mkdocs.structure.files import File
from mkdocs.structure.pages import Page

from mkdocs_yschema.site.included_files import IncludedFiles
from yschema_engine.docs.blocks import FrontMatter
from yschema_engine.docs.places import display_path
from yschema_engine.docs.source_map import likely_origins
from yschema_engine.text.source import Source, Span

NAME = "yschema"
"""The name of the plugin, by which MkDocs notes who has generated a file."""


def source_name(file: File) -> str:
    """Return the name of a page's file in reports."""
    if file.abs_src_path is None or file.generated_by == NAME:
        return file.src_uri
    return str(display_path(Path(file.abs_src_path)))


class PageSource:
    """The file of a page.

    Attributes:
        page: the page.
        source: the file; without text if another plugin reads it from elsewhere.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        name = source_name(page.file)
        try:
            self.source = Source(name, page.file.content_string)
        except OSError:
            self.source = Source(name, "")
        self._aligned: tuple[str, Sequence[range]] | None = None

    def locate(self, text: str, line: int) -> Span | None:
        """Return where a line (from 1) of the Markdown is in the file, which may begin with front matter."""
        source = self.source
        if source.text.endswith(text):
            return Span(source, line + source.text.count("\n") - text.count("\n"))
        if self._aligned is None or self._aligned[0] != text:  # another plugin has changed it
            self._aligned = text, likely_origins(source.lines, text.split("\n"))
        origin = self._aligned[1][line - 1]
        if len(origin) == 1:
            return Span(source, origin[0] + 1)
        included = self._included.locate(text, line)
        return included or (Span(source, origin[0] + 1) if origin else None)

    @cached_property
    def _included(self) -> IncludedFiles:
        file = self.page.file
        folder = file.src_dir and Path(file.src_dir)
        page = Path(file.abs_src_path) if file.abs_src_path else None
        return IncludedFiles(self.source.text, page, folder or Path())

    def front_matter(self, key: str) -> FrontMatter:
        """Return what the front matter, which MkDocs has taken off the text, has for a key."""
        lines = enumerate(self.source.lines, 1)
        line = next((number for number, text in lines if text.startswith(f"{key}:")), None)
        value = self.page.meta.get(key)
        return FrontMatter(value, Span(self.source, line).narrowed_to(str(value)) if line else None)

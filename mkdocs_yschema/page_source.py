"""The Markdown file of a page with the files that it includes, and the fields that it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from mkdocs.structure.files import File
from mkdocs.structure.pages import Page

from yschema_engine.docs.blocks import FrontMatter
from yschema_engine.docs.places import display_path
from yschema_engine.docs.source_map import likely_origins
from yschema_engine.text.source import Source, Span

# The directives of mkdocs-include-markdown and of jinja, as mkdocs-macros has them.
_INCLUDE = re.compile(r"""\{%-?\s*include(?:-markdown)?\s+(?P<quote>["'])(?P<path>.+?)(?P=quote)""")
_MAX_FILES = 100


class IncludedFiles:
    """The files that a page includes, and those that these include."""

    def __init__(self, text: str, page: Path | None, docs_dir: Path) -> None:
        """Find and read the files.

        Args:
            text: the text of the page.
            page: its path; None if it has none.
            docs_dir: the folder of all pages.
        """
        self._docs_dir = docs_dir
        self._sources: dict[Path, Source] = {}
        self._read(text, page)

    def locate(self, text: str, line: int) -> Span | None:
        """Return where line `line` (from 1) of the text of a page comes from; None if no file has it."""
        lines = text.split("\n")
        for source in self._sources.values():
            origin = likely_origins(source.lines, lines)[line - 1]
            if len(origin) == 1 and source.lines[origin[0]].strip() == lines[line - 1].strip():
                return Span(source, origin[0] + 1)
        return None

    def _read(self, text: str, including: Path | None) -> None:
        for match in _INCLUDE.finditer(text):
            for path in self._paths(match["path"], including):
                if path in self._sources or len(self._sources) >= _MAX_FILES:
                    continue
                with suppress(OSError, ValueError):
                    self._sources[path] = Source(str(display_path(path)), path.read_text(encoding="utf-8"))
                    self._read(self._sources[path].text, path)

    def _paths(self, path: str, including: Path | None) -> Iterator[Path]:
        """Yield the files of a path, which can be a glob, relative to the including file or to `docs_dir`."""
        folders = [including.parent] if including else []
        folders = folders if path.startswith(".") else [self._docs_dir, *folders]
        for folder in folders:
            with suppress(ValueError, NotImplementedError, OSError):
                yield from (file.resolve() for file in sorted(folder.glob(path)) if file.is_file())


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
        folders: the folders where shell lines look for files, the likeliest first.
        source: the file; without text if another plugin reads it from elsewhere.
    """

    def __init__(self, page: Page, folder: Path) -> None:
        """Read the file.

        Args:
            page: the page.
            folder: the folder of `mkdocs.yml`.
        """
        file, name = page.file, source_name(page.file)
        is_elsewhere = file.abs_src_path is None or file.generated_by == NAME
        self.folders = (folder,) if is_elsewhere else (folder, Path(str(file.abs_src_path)).parent)
        self.page = page
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
        numbered = enumerate(self.source.lines, 1)
        line = next((number for number, text in numbered if text.startswith(f"{key}:")), None)
        value = self.page.meta.get(key)
        return FrontMatter(value, Span(self.source, line).narrowed_to(str(value)) if line else None)

"""Files that other plugins insert into pages, for the places of findings in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

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

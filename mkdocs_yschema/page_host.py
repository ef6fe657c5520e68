"""The hosts of the Markdown extension for sites of MkDocs, and the files that their pages come from."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markdown import Markdown
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page

from mkdocs_yschema.markdown.host import Host
from mkdocs_yschema.placeholders import address
from yschema_engine.docs.accepted_findings import SuppressionComments
from yschema_engine.docs.cross_references import Mention
from yschema_engine.docs.page_blocks import FrontMatter
from yschema_engine.docs.places import display_path
from yschema_engine.docs.source_map import likely_origins
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.renderer import Rendered
from yschema_engine.show.html.view import View
from yschema_engine.site.options import DirectiveOptions
from yschema_engine.text.findings import EngineError, Finding
from yschema_engine.text.source import Source, Span

if TYPE_CHECKING:
    from mkdocs_yschema.site_build import SiteBuild

# The directives of mkdocs-include-markdown and of jinja, as mkdocs-macros has them.
_INCLUDE = re.compile(r"""\{%-?\s*include(?:-markdown)?\s+(?P<quote>["'])(?P<path>.+?)(?P=quote)""")
_MAX_FILES = 100


class IncludedFiles:
    """The files that a page includes, and those that these include."""

    def __init__(self, text: str, page: Path | None, docs_dir: Path) -> None:
        """Find and read the files that the text of a page includes."""
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


def register_extension(config: MkDocsConfig, open_page: Callable[[], Host]) -> None:
    """Add the Markdown extension to a site.

    Args:
        config: the configuration of MkDocs.
        open_page: returns the host of the page that comes next.
    """
    if "yschema" not in config.markdown_extensions:
        config.markdown_extensions.append("yschema")
    options = config.mdx_configs.get("yschema", {})
    config.mdx_configs["yschema"] = {**options, "site": open_page}


class OutsideHost(Host):
    """The host for Markdown that another plugin converts before there is a page.

    Findings are added to those of the build, which a served site shows. Addresses are filled in once all
    pages are converted.
    """

    def __init__(self, build: SiteBuild, file: Any = None) -> None:
        """A host; to mypy, the cached properties of a file are no properties."""
        super().__init__(build.site, (build.site.config.site.folder,), file)
        self._build = build
        self.checks_blocks = build.findings.looks_for("blocks")

    def view(self, directive: DirectiveOptions, shown: Field, number: int) -> View:
        """Return how a reference is shown; without a page, it has no filter and no switch."""
        view = super().view(directive, shown, number)
        return view if self.page is not None else replace(view, filter=False, switch=False)

    def resolve(self, mention: Mention, ids: Collection[str]) -> tuple[str, Field | None]:
        """Return a placeholder for the address; none if the schema cannot be used."""
        try:
            field = self.site.library.schema(mention.schema).find(mention.path)
        except EngineError:
            return "", None
        return address(field.path.anchor(mention.schema) if field else mention.identifier), field

    def accept(self, comments: SuppressionComments) -> None:
        """Take in what comments in the page accept."""
        self._build.findings.suppress(comments)

    def report(self, findings: Sequence[Finding]) -> Sequence[Finding]:
        """Add findings to those of the build."""
        self._build.findings.add(findings)
        return findings

    def locate(self, text: str, line: int) -> Span | None:
        """Return None: the text has no file."""
        return None

    def front_matter(self, md: Markdown, key: str, lines: Sequence[str]) -> FrontMatter:
        """Return nothing."""
        return FrontMatter()


class PageHost(OutsideHost):
    """The host of a page; the build takes note of what the page shows.

    Attributes:
        source: the file of the page; without text if another plugin reads it from elsewhere.
    """

    def __init__(self, build: SiteBuild, page: Page) -> None:
        """Read the file of the page."""
        file, name = page.file, source_name(page.file)
        super().__init__(build, file)
        if file.abs_src_path is not None and file.generated_by != NAME:
            self.folders = (*self.folders, Path(str(file.abs_src_path)).parent)
        self.source = Source(name, "")
        with suppress(OSError):
            self.source = Source(name, file.content_string)
        self._mkdocs_page = page
        self._uri = file.src_uri
        self._aligned: tuple[str, Sequence[range]] | None = None

    def schema(self, name: str) -> Schema:
        """Return the schema that a directive names, and note that the page shows it."""
        self._build.pages.directives.add((name, self._uri))
        if self._build.banners is not None:
            self._build.banners.show(self._uri, name)
        return super().schema(name)

    def index(self, fleet: str) -> str:
        """Return the table of the schemas of a fleet, and note it for the Markdown of the page."""
        html = super().index(fleet)
        self._build.markdown.sources[self._uri].fleets.add(fleet)
        return html

    def report(self, findings: Sequence[Finding]) -> Sequence[Finding]:
        """Add findings in the page to those of the build."""
        return self._build.report(self._mkdocs_page, findings)

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
        file = self._mkdocs_page.file
        folder = file.src_dir and Path(file.src_dir)
        page = Path(file.abs_src_path) if file.abs_src_path else None
        return IncludedFiles(self.source.text, page, folder or Path())

    def front_matter(self, md: Markdown, key: str, lines: Sequence[str]) -> FrontMatter:
        """Return what the front matter, which MkDocs has taken off the text, has for a key."""
        numbered = enumerate(self.source.lines, 1)
        line = next((number for number, text in numbered if text.startswith(f"{key}:")), None)
        value = self._mkdocs_page.meta.get(key)
        return FrontMatter(value, Span(self.source, line).narrowed_to(str(value)) if line else None)

    def add_source(self, lines: Sequence[str]) -> None:
        """Take note of the lines, for the Markdown of the page."""
        source = self._build.markdown.sources[self._uri]
        source.text = source.text or "\n".join(lines)

    def add_rendered(self, directive: DirectiveOptions, view: View, rendered: Rendered) -> str:
        """Take note of the fields, for cross-references and search, and of what is not in the page."""
        downloads = self.site.downloads
        if view.lines is not None and rendered.lines:
            downloads.add_lines(view.lines.uri, rendered.lines)
            if view.lines.values:
                downloads.add(directive.name)
        self._build.markdown.sources[self._uri].references.append(directive)
        return self._build.pages.add(self._mkdocs_page, rendered)

    def add_mention(self, mention: Mention) -> None:
        """Keep a cross-reference until all pages are converted."""
        self._build.pages.mention(self._mkdocs_page, mention)

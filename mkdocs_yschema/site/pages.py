"""Files of the site: generated pages. What search and links know of a page."""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.toc import AnchorLink, TableOfContents

from yschema_engine.doccheck.file_names import display_path
from yschema_engine.outputs.html import Heading

_MARKS = re.compile(r"([\\`*_{}\[\]()#+\-.!|])")


def add_pages(
    files: Files, config: MkDocsConfig, pages: Mapping[str, str], titles: Mapping[str, str]
) -> None:
    """Adds the pages of schemas that `docs_dir` does not have.

    Args:
        files: all files of the site.
        config: the site's.
        pages: paths in `docs_dir` by schema.
        titles: titles by schema.
    """
    for name, uri in pages.items():
        if files.get_file_from_path(uri) is None:
            files.append(generated(config, uri, titles[name], name))


def generated(config: MkDocsConfig, uri: str, title: str, name: str, path: str = "") -> File:
    """A page with a title and the directive for a schema, or for a part of one."""
    heading = _MARKS.sub(r"\\\1", html.escape(" ".join(title.split()), quote=False))
    options = f'    path: "{path}"\n' if path else ""
    return File.generated(config, uri, content=f"# {heading}\n\n::: yschema {name}\n{options}")


def source_name(file: File) -> str:
    """The name of a page's file in reports."""
    return str(display_path(Path(file.abs_src_path))) if file.abs_src_path else file.src_uri


def add_downloads(files: Files, config: MkDocsConfig, texts: Mapping[str, str]) -> None:
    """Adds files for readers, by their paths in the site."""
    for uri, text in texts.items():
        if files.get_file_from_path(uri) is None:
            files.append(File.generated(config, uri, content=text, inclusion=InclusionLevel.INCLUDED))


class SearchContents(TableOfContents):
    """What search looks sections up in: every field, while the table of contents leaves many out.

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
    """The links, and those below them, but for some; those below one that is left out take its place."""
    for link in links:
        below = list(without(link.children, ids))
        if link.id in ids:
            yield from below
        else:
            kept = AnchorLink(link.title, link.id, link.level)
            kept.children = below
            yield kept

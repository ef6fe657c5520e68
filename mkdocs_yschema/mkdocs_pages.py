"""Pages that the plugin adds to a site of MkDocs, as real files in a temporary folder."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import weakref
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import StructureItem
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

from mkdocs_yschema import mkdocs_compat as compat
from mkdocs_yschema.page_source import NAME
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.titles import title_of
from yschema_engine.site import split_pages
from yschema_engine.site.addresses import SitePage
from yschema_engine.site.findings import PAGE_CLAIMED_TWICE
from yschema_engine.site.page_views import index_text, page_text
from yschema_engine.site.site import Site
from yschema_engine.site.split_pages import map_key, map_pages
from yschema_engine.text.findings import Finding, finding
from yschema_engine.text.phrases import Param, Verbatim, phrase


class TemporaryFolder:
    """A temporary folder, created with its first file and deleted at the end of the run."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._texts: dict[Path, str] = {}

    def write(self, name: str, text: str) -> Path:
        """Write a file under a name, which can contain any characters, and return its path."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="yschema-"))
            self._remove = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        path = self._folder / f"{hashlib.sha256(name.encode()).hexdigest()}{PurePosixPath(name).suffix}"
        if self._texts.get(path) != text:  # else a build before has written it
            path.write_text(text, encoding="utf-8", newline="\n")
            self._texts[path] = text
        return path

    def remove(self) -> None:
        """Delete the folder, if there is one."""
        if self._folder is not None:
            self._remove()
            self._folder, self._texts = None, {}


class PageOwners:
    """What the addresses of pages belong to. Some systems do not tell addresses apart by case.

    Attributes:
        problems: addresses that belong to two pages.
    """

    def __init__(self, files: Files) -> None:
        """Take note of the pages that a site has before any are generated."""
        self.problems: list[Finding] = []
        self._written = {_address(file): file for file in files if file.is_documentation_page()}
        self._owners: dict[str, Param] = {}

    def written(self, file: File) -> File | None:
        """Return the page that has the address of a generated one already."""
        return self._written.get(_address(file))

    def claim(self, file: File, owner: Param) -> bool:
        """Take note of the owner of a page, and return whether its address belongs to no other."""
        other = self._owners.setdefault(_address(file), owner)
        if other is owner and (written := self.written(file)) not in (None, file):
            other = phrase("`{path}`", path=Verbatim(written.src_uri))
        if other is not owner:
            page = Verbatim(file.src_uri)
            self.problems.append(finding(PAGE_CLAIMED_TWICE, page=page, one=other, other=owner))
        return other is owner


def _address(file: File) -> str:
    return file.dest_uri.casefold()


@dataclass(frozen=True, slots=True)
class GeneratedPages:
    """Creates the pages that a site has in addition to those in `docs_dir`.

    Attributes:
        config: the configuration of the site.
        folder: where the Markdown of the pages is.
        owners: takes note of what each page belongs to.
    """

    config: MkDocsConfig
    folder: TemporaryFolder
    owners: PageOwners

    def page(self, uri: str, text: str, inclusion: InclusionLevel = InclusionLevel.UNDEFINED) -> File:
        """Return a page, in the language that is built.

        Args:
            uri: the path that the page would have in `docs_dir`.
            text: the Markdown.
            inclusion: whether the page belongs in the navigation.
        """
        path = self.folder.write(compat.language_folder(self.config) + uri, text)
        file = File.generated(self.config, uri, abs_src_path=str(path), inclusion=inclusion)
        if compat.has_languages(self.config):
            compat.add_language(file, self.config)
        return file


def add_pages(files: Files, generated: GeneratedPages, site: Site) -> None:
    """Add the pages of schemas, and the indexes of fleets, that `docs_dir` does not have.

    Args:
        files: all files of the site.
        generated: creates pages.
        site: the site.
    """
    fleets = site.config.fleets
    members = {name for fleet in fleets.values() for name in fleet.members}
    for name, page in site.config.pages.items():
        file = files.get_file_from_path(page.src_uri)
        if file is None:
            file = generated.page(page.src_uri, page_text(site.library.title(name), name))
            if generated.config.nav is not None and name in members:
                file.inclusion = InclusionLevel.NOT_IN_NAV
            files.append(file)
        generated.owners.claim(file, phrase("schema `{name}`", name=Verbatim(name)))
    for name, uri in ((name, fleet.index) for name, fleet in fleets.items() if fleet.index is not None):
        index = files.get_file_from_path(uri)
        if index is None:
            index = generated.page(uri, index_text(name, site.renderer.words))
            files.append(index)
        if index.generated_by == NAME:
            generated.owners.claim(index, phrase("fleet `{name}`", name=Verbatim(name)))


def site_pages(files: Files, pages: Mapping[str, SitePage]) -> dict[str, SitePage]:
    """Return the pages of schemas that a site has, by the names of the schemas.

    Args:
        files: all files of the site.
        pages: the planned page of each schema.
    """
    known: dict[str, Any] = {name: files.get_file_from_path(page.src_uri) for name, page in pages.items()}
    return {name: file for name, file in known.items() if file is not None}


def download_files(config: MkDocsConfig, texts: Iterable[tuple[str, str]]) -> Iterator[File]:
    """Yield files for readers as MkDocs has them.

    Args:
        config: of the site.
        texts: the path of each file in the site, and its text.
    """
    for uri, text in texts:
        yield File.generated(config, uri, content=text, inclusion=InclusionLevel.INCLUDED)


# The pages are `File`s. Whether mypy sees that their cached properties are those of `SitePage` varies.
SplitSchema: TypeAlias = split_pages.SplitSchema[Any]
SplitPages: TypeAlias = split_pages.SplitPages[Any]


def add_map_pages(
    files: Files, generated: GeneratedPages, pages: Mapping[str, SitePage], schemas: Mapping[str, Schema]
) -> dict[str, SplitSchema]:
    """Add a page for each top-level map of the schemas that are split, if `docs_dir` has none.

    Args:
        files: all files of the site, with the pages of schemas.
        generated: creates pages.
        pages: the pages of all schemas.
        schemas: those that are split.

    Returns:
        The pages by schema.
    """
    splits = {}
    for name, schema in schemas.items():
        maps = {}
        for field, uri in map_pages(pages[name].src_uri, schema):
            page = _page(generated, uri, schema, field)
            written = generated.owners.written(page)
            owner = phrase("`{field}` of schema `{name}`", field=Verbatim(field.name), name=Verbatim(name))
            if generated.owners.claim(written or page, owner):
                if written is None:
                    files.append(page)
                maps[schema.anchor(field)] = written or page
        overview = files.get_file_from_path(pages[name].src_uri)
        assert overview is not None
        splits[name] = SplitSchema(schema, overview, maps)
    return splits


def order_maps(nav: Navigation, splits: Iterable[SplitSchema]) -> None:
    """Put the pages of maps below their overview, in the order of the schema; MkDocs orders by name.

    Other pages stay where they are, also between these.
    """
    for split in splits:
        pages = [file.page for file in split.maps.values() if file.page is not None]
        for parent in {page.parent for page in pages}:
            _put(nav.items if parent is None else parent.children, pages)
        if split.overview.page is not None:
            _join(nav, split.overview.page, {id(page.parent) for page in pages})
    nav.pages[:] = _pages(nav.items)
    for before, after in pairwise((None, *nav.pages, None)):
        if before:
            before.next_page = after
        if after:
            after.previous_page = before


def _join(nav: Navigation, overview: Page, parents: Collection[int]) -> None:
    """Move an overview into the section of its maps, if that is next to it, so that there is one entry."""
    among = nav.items if overview.parent is None else overview.parent.children
    section = next((item for item in among if isinstance(item, Section) and id(item) in parents), None)
    if section is None or not any(item is overview for item in among):
        return
    among[:] = [section if item is overview else item for item in among if item is not section]
    section.children.insert(0, overview)
    overview.parent = section


def _pages(items: Iterable[StructureItem]) -> Iterator[Page]:
    for item in items:
        if isinstance(item, Page):
            yield item
        elif isinstance(item, Section):
            yield from _pages(item.children)


def _put(among: list[Any], pages: Iterable[Page]) -> None:
    """Put the pages that are in a list into their order, at the places that they have."""
    places = {id(item): place for place, item in enumerate(among)}  # pages are equal by their titles
    map_pages = [page for page in pages if id(page) in places]
    for place, page in zip(sorted(places[id(page)] for page in map_pages), map_pages, strict=True):
        among[place] = page


def _page(generated: GeneratedPages, uri: str, schema: Schema, field: Field) -> File:
    title = title_of(field).strip() or field.name or '""'
    file = generated.page(uri, page_text(title, schema.name, map_key(schema, field)))
    if generated.config.nav is not None:  # which may name it, and need not
        file.inclusion = InclusionLevel.NOT_IN_NAV
    return file


def write_files(site: Path, texts: Iterable[tuple[str, str]]) -> None:
    """Write files into the folder of the site.

    Args:
        site: the folder.
        texts: the path of each file in the site, and its text.
    """
    for uri, text in texts:
        path = site / uri
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")

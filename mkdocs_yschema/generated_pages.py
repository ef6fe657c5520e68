"""Pages that the plugin adds to a site of MkDocs, as real files in a temporary folder."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import weakref
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import StructureItem
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

from mkdocs_yschema import mkdocs_compat as compat
from mkdocs_yschema.page_host import NAME
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.site.page_text import index_text, page_text
from yschema_engine.site.pages import PAGE_CLAIMED_TWICE, SplitSchema, map_key, map_title, split_schemas
from yschema_engine.site.site import Site
from yschema_engine.text.findings import Finding, finding
from yschema_engine.text.phrases import Phrase, Verbatim, phrase


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


class GeneratedPages:
    """Adds the pages that a site has in addition to those in `docs_dir`.

    Some systems do not tell the addresses of pages apart by case.

    Attributes:
        problems: addresses that belong to two pages.
        overviews: the pages of schemas and of sets of resources, by their names.
        below: the pages below these, in the order of the navigation, by the same names.
    """

    def __init__(self, files: Files, site: Site, config: MkDocsConfig, folder: TemporaryFolder) -> None:
        """Take note of the pages that the site has before any are generated."""
        self.problems: list[Finding] = []
        self.overviews: dict[str, File] = {}
        self.below: defaultdict[str, list[File]] = defaultdict(list)
        self._files = files
        self._site = site
        self._config = config
        self._folder = folder
        self._written = {_address(file): file for file in files if file.is_documentation_page()}
        self._owners: dict[str, Phrase] = {}

    def add_schemas(self) -> dict[str, Any]:
        """Add the pages of schemas, and the indexes of fleets, and return the pages by schema."""
        site, fleets = self._site, self._site.config.fleets
        members = {name for fleet in fleets.values() for name in fleet.members}
        pages: dict[str, Any] = {}
        for name, planned in site.config.pages.items():
            text = page_text(site.library.title(name), name)
            pages[name] = self._existing_or_new(planned.src_uri, text, is_listed=name not in members)
            self._claim(pages[name], phrase("schema `{name}`", name=Verbatim(name)))
        for name, fleet in fleets.items():
            if fleet.index is not None:
                index = self._existing_or_new(fleet.index, index_text(site.index_title(name), name))
                if index.generated_by == NAME:
                    self._claim(index, phrase("fleet `{name}`", name=Verbatim(name)))
                if not fleet.pattern:  # the kinds and versions that some files define
                    self.overviews[name] = index
                    self.below[name] += [pages[member] for member in fleet.members if member in pages]
        self.overviews |= pages
        return pages

    def add_upgrades(self) -> Iterator[tuple[str, str]]:
        """Add the pages about versions, and yield the path and the Markdown of each."""
        kinds = {name: len(pages) for name, pages in self.below.items()}
        for name, page in self._site.upgrade_pages():
            if self._files.get_file_from_path(page.uri) is None:
                file = self._existing_or_new(page.uri, page.with_html, is_listed=False)
                self._claim(file, phrase("the versions of schema `{name}`", name=Verbatim(name)))
                self.below[name].insert(kinds.get(name, 0), file)  # the latest version first
                yield page.uri, page.markdown

    def add_maps(self, overviews: Mapping[str, Any]) -> dict[str, SplitSchema]:
        """Add a page for each top-level map of the schemas that are split, and return the pages by schema.

        Args:
            overviews: the pages of schemas, by their names.
        """
        splits = split_schemas(self._site.library, overviews, self._page_of_map)
        for name, split in splits.items():
            self.below[name][:0] = split.maps.values()
        return splits

    def _page_of_map(self, schema: Schema, field: Field, uri: str) -> File | None:
        """Return the page of a map; None if its address is that of another page."""
        text = page_text(map_title(field), schema.name, map_key(schema, field))
        page = self._new(uri, text, is_listed=False)
        written = self._written.get(_address(page))
        key, name = Verbatim(field.name), Verbatim(schema.name)
        if not self._claim(written or page, phrase("`{field}` of schema `{name}`", field=key, name=name)):
            return None
        if written is None:
            self._files.append(page)
        return written or page

    def _claim(self, file: File, owner: Phrase) -> bool:
        """Take note of the owner of a page, and return whether its address belongs to no other."""
        address = _address(file)
        other = self._owners.setdefault(address, owner)
        if other is owner and (written := self._written.get(address)) not in (None, file):
            other = phrase("`{path}`", path=Verbatim(written.src_uri))
        if other is not owner:
            page = Verbatim(file.src_uri)
            self.problems.append(finding(PAGE_CLAIMED_TWICE, page=page, one=other, other=owner))
        return other is owner

    def _existing_or_new(self, uri: str, text: str, *, is_listed: bool = True) -> File:
        file = self._files.get_file_from_path(uri)
        if file is None:
            file = self._new(uri, text, is_listed=is_listed)
            self._files.append(file)
        return file

    def _new(self, uri: str, text: str, *, is_listed: bool) -> File:
        """Return a page, in the language that is built.

        Args:
            uri: the path that the page would have in `docs_dir`.
            text: the Markdown.
            is_listed: whether a `nav` should name the page; it may name others.
        """
        path = self._folder.write(compat.language_folder(self._config) + uri, text)
        file = File.generated(self._config, uri, abs_src_path=str(path))
        if compat.has_languages(self._config):
            compat.add_language(file, self._config)
        if self._config.nav is not None and not is_listed:
            file.inclusion = InclusionLevel.NOT_IN_NAV
        return file


def _address(file: File) -> str:
    return file.dest_uri.casefold()


def order_below(nav: Navigation, overviews: Mapping[str, File], below: Mapping[str, Sequence[File]]) -> None:
    """Put the pages below an overview into their order, and all of them into one entry.

    MkDocs orders by name. Other pages stay where they are, also between these.

    Args:
        nav: the navigation, which MkDocs has made.
        overviews: the pages of schemas and of sets of resources, by their names.
        below: the pages below those.
    """
    for name, files in below.items():
        pages = [file.page for file in files if file.page is not None]
        for parent in {page.parent for page in pages}:
            _put(nav.items if parent is None else parent.children, pages)
        overview = overviews[name].page if name in overviews else None
        if overview is not None:
            _join(nav, overview, {id(page.parent) for page in pages})
    nav.pages[:] = _pages(nav.items)
    for before, after in pairwise((None, *nav.pages, None)):
        if before:
            before.next_page = after
        if after:
            after.previous_page = before


def _join(nav: Navigation, overview: Page, parents: Collection[int]) -> None:
    """Move an overview into the section of the pages below it, if that is next to it: one entry for all."""
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

"""Schemas on many pages: one for each map at the top, and one for the rest, which leads to them."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import StructureItem
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from mkdocs_yschema.site.pages import generated
from yschema_engine.model.findings import Finding, legacy_finding
from yschema_engine.outputs.html import Link, View
from yschema_engine.reference import Field, Reference

# Names of pages that MkDocs has a meaning for, and names that Windows has none but its own for.
_TAKEN = {"index", "readme", "con", "prn", "aux", "nul"} | {
    f"{p}{n}" for p in ("com", "lpt") for n in range(10)
}
_CAPITAL = re.compile(r"(~[0-9A-F]{2})|([A-Z])")
_LONGEST = 100


@dataclass(frozen=True, slots=True)
class Split:
    """The pages of one schema.

    Attributes:
        reference: the schema's.
        overview: the page that has all but the fields of maps.
        maps: the pages that have those, by the anchors of the maps.
    """

    reference: Reference
    overview: File
    maps: Mapping[str, File]

    def is_home(self, shown: Reference | Field, file: File) -> bool:
        """Whether the page is there to show this."""
        if isinstance(shown, Reference):
            return file is self.overview
        return file is self.maps.get(shown.anchor)

    def placed(self, view: View, shown: Reference | Field, page: File) -> View:
        """The view of the schema, or of a part of it, on a page, with the ways to the other pages."""

        def href(other: File) -> str:
            return get_relative_url(other.url, page.url)

        if isinstance(shown, Reference):
            others = self.maps if self.is_home(shown, page) else {}
            return replace(view, elsewhere={anchor: href(other) for anchor, other in others.items()})
        tops = [field.anchor for field in self.reference.root.children if field.anchor != shown.anchor]
        pages = {anchor: self.maps.get(anchor, self.overview) for anchor in tops}
        elsewhere = {anchor: href(other) for anchor, other in pages.items() if other is not page}
        up = Link(self.reference.title, href(self.overview)) if self.is_home(shown, page) else None
        return replace(view, elsewhere=elsewhere, up=up)

    def without(self, shown: Iterable[tuple[str, str]]) -> Iterator[Finding]:
        """The pages of authors' own that do not show what others link to there.

        Args:
            shown: the names of schemas, each with the anchor of what a page that is its home shows.
        """
        name = self.reference.name
        ours = {anchor for other, anchor in shown if other == name}
        homes = {self.reference.root.anchor: self.overview, **self.maps}
        for anchor, file in homes.items():
            if anchor not in ours:
                key = anchor.partition(".")[2]
                yield legacy_finding(
                    f"{file.src_uri} does not show what links of other pages lead to there",
                    "usage",
                    expected=f"::: yschema {name}" + (f", and below it `path: {key}`" if key else ""),
                    hint="write that there, take the page away, or leave out `split: map`",
                    severity="warning",
                )


def add_map_pages(
    files: Files, config: MkDocsConfig, pages: Mapping[str, str], references: Mapping[str, Reference]
) -> tuple[dict[str, Split], list[Finding]]:
    """Adds a page for each map at the top of the schemas that are split, where `docs_dir` has none.

    Args:
        files: all files of the site, with the pages of schemas.
        config: the site's.
        pages: the paths of the pages of all schemas.
        references: those of the schemas that are split.

    Returns:
        The pages by schema, and what is wrong with them: one may be that of another schema.
    """
    # Some systems do not tell addresses apart by case.
    by_address = {file.dest_uri.casefold(): file for file in files if file.is_documentation_page()}
    owners = {_address(files, page): f"schema {name!r}" for name, page in pages.items()}
    splits, problems = {}, []
    for name, reference in references.items():
        maps = {}
        for field, uri in map_pages(pages[name], reference):
            file, owner = _page(config, uri, reference, field), f"{field.name!r} of schema {name!r}"
            address = file.dest_uri.casefold()
            if address in owners:
                problems.append(_claimed_twice(uri, owners[address], owner))
                continue
            owners[address] = owner
            if address not in by_address:
                files.append(file)
            maps[field.anchor] = by_address.get(address, file)
        overview = files.get_file_from_path(pages[name])
        assert overview is not None
        splits[name] = Split(reference, overview, maps)
    return splits, problems


def order_maps(nav: Navigation, splits: Iterable[Split]) -> None:
    """Puts the pages of maps into the order of their schemas; MkDocs has them in that of their names.

    Other pages stay where they are, also between these.
    """
    for split in splits:
        pages = [file.page for file in split.maps.values() if file.page is not None]
        for parent in {page.parent for page in pages}:
            _put(nav.items if parent is None else parent.children, pages)
    nav.pages[:] = _pages(nav.items)
    for before, after in pairwise((None, *nav.pages, None)):
        if before:
            before.next_page = after
        if after:
            after.previous_page = before


def _pages(items: Iterable[StructureItem]) -> Iterator[Page]:
    for item in items:
        if isinstance(item, Page):
            yield item
        elif isinstance(item, Section):
            yield from _pages(item.children)


def _put(among: list[Any], pages: Iterable[Page]) -> None:
    """Puts those of some pages that are in a list into their order, at the places that they have."""
    places = {id(item): place for place, item in enumerate(among)}  # pages are equal by their titles
    there = [page for page in pages if id(page) in places]
    for place, page in zip(sorted(places[id(page)] for page in there), there, strict=True):
        among[place] = page


def map_pages(overview: str, reference: Reference) -> Iterator[tuple[Field, str]]:
    """The maps at the top of a schema, each with the path of its page in `docs_dir`.

    Args:
        overview: the path of the schema's own page. Those of maps are in the folder of its name, or beside
            the index of a folder.
        reference: the schema's.
    """
    path = PurePosixPath(overview)
    folder = path.parent if path.stem in ("index", "README") else path.with_suffix("")
    maps = [field for field in reference.root.children if field.children]
    names = file_names([field.anchor.partition(".")[2] for field in maps])
    for field, name in zip(maps, names, strict=True):
        yield field, (folder / f"{name}.md").as_posix()


def file_names(keys: Sequence[str]) -> list[str]:
    """Names of files for keys, as anchors write them: every system has them apart, and takes them.

    A name is the key, but where case alone tells it from another or it is taken: then its capital letters,
    or its first one, are written as anchors write what is no letter.
    """
    counts = Counter(key.lower() for key in keys)
    return [_file_name(key, alone=counts[key.lower()] == 1) for key in keys]


def _file_name(key: str, *, alone: bool) -> str:
    if not alone:
        key = _CAPITAL.sub(lambda found: found[1] or f"~{ord(found[2]):02X}", key)
    if key.lower() in _TAKEN:
        key = f"~{ord(key[0]):02X}{key[1:]}"
    if len(key) > _LONGEST:  # most systems end at 255 bytes
        key = f"{key[:_LONGEST]}~{hashlib.sha256(key.encode()).hexdigest()[:16]}"
    return key


def _page(config: MkDocsConfig, uri: str, reference: Reference, field: Field) -> File:
    title = field.title.strip() or field.name or '""'
    file = generated(config, uri, title, reference.name, field.anchor.partition(".")[2])
    if config.nav is not None:  # which may name it, and need not
        file.inclusion = InclusionLevel.NOT_IN_NAV
    return file


def _address(files: Files, page: str) -> str:
    file = files.get_file_from_path(page)
    return file.dest_uri.casefold() if file else ""


def _claimed_twice(uri: str, one: str, other: str) -> Finding:
    return legacy_finding(
        f"{uri} would be the page of {one} and of {other}",
        "usage",
        expected="a page for each",
        hint="give one of the schemas another page",
    )

"""Schemas on many pages: one for each top-level map, and an overview that leads to them."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any

from mkdocs.structure import StructureItem
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from mkdocs_yschema.codes import PAGE_CLAIMED_TWICE, PAGE_WITHOUT_REFERENCE
from mkdocs_yschema.site.generated_files import GeneratedPages
from mkdocs_yschema.site.pages import page_text
from yschema_engine.model.fields import Field
from yschema_engine.model.findings import Finding, finding
from yschema_engine.model.path import split_anchor
from yschema_engine.model.phrases import Param, Verbatim, phrase
from yschema_engine.model.schema import Schema
from yschema_engine.model.titles import title_of
from yschema_engine.outputs.html import Link, View

# Names of pages that MkDocs has a meaning for, and names that Windows has none but its own for.
_TAKEN = frozenset(
    {"index", "readme", "con", "prn", "aux", "nul"} | {f"{p}{n}" for p in ("com", "lpt") for n in range(10)}
)
_CAPITAL = re.compile(r"(~[0-9A-F]{2})|([A-Z])")
_LONGEST = 100


@dataclass(frozen=True, slots=True)
class SplitSchema:
    """The pages of one schema.

    Attributes:
        schema: the schema.
        overview: the page with everything except the fields of maps.
        maps: the pages with those, by the anchors of the maps.
    """

    schema: Schema
    overview: File
    maps: Mapping[str, File]

    def is_home(self, shown: Field, file: File) -> bool:
        """Return whether a page is the home of the schema or of a map of it."""
        home = self.overview if shown.is_document else self.maps.get(self.schema.anchor(shown))
        return home is not None and file.src_uri == home.src_uri  # other plugins may copy files

    def placed(self, view: View, shown: Field, page: File) -> View:
        """Return the view of the schema, or of a part of it, on a page, with links to the other pages."""

        def href(other: File) -> str:
            return get_relative_url(other.url, page.url)

        if shown.is_document:
            others = self.maps if self.is_home(shown, page) else {}
            return replace(view, other_pages={anchor: href(other) for anchor, other in others.items()})
        tops = [self.schema.anchor(field) for field in self.schema.root.children if field is not shown]
        pages = {anchor: self.maps.get(anchor, self.overview) for anchor in tops}
        other_pages = {
            anchor: href(other) for anchor, other in pages.items() if other.src_uri != page.src_uri
        }
        parent_page = Link(self.schema.title, href(self.overview)) if self.is_home(shown, page) else None
        return replace(view, other_pages=other_pages, parent_page=parent_page)

    def pages_without(self, shown: Iterable[tuple[str, str]]) -> Iterator[Finding]:
        """Return the authors' own pages that do not show what links of other pages lead to there.

        Args:
            shown: the names of schemas, each with the anchor of what a page that is its home shows.
        """
        name = self.schema.name
        anchors = {anchor for other, anchor in shown if other == name}
        homes = {self.schema.anchor(self.schema.root): self.overview, **self.maps}
        for anchor, file in homes.items():
            if anchor not in anchors:
                key = "".join(split_anchor(anchor)[1:])
                directive = Verbatim(f"::: yschema {name}")
                below = phrase(
                    "`{directive}`, and below it `{option}`",
                    directive=directive,
                    option=Verbatim(f"path: {key}"),
                )
                yield finding(
                    PAGE_WITHOUT_REFERENCE,
                    page=Verbatim(file.src_uri),
                    expected=below if key else directive,
                )


class SplitPages:
    """The schemas of a site that have many pages."""

    def __init__(self, splits: Mapping[str, SplitSchema]) -> None:
        """Start without references on pages.

        Args:
            splits: the pages of each schema, by its name.
        """
        self._splits = splits
        self._shown: dict[tuple[str, str], None] = {}

    @property
    def all(self) -> Iterable[SplitSchema]:
        """The pages of all these schemas."""
        return self._splits.values()

    def get(self, name: str) -> SplitSchema | None:
        """Return the pages of a schema; None if it has one page at most."""
        return self._splits.get(name)

    def maps(self, name: str) -> Mapping[str, File]:
        """Return the pages of the maps of a schema, by the anchors of the maps."""
        return self._splits[name].maps

    def add_shown(self, name: str, anchor: str) -> None:
        """Take note that the page that is the home of a schema, or of a map of it, shows it."""
        self._shown[name, anchor] = None

    def findings(self) -> Iterator[tuple[str, Finding]]:
        """Return what is wrong with pages, each finding with the name of the schema."""
        for name, split in self._splits.items():
            for problem in split.pages_without(self._shown):
                yield name, problem


def add_map_pages(
    files: Files, generated: GeneratedPages, pages: Mapping[str, str], schemas: Mapping[str, Schema]
) -> tuple[dict[str, SplitSchema], list[Finding]]:
    """Add a page for each top-level map of the schemas that are split, if `docs_dir` has none.

    Args:
        files: all files of the site, with the pages of schemas.
        generated: creates pages.
        pages: the paths of the pages of all schemas.
        schemas: those that are split.

    Returns:
        The pages by schema, and what is wrong with them: one may be that of another schema.
    """
    # Some systems do not tell addresses apart by case.
    by_address = {file.dest_uri.casefold(): file for file in files if file.is_documentation_page()}
    owners = {
        _address(files, page): phrase("schema `{name}`", name=Verbatim(name)) for name, page in pages.items()
    }
    splits, problems = {}, []
    for name, schema in schemas.items():
        maps = {}
        for field, uri in map_pages(pages[name], schema):
            file = _page(generated, uri, schema, field)
            owner = phrase("`{field}` of schema `{name}`", field=Verbatim(field.name), name=Verbatim(name))
            address = file.dest_uri.casefold()
            if address in owners:
                problems.append(_claimed_twice(uri, owners[address], owner))
                continue
            owners[address] = owner
            if address not in by_address:
                files.append(file)
            maps[schema.anchor(field)] = by_address.get(address, file)
        overview = files.get_file_from_path(pages[name])
        assert overview is not None
        splits[name] = SplitSchema(schema, overview, maps)
    return splits, problems


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


def map_pages(overview: str, schema: Schema) -> Iterator[tuple[Field, str]]:
    """Return the top-level maps of a schema, each with the path of its page in `docs_dir`.

    Args:
        overview: the path of the schema's own page. Those of maps are in the folder of its name, or next to
            the index of a folder.
        schema: the schema.
    """
    path = PurePosixPath(overview)
    folder = path.parent if path.stem in ("index", "README") else path.with_suffix("")
    maps = [field for field in schema.root.children if field.children]
    names = file_names([_key(schema, field) for field in maps])
    for field, name in zip(maps, names, strict=True):
        yield field, (folder / f"{name}.md").as_posix()


def pages_by_schema(
    files: Files, overviews: Mapping[str, str], split_pages: SplitPages
) -> dict[str, list[Page]]:
    """Return the pages of each schema by its name: the overview, then those of maps.

    Args:
        files: the files of the site.
        overviews: the `src_uri` of the overview of each schema.
        split_pages: the schemas that have a page for each map.
    """
    by_schema = {name: [files.get_file_from_path(uri)] for name, uri in overviews.items()}
    for split in split_pages.all:
        by_schema[split.schema.name].extend(split.maps.values())
    return {
        name: [file.page for file in of_schema if file and file.page] for name, of_schema in by_schema.items()
    }


def file_names(keys: Sequence[str]) -> list[str]:
    """Return names of files for keys as anchors write them; every system accepts them, and tells them apart.

    A name is the key. If case alone tells it from another one, its capital letters are escaped as anchors
    escape other characters; if the name is reserved, its first character is.
    """
    counts = Counter(key.lower() for key in keys)
    return [_file_name(key, alone=counts[key.lower()] == 1) for key in keys]


def _file_name(key: str, *, alone: bool) -> str:
    if not alone:
        key = _CAPITAL.sub(lambda match: match[1] or f"~{ord(match[2]):02X}", key)
    if key.lower() in _TAKEN:
        key = f"~{ord(key[0]):02X}{key[1:]}"
    if len(key) > _LONGEST:  # most systems end at 255 bytes
        key = f"{key[:_LONGEST]}~{hashlib.sha256(key.encode()).hexdigest()[:16]}"
    return key


def _page(generated: GeneratedPages, uri: str, schema: Schema, field: Field) -> File:
    title = title_of(field).strip() or field.name or '""'
    file = generated.page(uri, page_text(title, schema.name, _key(schema, field)))
    if generated.config.nav is not None:  # which may name it, and need not
        file.inclusion = InclusionLevel.NOT_IN_NAV
    return file


def _key(schema: Schema, field: Field) -> str:
    """Return the key of a top-level field as anchors write it."""
    return split_anchor(schema.anchor(field))[-1]


def _address(files: Files, page: str) -> str:
    file = files.get_file_from_path(page)
    return file.dest_uri.casefold() if file else ""


def _claimed_twice(uri: str, one: Param, other: Param) -> Finding:
    return finding(PAGE_CLAIMED_TWICE, page=Verbatim(uri), one=one, other=other)

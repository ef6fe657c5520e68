"""The pages of schemas that have one for each top-level map, in a site of MkDocs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, TypeAlias

from mkdocs.structure import StructureItem
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

from mkdocs_yschema.site.generated_files import GeneratedPages
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.titles import title_of
from yschema_engine.site import split_pages
from yschema_engine.site.page_views import page_text
from yschema_engine.site.split_pages import map_key, map_pages
from yschema_engine.text.phrases import Verbatim, phrase

# The pages are `File`s. Whether mypy sees that their cached properties are those of `SitePage` varies.
SplitSchema: TypeAlias = split_pages.SplitSchema[Any]
SplitPages: TypeAlias = split_pages.SplitPages[Any]


def add_map_pages(
    files: Files, generated: GeneratedPages, pages: Mapping[str, str], schemas: Mapping[str, Schema]
) -> dict[str, SplitSchema]:
    """Add a page for each top-level map of the schemas that are split, if `docs_dir` has none.

    Args:
        files: all files of the site, with the pages of schemas.
        generated: creates pages.
        pages: the paths of the pages of all schemas.
        schemas: those that are split.

    Returns:
        The pages by schema.
    """
    splits = {}
    for name, schema in schemas.items():
        maps = {}
        for field, uri in map_pages(pages[name], schema):
            page = _page(generated, uri, schema, field)
            written = generated.owners.written(page)
            owner = phrase("`{field}` of schema `{name}`", field=Verbatim(field.name), name=Verbatim(name))
            if generated.owners.claim(written or page, owner):
                if written is None:
                    files.append(page)
                maps[schema.anchor(field)] = written or page
        overview = files.get_file_from_path(pages[name])
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


def _page(generated: GeneratedPages, uri: str, schema: Schema, field: Field) -> File:
    title = title_of(field).strip() or field.name or '""'
    file = generated.page(uri, page_text(title, schema.name, map_key(schema, field)))
    if generated.config.nav is not None:  # which may name it, and need not
        file.inclusion = InclusionLevel.NOT_IN_NAV
    return file

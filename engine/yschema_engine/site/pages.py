"""The source of the pages of a site: planned from the configuration, or the files of a host with plugins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

from yschema_engine.site.addresses import PlannedPage, SitePage, planned_page, relative_url
from yschema_engine.site.library import SchemaLibrary
from yschema_engine.site.split_pages import SplitSchema, map_pages
from yschema_engine.text.findings import EngineError
from yschema_engine.text.paths import ROOT, split_anchor, top_anchor


class SitePages(ABC):
    """The pages of a site, and the addresses of what they show.

    Attributes:
        of_schemas: the pages of schemas, by their names.
        split: the pages of the schemas that have many, by the names of the schemas.
        language_folder: the folder in the site of the pages and files; empty for the default language.
        is_absolute: whether links to files for readers begin with the address of the site.
        lists_mentions: whether pages list where their fields are mentioned.
        shows_coverage: whether pages show how much of a schema is documented.
    """

    of_schemas: Mapping[str, Any]
    split: Mapping[str, SplitSchema]
    language_folder = ""
    is_absolute = False
    lists_mentions = False
    shows_coverage = False

    @cached_property
    def overviews(self) -> Mapping[str, Any]:
        """The pages of schemas, by the anchors of the schemas."""
        return {ROOT.anchor(name): page for name, page in self.of_schemas.items()}

    @cached_property
    def of_maps(self) -> Mapping[str, Any]:
        """The pages of maps, by the anchors of the maps."""
        return {anchor: page for split in self.split.values() for anchor, page in split.maps.items()}

    def home(self, anchor: str) -> Any:
        """Return the page for the field with an anchor: of its map, or of its schema; None without one."""
        of_map = self.of_maps.get(top_anchor(anchor))
        return of_map or self.overviews.get(split_anchor(anchor)[0])

    @abstractmethod
    def link(self, anchor: str, page: SitePage) -> str:
        """Return the address of a field from a page; empty if no page shows the field."""

    @abstractmethod
    def url(self, anchor: str) -> str | None:
        """Return the address of the page that shows a field, by its anchor; None if none does."""

    def offers(self, path: str) -> bool:
        """Return whether the site has a file of ours, by its path."""
        return True


class PlannedPages(SitePages):
    """The pages that a configuration plans, for hosts whose pages this program does not convert."""

    def __init__(self, library: SchemaLibrary, offers: Callable[[str], bool] = lambda _: True) -> None:
        """Start without having read any schema.

        Args:
            library: the schemas.
            offers: returns whether the site has a file, by its path.
        """
        self._library = library
        self._offers = offers
        self.of_schemas: Mapping[str, PlannedPage] = library.config.pages
        self.start = self.plan("index.md")

    def plan(self, uri: str) -> PlannedPage:
        """Return a page by its path in the folder of pages."""
        return planned_page(uri, as_folders=self._library.config.site.as_folders)

    @cached_property
    def split(self) -> Mapping[str, SplitSchema]:  # type: ignore[override]  # computed when it is needed
        """The schemas that have a page for each map."""
        return dict(self._splits())

    def _splits(self) -> Iterator[tuple[str, SplitSchema]]:
        for name in self._library.config.splits:
            with suppress(EngineError):  # reported where the schema is shown
                schema, overview = self._library.schema(name), self.of_schemas[name]
                maps = {
                    schema.anchor(field): self.plan(uri) for field, uri in map_pages(overview.src_uri, schema)
                }
                yield name, SplitSchema(schema, overview, maps)

    def offers(self, path: str) -> bool:
        """Return whether the site has a file."""
        return self._offers(path)

    def url(self, anchor: str) -> str | None:
        """Return the address of the page that shows a field, by its anchor; None if none does."""
        home = self.home(anchor)
        return home.url if home else None

    def link(self, anchor: str, page: SitePage) -> str:
        """Return the address of a field from a page; empty if no page shows the field."""
        home = self.home(anchor)
        if home is None or home.src_uri == page.src_uri:
            return f"#{anchor}" if home else ""
        return f"{relative_url(home.url, page.url)}#{anchor}"

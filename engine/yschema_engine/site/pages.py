"""The source of the pages of a site: planned from the configuration, or the files of a host with plugins."""

from __future__ import annotations

import hashlib
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.titles import title_of
from yschema_engine.show.html.view import Link, View
from yschema_engine.site.addresses import PlannedPage, SitePage, page_below, relative_url
from yschema_engine.site.library import SchemaLibrary
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.findings import EngineError, Finding, finding, usage_code, usage_warning
from yschema_engine.text.paths import ROOT, split_anchor, top_anchor
from yschema_engine.text.phrases import Verbatim, phrase

PAGE_WITHOUT_REFERENCE = usage_warning(
    "page-without-reference",
    "{page} exists, and does not show the reference that other pages link to there",
    hint="add the directive to the page, or delete the page, which is then generated",
)
PAGE_CLAIMED_TWICE = usage_code(
    "page-claimed-twice",
    "{page} would be the page of {one} and of {other}",
    expected="a page for each",
    hint="give one of the schemas another page",
)

# Names of pages that site generators have a meaning for, and names that Windows has none but its own for.
_TAKEN = frozenset(
    {"index", "readme", "con", "prn", "aux", "nul"} | {f"{p}{n}" for p in ("com", "lpt") for n in range(10)}
)
_CAPITAL = re.compile(r"(~[0-9A-F]{2})|([A-Z])")
_LONGEST = 100


@dataclass(frozen=True)
class SplitSchema:
    """The pages of one schema.

    Attributes:
        schema: the schema.
        overview: the page with everything except the fields of maps.
        maps: the pages with those, by the anchors of the maps.
        shown: the anchors of what is shown on the page that is its home, once that is known.
    """

    schema: Schema
    overview: Any
    maps: Mapping[str, Any]
    shown: set[str] = field(default_factory=set)

    def is_home(self, shown: Field, page: SitePage) -> bool:
        """Return whether a page is the home of the schema or of a map of it."""
        home = self.overview if shown.is_document else self.maps.get(self.schema.anchor(shown))
        return home is not None and page.src_uri == home.src_uri  # other plugins may copy files

    def placed(self, view: View, shown: Field, page: SitePage) -> View:
        """Return the view of the schema, or of a part of it, on a page, with links to the other pages."""

        def href(other: SitePage) -> str:
            return relative_url(other.url, page.url)

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

    def pages_without_reference(self) -> Iterator[Finding]:
        """Yield what authors' own pages do not show, although links of other pages lead to it there."""
        homes = {self.schema.anchor(self.schema.root): self.overview, **self.maps}
        for anchor, page in homes.items():
            if anchor not in self.shown:
                yield page_without_reference(page, self.schema.name, "".join(split_anchor(anchor)[1:]))


def page_without_reference(page: SitePage, name: str, key: str = "") -> Finding:
    """Return the finding about an author's page that does not show the reference of a schema.

    Args:
        page: the page.
        name: the name of the schema.
        key: the map that belongs there; empty for the whole schema.
    """
    directive, option = Verbatim(f"::: yschema {name}"), Verbatim(f"path: {key}")
    below = phrase("`{directive}`, and below it `{option}`", directive=directive, option=option)
    expected = below if key else directive
    return finding(PAGE_WITHOUT_REFERENCE, page=Verbatim(page.src_uri), expected=expected)


class SitePages(ABC):
    """The pages of a site, and the addresses of what they show.

    Attributes:
        of_schemas: the pages of schemas, by their names.
        split: the pages of the schemas that have many, by the names of the schemas.
        offers: returns whether the site has a file of ours, by its path.
        language_folder: the folder in the site of the pages and files; empty for the default language.
        is_absolute: whether links to files for readers begin with the address of the site.
        lists_mentions: whether pages list where their fields are mentioned.
        shows_coverage: whether pages show how much of a schema is documented.
    """

    of_schemas: Mapping[str, Any]
    split: Mapping[str, SplitSchema]
    offers: Callable[[str], bool]
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
        return self.of_maps.get(top_anchor(anchor)) or self.overviews.get(split_anchor(anchor)[0])

    @abstractmethod
    def link(self, anchor: str, page: SitePage) -> str:
        """Return the address of a field from a page; empty if no page shows the field."""

    @abstractmethod
    def url(self, anchor: str) -> str | None:
        """Return the address of the page that shows a field, by its anchor; None if none does."""


class PlannedPages(SitePages):
    """The pages that a configuration plans, for hosts whose pages this program does not convert."""

    def __init__(self, library: SchemaLibrary, offers: Callable[[str], bool]) -> None:
        self._library = library
        self.offers = offers
        self.of_schemas: Mapping[str, PlannedPage] = library.config.pages
        self.start = library.config.plan("index.md")

    @cached_property
    def split(self) -> Mapping[str, SplitSchema]:  # type: ignore[override]  # computed when it is needed
        """The schemas that have a page for each map."""
        plan = self._library.config.plan
        return split_schemas(self._library, self.of_schemas, lambda _schema, _top, uri: plan(uri))

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


def split_schemas(
    library: SchemaLibrary, overviews: Mapping[str, Any], page_of: Callable[[Schema, Field, str], Any]
) -> dict[str, SplitSchema]:
    """Return the schemas that have a page for each map at the top level.

    The pages of maps are in a folder with the name of the own page of the schema, or next to an index.

    Args:
        library: the schemas.
        overviews: the pages of schemas, by their names.
        page_of: returns the page of a map of a schema, by its path in `docs_dir`; None if there is none.
    """
    splits = {}
    for name in library.config.splits:
        with suppress(EngineError):  # reported where the schema is shown
            schema, overview = library.schema(name), overviews[name]
            tops = [field for field in schema.root.children if field.children]
            files = file_names([map_key(schema, top) for top in tops])
            uris = (page_below(overview.src_uri, f"{file}.md") for file in files)
            pages = ((top, page_of(schema, top, uri)) for top, uri in zip(tops, uris, strict=True))
            maps = {schema.anchor(top): page for top, page in pages if page is not None}
            splits[name] = SplitSchema(schema, overview, maps)
    return splits


def file_names(keys: Sequence[str]) -> list[str]:
    """Return names of files for keys as anchors write them; every system accepts them, and tells them apart.

    A name is the key. If case alone tells it from another one, its capital letters are escaped as anchors
    escape other characters; if the name is reserved, its first character is.
    """
    counts = Counter(key.lower() for key in keys)
    return [_file_name(key, is_alone=counts[key.lower()] == 1) for key in keys]


def _file_name(key: str, *, is_alone: bool) -> str:
    if not is_alone:
        key = _CAPITAL.sub(lambda match: match[1] or f"~{ord(match[2]):02X}", key)
    if key.lower() in _TAKEN:
        key = f"~{ord(key[0]):02X}{key[1:]}"
    if len(key) > _LONGEST:  # most systems end at 255 bytes
        key = f"{key[:_LONGEST]}~{hashlib.sha256(key.encode()).hexdigest()[:16]}"
    return key


def map_title(field: Field) -> str:
    """Return the title of the page of a map."""
    return title_of(field).strip() or field.name or '""'


def map_key(schema: Schema, field: Field) -> str:
    """Return the key of a top-level field as anchors write it."""
    return split_anchor(schema.anchor(field))[-1]

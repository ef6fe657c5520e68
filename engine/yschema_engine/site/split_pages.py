"""Schemas on many pages: one for each top-level map, and an overview that leads to them."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.titles import title_of
from yschema_engine.show.html.view import Link, View
from yschema_engine.site.addresses import SitePage, page_below, relative_url
from yschema_engine.site.findings import PAGE_WITHOUT_REFERENCE
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.findings import Finding, finding
from yschema_engine.text.paths import split_anchor
from yschema_engine.text.phrases import Verbatim, phrase

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
        name = self.schema.name
        homes = {self.schema.anchor(self.schema.root): self.overview, **self.maps}
        for anchor, file in homes.items():
            if anchor not in self.shown:
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


def map_pages(overview: str, schema: Schema) -> Iterator[tuple[Field, str]]:
    """Return the top-level maps of a schema, each with the path of its page in `docs_dir`.

    Args:
        overview: the path of the schema's own page. The pages of maps are in a folder with the same name,
            or next to the index of a folder.
        schema: the schema.
    """
    maps = [field for field in schema.root.children if field.children]
    names = file_names([map_key(schema, field) for field in maps])
    for top, name in zip(maps, names, strict=True):
        yield top, page_below(overview, f"{name}.md")


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


def map_title(field: Field) -> str:
    """Return the title of the page of a map."""
    return title_of(field).strip() or field.name or '""'


def map_key(schema: Schema, field: Field) -> str:
    """Return the key of a top-level field as anchors write it."""
    return split_anchor(schema.anchor(field))[-1]

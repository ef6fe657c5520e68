"""The caches that the builds of a served site share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from yschema_engine.compare.changes import Comparison
from yschema_engine.doccheck.cache import ById, Cache, CacheGroup, Latest, Passing
from yschema_engine.doccheck.schema_loader import LoadedSchema, SchemaCaches
from yschema_engine.docs.accepted_findings import Suppression
from yschema_engine.read.options import LoadOptions
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.environment import Templates
from yschema_engine.show.html.renderer import Rendered
from yschema_engine.show.html.view import Documented, RequiredSummary, View
from yschema_engine.site.inventory import InventoryEntry
from yschema_engine.site.kept_results import KeptResults
from yschema_engine.site.palette import Row
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import Finding
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Words

CoverageKey: TypeAlias = tuple[ById[LoadedSchema], tuple[Suppression, ...]]
DownloadsKey: TypeAlias = tuple[ById[LoadedSchema], Words]
Urls: TypeAlias = tuple[str | None, ...]
InventoryKey: TypeAlias = tuple[ById[LoadedSchema], Urls]
MarkdownKey: TypeAlias = tuple[ById[LoadedSchema], str, int, str]
PageKey: TypeAlias = tuple[ById[Rendered], int, str, str]
PaletteKey: TypeAlias = tuple[ById[LoadedSchema], Words, str, Urls]
RenderedKey: TypeAlias = tuple[str, ById[Schema], ById[Field | None], int, frozenset[str], View]


@dataclass
class SiteCaches(CacheGroup):
    """Results of builds; the keys say what each depends on.

    Attributes:
        schemas: what is read.
        required: the least values of each schema, which its rules take a while to prove.
        coverage: how much of a schema is documented.
        downloads: the texts of the files that a schema offers.
        markdown: references as Markdown, by the anchor and level of the part, and the renderer's state.
        models: the models of schemas, by which pages check values.
        palette_rows: the fields of a schema for the palette.
        palette_entries: the entry of a schema in the palette, by the language folder and the addresses of
            the pages of its fields.
        filter_indexes: the words of all fields of a schema.
        anchors: the anchors of the fields of a schema, by their paths.
        titles: the anchors and the titles in the inventory of the fields of a schema.
        inventory: the entries of the inventory for a schema, by the addresses of the pages of its fields.
        versions: earlier versions of schemas, or why they cannot be used.
        named_versions: earlier versions under the names of their schemas.
        compared: what changes between two versions.
        rendered: references in pages.
        pages: generated pages as MkDocs has converted them, by what they show, the number of references in
            the pages before, their Markdown, and the extensions.
        templates: compiled templates, by the state of renderers.
        shown: the names of the schemas that a page shows, by its `src_uri`.
        finding_counts: the number of findings, by one name.
        kept: results that outlive a build.
    """

    schemas: SchemaCaches = field(default_factory=SchemaCaches)
    required: Cache[ById[LoadedSchema], RequiredSummary] = field(default_factory=Cache)
    coverage: Cache[CoverageKey, Documented] = field(default_factory=Cache)
    downloads: Cache[DownloadsKey, Mapping[str, str]] = field(default_factory=Cache)
    markdown: Cache[MarkdownKey, str] = field(default_factory=Cache)
    models: Cache[DownloadsKey, str] = field(default_factory=Cache)
    palette_rows: Cache[DownloadsKey, Sequence[Row]] = field(default_factory=Cache)
    palette_entries: Cache[PaletteKey, str] = field(default_factory=Cache)
    filter_indexes: Cache[ById[LoadedSchema], str] = field(default_factory=Cache)
    anchors: Cache[ById[LoadedSchema], Mapping[Path, str]] = field(default_factory=Cache)
    titles: Cache[ById[LoadedSchema], Sequence[tuple[str, str]]] = field(default_factory=Cache)
    inventory: Cache[InventoryKey, Sequence[InventoryEntry]] = field(default_factory=Cache)
    versions: Cache[tuple[str, LoadOptions], Schema | tuple[Finding, ...]] = field(default_factory=Cache)
    named_versions: Cache[tuple[ById[Schema], str], Schema] = field(default_factory=Cache)
    compared: Cache[tuple[ById[Schema], ById[Schema]], Comparison] = field(default_factory=Cache)
    rendered: Cache[RenderedKey, Rendered] = field(default_factory=Cache)
    pages: Cache[PageKey, bytes] = field(default_factory=Cache)
    templates: Cache[str, Templates] = field(default_factory=Cache)
    shown: Latest[str, tuple[str, ...]] = field(default_factory=Latest)
    finding_counts: Latest[str, int] = field(default_factory=Latest)
    kept: KeptResults = field(default_factory=KeptResults)

    def forget_texts(self) -> None:
        """Keep no texts, which take a third of the memory of a large site: no build follows."""
        self.downloads = Passing()
        self.models = Passing()
        self.palette_rows = Passing()
        self.palette_entries = Passing()
        self.filter_indexes = Passing()
        self.titles = Passing()
        self.inventory = Passing()
        self.markdown = Passing()
        self.rendered = Passing()

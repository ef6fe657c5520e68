"""The results that the builds of a site share: caches, results that outlive a build, and rendered parts."""

from __future__ import annotations

import importlib
import shutil
import tempfile
import weakref
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias, TypeVar, cast

from yschema_engine.compare.changes import Comparison
from yschema_engine.docs.accepted_findings import Suppression
from yschema_engine.evaluate.evaluator import Evaluator
from yschema_engine.read.options import LoadOptions
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.environment import Templates
from yschema_engine.show.html.renderer import Rendered, Renderer
from yschema_engine.show.html.theme import Theme
from yschema_engine.show.html.view import Documented, RequiredSummary, View
from yschema_engine.site.cache import ById, Cache, CacheGroup, Latest, Passing, ResultStore, program
from yschema_engine.site.inventory import InventoryEntry
from yschema_engine.site.library import LoadedSchema, SchemaCaches
from yschema_engine.site.palette import Row
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import Finding
from yschema_engine.text.paths import Path as FieldPath
from yschema_engine.text.phrases import Words

T = TypeVar("T")


class KeptResults:
    """The results of this run and, with a cache on disk, of earlier runs.

    Attributes:
        store: the results; None if nothing is kept.
        evaluator: runs the code of the inputs.
        is_used: False: a new build forgets nothing here.
    """

    is_used = False

    def __init__(self, packages: Sequence[str] = ()) -> None:
        """Keep nothing.

        Args:
            packages: the packages of the program besides the engine, whose results are not those of others.
        """
        self._packages = packages
        self.store: ResultStore | None = None
        self.evaluator = Evaluator()
        self._shared: Path | None = None

    def use(self, folder: Path | None, *, is_shared: bool) -> None:
        """Keep results in a folder, or in one of this run if several processes share it.

        Args:
            folder: the cache on disk; None without one.
            is_shared: whether several processes work.
        """
        if folder is None and is_shared and self._shared is None:
            self._shared = Path(tempfile.mkdtemp(prefix="yschema-"))
            self._remove = weakref.finalize(self, shutil.rmtree, self._shared, ignore_errors=True)
        place = folder or self._shared
        self.store = ResultStore(place, self._program(), is_read_once=folder is None) if place else None

    def _program(self) -> str:
        for package in self._packages:
            importlib.import_module(package)
        return program(*self._packages)

    def start_build(self) -> None:
        """Do nothing: results do not belong to a build."""

    def end_build(self, *, is_last: bool) -> None:
        """Delete what no build needs any more."""
        if self._shared is None and self.store is not None:
            self.store.prune()
        if is_last:
            self.end_run()

    def end_run(self) -> None:
        """Delete what belongs to this run."""
        self.evaluator.stop()
        if self._shared is not None:
            self._remove()
            self._shared = self.store = None

    def get(self, kind: str, parts: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return a result without functions.

        Args:
            kind: what it is.
            parts: everything that it depends on; their `repr` tells them apart.
            make: makes it.
        """
        if self.store is None:
            return make()
        stored = self.store.get(kind, parts, self.evaluator.call)
        if stored is not None:
            return cast(T, stored)
        made = make()
        self.store.put(kind, parts, made)
        return made


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
    anchors: Cache[ById[LoadedSchema], Mapping[FieldPath, str]] = field(default_factory=Cache)
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


@dataclass(frozen=True, slots=True)
class RenderedResults:
    """The places of what is rendered.

    Attributes:
        build: for the next build.
        run: for the next run.
        identity: returns a text that tells a schema from any others; empty if it is not known.
    """

    build: Cache[RenderedKey, Rendered]
    run: KeptResults
    identity: Callable[[Schema], str]


class CachedRenderer(Renderer):
    """A renderer that does not render again what has been rendered with the same templates."""

    def __init__(
        self,
        memory: RenderedResults,
        theme: Theme,
        overrides: Sequence[Path] = (),
        language: str = "en",
        *,
        external_images: bool = False,
    ) -> None:
        """A renderer.

        Args:
            memory: takes what is rendered.
            theme: as the base class has it.
            overrides: likewise.
            language: likewise.
            external_images: likewise.
        """
        super().__init__(theme, overrides, language, external_images=external_images)
        self._memory = memory

    def reference(
        self,
        schema: Schema,
        part: Field | None = None,
        heading_level: int = 2,
        taken: Collection[str] = (),
        view: View = View(),  # noqa: B008  frozen
    ) -> Rendered:
        """Return a result of the base class, which is kept."""
        make = partial(self._reference, schema, part, heading_level, taken, view)
        key = (self.state, ById(schema), ById(part), heading_level, frozenset(taken), view)
        return self._memory.build.get(key, make)

    def _reference(
        self, schema: Schema, part: Field | None, level: int, taken: Collection[str], view: View
    ) -> Rendered:
        make = partial(super().reference, schema, part, level, taken, view)
        identity = self._memory.identity(schema)
        if not identity:
            return make()
        anchor = schema.anchor(part) if part else ""
        return self._memory.run.get("page", (self.state, identity, anchor, level, sorted(taken), view), make)

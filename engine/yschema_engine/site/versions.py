"""The versions of schemas, and what changes between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TypeAlias

from yschema_engine.compare.changes import Comparison
from yschema_engine.compare.comparison import compare
from yschema_engine.compare.history import Step
from yschema_engine.doccheck.cache import ById
from yschema_engine.doccheck.library import SchemaLibrary
from yschema_engine.doccheck.schema_files import SchemaEntry, SchemaFolder, digest
from yschema_engine.evaluate.evaluator import isolated
from yschema_engine.read.inputs import File
from yschema_engine.read.options import InputKind, LoadOptions
from yschema_engine.read.readers import load_declared_schema
from yschema_engine.read.revisions import files_at
from yschema_engine.schema.schema import Schema
from yschema_engine.site.caches import SiteCaches
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import EngineError, Finding

Findings: TypeAlias = tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class EarlierVersion:
    """An earlier version of a schema, as the configuration declares it.

    Attributes:
        name: of the version, such as `1.4.2`.
        files: globs; in a git revision, paths of files and folders.
        revision: the git revision of the files; empty for files of the site.
    """

    name: str
    files: tuple[str, ...]
    revision: str = ""


@dataclass(frozen=True, slots=True)
class VersionsEntry:
    """The versions of a schema, as the configuration declares them.

    Attributes:
        current: the name of the current version.
        earlier: the others, oldest first.
        has_notes: whether fields say when they changed.
        kind: the language of the files.
        shown: the version to show, if the files of each version hold several.
    """

    current: str
    earlier: tuple[EarlierVersion, ...]
    has_notes: bool = True
    kind: InputKind = "auto"
    shown: str = ""


class SchemaVersions:
    """The versions of the schemas of a site, read and compared when they are asked for."""

    def __init__(
        self,
        library: SchemaLibrary,
        folder: SchemaFolder,
        options: LoadOptions,
        entries: Mapping[str, VersionsEntry],
        caches: SiteCaches,
    ) -> None:
        """Start without results.

        Args:
            library: the current versions.
            folder: the folder that globs start from.
            options: how to read schemas.
            entries: the versions of schemas, by their names.
            caches: what builds share.
        """
        self._library = library
        self._folder = folder
        self._options = options
        self._entries = entries
        self._caches = caches
        self._steps: dict[str, Sequence[Step]] = {}

    @property
    def names(self) -> list[str]:
        """The schemas with several versions."""
        return [name for name, entry in self._entries.items() if entry.earlier]

    def globs(self) -> list[str]:
        """Return absolute globs of the files of earlier versions; those in git revisions do not change."""
        entries = (
            SchemaEntry(name, version.files)
            for name, entry in self._entries.items()
            for version in entry.earlier
            if not version.revision
        )
        return self._folder.absolute_globs(entries)

    def has_notes(self, name: str) -> bool:
        """Return whether the fields of a schema say when they changed."""
        return name in self._entries and self._entries[name].has_notes

    def steps(self, name: str) -> Sequence[Step]:
        """Return the consecutive versions of a schema, oldest first.

        Raises:
            EngineError: a version cannot be read.
        """
        if name not in self._steps:
            self._steps[name] = self._compare(name) if name in self.names else ()
        return self._steps[name]

    def _compare(self, name: str) -> Sequence[Step]:
        entry = self._entries[name]
        earlier = [(version.name, self._load(name, version)) for version in entry.earlier]
        versions = [*earlier, (entry.current, self._library.schema(name))]
        return [
            Step(old, new, self._comparison(before, after))
            for (old, before), (new, after) in pairwise(versions)
        ]

    def _load(self, name: str, version: EarlierVersion) -> Schema:
        files = self._files(name, version)
        entry = self._entries[name]
        options = replace(self._options, kind=entry.kind, version=entry.shown)
        schema = self._caches.versions.get((digest(files), options), partial(_evaluate, files, options))
        if not isinstance(schema, Schema):
            raise EngineError(schema)
        return self._caches.named_versions.get((ById(schema), name), lambda: schema.named(name))

    def _files(self, name: str, version: EarlierVersion) -> list[File]:
        if not version.revision:
            return self._folder.files(SchemaEntry(name, version.files))
        paths = [str(self._folder.path / path) for path in version.files]
        return [file for path in paths for file in files_at(version.revision, path)]

    def _comparison(self, old: Schema, new: Schema) -> Comparison:
        key = (ById(old), ById(new))
        limits = self._options.limits
        return self._caches.compared.get(key, lambda: isolated(partial(compare, old, new), limits))


def _evaluate(files: Sequence[File], options: LoadOptions) -> Schema | Findings:
    """Return the schema, or its findings: a stored error would keep the build alive that raised it."""
    try:
        return isolated(partial(load_declared_schema, files, options), options.limits)
    except EngineError as e:
        return e.findings

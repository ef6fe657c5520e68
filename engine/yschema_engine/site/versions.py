"""The versions of schemas, what changes between them, and what references say about it in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from types import MappingProxyType

from yschema_engine.compare.changes import Comparison
from yschema_engine.compare.comparison import compare
from yschema_engine.compare.history import Event, Gone, Note, Step, field_notes, gone_fields
from yschema_engine.read.inputs import File, digest
from yschema_engine.read.options import InputKind
from yschema_engine.read.readers import are_same
from yschema_engine.read.revisions import files_at
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.view import GoneField, View
from yschema_engine.site.library import SchemaLibrary
from yschema_engine.site.memo import Kind
from yschema_engine.site.options import VersionOptions
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import EngineError
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Phrase, phrase

_COMPARISON = Kind("comparison", Comparison)


@dataclass(frozen=True, slots=True)
class _Version:
    """A version that is read.

    Attributes:
        name: of the version.
        schema: as readers see it.
        identity: a text that tells the schema from any others.
        files: those that the schema comes from; none if readers see a part of it.
    """

    name: str
    schema: Schema
    identity: str
    files: Sequence[File]


class SchemaVersions:
    """The versions of the schemas of a site, read and compared when they are asked for."""

    def __init__(self, library: SchemaLibrary) -> None:
        """Start without results.

        Args:
            library: the current versions.
        """
        self._library = library
        self._folder = library.config.schema_folder
        self._entries = {name: entry for name, entry in library.config.schemas.items() if entry.versions}
        self._steps: dict[str, Sequence[Step]] = {}

    @property
    def names(self) -> list[str]:
        """The schemas with several versions."""
        return list(self._entries)

    def globs(self) -> list[str]:
        """Return absolute globs of the files of earlier versions; those in git revisions do not change."""
        return self._folder.absolute_globs(
            glob
            for entry in self._entries.values()
            for version in entry.versions
            for glob in (version.files or entry.files)
            if not version.revision
        )

    def has_notes(self, name: str) -> bool:
        """Return whether the fields of a schema say when they changed."""
        return name in self._entries and self._entries[name].history

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
        earlier = [self._version(name, version) for version in entry.versions]
        loaded = self._library.loaded(name)
        files = loaded.files if loaded.shown is loaded.schema else ()
        versions = [*earlier, _Version(entry.version or "current", loaded.shown, loaded.identity, files)]
        return [
            Step(old.name, new.name, self._comparison(old, new, entry.input_kind))
            for old, new in pairwise(versions)
        ]

    def _version(self, name: str, version: VersionOptions) -> _Version:
        files = self._files(name, version)
        entry = self._entries[name]
        options = replace(self._library.config.load, kind=entry.input_kind, version=entry.schema_version)
        schema = self._library.evaluated(files, options)
        if not isinstance(schema, Schema):
            raise EngineError(schema)
        return _Version(version.name, schema.named(name), repr((digest(files), options, name)), files)

    def _files(self, name: str, version: VersionOptions) -> list[File]:
        globs = version.files or self._entries[name].files
        if not version.revision:
            return self._folder.files(name, globs)
        paths = [str(self._folder.path / path) for path in globs]
        return [file for path in paths for file in files_at(version.revision, path)]

    def _comparison(self, old: _Version, new: _Version, kind: InputKind) -> Comparison:
        if are_same(old.files, new.files, kind):
            return Comparison(old.schema, new.schema, ())
        library, question = self._library, partial(compare, old.schema, new.schema)
        make, identity = partial(library.ask, question), (old.identity, new.identity)
        return library.memo.get(_COMPARISON, identity, make, library.run.evaluator.call)


_EVENTS: Mapping[Event, str] = MappingProxyType(
    {
        "new": phrase("new in {version}").template,
        "default": phrase("default changed in {version}").template,
        "required": phrase("required since {version}").template,
        "deprecated": phrase("deprecated since {version}").template,
        "type": phrase("type changed in {version}").template,
    }
)


def with_history(
    view: View, schema: Schema, versions: SchemaVersions, link: Callable[[str], str], *, is_whole: bool
) -> View:
    """Return a view with the history of fields.

    Args:
        view: the view of a reference.
        schema: the schema that it shows.
        versions: the versions of all schemas.
        link: returns the address of a field, by its anchor.
        is_whole: whether the reference is that of the whole schema, which also lists removed fields.

    Raises:
        EngineError: a version cannot be read.
    """
    steps = versions.steps(schema.name)
    if not steps:
        return view
    anchors = {field.path: schema.anchor(field) for field in schema.root.walk()}
    if versions.has_notes(schema.name):
        notes = field_notes(steps, schema).items()
        view = replace(view, history={anchors[path]: tuple(map(_words, each)) for path, each in notes})
    if is_whole:
        gone = gone_fields(steps, schema)
        view = replace(view, gone=tuple(_shown(each, schema, anchors.get, link) for each in gone))
    return view


def _words(note: Note) -> Phrase:
    return phrase(_EVENTS[note.event], version=note.version)


def _shown(
    gone: Gone, schema: Schema, anchor: Callable[[Path], str | None], link: Callable[[str], str]
) -> GoneField:
    at = gone.path.anchor(schema.name), str(gone.path)
    if gone.successor is None:
        return GoneField(*at, phrase("removed in {version}", version=gone.version), "", "")
    target = anchor(gone.successor)
    replaced = phrase("in {version} replaced by", version=gone.version)  # the name of the successor follows
    return GoneField(*at, replaced, str(gone.successor), link(target) if target is not None else "")

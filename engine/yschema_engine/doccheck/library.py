"""The schemas of a documentation site by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from yschema_engine.doccheck.schema_files import SchemaEntry
from yschema_engine.doccheck.schema_loader import (
    LoadedSchema,
    SamplesState,
    SchemaInputs,
    SchemaLoader,
    SchemaState,
)
from yschema_engine.docs.accepted_findings import SuppressionComments, in_file
from yschema_engine.docs.places import unknown_schema
from yschema_engine.docs.sample_files import Samples
from yschema_engine.read.inputs import File
from yschema_engine.schema.schema import Schema
from yschema_engine.text.findings import EngineError, Finding


class SchemaLibrary:
    """Schemas by name, each read once. Make one for each build."""

    def __init__(self, entries: Iterable[SchemaEntry], loader: SchemaLoader) -> None:
        """Note the schemas; they are read when they are asked for.

        Args:
            entries: the schemas.
            loader: reads them.
        """
        self._loader = loader
        self._entries = {entry.name: entry for entry in entries}
        self._inputs: dict[str, SchemaInputs] = {}
        self._states: dict[str, SchemaState] = {}
        self._samples: dict[str, SamplesState] = {}

    @property
    def loader(self) -> SchemaLoader:
        """The loader of the schemas."""
        return self._loader

    @property
    def names(self) -> list[str]:
        """The names, in the order of the configuration."""
        return list(self._entries)

    def url(self, name: str) -> str | None:
        """Return the address that a schema is declared with."""
        return self._entries[name].url

    def title(self, name: str) -> str:
        """Return the title of a schema; if it cannot be used, that of the configuration, or the name."""
        try:
            return self.schema(name).title
        except EngineError:
            return self._entries[name].title or name

    def loaded(self, name: str) -> LoadedSchema:
        """Return a schema.

        Raises:
            EngineError: there is none of this name; or it cannot be read, and no build before has read it.
        """
        state = self._state(name)
        if state.loaded is None:
            raise EngineError(state.findings)
        return state.loaded

    def schema(self, name: str) -> Schema:
        """Return a schema as readers see it, without hidden fields.

        Raises:
            EngineError: as for `loaded`.
        """
        return self.loaded(name).shown

    def identity(self, schema: Schema) -> str:
        """Return a text that tells a schema, as readers see it, from any others; empty if it is not known."""
        with suppress(EngineError):
            loaded = self.loaded(schema.name)
            return loaded.identity if loaded.shown is schema else ""
        return ""

    def findings(self, name: str) -> Sequence[Finding]:
        """Return what the author of a schema that can be used should know.

        Raises:
            EngineError: the schema cannot be used now.
        """
        loaded = self.loaded(name)
        if findings := self._state(name).findings:
            raise EngineError(findings)
        return [*self._loader.findings(loaded), *self.samples(name).findings]

    def comments(self, name: str) -> Iterable[SuppressionComments]:
        """Return what comments in the files of a schema and of its samples accept.

        Raises:
            EngineError: as for `loaded`.
        """
        return [*self._loader.comments(self.loaded(name)), *map(in_file, self.samples(name).files)]

    def samples(self, name: str) -> Samples:
        """Return the samples of a schema, checked.

        Raises:
            EngineError: as for `loaded`.
        """
        return self._samples_state(name).samples

    def work(self, name: str) -> int:
        """Return the number of bytes to evaluate for a schema: 0 if that is done, or cannot be done."""
        return 0 if name in self._states else self._loader.work(self._read(name))

    def file_names(self, name: str) -> list[str]:
        """Return the names of a schema's files and samples in reports, as far as they can be read."""
        samples: list[File] = []
        with suppress(EngineError):
            samples += self.samples(name).files
        state = self._states.get(name)
        return [*(state.file_names if state else ()), *(file.name for file in samples)]

    def is_outdated(self, name: str) -> bool:
        """Return whether a schema cannot be used now, so that `loaded` is what a build before has read."""
        state = self._states.get(name)
        return state is not None and bool(state.findings) and state.loaded is not None

    def has_changed(self, name: str) -> bool:
        """Return whether a schema, or a sample of it, is not what it was in the build before."""
        if name not in self._entries:
            return True
        if self._state(name).has_changed:
            return True
        with suppress(EngineError):
            return self._samples_state(name).has_changed
        return False

    def globs(self) -> list[str]:
        """Return absolute globs of the files that schemas and their samples are made of."""
        return self._loader.folder.absolute_globs(self._entries.values())

    def _state(self, name: str) -> SchemaState:
        if name not in self._entries:
            raise unknown_schema(name, self.names)
        if name not in self._states:
            self._states[name] = self._loader.load(self._entries[name], self._read(name))
            del self._inputs[name]
        return self._states[name]

    def _read(self, name: str) -> SchemaInputs:
        if name not in self._inputs:
            self._inputs[name] = self._loader.read(self._entries[name])
        return self._inputs[name]

    def _samples_state(self, name: str) -> SamplesState:
        if name not in self._samples:
            self._samples[name] = self._loader.samples(self._entries[name], self.loaded(name))
        return self._samples[name]

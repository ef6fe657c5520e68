"""The schemas of a documentation site: their files, evaluated and described once, by name."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TypeAlias

from yschema_engine.docs.accepted_findings import SuppressionComments, in_file
from yschema_engine.docs.coverage import review, unbounded_descriptions
from yschema_engine.docs.findings import NO_FILE_MATCHES
from yschema_engine.docs.hidden_fields import Hiding, hide
from yschema_engine.docs.places import display_path, unknown_schema
from yschema_engine.docs.sample_files import SampleEntry, Samples, check_samples, find_samples, line_of
from yschema_engine.evaluate.evaluator import Evaluator
from yschema_engine.evaluate.questions import load_declared
from yschema_engine.read.file_reader import folder_of
from yschema_engine.read.inputs import LIBRARIES, File, digest, read_files
from yschema_engine.read.options import InputKind, InputOptions, LoadOptions, Portability
from yschema_engine.schema.schema import Schema
from yschema_engine.site.cache import ById, Cache, CacheGroup, Latest, ResultStore, States
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.findings import EngineError, Finding, finding, in_source_order
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Source, Span
from yschema_engine.values.check import check_input_samples


@dataclass(frozen=True, slots=True)
class SchemaEntry:
    """A schema as the configuration of a host declares it.

    Attributes:
        name: what directives, cross-references and anchors call it.
        files: globs, in order.
        title: its title for readers; without one, that of the schema itself.
        url: the address of its reference, for hosts that do not know the addresses of pages.
        samples: its sample files.
        portability: the documents in which to report what ytt ignores or refuses; None for the default of
            the host.
        kind: the language of the files.
        version: the version to show, if the files hold several.
        hide: patterns of the paths of fields that readers do not see.
    """

    name: str
    files: tuple[str, ...]
    title: str | None = None
    url: str | None = None
    samples: tuple[SampleEntry, ...] = ()
    portability: Portability | None = None
    kind: InputKind = "auto"
    version: str = ""
    hide: tuple[str, ...] = ()

    @property
    def globs(self) -> Iterator[str]:
        """The globs of the schema and of its samples."""
        yield from self.files
        for sample in self.samples:
            yield from sample.files


@dataclass(frozen=True, slots=True)
class SchemaFolder:
    """The folder that globs start from.

    Attributes:
        path: of the folder.
        config: the file that declares the schemas, for reports.
        inputs: the files that may be read.
    """

    path: Path
    config: Source | None = None
    inputs: InputOptions = InputOptions()

    def files(self, entry: SchemaEntry) -> list[File]:
        """Return the files of a schema, each once.

        Raises:
            EngineError: a glob matches nothing, or a file cannot be read.
        """
        files = [file for pattern in entry.files for file in self.matches(entry.name, pattern)]
        return list({file.name: file for file in files}.values())

    def matches(self, schema: str, pattern: str) -> list[File]:
        """Return the files that a glob of a schema matches.

        Raises:
            EngineError: there are none, or one cannot be read.
        """
        # `Path.glob` takes neither absolute globs nor all of `..`.
        paths = sorted(glob.glob(pattern, root_dir=self.path, recursive=True))  # noqa: PTH207
        folder = self._named_folder(pattern)
        files = read_files([display_path(self.path / path) for path in paths], self.inputs, folder)
        if not files:
            raise EngineError([self._no_match(schema, pattern, is_folder=bool(paths))])
        # A library that is named is the root of its own files.
        root = folder if LIBRARIES in folder.parts else self.path
        return [replace(file, path=Path(os.path.relpath(file.name, root)).as_posix()) for file in files]

    def absolute_globs(self, entries: Iterable[SchemaEntry]) -> list[str]:
        """Return absolute globs of all files that schemas and their samples are made of."""
        patterns = [pattern for entry in entries for pattern in entry.globs]
        return [str(Path(glob.escape(str(self.path)), pattern)) for pattern in patterns]

    def _named_folder(self, pattern: str) -> Path:
        """Return the folder that a glob names before its first wildcard."""
        parts = takewhile(lambda part: not glob.has_magic(part), Path(pattern).parts)
        return folder_of(self.path.joinpath(*parts))

    def _no_match(self, schema: str, pattern: str, *, is_folder: bool) -> Finding:
        return finding(
            NO_FILE_MATCHES,
            line_of(self.config, pattern),
            schema=Verbatim(schema),
            glob=Verbatim(pattern),
            folder=Verbatim(str(display_path(self.path))),
            found=phrase("a folder without files") if is_folder else None,
            hint=phrase("add a file, or delete the folder") if is_folder else None,
        )


_SCHEMA = "schema"
Findings: TypeAlias = tuple[Finding, ...]
EvaluationKey: TypeAlias = tuple[str, LoadOptions]


@dataclass(frozen=True, slots=True, eq=False)
class LoadedSchema:
    """A valid schema under its name in the site.

    Attributes:
        schema: the schema, for checks.
        hiding: the schema as readers see it, and what is wrong with that.
        files: those that it comes from.
        identity: a text that tells the schema from any others, also those of later runs.
        options: how the files are read.
    """

    schema: Schema
    hiding: Hiding
    files: tuple[File, ...] = ()
    identity: str = ""
    options: LoadOptions = LoadOptions()

    @property
    def shown(self) -> Schema:
        """The schema without hidden fields."""
        return self.hiding.shown

    @property
    def arguments(self) -> tuple[str, ...]:
        """The arguments of the command line that read the schema."""
        names = dict.fromkeys(file.argument or file.name for file in self.files)
        return (*(each for name in names for each in ("-f", name)), *self.options.flags)


@dataclass(frozen=True, slots=True)
class SchemaInputs:
    """The files of a schema.

    Attributes:
        files: the files.
        key: what the result of evaluating them depends on; None if they cannot be read.
        findings: why they cannot be read.
    """

    files: tuple[File, ...] = ()
    key: EvaluationKey | None = None
    findings: Findings = ()


@dataclass(frozen=True, slots=True)
class SchemaState:
    """A schema as a build has read it.

    Attributes:
        loaded: the schema; the one of the build before if it cannot be used now; None if there is none.
        findings: why it cannot be used now.
        file_names: its files in reports, as far as they can be read.
        has_changed: whether it is not what it was in the build before.
    """

    loaded: LoadedSchema | None
    findings: Findings = ()
    file_names: tuple[str, ...] = ()
    has_changed: bool = False


@dataclass(frozen=True, slots=True)
class SamplesState:
    """The samples of a schema, and whether they are not what they were in the build before."""

    samples: Samples
    has_changed: bool = False


_DescribedKey: TypeAlias = tuple[ById[Schema], str, str | None, tuple[str, ...]]
_SamplesKey: TypeAlias = tuple[
    ById[LoadedSchema], str, tuple[SampleEntry, ...], LoadOptions, tuple[Span | None, ...]
]


@dataclass
class SchemaCaches(CacheGroup):
    """The results about schemas that builds share; the keys are the facts on which each result depends."""

    evaluated: Cache[EvaluationKey, Schema | Findings] = field(default_factory=Cache)
    described: Cache[_DescribedKey, LoadedSchema] = field(default_factory=Cache)
    findings: Cache[ById[LoadedSchema], Sequence[Finding]] = field(default_factory=Cache)
    comments: Cache[ById[LoadedSchema], Sequence[SuppressionComments]] = field(default_factory=Cache)
    samples: Cache[_SamplesKey, Samples] = field(default_factory=Cache)
    usable: Latest[str, LoadedSchema] = field(default_factory=Latest)
    schema_states: States[str] = field(default_factory=States)
    sample_states: States[str] = field(default_factory=States)


@dataclass(frozen=True, slots=True)
class SchemaLoader:
    """Reads schemas and their samples.

    Attributes:
        folder: the folder that globs start from.
        options: how the engine reads schemas.
        caches: what builds share.
        store: what runs share.
        evaluator: runs the code in the files.
    """

    folder: SchemaFolder
    options: LoadOptions = LoadOptions()
    caches: SchemaCaches = field(default_factory=SchemaCaches)
    store: ResultStore | None = None
    evaluator: Evaluator = field(default_factory=Evaluator)

    def read(self, entry: SchemaEntry) -> SchemaInputs:
        """Read the files of a schema."""
        try:
            files = tuple(self.folder.files(entry))
        except EngineError as e:
            return SchemaInputs(findings=e.findings)
        return SchemaInputs(files, (digest(files), self._options(entry)))

    def work(self, inputs: SchemaInputs) -> int:
        """Return the number of bytes to evaluate for a schema: 0 if that is done, or cannot be done."""
        key = inputs.key
        if key is None or key in self.caches.evaluated:
            return 0
        is_stored = self.store is not None and self.store.has(_SCHEMA, key)
        return 0 if is_stored else sum(len(file.data) for file in inputs.files)

    def load(self, entry: SchemaEntry, inputs: SchemaInputs) -> SchemaState:
        """Return a schema whose files are read."""
        loaded: LoadedSchema | None = None
        findings = inputs.findings
        if inputs.key is not None:
            evaluate = partial(self._evaluated, inputs.files, inputs.key)
            schema = self.caches.evaluated.get(inputs.key, evaluate)
            if isinstance(schema, Schema):
                key = (ById(schema), entry.name, entry.title, entry.hide)
                identity = repr((inputs.key, *key[1:]))
                describe = partial(_describe, schema, entry, inputs.files, (identity, inputs.key[1]))
                loaded = self.caches.described.get(key, describe)
            else:
                findings = schema
        names = tuple(file.name for file in inputs.files)
        has_changed = self.caches.schema_states.is_new(entry.name, (ById(loaded), findings))
        return SchemaState(self.caches.usable.update(entry.name, loaded), findings, names, has_changed)

    def _options(self, entry: SchemaEntry) -> LoadOptions:
        return replace(
            self.options,
            portability=entry.portability or self.options.portability,
            kind=entry.kind,
            version=entry.version,
        )

    def _evaluated(self, files: Sequence[File], key: EvaluationKey) -> Schema | Findings:
        """Return the schema that an earlier run has evaluated, or evaluate it."""
        if self.store is None:
            return evaluated(self.evaluator, files, key[1])
        stored = self.store.get(_SCHEMA, key, self.evaluator.call)
        if isinstance(stored, Schema):
            return stored
        schema = evaluated(self.evaluator, files, key[1])
        if isinstance(schema, Schema):  # errors may depend on the time that code takes
            self.store.put(_SCHEMA, key, schema)
        return schema

    def findings(self, loaded: LoadedSchema) -> Sequence[Finding]:
        """Return what the author of a usable schema should know."""
        return self.caches.findings.get(ById(loaded), partial(_findings, loaded))

    def comments(self, loaded: LoadedSchema) -> Sequence[SuppressionComments]:
        """Return what comments in the files of a schema accept."""
        return self.caches.comments.get(ById(loaded), lambda: list(map(in_file, loaded.files)))

    def samples(self, entry: SchemaEntry, loaded: LoadedSchema) -> SamplesState:
        """Find and check the samples of a schema."""
        samples = find_samples(entry.samples, partial(self.folder.matches, entry.name))
        config = self.folder.config
        # Reports name these lines.
        lines = tuple(
            line_of(config, sample.invalid, "invalid") for sample in entry.samples if sample.invalid
        )
        key = (ById(loaded), digest(samples.files), entry.samples, self.options, lines)
        check = partial(check_samples, loaded.schema, samples, loaded.files, config, self.options)
        ask = partial(self.evaluator.ask, check, self.options.limits)
        checked = replace(self.caches.samples.get(key, ask), missing=samples.missing)
        has_changed = self.caches.sample_states.is_new(entry.name, (key, samples.missing))
        return SamplesState(checked, has_changed)


def evaluated(evaluator: Evaluator, files: Sequence[File], options: LoadOptions) -> Schema | Findings:
    """Return the schema, or its findings: a stored error would keep the build alive that raised it."""
    try:
        return evaluator.ask(partial(load_declared, files, options), options.limits)
    except EngineError as e:
        return e.findings


def _describe(
    schema: Schema, entry: SchemaEntry, files: Sequence[File], read: tuple[str, LoadOptions]
) -> LoadedSchema:
    named = schema.named(entry.name, entry.title)
    return LoadedSchema(named, hide(named, files, entry.hide), tuple(files), *read)


def _findings(loaded: LoadedSchema) -> Sequence[Finding]:
    shown = loaded.shown
    return in_source_order(
        (
            *loaded.schema.findings,
            *loaded.hiding.findings,
            *review(shown),
            *unbounded_descriptions(shown),
            *check_input_samples(loaded.schema),
        )
    )


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

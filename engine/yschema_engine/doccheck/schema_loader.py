"""Schemas as a build reads them: evaluated once, described once."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from yschema_engine.doccheck.cache import ById, Cache, CacheGroup, Latest, States
from yschema_engine.doccheck.result_store import ResultStore
from yschema_engine.doccheck.schema_files import SchemaEntry, SchemaFolder, digest
from yschema_engine.docs.accepted_findings import SuppressionComments, in_file
from yschema_engine.docs.coverage import review, unbounded_descriptions
from yschema_engine.docs.hidden_fields import Hiding, hide
from yschema_engine.docs.sample_files import SampleEntry, Samples, check_samples, find_samples, line_of
from yschema_engine.evaluate.evaluator import isolated
from yschema_engine.evaluate.limits import new_budget
from yschema_engine.read.inputs import File
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.readers import load_declared_schema
from yschema_engine.schema.fields import default_of
from yschema_engine.schema.rule_check import broken
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.findings import EngineError, Finding, in_source_order
from yschema_engine.text.source import Span
from yschema_engine.values.check import check_input_samples
from yschema_engine.values.minimal import minimal_of

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
    """

    folder: SchemaFolder
    options: LoadOptions = LoadOptions()
    caches: SchemaCaches = field(default_factory=SchemaCaches)
    store: ResultStore | None = None

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
        evaluate = partial(_evaluate, files, key[1])
        if self.store is None:
            return evaluate()
        stored = self.store.get(_SCHEMA, key, evaluate)
        if isinstance(stored, Schema):
            return stored
        schema = evaluate()
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
        checked = replace(self.caches.samples.get(key, check), missing=samples.missing)
        has_changed = self.caches.sample_states.is_new(entry.name, (key, samples.missing))
        return SamplesState(checked, has_changed)


def _evaluate(files: Sequence[File], options: LoadOptions) -> Schema | Findings:
    """Return the schema, or its findings: a stored error would keep the build alive that raised it."""
    try:
        return isolated(partial(load_declared_schema, files, options), options.limits, _rehearse)
    except EngineError as e:
        return e.findings


def _rehearse(schema: Schema) -> None:
    """Run the rules of a schema with code on the values on which its pages and downloads run them."""
    if not schema.modules:
        return
    with new_budget():
        for each in (schema.root, *schema.root.walk()):
            for level in each.levels:
                deque(broken(level, default_of(level)), maxlen=0)
        minimal_of(schema)


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

"""The schemas of a documentation site: their files, evaluated and described once, by name."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias, TypeVar

from yschema_engine.docs.accepted_findings import SuppressionComments, in_file
from yschema_engine.docs.coverage import review, unbounded_descriptions
from yschema_engine.docs.hidden_fields import Hiding, hide
from yschema_engine.docs.places import unknown_schema
from yschema_engine.docs.sample_files import Samples, check_samples, find_samples, line_of
from yschema_engine.evaluate.evaluator import Evaluator
from yschema_engine.evaluate.questions import load_declared
from yschema_engine.read.inputs import File, digest
from yschema_engine.read.options import LoadOptions
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.page_data import required_summary
from yschema_engine.show.html.view import RequiredSummary
from yschema_engine.site.memo import Kind, Memo
from yschema_engine.site.schema_options import SchemaOptions, portability
from yschema_engine.site.site_config import SiteConfig
from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.findings import EngineError, Finding, finding, gap_note, in_source_order
from yschema_engine.text.nodes import Map
from yschema_engine.values.check import check_input_samples
from yschema_engine.values.sources import plain_documents, reading
from yschema_engine.yaml.printing import to_yaml

T = TypeVar("T")
Findings: TypeAlias = tuple[Finding, ...]


@dataclass(frozen=True, slots=True, eq=False)
class LoadedSchema:
    """A valid schema under its name in the site.

    Attributes:
        schema: the schema, for checks.
        hiding: the schema as readers see it, and what is wrong with that.
        files: those that it comes from.
        identity: a text that tells the schema from any others, also those of later runs.
        options: how the files are read.
        folder: that of the configuration of the site.
    """

    schema: Schema
    hiding: Hiding
    files: tuple[File, ...] = ()
    identity: str = ""
    options: LoadOptions = LoadOptions()
    folder: Path = Path()

    @property
    def shown(self) -> Schema:
        """The schema without hidden fields."""
        return self.hiding.shown

    @property
    def arguments(self) -> tuple[str, ...]:
        """The arguments of the command line that read the schema, in the folder of the configuration."""
        paths = (os.path.relpath(file.argument or file.name, self.folder) for file in self.files)
        names = dict.fromkeys(Path(path).as_posix() for path in paths)
        return (*(each for name in names for each in ("-f", name)), *self.options.flags)


@dataclass(slots=True)
class Run:
    """What the builds of a run share.

    Attributes:
        memo: their results.
        evaluator: runs the code of the inputs.
        usable: the last state in which each schema could be used, by name.
        shown: the schemas that each page shows, by its path; by name, each with the state that it shows.
    """

    memo: Memo = field(default_factory=Memo)
    evaluator: Evaluator = field(default_factory=Evaluator)
    usable: dict[str, LoadedSchema] = field(default_factory=dict)
    shown: dict[str, dict[str, object]] = field(default_factory=dict)

    def end(self) -> None:
        """End the process of the evaluator, and delete the files of this run."""
        self.evaluator.stop()
        self.memo.end_run()


@dataclass(frozen=True, slots=True)
class _State:
    """A schema as a build has read it.

    Attributes:
        loaded: the schema; an earlier state if it cannot be used now; None if there is none.
        findings: why it cannot be used now.
        file_names: its files in reports, as far as they can be read.
    """

    loaded: LoadedSchema | None
    findings: Findings = ()
    file_names: tuple[str, ...] = ()


NO_MINIMAL_VALUES = gap_note(
    "minimal-values-not-found",
    "no valid minimal values were found: {problem}",
    hint="add a valid sample to `samples`, or an example to the schema of this field",
)
_SCHEMA = Kind("schema", Schema)
_REQUIRED = Kind("required", RequiredSummary)
_NAMED, _HIDING, _FINDINGS = Kind("named"), Kind("hiding"), Kind("findings")
_COMMENTS, _SAMPLES = Kind("comments"), Kind("samples")


class SchemaLibrary:
    """Schemas by name, each read once, when it is asked for. Make one for each build.

    Attributes:
        config: the configuration of the site.
        run: what builds share.
        memo: the results that builds share.
    """

    def __init__(self, config: SiteConfig, run: Run) -> None:
        self.config = config
        self.run = run
        self.run.usable = {name: each for name, each in self.run.usable.items() if name in config.schemas}
        self.memo = self.run.memo
        self._entries = config.schemas
        self._folder = config.schema_folder
        self._inputs: dict[str, tuple[tuple[File, ...], Findings]] = {}
        self._states: dict[str, _State] = {}
        self._samples: dict[str, tuple[Samples, object]] = {}

    @property
    def names(self) -> list[str]:
        """The names, in the order of the configuration."""
        return list(self._entries)

    def title(self, name: str) -> str:
        """Return the title of a schema; if it cannot be used, that of the configuration, or the name."""
        with suppress(EngineError):
            return self.schema(name).title
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
        of_schema = self.memo.get(_FINDINGS, loaded.identity, partial(_findings, loaded))
        violation = self.required(loaded).violation if _is_written_whole(loaded.schema) else None
        of_values = [_no_minimal_values(loaded.schema, violation)] if violation is not None else []
        return [*of_schema, *of_values, *self.samples(name).findings]

    def required(self, loaded: LoadedSchema) -> RequiredSummary:
        """Return the values that readers of a schema have to set, or the shortest valid sample."""
        make = partial(required_summary, loaded.shown)
        summary = self.memo.get(_REQUIRED, loaded.identity, make)
        if summary.violation is None or not _is_written_whole(loaded.schema):
            return summary
        least = _shortest(self.samples(loaded.schema.name), loaded.schema)
        return replace(summary, yaml=least, proved=True, violation=None) if least else summary

    def comments(self, name: str) -> Iterable[SuppressionComments]:
        """Return what comments in the files of a schema and of its samples accept.

        Raises:
            EngineError: as for `loaded`.
        """
        loaded = self.loaded(name)
        comments = self.memo.get(_COMMENTS, loaded.identity, lambda: list(map(in_file, loaded.files)))
        return [*comments, *map(in_file, self.samples(name).files)]

    def samples(self, name: str) -> Samples:
        """Return the samples of a schema, checked.

        Raises:
            EngineError: as for `loaded`.
        """
        return self._checked_samples(name)[0]

    def work(self, name: str) -> int:
        """Return the number of bytes to evaluate for a schema: 0 if that is done, or cannot be done."""
        if name in self._states:
            return 0
        files, _ = self._read(name)
        options = _load_options(self._entries[name], self.config.load)
        is_done = self.memo.has(_SCHEMA, (digest(files), options))
        return 0 if is_done else sum(len(file.data) for file in files)

    def ask(self, question: Callable[[], T]) -> T:
        """Return the answer to a question about schemas; as `Evaluator.ask`."""
        return self.run.evaluator.ask(question, self.config.load.limits)

    def evaluated(self, files: Sequence[File], options: LoadOptions) -> Schema | Findings:
        """Return the schema in files, or why it is not valid."""
        evaluator = self.run.evaluator
        make = partial(evaluated, evaluator, files, options)
        return self.memo.get(_SCHEMA, (digest(files), options), make, evaluator.call)

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

    def state(self, name: str) -> object:
        """Return a value that changes with a schema or its samples; None if there is no such schema."""
        if name not in self._entries:
            return None
        state = self._state(name)
        if state.loaded is None:
            return state.findings
        samples, identity = self._checked_samples(name)
        return state.loaded.identity, state.findings, identity, samples.missing

    def globs(self) -> list[str]:
        """Return absolute globs of the files that schemas and their samples are made of."""
        return self._folder.absolute_globs(glob for entry in self._entries.values() for glob in entry.globs)

    def _state(self, name: str) -> _State:
        if name not in self._entries:
            raise unknown_schema(name, self.names)
        if name not in self._states:
            files, findings = self._read(name)
            result = findings or self._loaded(name, files)
            if isinstance(result, LoadedSchema):
                self.run.usable[name], result = result, ()
            names = tuple(file.name for file in files)
            self._states[name] = _State(self.run.usable.get(name), result, names)
            del self._inputs[name]
        return self._states[name]

    def _read(self, name: str) -> tuple[tuple[File, ...], Findings]:
        """Return the files of a schema, and why they cannot be read."""
        if name not in self._inputs:
            globs = self._entries[name].files
            known = self.config.options.schemas.read_files.get(globs)
            try:
                self._inputs[name] = self._folder.read(name, globs, known)[1], ()
            except EngineError as e:
                self._inputs[name] = (), e.findings
        return self._inputs[name]

    def _loaded(self, name: str, files: tuple[File, ...]) -> LoadedSchema | Findings:
        entry = self._entries[name]
        options = _load_options(entry, self.config.load)
        schema = self.evaluated(files, options)
        if not isinstance(schema, Schema):
            return schema
        identity = repr(((digest(files), options), name, entry.title, entry.hide))
        named = self.memo.get(_NAMED, identity, partial(schema.named, name, entry.title))
        hiding = self.memo.get(_HIDING, identity, partial(hide, named, files, entry.hide))
        return LoadedSchema(named, hiding, files, identity, options, self._folder.path)

    def _checked_samples(self, name: str) -> tuple[Samples, object]:
        """Return the samples of a schema, and what their findings depend on."""
        if name not in self._samples:
            entry, loaded, config = self._entries[name], self.loaded(name), self._folder.config
            samples = find_samples(entry.samples, partial(self._folder.matches, name))
            invalid = [sample.invalid for sample in entry.samples if sample.invalid]
            # Reports name and quote these lines.
            lines = [(line, line.text) for each in invalid if (line := line_of(config, each, "invalid"))]
            identity = (loaded.identity, digest(samples.files), entry.samples, self.config.load, lines)
            check = partial(check_samples, loaded.schema, samples, loaded.files, config, self.config.load)
            checked = self.memo.get(_SAMPLES, identity, partial(self.ask, check))
            self._samples[name] = replace(checked, missing=samples.missing), identity
        return self._samples[name]


def _is_written_whole(schema: Schema) -> bool:
    """Return whether users write all that the schema requires, so that no other values are merged."""
    return schema.own_check is not None and schema.own_merging is None


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


def evaluated(evaluator: Evaluator, files: Sequence[File], options: LoadOptions) -> Schema | Findings:
    """Return the schema, or its findings: a stored error would keep the build alive that raised it."""
    try:
        return evaluator.ask(partial(load_declared, files, options), options.limits)
    except EngineError as e:
        return e.findings


def _load_options(entry: SchemaOptions, of_site: LoadOptions) -> LoadOptions:
    heeds_comments = of_site.heeds_comments
    if entry.severity.comments is not None:
        heeds_comments = entry.severity.comments != "off"
    return replace(
        of_site,
        portability=portability(entry.severity) or of_site.portability,
        kind=entry.input_kind,
        version=entry.schema_version,
        heeds_comments=heeds_comments,
    )


def _shortest(samples: Samples, schema: Schema) -> str:
    """Return the shortest valid sample of one document; empty without one."""
    read, files = reading(schema), [each.files for each in samples.samples if each.is_valid]
    documents = [[*plain_documents(one, read)] for one, *others in files if not others]
    values = (one.value for one, *others in documents if not others)
    return min((to_yaml(each) for each in values if isinstance(each, Map)), key=len, default="")


def _no_minimal_values(schema: Schema, violation: Finding) -> Finding:
    return finding(
        NO_MINIMAL_VALUES,
        violation.place("declared") or schema.root.span,
        path=violation.path,
        problem=violation.fact("message"),
        found=violation.fact("found"),
        expected=violation.fact("expected"),
    )

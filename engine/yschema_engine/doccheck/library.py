"""The schemas of a site: found by their globs, read once, kept by name."""

from __future__ import annotations

import difflib
import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from yschema_engine.doccheck.cache import ById, Cache, digest
from yschema_engine.doccheck.file_names import display_path
from yschema_engine.doccheck.sample_files import SampleEntry, Samples, check_samples, find_samples, line_of
from yschema_engine.frontends.registry import load_schema
from yschema_engine.frontends.ytt.files.inputs import File, read_files
from yschema_engine.frontends.ytt.files.load import LoadOptions
from yschema_engine.lint.documentation import review
from yschema_engine.lint.suppressions import SuppressionComments, in_file
from yschema_engine.model.findings import (
    EngineError,
    Finding,
    UsageError,
    in_source_order,
    legacy_finding,
    legacy_usage_error,
)
from yschema_engine.model.schema import Schema
from yschema_engine.reference import Reference, build_reference
from yschema_engine.source import Source


@dataclass(frozen=True, slots=True)
class Entry:
    """A schema that pages may show.

    Attributes:
        name: what directives and anchors call it.
        files: globs, in order.
        title: its title for readers; without one the schema's own.
        url: the address of its reference, for hosts that do not know the addresses of pages.
        samples: its sample files.
    """

    name: str
    files: tuple[str, ...]
    title: str | None = None
    url: str | None = None
    samples: tuple[SampleEntry, ...] = ()

    @property
    def globs(self) -> Iterator[str]:
        """All globs, those of samples too."""
        yield from self.files
        for sample in self.samples:
            yield from sample.files


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """A schema that is valid, its documentation model, and the files that both come from."""

    schema: Schema
    reference: Reference
    files: tuple[File, ...] = ()


class Library:
    """Schemas by name. Make one per build: what it has read it does not read again.

    Attributes:
        options: how the engine reads them.
        kept: what is worked out once for several builds.
        base: the folder that globs start from.
    """

    def __init__(
        self,
        entries: Iterable[Entry],
        base: Path,
        declared: Source | None = None,
        options: LoadOptions = LoadOptions(),  # noqa: B008  frozen
        kept: Cache | None = None,
    ) -> None:
        """A library.

        Args:
            entries: the schemas.
            base: the folder that globs start from.
            declared: the file that declares the schemas, for reports.
            options: how the engine reads them.
            kept: what builds before have read.
        """
        self.options = options
        self.kept = kept or Cache()
        self._declared = declared
        self._entries = {entry.name: entry for entry in entries}
        self.base = base
        self._done: dict[str, Loaded | EngineError] = {}
        self._problems: dict[str, tuple[Finding, ...]] = {}
        self._changed: set[str] = set()
        self._named: dict[str, list[str]] = {}
        self._samples: dict[str, Samples] = {}

    @property
    def names(self) -> list[str]:
        """The names, in the order of the configuration."""
        return list(self._entries)

    def url(self, name: str) -> str | None:
        """The address that a schema is declared with."""
        return self._entries[name].url

    def reference(self, name: str) -> Reference:
        """The reference of a schema.

        Raises:
            EngineError: there is none of this name; or a glob matches nothing, or the schema is invalid, and
                no build before has read it.
        """
        return self._get(name).reference

    def loaded(self, name: str) -> Loaded:
        """A schema and its reference.

        Raises:
            EngineError: as for `reference`.
        """
        return self._get(name)

    def is_outdated(self, name: str) -> bool:
        """Whether a schema cannot be used now, and `loaded` gives what a build before has read."""
        return bool(self._problems.get(name)) and isinstance(self._done[name], Loaded)

    def has_changed(self, name: str) -> bool:
        """Whether a schema, or a sample of it, is not what it was in the build before."""
        with suppress(EngineError):
            self.samples(name)
        return name in self._changed or name not in self._entries

    def files(self, name: str) -> list[str]:
        """The names of a schema's files and samples in reports, as far as they can be read."""
        samples: list[File] = []
        with suppress(EngineError):
            samples += self.samples(name).files
        return [*self._named.get(name, []), *(file.name for file in samples)]

    def findings(self, name: str) -> Sequence[Finding]:
        """What the schema's author should know all the same.

        Raises:
            EngineError: there is none of this name, a glob matches nothing, or the schema is invalid.
        """
        loaded = self._get(name)
        if problems := self._problems[name]:
            raise EngineError(problems)
        found = self.kept.get(("findings", ById(loaded)), lambda: _findings(loaded))
        return [*found, *self.samples(name).findings]

    def accepted(self, name: str) -> Iterable[SuppressionComments]:
        """What comments in the files of a schema accept, and in those of its samples.

        Raises:
            EngineError: as for `reference`.
        """
        loaded = self._get(name)
        of_schema = self.kept.get(("accepted", ById(loaded)), lambda: list(map(in_file, loaded.files)))
        return [*of_schema, *map(in_file, self.samples(name).files)]

    def samples(self, name: str) -> Samples:
        """The samples of a schema.

        Raises:
            EngineError: as for `reference`.
        """
        loaded = self._get(name)
        if name not in self._samples:
            entries = self._entries[name].samples
            found = find_samples(entries, lambda glob: self._matching(name, glob))
            # Reports name it.
            said = tuple(line_of(self._declared, e.invalid, "invalid") for e in entries if e.invalid)
            key = ("samples", ById(loaded), digest(found.files), entries, self.options, said)
            check = partial(check_samples, loaded.schema, found, loaded.files, self._declared, self.options)
            self._samples[name] = replace(self.kept.get(key, check), missing=found.missing)
            if self.kept.is_new(("state of samples", name), (key, found.missing)):
                self._changed.add(name)
        return self._samples[name]

    def title(self, name: str) -> str:
        """The title of a schema; where the schema is wrong, that of the configuration or the name."""
        try:
            return self.reference(name).title
        except EngineError:
            return self._entries[name].title or name

    def watched(self) -> list[str]:
        """Absolute globs of the files that schemas are made of, and of their samples."""
        patterns = [pattern for entry in self._entries.values() for pattern in entry.globs]
        return [str(Path(glob.escape(str(self.base)), pattern)) for pattern in patterns]

    def _get(self, name: str) -> Loaded:
        if name not in self._entries:
            raise unknown("schema", name, self.names)
        if name not in self._done:
            self._done[name] = self._load(self._entries[name])
        done = self._done[name]
        if isinstance(done, EngineError):
            raise done.with_traceback(None)
        return done

    def _load(self, entry: Entry) -> Loaded | EngineError:
        loaded: Loaded | None = None
        problems: tuple[Finding, ...] = ()
        try:
            files = self._files(entry)
            self._named[entry.name] = [file.name for file in files]
        except EngineError as e:
            problems = e.findings
        else:
            schema = self.kept.get(("schema", digest(files), self.options), lambda: self._evaluated(files))
            if isinstance(schema, Schema):
                key = ("reference", ById(schema), entry.name, entry.title)
                loaded = self.kept.get(key, lambda: _described(schema, entry, files))
            else:
                problems = schema
        self._problems[entry.name] = problems
        if self.kept.is_new(("state", entry.name), (ById(loaded), problems)):
            self._changed.add(entry.name)
        return self.kept.latest(("good", entry.name), loaded) or EngineError(problems)

    def _evaluated(self, files: Sequence[File]) -> Schema | tuple[Finding, ...]:
        """The schema, or what is wrong with it; no error, for that would hold the build that met it."""
        try:
            schema = load_schema(files, self.options)
        except EngineError as e:
            return e.findings
        if not schema.has_documents:
            return tuple(replace(warning, severity="error") for warning in schema.findings)
        return schema

    def _files(self, entry: Entry) -> list[File]:
        files = [file for pattern in entry.files for file in self._matching(entry.name, pattern)]
        return list({file.name: file for file in files}.values())

    def _matching(self, name: str, pattern: str) -> list[File]:
        """The files that a glob of a schema matches.

        Raises:
            EngineError: there are none, or one cannot be read.
        """
        # `Path.glob` takes neither absolute globs nor all of `..`.
        matches = sorted(glob.glob(pattern, root_dir=self.base, recursive=True))  # noqa: PTH207
        files = read_files([display_path(self.base / match) for match in matches])
        if not files:
            raise EngineError([self._nothing(name, pattern)])
        return [replace(file, path=Path(os.path.relpath(file.name, self.base)).as_posix()) for file in files]

    def _nothing(self, name: str, pattern: str) -> Finding:
        return legacy_finding(
            f"schema {name!r}: no file matches {pattern!r}",
            "usage",
            line_of(self._declared, pattern),
            found=f"no such file in {display_path(self.base)}",
            expected="at least one file",
            hint="globs start from the folder of the configuration file",
        )


def _described(schema: Schema, entry: Entry, files: Sequence[File]) -> Loaded:
    return Loaded(schema, build_reference(schema, entry.name, entry.title), tuple(files))


def _findings(loaded: Loaded) -> Sequence[Finding]:
    schema = loaded.schema
    found = (*schema.findings, *review(loaded.reference))
    return in_source_order(found)


def unknown(kind: str, name: str, known: Iterable[str]) -> UsageError:
    """The error for a name that is not known, with the nearest one that is."""
    names = list(known)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    return legacy_usage_error(
        f"unknown {kind} {name!r}",
        found=name,
        expected=f"one of {', '.join(names[:20])}{', …' if len(names) > 20 else ''}" if names else "",
        hint=f"did you mean {near[0]}?" if near else "",
    )

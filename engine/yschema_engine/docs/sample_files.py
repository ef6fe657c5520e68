"""Samples: complete data values in files, which are valid or, if declared so, invalid; and their titles."""

from __future__ import annotations

import glob
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import PurePosixPath

from yschema_engine.docs.excerpts import SAMPLE, expect_invalid, without_known_defaults
from yschema_engine.read.inputs import File
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.recognition import ytt
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import EngineError, Finding, finding, usage_code
from yschema_engine.text.nodes import Document
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Source, Span
from yschema_engine.values.check import check_or_fail
from yschema_engine.values.findings import NO_SUCH_RESOURCE, Lines
from yschema_engine.values.sources import code_of, plain_documents, reading
from yschema_engine.yaml.read import read

SAMPLE_WITHOUT_VALUES = usage_code(
    "sample-without-values",
    "the sample contains no data values file",
    expected="a file that ends in .yaml or .yml",
    kind="samples",
)
SAMPLE_NOT_MARKED = usage_code(
    "sample-not-marked",
    "a file with annotations or code must declare that it holds data values",
    found="#{line}",
    expected="a document marked `#@data/values`, or plain YAML",
    hint="write the lines `#@data/values` and `---` above the first key",
    kind="samples",
)

_LONGEST = 80
# Comments that are for tools and lawyers.
_NO_TITLE = r"(?i)yaml-language-server:|yschema:|SPDX-|Copyright\b|-\*-"


@dataclass(frozen=True, slots=True)
class SampleEntry:
    """An entry for samples in the configuration.

    Attributes:
        files: globs.
        together: whether the files are one sample; else each file is a sample.
        title: of the sample; without one, that in the file counts.
        description: of the sample, as Markdown; without one, that in the file counts.
        invalid: a part of the message that the sample has to cause; None if the sample has to be valid.
    """

    files: tuple[str, ...]
    together: bool = False
    title: str | None = None
    description: str | None = None
    invalid: str | None = None


@dataclass(frozen=True)
class Sample:
    """Data values in one file, or in several that are merged in their order.

    Attributes:
        entry: of the configuration.
        files: the files with values, at least one.
        libraries: files of the entry that these load.
        findings: about the sample.
    """

    entry: SampleEntry
    files: tuple[File, ...]
    libraries: tuple[File, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether it is what the configuration says, valid or not."""
        return all(d.severity != "error" for d in self.findings)

    @property
    def is_valid(self) -> bool:
        """Whether it is valid, and the configuration says so."""
        return self.is_right and self.entry.invalid is None

    @property
    def title(self) -> str:
        """The title in the configuration, in the first comment of the last file, or the name of that file."""
        return self.entry.title or self._first_comment[0] or PurePosixPath(self.files[-1].path).name

    @property
    def description(self) -> str:
        """The description in the configuration, or in the first comment of the last file, below the title."""
        return self._first_comment[1] if self.entry.description is None else self.entry.description

    @cached_property
    def _first_comment(self) -> tuple[str, str]:
        return title_and_description(self.files[-1].source.lines)


@dataclass(frozen=True, slots=True)
class Samples:
    """The samples of a schema.

    Attributes:
        samples: in the order of the configuration.
        libraries: files that they may load.
        missing: findings about the entries: files that do not exist, or are not text.
    """

    samples: tuple[Sample, ...] = ()
    libraries: tuple[File, ...] = ()
    missing: tuple[Finding, ...] = ()

    @property
    def findings(self) -> Iterator[Finding]:
        """All findings."""
        yield from self.missing
        for sample in self.samples:
            yield from sample.findings

    @property
    def files(self) -> Iterator[File]:
        """The files, each once."""
        return _once((*(file for sample in self.samples for file in sample.files), *self.libraries))


def _once(files: Iterable[File]) -> Iterator[File]:
    """Return files, each once."""
    return iter({file.name: file for file in files}.values())


def find_samples(entries: Iterable[SampleEntry], find: Callable[[str], Sequence[File]]) -> Samples:
    """Return the samples that a configuration names, without checking them.

    A file in a sample of several files is not a sample itself, unless an entry names it without `*`.

    Args:
        entries: of the configuration.
        find: the files that a glob matches; raises EngineError if there are none.
    """
    finder = _Finder(find)
    entries = tuple(entries)
    together = {file.name for entry in entries if entry.together for file in finder.named(entry)}
    samples = [sample for entry in entries for sample in finder.samples(entry, together)]
    return Samples(tuple(samples), finder.libraries, tuple(finder.findings))


class _Finder:
    """A finder of the files of entries, which looks up each pattern once and collects findings."""

    def __init__(self, find: Callable[[str], Sequence[File]]) -> None:
        self.findings: list[Finding] = []
        self._find = find
        self._by_pattern: dict[str, list[File]] = {}

    @property
    def libraries(self) -> tuple[File, ...]:
        """Files that hold no values, each once."""
        files = (file for files in self._by_pattern.values() for file in files if not file.is_template)
        return tuple(_once(files))

    def samples(self, entry: SampleEntry, together: Collection[str]) -> Iterator[Sample]:
        """Yield the samples of an entry; `together` names the files that are some of several."""
        if entry.together:
            named = list(self.named(entry))
            files = tuple(file for file in named if file.is_template)
            if files:
                yield Sample(entry, files, tuple(file for file in named if not file.is_template))
            else:
                self._add_without_values(named)
            return
        for pattern in entry.files:
            by_name = not glob.has_magic(pattern)
            files_of_pattern = self._files(pattern)
            if by_name and not any(file.is_template or file.is_library for file in files_of_pattern):
                self._add_without_values(files_of_pattern)
            for file in files_of_pattern:
                if file.is_template and (by_name or file.name not in together):
                    yield Sample(entry, (file,))

    def _add_without_values(self, files: Sequence[File]) -> None:
        """Add the finding about a sample without values; missing files have their own findings."""
        if files:
            names = ", ".join(file.path for file in files[:5])
            at = Span(files[0].source, 1)
            self.findings.append(finding(SAMPLE_WITHOUT_VALUES, at, found=Verbatim(names)))

    def named(self, entry: SampleEntry) -> Iterator[File]:
        """Return the files of an entry, each once."""
        return _once(file for pattern in entry.files for file in self._files(pattern))

    def _files(self, pattern: str) -> list[File]:
        if pattern not in self._by_pattern:
            files = self._by_pattern[pattern] = []
            try:
                for file in self._find(pattern):
                    assert file.source is not None  # raises an error if the file is not text
                    files.append(file)
            except EngineError as e:
                self.findings += (replace(d, kind="samples") for d in e.findings)
        return self._by_pattern[pattern]


def check_samples(
    schema: Schema, samples: Samples, of_schema: Sequence[File], declared: Source | None, options: LoadOptions
) -> Samples:
    """Return samples with their findings.

    Args:
        schema: the schema of the samples.
        samples: not checked.
        of_schema: the files of the schema, whose libraries samples may load.
        declared: the file that declares the samples.
        options: how the engine reads them.
    """
    libraries = [file for file in (*of_schema, *samples.libraries) if not file.is_template]

    def checked(sample: Sample) -> Sample:
        findings = check_sample(schema, sample.files, libraries, options)
        if schema.kinds and any(
            map(glob.has_magic, sample.entry.files)
        ):  # resources of others are next to them
            findings = tuple(each for each in findings if each.code != NO_SUCH_RESOURCE)
        if sample.entry.invalid is not None:
            findings = tuple(_unless_invalid(findings, sample, declared))
        return replace(sample, findings=findings)

    return replace(samples, samples=tuple(map(checked, samples.samples)))


def _unless_invalid(
    findings: Sequence[Finding], sample: Sample, declared: Source | None
) -> Iterator[Finding]:
    """Report a sample that is declared invalid and is not."""
    reason = sample.entry.invalid or ""
    line = line_of(declared, reason, "invalid")
    related = ((phrase("declared in"), line),) if line else ()
    for unmet in expect_invalid(findings, reason, Span(sample.files[-1].source, 1), SAMPLE):
        yield replace(unmet, kind="samples", related=(*related, *unmet.related))


def line_of(source: Source | None, words: str, key: str = "") -> Span | None:
    """Return the first place in a configuration that has a text; None without one.

    Args:
        source: the configuration.
        words: the text.
        key: the key whose value most likely has it; without it, all lines are searched.
    """
    if source is None or not words:
        return None
    escaped = re.escape(words)
    whole = rf"(?<![\w./*-]){escaped}(?![\w./*-])"
    patterns = [rf"[^#]*\b{key}\b[^#]*{whole}", rf"[^#]*{whole}", rf".*{escaped}"]
    for pattern in map(re.compile, patterns if key else patterns[1:]):
        for number, line in enumerate(source.lines, 1):
            if pattern.match(line):
                return Span(source, number).narrowed_to(words)
    return None


def title_and_description(lines: Sequence[str]) -> tuple[str, str]:
    """Return the title and the description of a file: the first line of its first comment, and the rest.

    A first line that is long, or that continues on the next line, is the beginning of the description.
    """
    texts = (line.removeprefix("#").removeprefix("!") for line in _first_comment(lines))
    comment = [text.strip("# \t\r") for text in texts]
    comment = [text for text in comment if not re.match(_NO_TITLE, text)]
    if not comment or not comment[0]:
        return "", ""
    title, below = comment[0], comment[1:]
    if len(title) > _LONGEST or (below and below[0][:1].islower()):
        return "", "\n".join(comment)
    return title.removesuffix("."), "\n".join(below).strip()


def _first_comment(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the comment at the beginning."""
    begun = False
    for line in lines:
        if line.startswith("#") and not line.startswith("#@"):
            begun = True
            yield line
        elif begun or (line.strip() and not line.startswith(("---", "#@"))):
            return


def check_sample(
    schema: Schema,
    files: Sequence[File],
    libraries: Sequence[File] = (),
    options: LoadOptions = LoadOptions(),
) -> tuple[Finding, ...]:
    """Return the findings about complete data values.

    Args:
        schema: the schema of the values.
        files: plain YAML or data values documents, at least one; later files take precedence.
        libraries: files that these may load.
        options: how to read and evaluate.

    Returns:
        Violations and warnings at lines of the files, or the reasons why the files cannot be used; of the
        kind `samples`.
    """
    documents: list[Document] = []
    findings: list[Finding] = []
    for file in files:
        try:
            documents += _documents(schema, file, [*libraries, *files], options)
        except EngineError as e:
            findings += e.findings
    if not findings:
        lines = Lines(documents, Span(files[-1].source, 1))
        about_values = without_known_defaults(check_or_fail(schema, documents).findings, schema)
        findings += map(lines.nearest, about_values)
    return tuple(replace(each, kind="samples") for each in findings)


def _documents(
    schema: Schema, file: File, sources: Sequence[File], options: LoadOptions
) -> Iterable[Document]:
    """Return the documents of one file.

    Raises:
        EngineError: the file cannot be read or evaluated, or contains no values.
    """
    yaml = reading(schema, strict=options.strict)
    documents = read(file.source, yaml)
    code = next(code_of(documents), None)
    if code is None:
        return plain_documents(file, yaml)
    values = ytt.shown_documents(file, documents, sources, options, is_excerpt=False)
    if values is None:
        at = Span(file.source, code.line)
        raise EngineError.of(SAMPLE_NOT_MARKED, at, line=Verbatim(code.text))
    return values

"""Calls of `yschema` and `ytt` as documentation has them, and whether the data values in them are right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from yschema_engine.arguments import parse
from yschema_engine.arguments.coverage import COVERAGE
from yschema_engine.arguments.values import ValueArguments, parse_value_arguments
from yschema_engine.doccheck.codes import UNKNOWN_FLAG
from yschema_engine.doccheck.excerpts import check_partly
from yschema_engine.doccheck.paths import find_part
from yschema_engine.doccheck.shell import UNKNOWN, Word, called, read_commands, session_commands
from yschema_engine.doccheck.unknown_names import unknown_name
from yschema_engine.frontends.inputs import find_files
from yschema_engine.frontends.options import LoadOptions
from yschema_engine.frontends.ytt.starlark import Module
from yschema_engine.model.findings import EngineError, Finding, UsageError, revise
from yschema_engine.model.path import Path as ValuePath
from yschema_engine.model.phrases import phrase
from yschema_engine.model.schema import Schema
from yschema_engine.nodes import Document
from yschema_engine.source import Source, Span
from yschema_engine.values.check import ValuesDocuments, values_documents
from yschema_engine.values.sources import Sources, overlays

PROGRAMS = ("yschema", "ytt")
_FLAGS = tuple(f"--data-value{rest}" for rest in ("", "-yaml", "-file", "s-file", "s-env", "s-env-yaml"))
_FLAGS_OF_RESULTS = ("--data-values-inspect", "--data-values-schema-inspect")
_ASKING = frozenset(("--help", "-h", "--version"))


@dataclass(frozen=True, slots=True)
class Call:
    """A line that runs one of the programs.

    Attributes:
        program: its name.
        words: its arguments.
        environment: the variables that the lines set.
        line: of its name, from 1.
    """

    program: str
    words: tuple[Word, ...]
    environment: Mapping[str, str]
    line: int


def find_calls(text: str) -> list[Call]:
    """Return the calls in lines of a shell, or in a session with prompts."""
    calls: list[Call] = []
    for command in read_commands(session_commands(text)):
        if (call := called(command, PROGRAMS)) is not None:
            program, words = call
            line = command.words[len(command.words) - len(words) - 1].line
            calls.append(Call(program, words, command.environment, line))
    return calls


@dataclass(frozen=True, slots=True)
class CallContext:
    """The place where calls are written.

    Attributes:
        source: their lines.
        folders: where to look for files, in order.
        options: how to read and evaluate files.
    """

    source: Source
    folders: Sequence[Path] = ()
    options: LoadOptions = LoadOptions()  # noqa: RUF009  frozen


def check_call(schema: Schema, call: Call, context: CallContext, *, complete: bool = False) -> list[Finding]:
    """Return the findings about the data values that a call sets.

    Of a value in which something is unknown, such as `$HOST` and `<host>`, the key is checked. Files count
    where they are there.

    Args:
        schema: what they are checked against.
        call: as found in the lines.
        context: its lines, and where files are.
        complete: whether nothing may be missing.
    """
    return _Checker(schema, call, context).check(complete=complete)


@dataclass(slots=True)
class _Found:
    """The data values that the options of a call set.

    Attributes:
        documents: data values.
        modules: of their files.
        lines: those of options, by the sources of the documents that they give.
        files: the sources among them that are files.
        unknown: the paths of values that are not known.
        missing: whether there is more that is not known.
    """

    documents: list[Document] = field(default_factory=list)
    modules: Mapping[Source, Module] | None = None
    lines: dict[Source, int] = field(default_factory=dict)
    files: set[Source] = field(default_factory=set)
    unknown: list[ValuePath] = field(default_factory=list)
    missing: bool = False


class _Checker:
    def __init__(self, schema: Schema, call: Call, context: CallContext) -> None:
        self._schema = schema
        self._call = call
        self._context = context
        self._found = _Found()
        self._problems: list[Finding] = []

    def check(self, *, complete: bool) -> list[Finding]:
        """Return all findings."""
        texts = [word.text for word in self._call.words]
        try:
            given = parse_value_arguments(texts)
            self._check_usage(texts, given)
        except UsageError as e:
            return [revise(d, at=self._span(self._call.line)) for d in e.findings]
        self._read_files(given.files)
        for one, line in self._known(given.sources):
            self._read(one, line)
        if self._problems:
            return self._problems
        found = self._found
        documents = ValuesDocuments(tuple(found.documents), found.modules)
        complete = complete and not found.missing
        if not documents.documents and not complete:
            return []
        told = check_partly(self._schema, documents, complete=complete, unknown=found.unknown)
        return [self._told(d) for d in told]

    def _span(self, line: int) -> Span:
        return Span(self._context.source, line)

    def _line_of(self, text: str) -> int:
        lines = (word.line for word in self._call.words if word.text.endswith(text))
        return next(lines, self._call.line)

    def _check_usage(self, texts: Sequence[str], given: ValueArguments) -> None:
        """
        Raises:
            UsageError: an option is none.
        """
        for other in given.others:
            name = other.partition("=")[0]
            if name.startswith("--data-v") and name not in _FLAGS_OF_RESULTS:
                raise unknown_name(UNKNOWN_FLAG, name, _FLAGS)
        is_whole = not any(UNKNOWN in text or text.startswith(("[", "...", "…")) for text in texts)
        is_check = bool(texts) and (texts[0] == COVERAGE or texts[0].startswith("-"))
        if self._call.program == "yschema" and is_whole and is_check and not _ASKING & set(texts):
            parse(texts)

    def _read_files(self, arguments: Iterable[str]) -> None:
        """Read the data values documents among the inputs."""
        paths = {argument: self._path(argument.partition("=")[2] or argument) for argument in arguments}
        missing = None in paths.values()
        self._found.missing |= missing
        try:
            files = [file for path in paths.values() if path for file in find_files(str(path), BytesIO())]
            given = values_documents(files, self._context.options)
        except EngineError as e:
            if not missing:  # else what a file loads may be elsewhere
                by_file = {str(path): self._line_of(argument) for argument, path in paths.items()}
                self._problems += [
                    self._placed(d, by_file.get(d.at.file if d.at else "", self._call.line))
                    for d in e.findings
                ]
            return
        self._found.documents += given.documents
        self._found.modules = given.modules
        for argument, path in paths.items():
            sources = {d.span.source for d in given.documents if d.span.file == str(path)}
            self._found.files |= sources
            self._found.lines |= dict.fromkeys(sources, self._line_of(argument))

    def _path(self, name: str) -> Path | None:
        """Return the file of this name; None if there is none, or if the name is not known."""
        if UNKNOWN in name or name == "-":
            return None
        with suppress(OSError, ValueError):  # no name of a file
            return next((path for folder in self._context.folders if (path := folder / name).is_file()), None)
        return None

    def _known(self, sources: Sources) -> Iterator[tuple[Sources, int]]:
        """Yield the sources one by one, each with its line, without those of which nothing can be said."""
        for name in sources.files:
            path = self._path(name)
            self._found.missing |= path is None
            if path is not None:
                yield Sources(files=(str(path),)), self._line_of(name)
        for prefix in (*sources.env, *sources.env_yaml):
            self._note_variables(prefix)
        for prefix in sources.env:
            yield Sources(env=(prefix,)), self._line_of(prefix)
        for prefix in sources.env_yaml:
            yield Sources(env_yaml=(prefix,)), self._line_of(prefix)
        for flag in sources.strings:
            if self._is_checked(flag):
                yield Sources(strings=(flag,)), self._line_of(flag)
        for flag in sources.yaml:
            if self._is_checked(flag, as_yaml=True):
                yield Sources(yaml=(flag,)), self._line_of(flag)
        for flag in sources.text_files:
            key, sign, name = flag.partition("=")
            path = self._path(name)
            if path is not None or not sign:
                yield Sources(text_files=(f"{key}{sign}{path or name}",)), self._line_of(flag)
            elif self._is_checked(f"{key}={UNKNOWN}"):  # it is a string, whatever it says
                yield Sources(strings=(f"{key}={UNKNOWN}",)), self._line_of(flag)

    def _is_checked(self, flag: str, *, as_yaml: bool = False) -> bool:
        """Return whether `key=value` can be checked, and record unknown values."""
        key, _, value = flag.partition("=")
        if UNKNOWN in key or key.startswith("@"):  # of a library
            self._found.missing = True
            return False
        if UNKNOWN not in value:
            return True
        self._found.unknown.append(ValuePath.from_flag(key))
        return not as_yaml or find_part(self._schema.root, key) is None

    def _note_variables(self, prefix: str) -> None:
        """Note which variables are not known; the lines may set others elsewhere."""
        self._found.missing = True
        start = f"{prefix}_"
        for name, text in self._call.environment.items():
            if name.startswith(start) and UNKNOWN in text:
                self._found.unknown.append(ValuePath.from_variable(name.removeprefix(start)))

    def _read(self, one: Sources, line: int) -> None:
        """Read the documents that one option sets."""
        hidden = UNKNOWN if one.env_yaml else None
        environment = {n: t for n, t in self._call.environment.items() if hidden is None or hidden not in t}
        try:
            documents = list(overlays(one, environment, BytesIO()))
        except EngineError as e:
            self._problems += [self._placed(d, line) for d in e.findings]
            return
        self._found.documents += documents
        sources = {document.span.source for document in documents}
        self._found.lines |= dict.fromkeys(sources, line)
        if one.files:
            self._found.files |= sources

    def _told(self, finding: Finding) -> Finding:
        """Return the finding with the lines of options."""
        at = finding.at
        if at is None or at.source not in self._found.lines:
            return revise(finding, at=at or self._span(self._call.line))
        if at.source in self._found.files:
            return self._placed(finding, self._found.lines[at.source])
        return revise(finding, at=self._span(self._found.lines[at.source]))

    def _placed(self, finding: Finding, line: int) -> Finding:
        """Return a finding about a file, placed at the option that names the file."""
        at = finding.at
        there = ((phrase("in the file"), at),) if at is not None else ()
        return revise(finding, at=self._span(line), related=(*there, *finding.related))

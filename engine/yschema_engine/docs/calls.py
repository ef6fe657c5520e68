"""Checks of calls in documentation, and of the data values that their options set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path as FilePath

from yschema_engine.arguments import parse
from yschema_engine.docs.called_programs import (
    PROGRAMS,
    SET_FILE,
    SET_LITERAL,
    SET_STRING,
    Assignment,
    CallArguments,
    assigned,
)
from yschema_engine.docs.excerpts import check_documents
from yschema_engine.docs.findings import UNKNOWN_FLAG
from yschema_engine.docs.places import find_part, part_at, unknown_name
from yschema_engine.docs.shell import find_program, read_commands, typed_lines
from yschema_engine.docs.shell_words import UNKNOWN, Word
from yschema_engine.read.inputs import find_files
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.recognition import YTT
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import EngineError, Finding, UsageError, revise
from yschema_engine.text.nodes import Document, walk
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import ENGLISH, phrase
from yschema_engine.text.source import Source, Span
from yschema_engine.values.arguments import Sources
from yschema_engine.values.sources import overlays


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

    def line_of(self, text: str) -> int:
        """Return the line of the first argument that ends with a text."""
        return next((word.line for word in self.words if word.text.endswith(text)), self.line)


@dataclass(frozen=True, slots=True)
class CallContext:
    """The place where calls are written.

    Attributes:
        source: their lines.
        folders: where to look for files, in order.
        options: how to read and evaluate files.
    """

    source: Source
    folders: Sequence[FilePath] = ()
    options: LoadOptions = LoadOptions()

    def find(self, name: str) -> FilePath | None:
        """Return the file of this name; None if there is none, or if the name is not known."""
        if UNKNOWN in name or name == "-":
            return None
        with suppress(OSError, ValueError):  # not the name of a file
            return next((path for folder in self.folders if (path := folder / name).is_file()), None)
        return None

    def place(self, finding: Finding, line: int) -> Finding:
        """Return a finding about a file, placed at the line of the option that names the file."""
        in_file = ((phrase("in the file"), finding.span),) if finding.span is not None else ()
        return revise(
            finding, span=Span(self.source, line).narrowed_to(""), related=(*in_file, *finding.related)
        )


@dataclass(slots=True)
class CallInputs:
    """The data values that the options of a call set.

    Attributes:
        documents: the data values.
        lines: the lines of options, by the sources of the documents that they set.
        files: the sources among them that are files.
        unknown: the paths of values that are not known.
        is_incomplete: whether other values may be set that are not known.
        findings: about options whose values cannot be read.
    """

    documents: list[Document] = field(default_factory=list)
    lines: dict[Source, int] = field(default_factory=dict)
    files: set[Source] = field(default_factory=set)
    unknown: list[Path] = field(default_factory=list)
    is_incomplete: bool = False
    findings: list[Finding] = field(default_factory=list)


class InputReader:
    """Reads the data values that a call sets.

    Attributes:
        inputs: the values so far.
    """

    def __init__(self, schema: Schema, call: Call, context: CallContext) -> None:
        """A reader without values.

        Args:
            schema: the schema of the values.
            call: the call.
            context: the place where it is written.
        """
        self.inputs = CallInputs()
        self._schema = schema
        self._call = call
        self._context = context

    def read_files(self, arguments: Iterable[str]) -> None:
        """Read the data values documents among the files of `-f` arguments."""
        paths = {each: self._context.find(each.partition("=")[2] or each) for each in arguments}
        is_incomplete = None in paths.values()
        self.inputs.is_incomplete |= is_incomplete
        try:
            options = self._context.options
            known = (str(path) for path in paths.values() if path)
            files = [file for path in known for file in find_files(path, BytesIO(), options.inputs)]
            values = YTT.values_documents(files, options)
        except EngineError as e:
            if not is_incomplete:  # else a file that another one loads may be missing
                lines = {str(path): self._call.line_of(argument) for argument, path in paths.items()}
                self.inputs.findings += [self._place_in(lines, each) for each in e.findings]
            return
        self.inputs.documents += values
        for argument, path in paths.items():
            sources = {each.span.source for each in values if each.span.file == str(path)}
            self.inputs.files |= sources
            self.inputs.lines |= dict.fromkeys(sources, self._call.line_of(argument))

    def read_sources(self, sources: Sources) -> None:
        """Read the values of all other options that are known."""
        for source, argument in (*self._files(sources), *self._variables(sources), *self._flags(sources)):
            self._read(source, self._call.line_of(argument))

    def read_assignments(self, arguments: CallArguments) -> None:
        """Read the values that flags of Helm assign, if they are known."""
        self.inputs.is_incomplete |= arguments.keeps_values
        document = assigned(each for each in arguments.assignments if self._is_assigned(each, arguments))
        if document is not None:
            self.inputs.documents.append(document)
            self.inputs.lines |= {
                holder.span.source: self._call.line_of(holder.span.source.text) for holder in walk(document)
            }

    def _is_assigned(self, assignment: Assignment, arguments: CallArguments) -> bool:
        """Return whether an assignment can be checked, and record unknown values."""
        path = assignment.path
        if UNKNOWN in str(path):
            self.inputs.is_incomplete = True
            return False
        steps = [number for number, step in enumerate(path) if isinstance(step, int)]
        if steps and arguments.sources.files:  # the files may have the other parts of the item
            self.inputs.unknown.append(Path(path[: steps[0]]))
        if assignment.is_known and assignment.value is not None:
            return True
        self.inputs.unknown.append(path)
        is_string = not assignment.is_known and assignment.flag in (SET_STRING, SET_LITERAL, SET_FILE)
        return is_string or part_at(self._schema.root, path) is None

    def _place_in(self, lines: Mapping[str, int], finding: Finding) -> Finding:
        file = finding.span.file if finding.span else ""
        return self._context.place(finding, lines.get(file, self._call.line))

    def _files(self, sources: Sources) -> Iterator[tuple[Sources, str]]:
        for name in sources.files:
            path = self._context.find(name)
            self.inputs.is_incomplete |= path is None
            if path is not None:
                yield Sources(files=(str(path),)), name

    def _variables(self, sources: Sources) -> Iterator[tuple[Sources, str]]:
        for prefix in (*sources.env, *sources.env_yaml):
            self._note_variables(prefix)
        for prefix in sources.env:
            yield Sources(env=(prefix,)), prefix
        for prefix in sources.env_yaml:
            yield Sources(env_yaml=(prefix,)), prefix

    def _flags(self, sources: Sources) -> Iterator[tuple[Sources, str]]:
        for flag in sources.strings:
            if self._is_checked(flag):
                yield Sources(strings=(flag,)), flag
        for flag in sources.yaml:
            if self._is_checked(flag, as_yaml=True):
                yield Sources(yaml=(flag,)), flag
        for flag in sources.text_files:
            key, sign, name = flag.partition("=")
            path = self._context.find(name)
            if path is not None or not sign:
                yield Sources(text_files=(f"{key}{sign}{path or name}",)), flag
            elif self._is_checked(f"{key}={UNKNOWN}"):  # a string, whatever the file contains
                yield Sources(strings=(f"{key}={UNKNOWN}",)), flag

    def _is_checked(self, flag: str, *, as_yaml: bool = False) -> bool:
        """Return whether `key=value` can be checked, and record unknown values."""
        key, _, value = flag.partition("=")
        if UNKNOWN in key or key.startswith("@"):  # of a library
            self.inputs.is_incomplete = True
            return False
        if UNKNOWN not in value:
            return True
        self.inputs.unknown.append(Path.from_flag(key))
        return not as_yaml or find_part(self._schema.root, key) is None

    def _note_variables(self, prefix: str) -> None:
        """Record the variables whose values are not known; others may be set elsewhere."""
        self.inputs.is_incomplete = True
        start = f"{prefix}_"
        for name, text in self._call.environment.items():
            if name.startswith(start) and UNKNOWN in text:
                self.inputs.unknown.append(Path.from_variable(name.removeprefix(start)))

    def _read(self, source: Sources, line: int) -> None:
        """Read the documents that one option sets."""
        variables = self._call.environment
        if source.env_yaml:
            variables = {name: text for name, text in variables.items() if UNKNOWN not in text}
        try:
            documents = list(overlays(source, variables, BytesIO(), self._context.options))
        except EngineError as e:
            self.inputs.findings += [self._context.place(each, line) for each in e.findings]
            return
        self.inputs.documents += documents
        read = {document.span.source for document in documents}
        self.inputs.lines |= dict.fromkeys(read, line)
        if source.files:
            self.inputs.files |= read


_INFORMING_FLAGS = frozenset(("--help", "-h", "--version"))
_ELLIPSES = ("[", "...", "…")


def find_calls(text: str) -> list[Call]:
    """Return the calls that take data values in shell lines, or in a session with prompts."""
    calls: list[Call] = []
    for command in read_commands(typed_lines(text)):
        call = find_program(command, tuple(PROGRAMS))
        if call is not None and PROGRAMS[call[0]].takes_values([word.text for word in call[1]]):
            program, words = call
            line = command.words[len(command.words) - len(words) - 1].line
            calls.append(Call(program, words, command.environment, line))
    return calls


def check_call(schema: Schema, call: Call, context: CallContext, *, complete: bool = False) -> list[Finding]:
    """Return the findings about the data values that a call sets.

    Of a value with an unknown part, such as `$HOST` or `<host>`, the key is checked. Files that do not exist
    are ignored.

    Args:
        schema: the schema of the values.
        call: the call.
        context: the place where it is written.
        complete: whether all required values have to be set.
    """
    texts = [word.text for word in call.words]
    try:
        arguments = PROGRAMS[call.program].parse(texts)
        _check_usage(call, texts, arguments)
    except UsageError as e:
        return [revise(each, span=_span(context, call.line, each)) for each in e.findings]
    reader = InputReader(schema, call, context)
    reader.read_files(arguments.files)
    reader.read_sources(arguments.sources)
    reader.read_assignments(arguments)
    inputs = reader.inputs
    if inputs.findings:
        return inputs.findings
    complete = complete and not inputs.is_incomplete
    if not inputs.documents and not complete:
        return []
    findings = check_documents(schema, inputs.documents, complete=complete, unknown=inputs.unknown)
    return [_place(each, inputs, call, context) for each in findings]


def _check_usage(call: Call, texts: Sequence[str], arguments: CallArguments) -> None:
    """Check the options of a call.

    Raises:
        UsageError: an option is unknown, or cannot be used in this way.
    """
    program = PROGRAMS[call.program]
    for argument in arguments.others:
        name = argument.partition("=")[0]
        if name.startswith(program.misspelt) and name not in program.further_flags:
            raise unknown_name(UNKNOWN_FLAG, name, program.flags)
    is_whole = not any(UNKNOWN in text or text.startswith(_ELLIPSES) for text in texts)
    is_check = bool(texts) and (texts[0] == "coverage" or texts[0].startswith("-"))
    if call.program == "yschema" and is_whole and is_check and not _INFORMING_FLAGS & set(texts):
        parse(texts)


def _place(finding: Finding, inputs: CallInputs, call: Call, context: CallContext) -> Finding:
    """Return a finding, placed at the line of the option that sets the value."""
    span = finding.span
    if span is None or span.source not in inputs.lines:
        return revise(finding, span=span or _span(context, call.line, finding))
    line = inputs.lines[span.source]
    if span.source in inputs.files:
        return context.place(finding, line)
    return revise(finding, span=Span(context.source, line).narrowed_to(span.text))


def _span(context: CallContext, line: int, finding: Finding) -> Span:
    return Span(context.source, line).narrowed_to(ENGLISH.text(finding.fact("found")))

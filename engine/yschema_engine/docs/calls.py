"""Checks of calls in documentation, and of the data values that their options set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from yschema_engine.docs.excerpts import ExcerptCheck
from yschema_engine.docs.places import find_part, part_at, unknown_name
from yschema_engine.docs.shell import UNKNOWN, Call, find_call, read_commands, typed_lines
from yschema_engine.read.inputs import find_files
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.recognition import values_documents
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass, field
from yschema_engine.text.findings import EngineError, Finding, UsageError, revise, usage_code
from yschema_engine.text.nodes import Document, walk
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import ENGLISH, phrase
from yschema_engine.text.source import Source, Span
from yschema_engine.values.arguments import Sources
from yschema_engine.values.sources import overlays

UNKNOWN_FLAG = usage_code("unknown-flag", "unknown option `{found}`")


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
        folders = () if UNKNOWN in name or name == "-" else self.folders
        with suppress(OSError, ValueError):  # not the name of a file
            return next((path for folder in folders if (path := folder / name).is_file()), None)
        return None

    def span(self, line: int, finding: Finding) -> Span:
        """Return the part of a line that a finding is about."""
        return Span(self.source, line).narrowed_to(ENGLISH.text(finding.fact("found")))

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
        schema: the schema of the values.
        call: the call.
        context: the place where it is written.
        documents: the data values.
        lines: the lines of options, by the sources of the documents that they set.
        files: the sources among them that are files.
        unknown: the paths of values that are not known.
        is_incomplete: whether other values may be set that are not known.
        findings: about options whose values cannot be read.
    """

    schema: Schema
    call: Call
    context: CallContext
    documents: list[Document] = field(default_factory=list)
    lines: dict[Source, int] = field(default_factory=dict)
    files: set[Source] = field(default_factory=set)
    unknown: list[Path] = field(default_factory=list)
    is_incomplete: bool = False
    findings: list[Finding] = field(default_factory=list)

    def read_files(self, arguments: Iterable[str]) -> None:
        """Read the data values documents among the files of `-f` arguments."""
        paths = {each: self.context.find(each.partition("=")[2] or each) for each in arguments}
        is_incomplete = None in paths.values()
        self.is_incomplete |= is_incomplete
        try:
            options = self.context.options
            known = (str(path) for path in paths.values() if path)
            files = [file for path in known for file in find_files(path, BytesIO(), options.inputs)]
            values = values_documents(files, options)
        except EngineError as e:
            if not is_incomplete:  # else a file that another one loads may be missing
                lines = {str(path): self.call.line_of(argument) for argument, path in paths.items()}
                for each in e.findings:
                    line = lines.get(each.span.file if each.span else "", self.call.line)
                    self.findings.append(self.context.place(each, line))
            return
        self.documents += values
        for argument, path in paths.items():
            sources = {each.span.source for each in values if each.span.file == str(path)}
            self.files |= sources
            self.lines |= dict.fromkeys(sources, self.call.line_of(argument))

    def read_sources(self, sources: Sources) -> None:
        """Read the values of all other options that are known."""
        for name in sources.files:
            path = self.context.find(name)
            self.is_incomplete |= path is None
            if path is not None:
                self._read(Sources(files=(str(path),)), name)
        for kind in ("env", "env_yaml"):
            for prefix in getattr(sources, kind):
                self._note_variables(prefix)
                self._read(Sources(**{kind: (prefix,)}), prefix)
        for kind in ("strings", "yaml"):
            for flag in getattr(sources, kind):
                if self._is_checked(flag, as_yaml=kind == "yaml"):
                    self._read(Sources(**{kind: (flag,)}), flag)
        for flag in sources.text_files:
            self._read_text_file(flag)

    def read_assignments(self, arguments: CallArguments) -> None:
        """Read the values that flags of Helm assign, if they are known."""
        self.is_incomplete |= arguments.keeps_values
        document = assigned(each for each in arguments.assignments if self._is_assigned(each, arguments))
        if document is not None:
            self.documents.append(document)
            self.lines |= {
                holder.span.source: self.call.line_of(holder.span.source.text) for holder in walk(document)
            }

    def _is_assigned(self, assignment: Assignment, arguments: CallArguments) -> bool:
        """Return whether an assignment can be checked, and record unknown values."""
        path = assignment.path
        if UNKNOWN in str(path):
            self.is_incomplete = True
            return False
        steps = [number for number, step in enumerate(path) if isinstance(step, int)]
        if steps and arguments.sources.files:  # the files may have the other parts of the item
            self.unknown.append(Path(path[: steps[0]]))
        if assignment.is_known and assignment.value is not None:
            return True
        self.unknown.append(path)
        is_string = not assignment.is_known and assignment.flag in (SET_STRING, SET_LITERAL, SET_FILE)
        return is_string or part_at(self.schema.root, path) is None

    def placed(self, finding: Finding) -> Finding:
        """Return a finding about the values, placed at the line of the option that sets the value."""
        span = finding.span
        if span is None or span.source not in self.lines:
            return revise(finding, span=span or self.context.span(self.call.line, finding))
        line = self.lines[span.source]
        if span.source in self.files:
            return self.context.place(finding, line)
        return revise(finding, span=Span(self.context.source, line).narrowed_to(span.text))

    def _read_text_file(self, flag: str) -> None:
        key, sign, name = flag.partition("=")
        path = self.context.find(name)
        if path is not None or not sign:
            self._read(Sources(text_files=(f"{key}{sign}{path or name}",)), flag)
        elif self._is_checked(f"{key}={UNKNOWN}"):  # a string, whatever the file contains
            self._read(Sources(strings=(f"{key}={UNKNOWN}",)), flag)

    def _is_checked(self, flag: str, *, as_yaml: bool = False) -> bool:
        """Return whether `key=value` can be checked, and record unknown values."""
        key, _, value = flag.partition("=")
        if UNKNOWN in key or key.startswith("@"):  # of a library
            self.is_incomplete = True
            return False
        if UNKNOWN not in value:
            return True
        self.unknown.append(Path.from_flag(key))
        return not as_yaml or find_part(self.schema.root, key) is None

    def _note_variables(self, prefix: str) -> None:
        """Record the variables whose values are not known; others may be set elsewhere."""
        self.is_incomplete = True
        start = f"{prefix}_"
        for name, text in self.call.environment.items():
            if name.startswith(start) and UNKNOWN in text:
                self.unknown.append(Path.from_variable(name.removeprefix(start)))

    def _read(self, source: Sources, argument: str) -> None:
        """Read the documents that one option sets, with an argument."""
        line = self.call.line_of(argument)
        variables = self.call.environment
        if source.env_yaml:
            variables = {name: text for name, text in variables.items() if UNKNOWN not in text}
        try:
            documents = list(overlays(source, variables, BytesIO(), self.context.options, self.schema))
        except EngineError as e:
            self.findings += [self.context.place(each, line) for each in e.findings]
            return
        self.documents += documents
        read = {document.span.source for document in documents}
        self.lines |= dict.fromkeys(read, line)
        if source.files:
            self.files |= read


_INFORMING_FLAGS = frozenset(("--help", "-h", "--version"))
_ELLIPSES = ("[", "...", "…")


def find_calls(text: str) -> list[Call]:
    """Return the calls that take data values in shell lines, or in a session with prompts."""
    calls = (find_call(command, PROGRAMS) for command in read_commands(typed_lines(text)))
    return [call for call in calls if call and PROGRAMS[call.program].takes_values(call.arguments)]


def check_call(schema: Schema, call: Call, context: CallContext, *, complete: bool = False) -> list[Finding]:
    """Return the findings about the data values that a call sets.

    Of a value with an unknown part, such as `$HOST` or `<host>`, the key is checked. Files that do not exist
    are ignored. With `complete`, all required values have to be set.
    """
    try:
        arguments = PROGRAMS[call.program].parse(call.arguments)
        _check_usage(call, arguments)
    except UsageError as e:
        return [revise(each, span=context.span(call.line, each)) for each in e.findings]
    inputs = CallInputs(schema, call, context)
    inputs.read_files(arguments.files)
    inputs.read_sources(arguments.sources)
    inputs.read_assignments(arguments)
    if inputs.findings:
        return inputs.findings
    complete = complete and not inputs.is_incomplete
    if not inputs.documents and not complete:
        return []
    check = ExcerptCheck(schema, complete=complete)
    return [inputs.placed(each) for each in check.of_documents(inputs.documents, inputs.unknown)]


def _check_usage(call: Call, arguments: CallArguments) -> None:
    """Check the options of a call.

    Raises:
        UsageError: an option is unknown, or cannot be used in this way.
    """
    program, texts = PROGRAMS[call.program], call.arguments
    for argument in arguments.others:
        name = argument.partition("=")[0]
        if name.startswith(program.misspelt) and name not in program.further_flags:
            raise unknown_name(UNKNOWN_FLAG, name, program.flags)
    is_whole = not any(UNKNOWN in text or text.startswith(_ELLIPSES) for text in texts)
    is_check = bool(texts) and (texts[0] == "coverage" or texts[0].startswith("-"))
    if call.program == "yschema" and is_whole and is_check and not _INFORMING_FLAGS & set(texts):
        parse(texts)

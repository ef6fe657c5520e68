"""Calls in documentation that set data values, and checks of these values."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.arguments import parse
from yschema_engine.arguments.documentation import COVERAGE
from yschema_engine.doccheck.call_inputs import Call, CallContext, CallInputs, InputReader
from yschema_engine.doccheck.codes import UNKNOWN_FLAG
from yschema_engine.doccheck.excerpts import check_documents
from yschema_engine.doccheck.programs import PROGRAMS, CallArguments
from yschema_engine.doccheck.shell.commands import UNKNOWN
from yschema_engine.doccheck.shell.programs import find_program
from yschema_engine.doccheck.shell.prompts import typed_lines
from yschema_engine.doccheck.shell.reader import read_commands
from yschema_engine.doccheck.unknown_names import unknown_name
from yschema_engine.schema.schema import Schema
from yschema_engine.text.findings import Finding, UsageError, revise
from yschema_engine.text.phrases import ENGLISH
from yschema_engine.text.source import Span
from yschema_engine.values.documents import ValuesDocuments

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
    documents = ValuesDocuments(tuple(inputs.documents), inputs.modules)
    complete = complete and not inputs.is_incomplete
    if not documents.documents and not complete:
        return []
    findings = check_documents(schema, documents, complete=complete, unknown=inputs.unknown)
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
    is_check = bool(texts) and (texts[0] == COVERAGE or texts[0].startswith("-"))
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

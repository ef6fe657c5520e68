"""Checks of samples: complete data values, which are valid or, if declared so, invalid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from yschema_engine.docs.excerpts import without_known_defaults
from yschema_engine.docs.findings import INVALID_FOR_ANOTHER_REASON, INVALID_IS_VALID, SAMPLE_NOT_MARKED
from yschema_engine.read.inputs import File
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.recognition import YTT
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import EngineError, Finding, LimitError, finding
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Document
from yschema_engine.text.phrases import ENGLISH, Listing, Phrase, Verbatim, phrase
from yschema_engine.text.source import Span
from yschema_engine.values.check import check_values
from yschema_engine.values.findings import Lines
from yschema_engine.values.sources import code_of, plain_documents
from yschema_engine.yaml.read import ReadOptions, read


def check_sample(
    schema: Schema,
    files: Sequence[File],
    libraries: Sequence[File] = (),
    options: LoadOptions = LoadOptions(),  # noqa: B008  frozen
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
    try:
        findings = tuple(_findings(schema, files, libraries, options))
    except LimitError as e:
        findings = e.findings
    return tuple(replace(each, kind="samples") for each in findings)


def _findings(
    schema: Schema, files: Sequence[File], libraries: Sequence[File], options: LoadOptions
) -> Iterator[Finding]:
    documents: list[Document] = []
    errors: list[Finding] = []
    for file in files:
        try:
            documents += _documents(file, [*libraries, *files], options)
        except EngineError as e:
            errors += e.findings
    if errors:
        yield from errors
        return
    lines = Lines(documents, Span(files[-1].source, 1))
    try:
        checked = check_values(schema, documents)
    except EngineError as e:  # the condition of a rule has failed
        yield from e.findings
    else:
        yield from map(lines.nearest, without_known_defaults(checked.findings, schema))


def _documents(file: File, sources: Sequence[File], options: LoadOptions) -> Iterable[Document]:
    """Return the documents of one file.

    Raises:
        EngineError: the file cannot be read or evaluated, or contains no values.
    """
    documents = read(file.source, ReadOptions(strict=options.strict))
    code = next(code_of(documents), None)
    if code is None:
        return plain_documents(file, strict=options.strict)
    values = YTT.shown_documents(file, documents, sources, options)
    if values is None:
        raise EngineError([_not_marked(Span(file.source, code.line), code.text)])
    return values


def _not_marked(at: Span, code: str) -> Finding:
    return finding(SAMPLE_NOT_MARKED, at, line=Verbatim(code))


BLOCK = phrase("block")
SAMPLE = phrase("sample")
_FACTS = ("message", "rule", "found", "expected")


def expect_invalid(
    findings: Sequence[Finding], reason: str, span: Span, what: Phrase = BLOCK
) -> tuple[Finding, ...]:
    """Return what is wrong with data values that are declared invalid; nothing if they are, for that reason.

    Args:
        findings: of checking them.
        reason: text that must appear, in any case, in the English path, message, rule, found or expected of a
            finding; empty if any error will do. The author writes it to show that the values are refused
            for the reason that the page explains.
        span: where they are declared invalid.
        what: what the values are.
    """
    errors = [finding for finding in findings if finding.severity == "error"]
    if any(_mentions(finding, reason) for finding in (findings if reason else errors)):
        return ()
    violation = phrase("a violation with the text {reason}", reason=Verbatim(written(reason)))
    expected = violation if reason else phrase("a violation")
    if not errors:
        return (finding(INVALID_IS_VALID, span, what=what, expected=expected),)
    return (
        finding(
            INVALID_FOR_ANOTHER_REASON,
            span,
            what=what,
            found=Listing(tuple(map(_summary, errors))),
            expected=expected,
            related=tuple(
                (phrase("the violation"), error.span) for error in errors if error.span is not None
            ),
        ),
    )


def _mentions(finding: Finding, text: str) -> bool:
    """Return whether a text is in what readers see of a finding."""
    facts = (finding.path_text, *(ENGLISH.text(finding.fact(name)) for name in _FACTS))
    return any(text.casefold() in fact.casefold() for fact in facts)


def _summary(finding: Finding) -> Phrase:
    """Return the path, the message and the reason of a finding in one line."""
    reason = finding.fact("rule") or finding.fact("found")
    summary = phrase("{message}: {reason}", message=finding.fact("message"), reason=reason)
    if not reason:
        summary = phrase("{message}", message=finding.fact("message"))
    path = finding.path_text
    return phrase("{path}: {summary}", path=path, summary=summary) if path else summary

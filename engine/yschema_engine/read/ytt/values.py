"""Data values documents, and the values that documentation shows of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yschema_engine.read.inputs import File, SourceFiles
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.ytt.markers import (
    MALFORMED_REFERENCE,
    VALUES,
    is_for_library,
    is_reference,
    marker_name,
    marker_names,
    schema_markers,
)
from yschema_engine.read.ytt.template import Evaluator
from yschema_engine.text.findings import Code, EngineError, Finding, UsageError, finding
from yschema_engine.text.nodes import Document, DocumentSet, walk
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Source
from yschema_engine.yaml.read import ReadOptions, read

NOT_VALUES = Code(
    "not-data-values",
    "usage",
    phrase("this is a schema, not data values"),
    expected=phrase("data values for a schema"),
)
MIXED_DOCUMENTS = Code(
    "data-values-mixed-documents",
    "template",
    phrase("a file with a data values document also contains another kind of document"),
    found=phrase("a document without @data/values"),
    expected=phrase("only data values documents"),
    hint=phrase("move the document to a file of its own"),
)
MISPLACED_VALUES = Code(
    "data-values-misplaced",
    "template",
    phrase("@data/values is not above a document"),
    expected=phrase("a line `---` below the annotation"),
    hint=phrase("add the line `---` between the annotation and the first key"),
)


def values_documents(files: Sequence[File], sources: Sequence[File], options: LoadOptions) -> list[Document]:
    """Return the documents marked `@data/values` in files, in order.

    Args:
        files: may hold such documents.
        sources: these files, and those that they may load.
        options: how to read and evaluate.

    Raises:
        EngineError: with every problem of every file.
    """
    evaluator = Evaluator(SourceFiles(sources), options)
    documents: list[Document] = []
    problems: list[Finding] = []
    for file in files:
        try:
            documents += marked_documents(file, evaluator)
        except EngineError as e:
            problems += e.findings
    if problems:
        raise EngineError(problems)
    return documents


def shown_documents(
    file: File, documents: DocumentSet, sources: Sequence[File], options: LoadOptions, *, is_excerpt: bool
) -> list[Document] | None:
    """Return the data values in a file with annotations or code.

    Args:
        file: the file.
        documents: as they are written in it.
        sources: the file, and those that it may load.
        options: how to evaluate.
        is_excerpt: whether the marker `@data/values` may be missing.

    Returns:
        The documents; None if the marker is missing.

    Raises:
        EngineError: the file holds a schema, or cannot be evaluated.
    """
    evaluator = Evaluator(SourceFiles(sources), options)
    holders = [holder for document in documents.documents for holder in walk(document)]
    schema = next((holder for holder in holders if schema_markers(holder)), None)
    is_marked = any(VALUES in marker_names(holder) for holder in holders)
    if schema is not None and (is_excerpt or not is_marked):
        raise EngineError([finding(NOT_VALUES, schema.span)])
    if is_marked:
        return list(marked_documents(file, evaluator))
    if not is_excerpt:
        return None
    evaluated = evaluator.evaluate(file.source, documents).documents
    return [document for document in evaluated if document.value is not None]


def marked_documents(file: File, evaluator: Evaluator) -> Iterator[Document]:
    """Yield the documents of a file that are marked `@data/values`.

    Raises:
        EngineError: the file cannot be read or evaluated, a marker is not above a document, or only some
            documents are marked.
    """
    documents = read(file.source, ReadOptions(strict=evaluator.options.strict))
    if misplaced := list(_misplaced(file.source, documents)):
        raise EngineError(misplaced)
    if not any(VALUES in marker_names(document) for document in documents.documents):
        return
    for document in evaluator.evaluate(file.source, documents).documents:
        if VALUES in document.annotations:
            if not is_for_library(document):
                yield document
        elif not document.is_empty:
            raise EngineError([finding(MIXED_DOCUMENTS, document.span)])


def _misplaced(source: Source, documents: DocumentSet) -> Iterator[Finding]:
    for holder in (each for document in documents.documents for each in walk(document)):
        if VALUES in marker_names(holder) and not isinstance(holder, Document):
            yield finding(MISPLACED_VALUES, holder.span)
    for comment in documents.trailing:
        if marker_name(comment) == VALUES:
            yield finding(MISPLACED_VALUES, comment.span(source))


def check_reference(text: str) -> None:
    """Check that a text can refer to a library.

    Raises:
        UsageError: it cannot.
    """
    if not is_reference(text):
        raise UsageError([finding(MALFORMED_REFERENCE, reference=Verbatim(text))])

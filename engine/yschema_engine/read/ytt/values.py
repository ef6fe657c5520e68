"""Data values documents, and the values that documentation shows of them."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.read.inputs import File, SourceFiles
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.ytt.markers import (
    MALFORMED_REFERENCE,
    NOT_VALUES,
    VALUES,
    marked_documents,
    marker_names,
    parse_reference,
    schema_markers,
)
from yschema_engine.read.ytt.template import EvaluateOptions, Evaluator
from yschema_engine.text.findings import EngineError, Finding, UsageError, finding
from yschema_engine.text.nodes import Document, DocumentSet, walk
from yschema_engine.text.phrases import Verbatim


def values_documents(files: Sequence[File], sources: Sequence[File], options: LoadOptions) -> list[Document]:
    """Return the documents marked `@data/values` in files, in order.

    Args:
        files: may hold such documents.
        sources: these files, and those that they may load.
        options: how to read and evaluate.

    Raises:
        EngineError: with every problem of every file.
    """
    evaluator = _evaluator(sources, options)
    documents: list[Document] = []
    problems: list[Finding] = []
    for file in files:
        try:
            documents += marked_documents(file, options, evaluator)
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
    evaluator = _evaluator(sources, options)
    holders = [holder for document in documents.documents for holder in walk(document)]
    schema = next((holder for holder in holders if schema_markers(holder)), None)
    is_marked = any(VALUES in marker_names(holder) for holder in holders)
    if schema is not None and (is_excerpt or not is_marked):
        raise EngineError([finding(NOT_VALUES, schema.span)])
    if is_marked:
        return list(marked_documents(file, options, evaluator))
    if not is_excerpt:
        return None
    evaluated = evaluator.evaluate(file.source, documents).documents
    return [document for document in evaluated if document.value is not None]


def check_reference(text: str) -> None:
    """Check that a text can refer to a library.

    Raises:
        UsageError: it cannot.
    """
    if parse_reference(text) is None:
        raise UsageError([finding(MALFORMED_REFERENCE, reference=Verbatim(text))])


def _evaluator(sources: Sequence[File], options: LoadOptions) -> Evaluator:
    evaluated = EvaluateOptions(options.ignore_unknown_comments, options.limits, options.strict)
    return Evaluator(SourceFiles(sources), evaluated)

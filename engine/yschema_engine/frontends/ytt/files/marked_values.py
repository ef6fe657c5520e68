"""The documents of a file that are marked as data values."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.frontends.inputs import File
from yschema_engine.frontends.options import LoadOptions
from yschema_engine.frontends.ytt.files.codes import MISPLACED_VALUES, MIXED_DOCUMENTS
from yschema_engine.frontends.ytt.files.document_markers import (
    VALUES,
    is_for_library,
    marker_name,
    marker_names,
)
from yschema_engine.frontends.ytt.template.template import Evaluator, evaluate
from yschema_engine.text.findings import EngineError, Finding, finding
from yschema_engine.text.nodes import Document, DocumentSet, walk
from yschema_engine.text.source import Source
from yschema_engine.yaml.read import ReadOptions, read


def marked_documents(file: File, options: LoadOptions, evaluator: Evaluator) -> Iterator[Document]:
    """Yield the documents of a file that are marked `@data/values`.

    Raises:
        EngineError: the file cannot be read or evaluated, a marker is not above a document, or only some
            documents are marked.
    """
    documents = read(file.source, ReadOptions(strict=options.strict))
    if misplaced := list(_misplaced(file.source, documents)):
        raise EngineError(misplaced)
    if not any(VALUES in marker_names(document) for document in documents.documents):
        return
    for document in evaluate(file.source, documents, evaluator).documents:
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

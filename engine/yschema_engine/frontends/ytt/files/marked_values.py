"""The documents of a file that are marked as data values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from yschema_engine.frontends.inputs import File
from yschema_engine.frontends.options import LoadOptions
from yschema_engine.frontends.yaml import ReadOptions, read
from yschema_engine.frontends.ytt.files.codes import MISPLACED_VALUES, MIXED_DOCUMENTS
from yschema_engine.frontends.ytt.files.document_markers import VALUES, is_for_library, marker_names
from yschema_engine.frontends.ytt.template import Evaluator, evaluate
from yschema_engine.model.findings import EngineError, finding
from yschema_engine.nodes import Document, walk


def marked_documents(file: File, options: LoadOptions, evaluator: Evaluator) -> Iterator[Document]:
    """Yield the documents of a file that are marked `@data/values`.

    Raises:
        EngineError: the file cannot be read or evaluated, or a mark is misplaced, or beside other documents.
    """
    documents = read(file.source, ReadOptions(strict=options.strict))
    if not any(VALUES in marker_names(document) for document in documents.documents):
        _refuse_misplaced(documents.documents)
        return
    for document in evaluate(file.source, documents, evaluator).documents:
        if VALUES in document.annotations:
            if not is_for_library(document):
                yield document
        elif not document.is_empty:
            raise EngineError([finding(MIXED_DOCUMENTS, document.span)])


def _refuse_misplaced(documents: Iterable[Document]) -> None:
    for holder in (h for document in documents for h in walk(document)):
        if VALUES in marker_names(holder):
            raise EngineError([finding(MISPLACED_VALUES, holder.span)])

"""Schemas and data values: files are read and evaluated, and schemas inferred."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from yschema_engine.read.garbage_collection import uncollected
from yschema_engine.read.inputs import File, by_path
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.ytt.conditions import check_conditions
from yschema_engine.read.ytt.infer import infer
from yschema_engine.read.ytt.markers import (
    MALFORMED_REFERENCE,
    REPEATED_ANNOTATION,
    SCHEMA,
    VALUES,
    check_lost,
    check_marker,
    check_markers,
    check_repeated,
    check_values_marker,
    is_for_library,
    is_reference,
    marker_name,
    marker_names,
    schema_marker,
    schema_markers,
    spread_dialect,
)
from yschema_engine.read.ytt.portability import check_code, check_portability
from yschema_engine.read.ytt.template import Evaluator
from yschema_engine.schema.declared_values import check_defaults, check_examples
from yschema_engine.schema.fields import any_field
from yschema_engine.schema.schema import Schema
from yschema_engine.text.findings import (
    EngineError,
    Finding,
    UsageError,
    finding,
    schema_code,
    schema_warning,
    template_code,
    usage_code,
)
from yschema_engine.text.nodes import Document, DocumentSet
from yschema_engine.text.paths import ROOT
from yschema_engine.text.phrases import Listing, Phrase, Verbatim, phrase
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.read import ReadOptions, read

NESTED_SCHEMA = template_code(
    "nested-schema", "the code of the schema creates maps and arrays that are nested too deeply"
)
NO_SCHEMA = schema_warning(
    "no-schema",
    "the inputs contain no schema document",
    expected=(
        "a YAML document marked `#@data/values-schema`; or a chart, a JSON Schema, a"
        " `CustomResourceDefinition` or a Carvel `Package`"
    ),
    hint="write the lines `#@data/values-schema` and `---` above the first key",
)
CHART = "Chart.yaml"
NO_VERSION_OF_CHART = phrase(
    "add `apiVersion: v2` to `Chart.yaml`: without it, the folder is not read as a chart"
)
UNMARKED_DOCUMENT = schema_code(
    "unmarked-document",
    "a file with a schema document also contains another kind of document",
    found="a document that is not marked as a schema",
    expected="only schema documents",
    hint="move the document to a file of its own",
)


def load_schema(
    files: Sequence[File],
    options: LoadOptions = LoadOptions(),
    evaluator: Evaluator | None = None,
    overlays: Sequence[Document] = (),
) -> Schema:
    """Return the schema in the files.

    Args:
        files: schema files, files that they load, and others, which are ignored; in order.
        options: how to read and evaluate.
        evaluator: of the library that the files belong to; by default, a new one.
        overlays: evaluated documents to apply onto those in the files.

    Raises:
        EngineError: the files have errors; with every independent finding of every file.
        UsageError: a file is not UTF-8.
    """
    with uncollected():
        try:
            return _Loading(files, evaluator or Evaluator(by_path(files), options)).schema(overlays)
        except RecursionError:
            names = Listing(tuple(Verbatim(file.name) for file in files))
            raise EngineError.of(NESTED_SCHEMA, found=names) from None


class _Loading:
    def __init__(self, files: Sequence[File], evaluator: Evaluator) -> None:
        self._files = files
        self._options = evaluator.options
        self._findings: list[Finding] = []
        self._evaluator = evaluator

    def schema(self, overlays: Sequence[Document]) -> Schema:
        files = [file for file in self._files if file.is_template]
        documents = [*(document for file in files for document in self._documents(file)), *overlays]
        fields = [infer(document, self._findings.append) for document in documents]
        self._raise_errors()
        not_portable = self._portability(documents)
        if not documents:
            nothing = Span(Source("(no schema)", ""), 1)
            names = Listing(tuple(Verbatim(file.name) for file in self._files))
            found, hint = names if self._files else phrase("no file"), _hint_for_chart(self._files)
            at = Span(self._files[0].source, 1) if len(self._files) == 1 else None
            findings = (*self._findings, finding(NO_SCHEMA, at, found=found, hint=hint))
            return Schema(any_field(ROOT, nothing), findings=findings, has_documents=False)
        field = fields[0]
        if len(documents) > 1:
            # The merged document has the warnings of each document, but not those about comments.
            self._findings = [each for each in self._findings if each.code == REPEATED_ANNOTATION]
            from yschema_engine.merge.overlay import merge  # noqa: PLC0415  few inputs need it

            merged = merge(documents, self._findings.append)
            self._raise_errors()
            field = infer(merged, self._findings.append)
            self._raise_errors()
        own = (*check_conditions(field), *check_defaults(field))
        findings = (*self._findings, *own, *not_portable, *check_examples(field))
        return Schema(field, findings=findings)

    def _portability(self, documents: Sequence[Document]) -> list[Finding]:
        """Return the findings about the schema, and about the code that it may load."""
        mode = self._options.portability
        if mode == "off" or (mode == "shipped" and not all(SCHEMA in each.annotations for each in documents)):
            return []
        findings = [each for document in documents for each in check_portability(document)]
        # A fragment may be used twice.
        findings = list({(each.span, each.path, each.code): each for each in findings}.values())
        sources = {document.span.source for document in documents}
        for file in self._files:
            is_program = file.path.endswith(".star")
            if is_program or file.source in sources or not file.is_template:
                findings += check_code(file.source, is_program=is_program)
        return self._in_order(findings)

    def _raise_errors(self) -> None:
        if any(each.severity == "error" for each in self._findings):
            raise EngineError(self._in_order(self._findings))

    def _in_order(self, findings: Sequence[Finding]) -> list[Finding]:
        order = {file.name: index for index, file in enumerate(self._files)}
        return sorted(findings, key=lambda f: (order.get(f.span.file, 0), f.span.line) if f.span else (0, 0))

    def _documents(self, file: File) -> list[Document]:
        source = file.source
        try:
            documents = read(source, ReadOptions(strict=self._options.strict))
            self._findings += check_markers(source, documents)
            if not any(map(schema_markers, documents.documents)):
                return []
            self._findings += check_lost(source, documents)
            self._findings += check_repeated(source, documents)
            evaluated = self._evaluator.evaluate(source, documents)
            schemas = []
            for document in filter(self._is_schema, evaluated.documents):
                if is_for_library(document):  # ytt refuses a wrong one even where no library takes it
                    infer(document, self._findings.append)
                else:
                    schemas.append(document)
            return schemas
        except UsageError:
            raise
        except EngineError as e:
            self._findings += e.findings
            return []

    def _is_schema(self, document: Document) -> bool:
        marker = schema_marker(document)
        if marker is not None:
            self._findings += check_marker(marker)
            spread_dialect(document)
            return True
        if not document.is_empty:
            self._findings.append(finding(UNMARKED_DOCUMENT, document.span))
        return False


NOT_VALUES = usage_code(
    "not-data-values", "this is a schema, not data values", expected="data values for a schema"
)
MIXED_DOCUMENTS = template_code(
    "data-values-mixed-documents",
    "a file with a data values document also contains another kind of document",
    found="a document without @data/values",
    expected="only data values documents",
    hint="move the document to a file of its own",
)
MISPLACED_VALUES = template_code(
    "data-values-misplaced",
    "@data/values is not above a document",
    expected="a line `---` below the annotation",
    hint="add the line `---` between the annotation and the first key",
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
    evaluator = Evaluator(by_path(sources), options)
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
    evaluator = Evaluator(by_path(sources), options)
    holders = list(documents.walk())
    schema = next((holder for holder in holders if schema_markers(holder)), None)
    is_marked = any(VALUES in marker_names(holder) for holder in holders)
    if schema is not None and (is_excerpt or not is_marked):
        raise EngineError.of(NOT_VALUES, schema.span)
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
            check_values_marker(document)
            if not is_for_library(document):
                yield document
        elif not document.is_empty:
            raise EngineError.of(MIXED_DOCUMENTS, document.span)


def _misplaced(source: Source, documents: DocumentSet) -> Iterator[Finding]:
    for holder in documents.walk():
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
        raise UsageError.of(MALFORMED_REFERENCE, reference=Verbatim(text))


def _hint_for_chart(files: Sequence[File]) -> Phrase | None:
    """Return what to do with files that may be those of a chart; None if they are not."""
    names = {PurePosixPath(file.path).name: file for file in files}
    if CHART in names and b"apiVersion" not in names[CHART].data:
        return NO_VERSION_OF_CHART
    lower = next((name for name in names if name.lower() in ("chart.yaml", "chart.yml")), None)
    if lower is not None:
        return phrase("rename `{name}` to `Chart.yaml`, the name that Helm knows", name=Verbatim(lower))
    [(name, file)] = names.items() if len(names) == 1 else [("", None)]
    if file is None:
        return None
    if re.search(rb"^#@ ?data/values\b(?!-)", file.data, re.MULTILINE):
        return phrase("`#@data/values` marks values: a schema begins with `#@data/values-schema`")
    folder = Path(file.name).parent
    if name.startswith("values") and (folder / CHART).is_file():
        return phrase(
            "`Chart.yaml` is beside it: name the folder `{folder}`, or add `--from helm`",
            folder=Verbatim(str(folder)),
        )
    return phrase(
        "write the lines `#@data/values-schema` and `---` above the first key; or `yschema draft {file}`"
        " writes a schema",
        file=Verbatim(file.name),
    )

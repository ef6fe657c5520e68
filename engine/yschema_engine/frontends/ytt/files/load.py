"""From input files to a schema: read, evaluate, infer."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from yschema_engine.frontends.ytt.annotations.infer import infer
from yschema_engine.frontends.ytt.files.document_markers import (
    SCHEMA,
    VALUES,
    count_schema_marks,
    is_schema_mark,
    like_schema_mark,
    mark_of,
    marks_of,
    misuse_of,
    schema_mark,
    schema_marks,
    spread_dialect,
)
from yschema_engine.frontends.ytt.files.inputs import File, Texts
from yschema_engine.frontends.ytt.overlay import merge
from yschema_engine.frontends.ytt.portability import check_code, check_portability
from yschema_engine.frontends.ytt.starlark import Limits
from yschema_engine.frontends.ytt.template import EvaluateOptions, Evaluator, evaluate
from yschema_engine.frontends.ytt.yaml import ReadOptions, read
from yschema_engine.model.fields import Field, ValueType
from yschema_engine.model.findings import EngineError, Finding, legacy_finding
from yschema_engine.model.path import ROOT
from yschema_engine.model.schema import Schema
from yschema_engine.nodes import Annotation, Comment, Document, DocumentSet, Holder, MapItem, walk
from yschema_engine.rules.default_check import check_defaults
from yschema_engine.rules.example_check import check_examples
from yschema_engine.source import Source, Span


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """How to read and evaluate.

    Attributes:
        strict: refuse plain scalars that readers of YAML may take for different things.
        ignore_unknown_comments: let ordinary comments stand in templated files.
        limits: what the code in the files may use, all of it together.
        portability: whether to report what ytt ignores or refuses.
    """

    strict: bool = False
    ignore_unknown_comments: bool = False
    limits: Limits = Limits()  # noqa: RUF009  frozen
    portability: bool = False


def load_schema(files: Sequence[File], options: LoadOptions = LoadOptions()) -> Schema:
    """The schema that the files hold.

    Args:
        files: schema files, files that they load, and others, which are passed over; in order.
        options: how to read and evaluate.

    Raises:
        EngineError: with every independent problem of every file.
        UsageError: a file is not UTF-8.
    """
    with _uncollected():
        try:
            return _Loading(files, options).schema()
        except RecursionError:
            names = ", ".join(file.name for file in files)
            message = "the code of the schema makes maps and arrays that are nested too deep"
            raise EngineError([legacy_finding(message, "template", found=names)]) from None


@contextmanager
def _uncollected() -> Iterator[None]:
    """Pause the cyclic garbage collector: a file becomes many objects, and nearly all of them live on."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class _Loading:
    def __init__(self, files: Sequence[File], options: LoadOptions) -> None:
        self._files = files
        self._options = options
        self._problems: list[Finding] = []
        self._evaluator = Evaluator(
            Texts(files),
            EvaluateOptions(options.ignore_unknown_comments, options.limits),
        )

    def schema(self) -> Schema:
        documents = [
            document for file in self._files if file.is_template for document in self._documents(file)
        ]
        fields = [infer(document, self._evaluator.modules, self._problems.append) for document in documents]
        self._raise_errors()
        not_portable = self._portability(documents) if self._options.portability else []
        if not documents:
            nothing = Span(Source("(no schema)", ""), 1)
            field = Field(None, ROOT, ValueType(("any",), nothing), nothing)
            findings = (*self._problems, self._no_schema())
            return Schema(field, findings=findings, has_documents=False)
        field = fields[0]
        if len(documents) > 1:
            self._problems.clear()  # each document's warnings come again with the whole
            merged = merge(documents, self._evaluator.modules, self._problems.append)
            self._raise_errors()
            field = infer(merged, self._evaluator.modules, self._problems.append)
            self._raise_errors()
        findings = (*self._problems, *check_defaults(field), *not_portable, *check_examples(field))
        return Schema(field, findings=findings)

    def _portability(self, documents: Sequence[Document]) -> list[Finding]:
        """What of the schema, and of the code that it may load, is not portable."""
        found = [finding for document in documents for finding in check_portability(document)]
        found = list({(d.at, d.message): d for d in found}.values())  # a fragment may be used twice
        sources = {document.span.source for document in documents}
        for file in self._files:
            is_program = file.path.endswith(".star")
            if is_program or file.source in sources or not file.is_template:
                found += check_code(file.source, is_program=is_program)
        return self._in_order(found)

    def _no_schema(self) -> Finding:
        return legacy_finding(
            "there is no schema document among the inputs",
            "schema",
            found=", ".join(file.name for file in self._files) or "no file",
            expected=f"a YAML document marked #@{SCHEMA}",
            hint=f"write the lines #@{SCHEMA} and --- above the first key",
            severity="warning",
        )

    def _raise_errors(self) -> None:
        if any(problem.severity == "error" for problem in self._problems):
            raise EngineError(self._in_order(self._problems))

    def _in_order(self, problems: Sequence[Finding]) -> list[Finding]:
        order = {file.name: index for index, file in enumerate(self._files)}
        return sorted(problems, key=lambda p: (order.get(p.at.file, 0), p.at.line) if p.at else (0, 0))

    def _documents(self, file: File) -> list[Document]:
        source = file.source
        try:
            documents = read(source, ReadOptions(strict=self._options.strict))
            if not self._holds_schema(file, documents):
                return []
            evaluated = evaluate(source, documents, self._evaluator)
        except EngineError as e:
            self._problems += e.findings
            return []
        return [document for document in evaluated.documents if self._is_schema(document)]

    def _holds_schema(self, file: File, documents: DocumentSet) -> bool:
        """Whether a file is to be evaluated as schema, which the comments of its documents tell."""
        marks = [mark for document in documents.documents for mark in schema_marks(document)]
        for document in documents.documents:
            here = schema_marks(document)
            if len(here) > 1 or (here and VALUES in marks_of(document)):
                self._marked_twice(document)
            like = next(filter(None, map(like_schema_mark, document.comments)), "") if not here else ""
            if like:
                self._marked_nearly(document, like)
        for comment in documents.trailing:
            if is_schema_mark(comment):
                self._marks_nothing(file.source, comment)
        if count_schema_marks(file.source.text) > len(marks):
            for holder in (h for document in documents.documents for h in walk(document)):
                if not isinstance(holder, Document) and schema_marks(holder):
                    self._misplaced(holder)
        return bool(marks)

    def _marked_twice(self, document: Document) -> None:
        message = "a document is marked once"
        found = " and ".join(f"@{mark}" for mark in marks_of(document))
        hint = "is a line --- missing between two documents?"
        self._problems.append(legacy_finding(message, "schema", document.span, found=found, hint=hint))

    def _marked_nearly(self, document: Document, like: str) -> None:
        comment = next(c for c in document.comments if like_schema_mark(c))
        at = comment.span(document.span.source)
        found = f"@{comment.text[1:].split(' ')[0]}"
        message = "this marks no schema document"
        hint = f"did you mean @{like}? Arguments follow behind a space"
        expected = "a mark that is known"
        self._problems.append(
            legacy_finding(
                message, "schema", at, found=found, expected=expected, hint=hint, severity="warning"
            )
        )

    def _marks_nothing(self, source: Source, comment: Comment) -> None:
        self._problems.append(
            legacy_finding(
                f"@{mark_of(comment)} marks a document",
                "schema",
                comment.span(source),
                found="no document below it",
                expected="a line --- and the schema",
            )
        )

    def _misplaced(self, holder: Holder) -> None:
        what = f"the map item {holder.key!r}" if isinstance(holder, MapItem) else "an array item"
        mark = schema_marks(holder)[0]
        self._problems.append(
            legacy_finding(
                f"@{mark} marks a document",
                "schema",
                holder.span,
                found=f"@{mark} on {what}",
                expected="a line `---` below the annotation",
                hint="add the line `---` between the annotation and the first key",
            )
        )

    def _is_schema(self, document: Document) -> bool:
        mark = schema_mark(document)
        if mark is not None:
            self._check_mark(mark)
            spread_dialect(document)
            return True
        if not document.is_empty:
            self._problems.append(
                legacy_finding(
                    "a file with a schema document holds another kind of document",
                    "schema",
                    document.span,
                    found="a document that is not marked as schema",
                    expected="schema documents alone",
                    hint="move the document to a file of its own",
                )
            )
        return False

    def _check_mark(self, mark: Annotation) -> None:
        misuse = misuse_of(mark)
        if misuse is not None:
            message = f"@{mark.name} does not mark a schema of data values"
            found, expected, hint = misuse
            self._problems.append(
                legacy_finding(message, "schema", mark.span, found=found, expected=expected, hint=hint)
            )

"""Loading of a JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from yschema_engine.compiled.check import InstanceChecker
from yschema_engine.compiled.documents import (
    INVALID_DEFAULT,
    INVALID_SCHEMA,
    NESTED,
    SEVERAL_SCHEMAS,
    DocumentsOrigin,
    JsonDocument,
    PlainValues,
    read_document,
    read_documents,
)
from yschema_engine.compiled.keywords import DIALECTS, LATEST, about_dialect, dialect_of
from yschema_engine.compiled.references import References, check_schema
from yschema_engine.read.inputs import File
from yschema_engine.read.json_schema.fields import FieldBuilder
from yschema_engine.read.options import LoadOptions
from yschema_engine.schema.compiled_form import PreparedCheck
from yschema_engine.schema.schema import Schema
from yschema_engine.text.findings import (
    EngineError,
    Finding,
    UsageError,
    finding,
    in_source_order,
    raise_errors,
)
from yschema_engine.text.nodes import Array, Map, MapItem, Value, type_name
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Span


def load_json_schema(files: Sequence[File], options: LoadOptions = LoadOptions()) -> Schema:  # noqa: B008  frozen
    """Return the schema in the first of several files.

    Args:
        files: the schema, then those that it may refer to.
        options: the limits of checks.

    Raises:
        EngineError: the schema is not valid, or a reference leads nowhere.
        UsageError: a file holds several documents.
    """
    span = Span(files[0].source, 1)
    try:
        return load_documents([_document(file) for file in files], span, options)
    except RecursionError:
        raise EngineError([finding(NESTED, span)]) from None


def main_first(files: Sequence[File]) -> tuple[list[File], list[File]]:
    """Return the files that no other one refers to, and the others.

    Raises:
        EngineError: a file cannot be read.
    """
    if len(files) < 2:
        return list(files), []
    names = {file.path: set(_names(_document(file).value)) for file in files}
    used = {
        file.path
        for file in files
        if any(PurePosixPath(file.path).name in names[other.path] for other in files if other is not file)
    }
    return [file for file in files if file.path not in used], [file for file in files if file.path in used]


def referred_files(value: Value, files: Sequence[File]) -> list[File]:
    """Return the files that a document refers to by their names, also through each other, or may by `$id`.

    Others may be anything, such as a dashboard or the configuration of a program.
    """
    referred = [file for file in files if b'"$id"' in file.data]
    pending = [value, *map(_readable, referred)]
    while pending:
        names = set(_names(pending.pop()))
        for file in files:
            if PurePosixPath(file.path).name in names and file not in referred:
                referred.append(file)
                pending.append(_readable(file))
    return referred


def _readable(file: File) -> Value:
    """Return the content of a file in JSON; null if it is not valid."""
    try:
        return read_document(file.source)
    except EngineError:
        return None


def _names(value: Value) -> Iterator[str]:
    """Yield the names of the documents that the references in a document lead to."""
    for item in value.items if isinstance(value, Map | Array) else ():
        if isinstance(item, MapItem) and item.key == "$ref" and isinstance(item.value, str):
            yield PurePosixPath(unquote(urlsplit(item.value).path)).name
        yield from _names(item.value)


def load_documents(documents: Sequence[JsonDocument], span: Span, options: LoadOptions) -> Schema:
    """Return the schema in the first of several documents.

    Args:
        documents: the schema, then those that it may refer to.
        span: of the schema.
        options: the limits of checks.

    Raises:
        EngineError: the schema is not valid, or a reference leads nowhere.
        UsageError: a file holds several documents.
    """
    plain = PlainValues()
    for document in documents:  # first, because the library fails on keywords of the wrong type
        check_schema(plain.add(document.value), DIALECTS[document.dialect], document.value, span)
    references = References(documents, plain)
    about_references = list(references.check())
    raise_errors(about_references)
    builder = FieldBuilder()
    root = builder.root(references.root, span)
    checker = InstanceChecker.of_references(references, options.limits)
    about_values = list(checker.check_declared(builder.places))
    about_dialects = chain.from_iterable(about_dialect(document.value) for document in documents)
    findings: list[Finding] = [*about_dialects, *about_references, *about_values]
    return Schema(
        root,
        title=root.title or Schema.name,
        findings=tuple(in_source_order(findings)),
        own_check=PreparedCheck(DocumentsOrigin(tuple(documents), options.limits), checker),
        says_other_keys=True,
        yaml="1.2",
        checks_values_as_set=True,
        invalid_defaults=frozenset(
            each.path for each in about_values if each.code == INVALID_DEFAULT and each.path is not None
        ),
    )


def _document(file: File) -> JsonDocument:
    documents = read_documents(file.source)
    if len(documents) > 1:
        hint = phrase("move the document to a file of its own")
        raise UsageError([finding(SEVERAL_SCHEMAS, documents[1].span, hint=hint)])
    value = documents[0].value if documents else None
    if not isinstance(value, Map | bool):
        found, dialect = Verbatim(type_name(value)), Verbatim(LATEST.uri)
        raise EngineError([finding(INVALID_SCHEMA, Span(file.source, 1), found=found, dialect=dialect)])
    return JsonDocument(file.path, value, dialect_of(value).uri)

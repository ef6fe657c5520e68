"""Loading of a JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote, urlsplit

from yschema_engine.compiled import documents as codes
from yschema_engine.compiled.check import InstanceChecker
from yschema_engine.compiled.dialects import DIALECTS, LATEST, about_dialect, dialect_of, rewrite_for_draft_7
from yschema_engine.compiled.documents import (
    DocumentsOrigin,
    JsonDocument,
    PlainValues,
    read_document,
    read_documents,
    reported_errors,
    to_json_like,
)
from yschema_engine.compiled.keyword_phrases import codes_of
from yschema_engine.compiled.references import References, check_schema, name_of, names_of
from yschema_engine.read.inputs import File
from yschema_engine.read.json_schema.fields import FieldBuilder
from yschema_engine.read.options import LoadOptions
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.schema_keywords import PreparedCheck, keyword_of
from yschema_engine.text.findings import (
    EngineError,
    Finding,
    UsageError,
    finding,
    in_source_order,
    raise_errors,
)
from yschema_engine.text.nodes import Array, Map, MapItem, Value, type_name
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Span
from yschema_engine.yaml.plain_values import about_repeated_keys


def load_json_schema(files: Sequence[File], options: LoadOptions = LoadOptions()) -> Schema:
    """Return the schema in the first of several files.

    Args:
        files: the schema, then those that it may refer to.
        options: the limits of checks.

    Raises:
        EngineError: the schema is not valid, or a reference leads nowhere.
        UsageError: a file holds several documents.
    """
    span = Span(files[0].source, 1)
    with reported_errors(span):
        return load_documents([_document(file) for file in files], span, options)


def main_first(files: Sequence[File]) -> tuple[list[File], list[File]]:
    """Return the files that no other one refers to, and the others.

    Raises:
        EngineError: a file cannot be read.
    """
    if len(files) < 2:
        return list(files), []
    values = {file.path: _document(file).value for file in files}
    referred = {path: _names(value) for path, value in values.items()}
    used = {
        path
        for path, value in values.items()
        if any(names_of(path, value) & referred[other] for other in values if other != path)
    }
    return [file for file in files if file.path not in used], [file for file in files if file.path in used]


def referred_files(value: Value, files: Sequence[File]) -> list[File]:
    """Return the files that a document refers to by their names, also through each other, or may by `$id`.

    Others may be anything, such as a dashboard or the configuration of a program.
    """
    referred = [file for file in files if b'"$id"' in file.data]
    pending = [value, *map(_readable, referred)]
    while pending:
        names = _names(pending.pop())
        for file in files:
            if name_of(quote(file.path)) in names and file not in referred:
                referred.append(file)
                pending.append(_readable(file))
    return referred


def _readable(file: File) -> Value:
    """Return the content of a file in JSON; null if it is not valid."""
    try:
        return read_document(file.source)
    except EngineError:
        return None


def _names(document: Value) -> set[str]:
    """Return the names of the documents that the references in a document lead to."""
    return {name_of(text) for text, _ in _texts(document, "$ref")}


def _texts(value: Value, keyword: str) -> Iterator[tuple[str, Span]]:
    """Yield the texts that a keyword has anywhere in a document, with their places."""
    for item in value.items if isinstance(value, Map | Array) else ():
        if isinstance(item, MapItem) and item.key == keyword and isinstance(item.value, str):
            yield item.value, item.value_span
        yield from _texts(item.value, keyword)


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
    about_keys = list(about_repeated_keys(document.value for document in documents))
    plain = PlainValues()
    about_dialects: list[Finding] = []
    for document in documents:  # first, because the library fails on keywords of the wrong type
        dialect, value = DIALECTS[document.dialect], document.value
        if dialect.older_meta is not None:
            check_schema(to_json_like(value), dialect, value, span, is_rewritten=False)
            about_dialects += rewrite_for_draft_7(value, dialect)
        about_dialects += about_dialect(value)
        check_schema(plain.add(value), dialect, value, span)
        raise_errors(_about_identifiers(value))
    with reported_errors(span, plain):
        references = References(documents, plain)
        about_references = list(references.check())
    raise_errors(about_references)
    builder = FieldBuilder()
    root = builder.root(references.root, span)
    checker = InstanceChecker.of_references(references, options.limits)
    about_values = list(checker.check_declared(builder.places))
    about_definitions = _about_definitions(documents[0].value)
    findings = [*about_keys, *about_dialects, *about_references, *about_definitions, *about_values]
    return Schema(
        root,
        title=root.title or Schema.name,
        findings=tuple(in_source_order(findings)),
        own_check=PreparedCheck(DocumentsOrigin(tuple(documents), options.limits), checker),
        says_other_keys=True,
        yaml="1.2",
        checks_values_as_set=True,
        invalid_defaults=frozenset(
            each.path for each in about_values if each.code == codes.INVALID_DEFAULT and each.path is not None
        ),
    )


def _about_identifiers(document: Value) -> Iterator[Finding]:
    """Yield the findings about identifiers of schemas that are not addresses."""
    for text, span in _texts(document, "$id"):
        try:
            urlsplit(text)
        except ValueError:
            yield finding(codes.INVALID_IDENTIFIER, span, found=Verbatim(text))


_DEFINITIONS = ("definitions", "$defs")


def _about_definitions(schema: Value) -> Iterator[Finding]:
    """Yield the finding about a schema that only defines others, and asks for no more than a type itself."""
    items = schema.items if isinstance(schema, Map) else ()
    if any(item.key != "type" and keyword_of(item.key).drafts for item in items):
        return
    for item in items:
        if item.key in _DEFINITIONS and isinstance(item.value, Map) and item.value.items:
            names = [key_text(each.key) for each in item.value.items]
            reference = Verbatim(f"#/{item.key}/{names[0]}")
            yield finding(codes.DEFINITIONS_ONLY, item.span, found=codes_of(names), reference=reference)


def _document(file: File) -> JsonDocument:
    documents = read_documents(file.source)
    if len(documents) > 1:
        hint = phrase("move the document to a file of its own")
        raise UsageError.of(codes.SEVERAL_SCHEMAS, documents[1].span, hint=hint)
    value = documents[0].value if documents else None
    if not isinstance(value, Map | bool):
        found, dialect = Verbatim(type_name(value)), Verbatim(LATEST.uri)
        raise EngineError.of(codes.INVALID_SCHEMA, Span(file.source, 1), found=found, dialect=dialect)
    return JsonDocument(file.path, value, dialect_of(value).uri)

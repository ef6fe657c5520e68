"""Data values from plain files, environment variables and flags, as overlays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import BinaryIO

from yschema_engine.merge.overlay_annotations import allow_new, as_overlay
from yschema_engine.read.inputs import File, find_files
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.recognition import ytt
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import EngineError, UsageError
from yschema_engine.text.nodes import Array, Comment, Document, DocumentSet, Map, Value, walk
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import Source, Span
from yschema_engine.values import findings as codes
from yschema_engine.values.arguments import Sources
from yschema_engine.yaml.read import READING, ReadOptions, read

_START, _END = "@", ":"


def _split_library(argument: str) -> tuple[str, str]:
    """Return the library that an argument names, and the rest; `""` if it names none.

    Raises:
        UsageError: the name of the library is empty, or malformed.
    """
    library, end, rest = argument.partition(_END)
    if not end or not library.startswith(_START):
        return "", argument
    if library == _START:
        raise UsageError.of(codes.EMPTY_LIBRARY, argument=Verbatim(argument))
    ytt.check_reference(library)
    return library, rest


def _split_key(argument: str) -> tuple[str, str]:
    """Return the library and the key, or the prefix of variables, which has no colon; as `_split_library`."""
    library, key = _split_library(argument)
    if _END in key:
        raise UsageError.of(codes.SECOND_LIBRARY, argument=Verbatim(argument))
    return library, key


def overlays(
    sources: Sources,
    environment: Mapping[str, str],
    stdin: BinaryIO,
    options: LoadOptions = LoadOptions(),
    schema: Schema | None = None,
) -> Iterator[Document]:
    """Return the documents to merge, without those for libraries; later ones take precedence.

    Args:
        sources: where to look.
        environment: the variables.
        stdin: for a file called `-`.
        options: how to read files.
        schema: tells how YAML is read, and whether `\\.` in a flag is a dot within a key, as for Helm.

    Raises:
        UsageError: a file cannot be read, a flag has no `=`, its text or a variable's is not YAML.
        EngineError: a plain values file is not plain, or not YAML.
    """
    has_escapes = schema is not None and schema.own_merging is not None
    yaml = ReadOptions(strict=options.strict) if schema is None else reading(schema, strict=options.strict)
    addressed = chain(
        _from_files(sources, stdin, options, yaml),
        _from_environment(sources, environment, yaml),
        _from_flags(sources, stdin, options, yaml, has_escapes=has_escapes),
    )
    yield from (document for library, document in addressed if not library)


# The library that a document is for, `""` for none. As in ytt, the values for libraries have to be readable.
_Addressed = Iterator[tuple[str, Document]]


def _from_files(sources: Sources, stdin: BinaryIO, options: LoadOptions, yaml: ReadOptions) -> _Addressed:
    for argument in sources.files:
        library, path = _split_library(argument)
        for file in find_files(path, stdin, options.inputs):
            if file.is_plain_values:
                yield from ((library, each) for each in plain_documents(file, yaml))


def _from_environment(sources: Sources, environment: Mapping[str, str], yaml: ReadOptions) -> _Addressed:
    for name, prefixes in (("data-values-env", sources.env), ("data-values-env-yaml", sources.env_yaml)):
        for argument in prefixes:
            library, prefix = _split_key(argument)
            start = f"{prefix}_"
            for variable, text in sorted(environment.items()):
                if variable.startswith(start):
                    where = f"the environment variable {variable}"
                    value = _yaml(text, where, yaml) if name.endswith("yaml") else text
                    source = Source(f"({name} arg) {prefix}", f"{variable}={text}", flag=f"--{name}")
                    yield library, _overlay(Path.from_variable(variable.removeprefix(start)), value, source)


def _from_flags(
    sources: Sources, stdin: BinaryIO, options: LoadOptions, yaml: ReadOptions, *, has_escapes: bool
) -> _Addressed:
    for flag in sources.strings:
        library, key, text = _split(flag, "--data-value", has_escapes=has_escapes)
        yield library, _overlay(key, text, Source("(data-value arg)", flag, flag="--data-value"))
    for flag in sources.yaml:
        library, key, text = _split(flag, "--data-value-yaml", has_escapes=has_escapes)
        value = _yaml(text, f"--data-value-yaml {flag}", yaml)
        yield library, _overlay(key, value, Source("(data-value-yaml arg)", flag, flag="--data-value-yaml"))
    for flag in sources.text_files:
        library, key, path = _split(flag, "--data-value-file", has_escapes=has_escapes)
        source = Source(f"(data-value-file arg) {flag}", flag, flag="--data-value-file")
        yield library, _overlay(key, _text(path, stdin, options), source)


def reading(schema: Schema, *, strict: bool = False) -> ReadOptions:
    """Return how to read values for a schema."""
    return replace(READING[schema.yaml], strict=strict)


def plain_documents(file: File, options: ReadOptions) -> Iterator[Document]:
    """Return the documents of a plain values file as overlays, without empty ones.

    New keys are allowed, and the schema checks them later; arrays and scalars replace existing ones. Maps can
    have a key twice, see `repeated_keys`.

    Raises:
        EngineError: the file holds annotations or code, or is not YAML.
        UsageError: it is not UTF-8.
    """
    documents = read(file.source, options)
    for comment in code_of(documents):
        span = comment.span(file.source)
        raise EngineError.of(codes.CODE_IN_PLAIN_FILE, span, found=Verbatim(f"#{comment.text}"))
    for document in documents.documents:
        if document.value is not None:
            yield as_overlay(document)


def code_of(documents: DocumentSet) -> Iterator[Comment]:
    """Return the comments that are annotations or code."""
    comments = (c for holder in documents.walk() for c in holder.comments)
    return (comment for comment in (*comments, *documents.trailing) if comment.text.startswith("@"))


def _split(flag: str, name: str, *, has_escapes: bool) -> tuple[str, Path, str]:
    """Return the library that a flag names, the path of the field, and the text of the value."""
    address, sign, text = flag.partition("=")
    if not sign or not address:
        raise UsageError.of(codes.FLAG_WITHOUT_VALUE, flag=Verbatim(f"{name} {flag}"))
    library, key = _split_key(address)
    return library, Path.from_flag(key, has_escapes=has_escapes), text


def _yaml(text: str, where: str, options: ReadOptions) -> Value:
    try:
        documents = read(Source(where, text), options).documents
    except EngineError as e:
        problem = e.findings[0]
        found = problem.fact("found") or problem.fact("message")
        raise UsageError.of(codes.FLAG_NOT_YAML, source=where, found=found) from e
    return documents[0].value if documents else None


def _text(path: str, stdin: BinaryIO, options: LoadOptions) -> str:
    files = find_files(path, stdin, options.inputs)
    if len(files) != 1 or files[0].implied:
        raise UsageError.of(codes.FLAG_TAKES_ONE_FILE, found=Verbatim(path))
    return files[0].source.text


def _overlay(path: Path, value: Value, source: Source) -> Document:
    """Return a document with the value that a flag sets, all of it at the flag's span."""
    span = Span(source, 1)
    document = overlay_at(path, value, span, replace=True)
    for holder in walk(document):
        holder.span = holder.value_span = span
        if isinstance(holder.value, Map | Array):
            holder.value.span = span
    return document


def overlay_at(path: Path, value: Value, span: Span, *, replace: bool = False) -> Document:
    """Return an overlay with a value at a path and nothing else, which replaces the arrays around it.

    Args:
        path: the path, in which `ANY_ITEM` leads to the only item of an array.
        value: as evaluated, or plain.
        span: of the maps and arrays around the value.
        replace: whether the value takes the place of another.
    """
    for step in reversed(path):
        value = Path((step,)).nest(value, span)
        if isinstance(value, Map):
            allow_new(value.items[0], replace=replace)
        replace = isinstance(value, Array)
    document = Document(value, span)
    if replace:
        allow_new(document, replace=True)
    return document

"""Data values from plain files, environment variables and flags, as overlays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from yschema_engine.frontends.inputs import File, find_files
from yschema_engine.frontends.options import LoadOptions
from yschema_engine.frontends.yaml import ReadOptions, read
from yschema_engine.model.findings import EngineError, UsageError, finding
from yschema_engine.model.path import Path
from yschema_engine.model.phrases import Verbatim
from yschema_engine.nodes import (
    Annotation,
    Array,
    Comment,
    Document,
    DocumentSet,
    Holder,
    Map,
    Value,
    key_id,
    walk,
)
from yschema_engine.source import Source, Span
from yschema_engine.values import codes

_MATCH, _REPLACE = "overlay/match", "overlay/replace"


@dataclass(frozen=True, slots=True)
class Sources:
    """The data values on a command line; the order of the kinds is fixed, as in ytt.

    Attributes:
        files: plain YAML files and folders of them (`--data-values-file`).
        env: prefixes of environment variables that hold strings (`--data-values-env`).
        env_yaml: the same with YAML in them.
        strings: `key=text` (`--data-value`).
        yaml: `key=YAML` (`--data-value-yaml`).
        text_files: `key=path` of a file whose text is the value (`--data-value-file`).
    """

    files: tuple[str, ...] = ()
    env: tuple[str, ...] = ()
    env_yaml: tuple[str, ...] = ()
    strings: tuple[str, ...] = ()
    yaml: tuple[str, ...] = ()
    text_files: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return any((self.files, self.env, self.env_yaml, self.strings, self.yaml, self.text_files))


def overlays(
    sources: Sources,
    environment: Mapping[str, str],
    stdin: BinaryIO,
    options: LoadOptions = LoadOptions(),  # noqa: B008  frozen
) -> Iterator[Document]:
    """Return the documents to merge; later ones take precedence.

    Args:
        sources: where to look.
        environment: the variables.
        stdin: for a file called `-`.
        options: how to read files.

    Raises:
        UsageError: a file cannot be read, a flag has no `=`, its text or a variable's is not YAML.
        EngineError: a plain values file is not plain, or not YAML.
    """
    strict = options.strict
    for argument in sources.files:
        for file in find_files(argument, stdin, options.inputs):
            if file.is_template or not file.implied:
                yield from plain_documents(file, strict=strict)
    for prefix in sources.env:
        yield from _from_environment(prefix, environment, "data-values-env", as_yaml=False, strict=strict)
    for prefix in sources.env_yaml:
        yield from _from_environment(prefix, environment, "data-values-env-yaml", as_yaml=True, strict=strict)
    for flag in sources.strings:
        key, text = _split(flag, "--data-value")
        yield _overlay(Path.from_flag(key), text, Source("(data-value arg)", flag, flag="--data-value"))
    for flag in sources.yaml:
        key, text = _split(flag, "--data-value-yaml")
        source = Source("(data-value-yaml arg)", flag)
        yield _overlay(Path.from_flag(key), _yaml(text, f"--data-value-yaml {flag}", strict=strict), source)
    for flag in sources.text_files:
        key, path = _split(flag, "--data-value-file")
        yield _overlay(
            Path.from_flag(key),
            _text(path, stdin, options),
            Source(f"(data-value-file arg) {flag}", flag, flag="--data-value-file"),
        )


def read_plain(source: Source) -> DocumentSet:
    """Return the documents of plain YAML as they are.

    Raises:
        EngineError: it is not YAML.
    """
    return read(source)


def plain_documents(file: File, *, strict: bool = False) -> Iterator[Document]:
    """Return the documents of a plain values file as overlays, without empty ones.

    New keys are allowed, and the schema checks them later; arrays and scalars replace existing ones.

    Raises:
        EngineError: the file holds annotations or code, or is not YAML.
        UsageError: it is not UTF-8.
    """
    documents = read(file.source, ReadOptions(strict=strict))
    _refuse_code(documents, file.source)
    for document in documents.documents:
        if document.value is not None:
            _keep_last_keys(document)
            yield as_overlay(document)


def _refuse_code(documents: DocumentSet, source: Source) -> None:
    for comment in code_of(documents):
        span = comment.span(source)
        raise EngineError([finding(codes.CODE_IN_PLAIN_FILE, span, found=Verbatim(f"#{comment.text}"))])


def code_of(documents: DocumentSet) -> Iterator[Comment]:
    """Return the comments that are annotations or code."""
    comments = (c for document in documents.documents for holder in walk(document) for c in holder.comments)
    return (comment for comment in (*comments, *documents.trailing) if comment.text.startswith("@"))


def _keep_last_keys(document: Document) -> None:
    for holder in walk(document):
        if isinstance(holder.value, Map):
            kept = {key_id(item.key): item for item in holder.value.items}
            holder.value.items = list(kept.values())


def as_overlay(document: Document) -> Document:
    """Make a plain document an overlay: new keys are allowed, arrays and scalars replace others."""
    _annotate(document)
    return document


def _annotate(holder: Holder) -> None:
    allow_new(holder, replace=not isinstance(holder.value, Map))
    if isinstance(holder.value, Map):
        for item in holder.value.items:
            _annotate(item)


def allow_new(holder: Holder, *, replace: bool = False) -> None:
    """Annotate a node of an overlay so that it can be new; with `replace`, it takes the place of another."""
    annotations = {_MATCH: Annotation(_MATCH, (), {"missing_ok": True}, holder.span)}
    if replace:
        annotations[_REPLACE] = Annotation(_REPLACE, (), {"or_add": True}, holder.span)
    holder.annotations = annotations


def _from_environment(
    prefix: str, environment: Mapping[str, str], name: str, *, as_yaml: bool, strict: bool
) -> Iterator[Document]:
    start = f"{prefix}_"
    for variable, text in sorted(environment.items()):
        if variable.startswith(start):
            value = _yaml(text, f"the environment variable {variable}", strict=strict) if as_yaml else text
            source = Source(f"({name} arg) {prefix}", f"{variable}={text}", flag=f"--{name}")
            yield _overlay(Path.from_variable(variable.removeprefix(start)), value, source)


def _split(flag: str, name: str) -> tuple[str, str]:
    key, sign, text = flag.partition("=")
    if not sign or not key:
        raise UsageError([finding(codes.FLAG_WITHOUT_VALUE, flag=Verbatim(f"{name} {flag}"))])
    return key, text


def _yaml(text: str, where: str, *, strict: bool) -> Value:
    try:
        documents = read(Source(where, text), ReadOptions(strict=strict)).documents
    except EngineError as e:
        problem = e.findings[0]
        found = problem.fact("found") or problem.fact("message")
        raise UsageError([finding(codes.FLAG_NOT_YAML, source=where, found=found)]) from e
    return documents[0].value if documents else None


def _text(path: str, stdin: BinaryIO, options: LoadOptions) -> str:
    files = find_files(path, stdin, options.inputs)
    if len(files) != 1 or files[0].implied:
        raise UsageError([finding(codes.FLAG_TAKES_ONE_FILE, found=Verbatim(path))])
    return files[0].source.text


def _overlay(path: Path, value: Value, source: Source) -> Document:
    span = Span(source, 1)
    _move(value, span)
    document = Document(path.nest(value, span), span)
    holder: Holder = document
    for depth in range(1, len(path) + 1):
        assert isinstance(holder.value, Map)
        holder = holder.value.items[0]
        allow_new(holder, replace=depth == len(path))
    return document


def _move(value: Value, span: Span) -> None:
    """Give a value that a flag holds the flag's span."""
    if isinstance(value, Map | Array):
        value.span = span
        for item in value.items:
            item.span = item.value_span = span
            _move(item.value, span)

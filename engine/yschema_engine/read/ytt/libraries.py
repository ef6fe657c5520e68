"""Libraries of a package for `@ytt:library`, and their instances, each with its data values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any

from yschema_engine.evaluate.starlark.errors import BridgeError, CodedError, Functions
from yschema_engine.evaluate.starlark.literals import Function
from yschema_engine.evaluate.starlark.marshal import decode, encode
from yschema_engine.evaluate.starlark.programs import Module, exported
from yschema_engine.evaluate.starlark.session import Session
from yschema_engine.merge.overlay import apply
from yschema_engine.merge.overlay_annotations import as_overlay
from yschema_engine.merge.overlay_items import Permissions
from yschema_engine.read.inputs import YAML, File
from yschema_engine.read.options import LoadOptions
from yschema_engine.read.ytt.infer import infer
from yschema_engine.read.ytt.load import load_schema, marked_documents
from yschema_engine.read.ytt.markers import SCHEMA, VALUES
from yschema_engine.read.ytt.modules import error_text
from yschema_engine.read.ytt.template import Evaluator, Scope
from yschema_engine.schema.fields import complete, default_of
from yschema_engine.schema.rule_check import validate
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.types import check
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import EngineError, Finding, LimitError, UsageError, raise_errors
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import (
    Annotation,
    Document,
    DocumentSet,
    Map,
    Value,
    copy_value,
    from_plain,
    walk,
)
from yschema_engine.text.source import Source, Span


def merged_values(schema: Schema, documents: Iterable[Document], *, rules: bool) -> Value:
    """Return the final data values.

    Args:
        schema: of the library.
        documents: in order; later ones take precedence.
        rules: whether the values have to satisfy the rules of the schema.

    Raises:
        EngineError: the values are not valid.
    """
    root = schema.root
    merged = Document(default_of(root), root.span)
    for document in documents:
        findings: list[Finding] = []
        if schema.has_documents or merged.value is not None:
            merged = apply(merged, document, findings.append, Permissions(root.type))
        else:
            merged = Document(copy_value(document.value), document.span)
        raise_errors(findings)
        raise_errors(check(merged.value, root.type, merged.span))
        complete(merged.value, root.type)
    if rules:
        raise_errors(validate(root, merged.value))
    return merged.value


_NOWHERE = Span(Source("library", ""), 1)


@dataclass(frozen=True, slots=True)
class Instance:
    """An instance of a library.

    Attributes:
        files: of the library, by their paths in it.
        options: how to evaluate them.
        session: the run.
        validates: whether its data values have to satisfy the rules.
        schemas: as Starlark spells them out; later ones are applied onto earlier ones.
        values: the same, each with whether it is applied as a plain values file is.
    """

    files: Mapping[str, File]
    options: LoadOptions
    session: Session
    validates: bool
    schemas: Sequence[Any]
    values: Sequence[tuple[Any, bool]]

    @property
    def _ordered(self) -> list[File]:
        """The files from the top folder down, without those of libraries in it."""
        return [self.files[name] for name in Scope(self.files).names("") or ()]

    def data_values(self) -> Value:
        """Return the data values of the library.

        Raises:
            EngineError: the schema or the data values are not valid.
            BridgeError: what its user adds has no YAML form.
        """
        evaluator = Evaluator(self.files, self.options, self.session)
        files = [file for file in self._ordered if file.path.endswith(YAML)]
        schema = load_schema(files, self.options, evaluator, list(map(_schema, self.schemas)))
        documents = [
            document
            for file in files
            if file.is_template and f"@{VALUES}" in file.source.text
            for document in marked_documents(file, evaluator)
        ]
        documents += [
            as_overlay(_plain_document(value)) if plain else _document(value) for value, plain in self.values
        ]
        if not schema.has_documents and not documents:
            return Map([], _NOWHERE)
        return merged_values(schema, documents, rules=self.validates)

    def modules(self, file: str, values: Any) -> Iterator[Module]:
        """Yield the modules of the library's files for others to load.

        Args:
            file: the path of the only file to look at; by default, all files.
            values: the data values that they see, as `marshal.encode` spells them out.

        Raises:
            EngineError: their code fails.
        """
        library = Evaluator(self.files, self.options, self.session, values).library
        for each in self._ordered:
            is_library = each.is_library or each.path.endswith(".lib.txt")
            if is_library and file in ("", each.path):
                yield library.loader(Scope(self.files, values=values))(each.path)


def _schema(encoded: Any) -> Document:
    document = _document(encoded)
    document.annotations = {SCHEMA: Annotation(SCHEMA, (), {}, _NOWHERE)}
    return document


def _document(encoded: Any) -> Document:
    """Return a value of the program that runs as a document."""
    value = decode(encoded)
    if isinstance(value, DocumentSet):
        raise BridgeError("library: expected a map, found documents")
    try:
        document = Document(copy_value(from_plain(value, _NOWHERE)), _NOWHERE)
    except TypeError as e:
        raise BridgeError("library: expected a map that YAML can hold") from e
    for holder in walk(document):
        for annotation in holder.annotations.values():
            arguments = (*annotation.args, *annotation.kwargs.values())
            parts = (part for each in arguments for part in (each if isinstance(each, tuple) else (each,)))
            if any(isinstance(part, Function) for part in parts):
                raise BridgeError(
                    f"library: functions in annotations, as in @{annotation.name}, are not supported here:"
                    " write the annotation in a file of the library"
                )
    return document


def _plain_document(encoded: Any) -> Document:
    document = _document(encoded)
    if any(holder.annotations for holder in walk(document)):
        raise BridgeError("library.with_data_values: plain=True takes values without annotations")
    return document


class Libraries:
    """The libraries that the code of a file can use."""

    def __init__(self, scope: Scope, options: LoadOptions, session: Session) -> None:
        """Prepare the libraries.

        Args:
            scope: of the file.
            options: how to evaluate, unless the file says otherwise.
            session: the run.
        """
        self._scope = scope
        self._options = options
        self._session = session
        self._exports: list[Callable[..., Any]] = []

    def functions(self) -> Functions:
        """Return the functions that `library.star` calls."""
        functions = (self._find, self._check, self._values, self._export, self._call)
        return {f"library{function.__name__}": _reported(function) for function in functions}

    def _find(self, path: str) -> None:
        self._library(path)

    def _check(self, encoded: Any, use: str) -> None:
        """Check a value that an instance takes as a schema, as plain values, or as values."""
        if use == "schema":
            findings: list[Finding] = []
            infer(_schema(encoded), findings.append)
            raise_errors(findings)
        else:
            (_plain_document if use == "plain" else _document)(encoded)

    def _library(self, path: str) -> Scope:
        scope = self._scope.of_library(path)
        if scope is None:
            raise BridgeError(
                f"library.get: cannot find the library {written(path)}: there are no files in the folder"
                f" _ytt_lib/{path} beside this file"
            )
        return scope

    def _instance(self, path: str, flags: Sequence[bool | None], schemas: Any, values: Any) -> Instance:
        strict, ignore, skips_rules = flags
        options = replace(
            self._options,
            portability="off",
            strict=self._options.strict if strict is None else strict,
            ignore_unknown_comments=self._options.ignore_unknown_comments if ignore is None else ignore,
        )
        files = self._library(path).inside()
        return Instance(files, options, self._session, not skips_rules, schemas, values)

    def _values(self, *of_instance: Any) -> Any:
        return encode(self._instance(*of_instance).data_values())

    def _export(self, of_instance: Sequence[Any], name: str, file: str) -> list[Any]:
        """Return whether an exported value is a function, and its number or the value itself."""
        instance = self._instance(*of_instance)
        seen = encode(instance.data_values())
        modules = [each for each in instance.modules(file, seen) if each.defines(name)]
        if len(modules) != 1:
            files = ", ".join(each.name for each in modules) or "no file of the library"
            raise BridgeError(f"library.export: expected one file that defines {name}, found {files}")
        ask = exported(modules[0], name)
        if not ask("is_function"):
            return [False, ask("value")]
        self._exports.append(ask)
        return [True, len(self._exports) - 1]

    def _call(self, number: int, args: Any, kwargs: Any) -> Any:
        return self._exports[number]("call", args, kwargs)


def _reported(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, with errors that code can catch."""

    @wraps(function)
    def call(*args: Any) -> Any:
        try:
            return function(*args)
        except LimitError:
            raise
        except (EngineError, UsageError) as e:
            raise BridgeError("; ".join(f"library: {error_text(each)}" for each in e.findings)) from e
        except CodedError as e:
            raise BridgeError(f"library: {e}") from e

    return call

"""An instance of a library: the library with the schemas and data values that its user adds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from yschema_engine.evaluate.starlark.errors import BridgeError
from yschema_engine.evaluate.starlark.literals import Function
from yschema_engine.evaluate.starlark.marshal import decode
from yschema_engine.evaluate.starlark.programs import Module
from yschema_engine.evaluate.starlark.session import Session
from yschema_engine.frontends.inputs import File
from yschema_engine.frontends.options import LoadOptions
from yschema_engine.frontends.ytt.files.document_markers import SCHEMA, VALUES
from yschema_engine.frontends.ytt.files.load import load_schema
from yschema_engine.frontends.ytt.files.marked_values import marked_documents
from yschema_engine.frontends.ytt.libraries.merge import merged_values
from yschema_engine.frontends.ytt.scope import FolderSources, Scope
from yschema_engine.frontends.ytt.template.template import EvaluateOptions, Evaluator
from yschema_engine.merge.plain_values import as_overlay
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.nodes import Annotation, Document, DocumentSet, Value, copy_value, from_plain, walk
from yschema_engine.text.source import Source, Span

_NOWHERE = Span(Source("library", ""), 1)
_YAML = (".yml", ".yaml")


@dataclass(frozen=True, slots=True)
class Instance:
    """An instance of a library.

    Attributes:
        scope: of the library.
        options: how to evaluate its files.
        session: the run.
        validates: whether its data values have to satisfy the rules.
        schemas: as Starlark spells them out; later ones are applied onto earlier ones.
        values: the same, each with whether it is applied as a plain values file is.
    """

    scope: Scope
    options: EvaluateOptions
    session: Session
    validates: bool
    schemas: Sequence[Any]
    values: Sequence[tuple[Any, bool]]

    @property
    def _sources(self) -> FolderSources:
        return FolderSources(self.scope.sources, self.scope.folder)

    def data_values(self) -> Value:
        """Return the data values of the library.

        Raises:
            EngineError: the schema or the data values are not valid.
            BridgeError: what its user adds has no YAML form.
        """
        sources = self._sources
        options = LoadOptions(
            self.options.strict, self.options.ignore_unknown_comments, limits=self.options.limits
        )
        evaluator = Evaluator(sources, self.options, self.session)
        files = [
            File(name, sources[name].name, sources[name].text.encode())
            for name in Scope(sources).names("") or ()
            if name.endswith(_YAML)
        ]
        schema = load_schema(files, options, evaluator, list(map(_schema, self.schemas)))
        documents = [
            document
            for file in files
            if file.is_template and f"@{VALUES}" in file.source.text
            for document in marked_documents(file, options, evaluator)
        ]
        documents += [
            as_overlay(_document(value)) if plain else _document(value) for value, plain in self.values
        ]
        return merged_values(schema, documents, evaluator.modules, rules=self.validates)

    def modules(self, file: str, values: Any) -> Iterator[Module]:
        """Yield the modules of the library's files for others to load.

        Args:
            file: the path of the only file to look at; by default, all files.
            values: the data values that they see, as `marshal.encode` spells them out.

        Raises:
            EngineError: their code fails.
        """
        sources = self._sources
        library = Evaluator(sources, self.options, self.session, values).library
        for name in Scope(sources).names("") or ():
            is_library = File(name, name, b"").is_library or name.endswith(".lib.txt")
            if is_library and file in ("", name):
                yield library.loader(Scope(sources, values=values))(name)


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
            if any(isinstance(each, Function) for each in _arguments(annotation)):
                raise BridgeError(
                    f"library: functions in annotations, as in @{annotation.name}, are not supported here:"
                    " write the annotation in a file of the library"
                )
    return document


def _arguments(annotation: Annotation) -> Iterator[Any]:
    """Yield the arguments of an annotation, and the parts of pairs among them."""
    for argument in (*annotation.args, *annotation.kwargs.values()):
        yield from argument if isinstance(argument, tuple) else (argument,)

"""Recognition of schema languages by their files; a reader is imported when it loads its first file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, TypeAlias

from yschema_engine.read.file_reader import INPUT_OF_OTHER_KIND, SOURCE_OF_DEFINITION
from yschema_engine.read.inputs import YAML, File
from yschema_engine.read.options import InputKind, LoadOptions
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import EngineError, UsageError
from yschema_engine.text.lazy_import import lazy_module
from yschema_engine.text.nodes import Document, Map, Value
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, phrase
from yschema_engine.text.source import Span

__all__ = ("ytt",)
# Each reader takes time to import.
if TYPE_CHECKING:
    from yschema_engine.compiled import documents as json_documents
    from yschema_engine.read.helm import chart as charts
    from yschema_engine.read.helm import load as helm
    from yschema_engine.read.json_schema import load as json_schema
    from yschema_engine.read.kubernetes import load as kubernetes
    from yschema_engine.read.kubernetes import resources
    from yschema_engine.read.ytt import load as ytt
else:
    json_documents = lazy_module("yschema_engine.compiled.documents")
    charts = lazy_module("yschema_engine.read.helm.chart")
    helm = lazy_module("yschema_engine.read.helm.load")
    json_schema = lazy_module("yschema_engine.read.json_schema.load")
    kubernetes = lazy_module("yschema_engine.read.kubernetes.load")
    resources = lazy_module("yschema_engine.read.kubernetes.resources")
    ytt = lazy_module("yschema_engine.read.ytt.load")

Load: TypeAlias = Callable[[Sequence[File], LoadOptions], Sequence[Schema]]


@dataclass(frozen=True, slots=True)
class FrontEnd:
    """A reader of one schema language.

    Attributes:
        looks_for: the content that files of the language have, for findings.
        accepts: returns whether the content of the files is in the language.
        can_read: returns whether the files can be read if a user says that they are in the language.
        load: returns the schemas; most inputs hold one. It raises an `EngineError` with every independent
            problem of every file if a schema is not valid, and a `UsageError` if a file cannot be read.
    """

    looks_for: Phrase
    accepts: Callable[[Sequence[File]], bool]
    can_read: Callable[[Sequence[File]], bool]
    load: Load


# Charts have comments with `@schema` as well: without one of these, that marker alone does not decide.
_MARKER = rb"(?m)^[ \t]*#@(?:data/values-schema|schema/definition|schema/match)(?=\s|$)"
_ANNOTATION = (
    rb"(?m)^[^#\n]*(?P<annotation>#@(?:data/values(?![\w-])|(?:schema|overlay|library|yaml)/[a-z]"
    rb"|[ \t]+(?:load\(|data\.values\b|def[ \t])))"
)
VALUES_MARKER = "@data/values"
_VALUES = rf"{VALUES_MARKER}(?![\w-])"


def holds_values(file: File) -> bool:
    """Return whether a file may have documents marked `@data/values`.

    Raises:
        UsageError: the file is not UTF-8.
    """
    return file.is_template and re.search(_VALUES, file.source.text) is not None


def values_documents(files: Sequence[File], options: LoadOptions) -> list[Document]:
    """Return the documents marked `@data/values` in the inputs, in order; files may load each other.

    Raises:
        EngineError: with every problem of every file that holds such a document.
        UsageError: a file is not UTF-8.
    """
    holders = list(filter(holds_values, files))
    return ytt.values_documents(holders, files, options) if holders else []


def has_schema_document(files: Sequence[File]) -> bool:
    """Return whether a file may have a document that is a schema of ytt."""
    return any(file.is_template and re.search(_MARKER, file.data) for file in files)


def first_annotation(files: Sequence[File]) -> Span | None:
    """Return the first annotation or code of ytt in the files; None without one."""
    for file in files:
        if file.is_template and (match := re.search(_ANNOTATION, file.data)):
            line = file.data.count(b"\n", 0, match.start("annotation")) + 1
            return Span(file.source, line).narrowed_to("")
    return None


YTT = FrontEnd(
    looks_for=phrase("a YAML document marked `#@data/values-schema`"),
    accepts=lambda files: has_schema_document(files) or first_annotation(files) is not None,
    # Without a schema, every value is valid.
    can_read=lambda files: not files or any(file.is_template or file.is_library for file in files),
    load=lambda files, options: (ytt.load_schema(files, options),),
)


# The marks of the syntaxes for comments.
_SYNTAX = rb"(?m)^\s*#(?: --|# @param|.*@schema\b| \+docs:)"


def _is_chart(files: Sequence[File]) -> bool:
    """Return whether the files are those of a chart, an archive, or a values file in a known syntax."""
    if any(map(charts.is_metadata, files)):
        return True
    return len(files) == 1 and (charts.is_archive(files[0]) or _is_values(files[0]))


def _is_values(file: File) -> bool:
    """Return whether a file is called like a values file, and has comments in a syntax for charts."""
    name = PurePosixPath(file.path).name
    return name.startswith("values") and file.is_template and re.search(_SYNTAX, file.data) is not None


HELM = FrontEnd(
    looks_for=phrase("a Helm chart: a folder with `Chart.yaml`, or its archive (`.tgz`)"),
    accepts=_is_chart,
    can_read=lambda files: _is_chart(files) or any(file.path.endswith(YAML) for file in files),
    load=lambda files, options: (helm.load_chart(files, options),),
)


_NAMES = (".schema.json", ".schema.yaml", ".schema.yml")
_ENDINGS = (".json", ".yaml", ".yml")
_DIALECT = r"https?://json-schema\.org(?=[:/#]|\Z)"
_PARTS = ("properties", "$defs", "definitions")
# Files without one of these are not read to find out.
_MARKS = tuple(each.encode() for each in ("$schema", *_PARTS))


def _load_json_schema(files: Sequence[File], options: LoadOptions) -> Sequence[Schema]:
    """Return the schema of the one file that is a JSON Schema and that no other one refers to."""
    schemas = [file for file in files if _is_json_schema(file)] or list(files)
    main, others = json_schema.main_first(schemas)
    if len(main) > 1:
        names = Listing(tuple(Verbatim(file.name) for file in main))
        raise UsageError.of(json_documents.SEVERAL_SCHEMAS, found=names)
    return (json_schema.load_json_schema((*main, *others), options),)


def _is_json_schema(file: File) -> bool:
    if file.path.endswith(_NAMES):
        # A schema of ytt may have such a name, too.
        return b"#@" not in file.data
    if not file.path.endswith(_ENDINGS) or b"#@" in file.data:
        return False
    if not any(mark in file.data for mark in _MARKS):
        return False
    try:
        return _describes_values(json_documents.read_document(file.source))
    except EngineError:
        return False


def _describes_values(document: Value) -> bool:
    """Return whether a document is a schema by its content.

    `$schema` alone does not decide: configuration files name the schema that they follow with the same key.
    """
    get_value = json_documents.get_value
    dialect = get_value(document, "$schema")
    if isinstance(dialect, str) and re.match(_DIALECT, dialect):
        return True
    has_fields = any(isinstance(get_value(document, each), Map) for each in _PARTS)
    if isinstance(dialect, str):
        return has_fields
    reference = get_value(document, "$ref")
    return has_fields and (
        get_value(document, "type") == "object" or (isinstance(reference, str) and reference.startswith("#"))
    )


JSON_SCHEMA = FrontEnd(
    looks_for=phrase("a JSON Schema, which has `$schema` or a name such as `values.schema.json`"),
    accepts=lambda files: any(map(_is_json_schema, files)),
    can_read=bool,
    load=_load_json_schema,
)


def _of_resources(name: InputKind, kind: str, import_load: Callable[[], Load]) -> FrontEnd:
    """Return the reader of the schemas in resources of a kind."""
    looks_for = phrase("a resource of the kind `{kind}`", kind=Verbatim(kind))

    def accepts(files: Sequence[File]) -> bool:
        return any(resources.mentions(file, kind) for file in files)

    def load(files: Sequence[File], options: LoadOptions) -> Sequence[Schema]:
        schemas = import_load()(files, options)
        if not schemas:
            raise not_of_kind(name, files, looks_for)
        return schemas

    return FrontEnd(looks_for, accepts, accepts, load)


CRD = _of_resources("crd", "CustomResourceDefinition", lambda: kubernetes.load_definitions)
PACKAGE = _of_resources("package", "Package", lambda: kubernetes.load_packages)
# Crossplane adds fields, without which the schema would refuse valid resources.
_SOURCES_OF_DEFINITIONS: Mapping[str, bytes] = {
    "CompositeResourceDefinition": b"crossplane.io/",
    "ResourceGraphDefinition": b"kro.run/",
}
_SHOWN = 5  # names of files in a finding


def check_definitions(files: Sequence[File]) -> None:
    """Refuse what a program makes a definition of custom resources from.

    Raises:
        UsageError: there is such a resource.
    """
    for kind, group in _SOURCES_OF_DEFINITIONS.items():
        for file in files:
            if group in file.data and resources.mentions(file, kind):
                name = Verbatim(file.name)
                raise UsageError.of(SOURCE_OF_DEFINITION, kind=Verbatim(kind), file=name)


def names_of(files: Sequence[File]) -> Param:
    """Return the names of the first files, for a finding."""
    shown = tuple(Verbatim(file.name) for file in files[:_SHOWN])
    return Listing((*shown, "…") if len(files) > _SHOWN else shown)


def not_of_kind(kind: InputKind, files: Sequence[File], looks_for: Phrase) -> UsageError:
    """Return the error for files that are not in the language that a user names."""
    found, name = names_of(files), Verbatim(kind)
    return UsageError.of(INPUT_OF_OTHER_KIND, kind=name, found=found, expected=looks_for)

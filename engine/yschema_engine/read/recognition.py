"""Recognition of schema languages by their files; a reader is imported when it loads its first file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import PurePosixPath
from typing import TypeAlias
from urllib.parse import urlsplit

from yschema_engine.read.file_reader import INPUT_OF_OTHER_KIND
from yschema_engine.read.inputs import File
from yschema_engine.read.options import InputKind, LoadOptions
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import EngineError, UsageError, finding
from yschema_engine.text.nodes import Document, DocumentSet, Map, Value
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, phrase

# Charts have comments with `@schema` as well: without one of these, that marker alone does not decide.
_MARKER = rb"(?m)^[ \t]*#@(?:data/values-schema|schema/definition|schema/match)(?=\s|$)"
VALUES_MARKER = "@data/values"
_VALUES = rf"{VALUES_MARKER}(?![\w-])"


class YttFrontEnd:
    """Reads documents marked `@data/values-schema`, and those in the proposed dialect."""

    looks_for: Phrase = phrase("a YAML document marked `#@data/values-schema`")

    def accepts(self, files: Sequence[File]) -> bool:
        """Return whether one of the files has the marker of a schema."""
        return any(file.is_template and re.search(_MARKER, file.data) for file in files)

    def can_read(self, files: Sequence[File]) -> bool:
        """Return whether there is YAML or code; without a schema, every value is valid."""
        return not files or any(file.is_template or file.is_library for file in files)

    def load(self, files: Sequence[File], options: LoadOptions) -> Sequence[Schema]:
        """Return the schema in the files; as `load_schema`."""
        from yschema_engine.read.ytt.load import load_schema  # noqa: PLC0415  takes time to import

        return (load_schema(files, options),)

    def holds_values(self, file: File) -> bool:
        """Return whether a file may have documents marked `@data/values`.

        Raises:
            UsageError: the file is not UTF-8.
        """
        return file.is_template and re.search(_VALUES, file.source.text) is not None

    def values_documents(self, files: Sequence[File], options: LoadOptions) -> list[Document]:
        """Return the documents marked `@data/values` in the inputs, in order; files may load each other.

        Raises:
            EngineError: with every problem of every file that holds such a document.
            UsageError: a file is not UTF-8.
        """
        holders = [file for file in files if self.holds_values(file)]
        if not holders:
            return []
        from yschema_engine.read.ytt.load import values_documents  # noqa: PLC0415  takes time to import

        return values_documents(holders, files, options)

    def shown_documents(
        self,
        file: File,
        documents: DocumentSet,
        sources: Sequence[File],
        options: LoadOptions,
        *,
        is_excerpt: bool = False,
    ) -> list[Document] | None:
        """Return the data values in a file with annotations or code; as `shown_documents`."""
        from yschema_engine.read.ytt.load import shown_documents  # noqa: PLC0415  takes time to import

        return shown_documents(file, documents, sources, options, is_excerpt=is_excerpt)

    def check_reference(self, text: str) -> None:
        """Check that a text can refer to a library.

        Raises:
            UsageError: it cannot.
        """
        from yschema_engine.read.ytt.load import check_reference  # noqa: PLC0415  takes time to import

        check_reference(text)


YTT = YttFrontEnd()


# The marks of the syntaxes for comments.
_SYNTAX = rb"(?m)^\s*#(?: --|# @param|.*@schema\b| \+docs:)"


class HelmFrontEnd:
    """Reads a chart: its folder or its archive."""

    looks_for: Phrase = phrase("a Helm chart: a folder with `Chart.yaml`, or its archive (`.tgz`)")

    def accepts(self, files: Sequence[File]) -> bool:
        """Return whether the files are those of a chart, an archive, or a values file in a known syntax."""
        from yschema_engine.read.helm.chart import is_archive, is_metadata  # noqa: PLC0415  takes time

        if any(map(is_metadata, files)):
            return True
        return len(files) == 1 and (is_archive(files[0]) or _is_values(files[0]))

    def can_read(self, files: Sequence[File]) -> bool:
        """Return whether there is a chart, or a values file."""
        return self.accepts(files) or any(file.path.endswith((".yaml", ".yml")) for file in files)

    def load(self, files: Sequence[File], options: LoadOptions) -> Sequence[Schema]:
        """Return the schema of the chart.

        Raises:
            EngineError: a file of the chart is not valid.
            UsageError: the files hold several charts, or an archive cannot be read.
        """
        from yschema_engine.read.helm.load import load_chart  # noqa: PLC0415  takes time to import

        return (load_chart(files, options),)


def _is_values(file: File) -> bool:
    """Return whether a file is called like a values file, and has comments in a syntax for charts."""
    name = PurePosixPath(file.path).name
    return name.startswith("values") and file.is_template and re.search(_SYNTAX, file.data) is not None


HELM = HelmFrontEnd()


_NAMES = (".schema.json", ".schema.yaml", ".schema.yml")
_ENDINGS = (".json", ".yaml", ".yml")
_PARTS = ("properties", "$defs", "definitions")
# Files without one of these are not read to find out.
_MARKS = tuple(each.encode() for each in ("$schema", *_PARTS))


class JsonSchemaFrontEnd:
    """Reads one JSON Schema, in JSON or YAML."""

    looks_for: Phrase = phrase("a JSON Schema, which has `$schema` or a name such as `values.schema.json`")

    def accepts(self, files: Sequence[File]) -> bool:
        """Return whether one of the files is a JSON Schema."""
        return any(map(_is_json_schema, files))

    def can_read(self, files: Sequence[File]) -> bool:
        """Return whether there is a file to read."""
        return bool(files)

    def load(self, files: Sequence[File], options: LoadOptions) -> Sequence[Schema]:
        """Return the schema of the one file that is a JSON Schema and that no other one refers to.

        Raises:
            EngineError: the schema is not valid.
            UsageError: there are several.
        """
        schemas = [file for file in files if _is_json_schema(file)] or list(files)
        from yschema_engine.compiled.documents import SEVERAL_SCHEMAS  # noqa: PLC0415  as below

        # The library that checks instances takes longer to import than most schemas take to read.
        from yschema_engine.read.json_schema.load import load_json_schema, main_first  # noqa: PLC0415

        main, others = main_first(schemas)
        if len(main) > 1:
            names = Listing(tuple(Verbatim(file.name) for file in main))
            raise UsageError([finding(SEVERAL_SCHEMAS, found=names)])
        return (load_json_schema((*main, *others), options),)


def _is_json_schema(file: File) -> bool:
    if file.path.endswith(_NAMES):
        # A schema of ytt may have such a name, too.
        return b"#@" not in file.data
    if not file.path.endswith(_ENDINGS) or b"#@" in file.data:
        return False
    if not any(mark in file.data for mark in _MARKS):
        return False
    from yschema_engine.compiled.documents import read_document  # noqa: PLC0415  takes time to import

    try:
        return _describes_values(read_document(file.source))
    except EngineError:
        return False


def _describes_values(document: Value) -> bool:
    """Return whether a document is a schema by its content.

    `$schema` alone does not decide: configuration files name the schema that they follow with the same key.
    """
    from yschema_engine.compiled.documents import get_value  # noqa: PLC0415  as above

    dialect = get_value(document, "$schema")
    if isinstance(dialect, str) and urlsplit(dialect).hostname == "json-schema.org":
        return True
    has_fields = any(isinstance(get_value(document, each), Map) for each in _PARTS)
    if isinstance(dialect, str):
        return has_fields
    reference = get_value(document, "$ref")
    return has_fields and (
        get_value(document, "type") == "object" or (isinstance(reference, str) and reference.startswith("#"))
    )


JSON_SCHEMA = JsonSchemaFrontEnd()


_SHOWN = 5  # names of files in a finding


def names_of(files: Sequence[File]) -> Param:
    """Return the names of the first files, for a finding."""
    shown = tuple(Verbatim(file.name) for file in files[:_SHOWN])
    return Listing((*shown, "…") if len(files) > _SHOWN else shown)


def not_of_kind(kind: InputKind, files: Sequence[File], expected: Phrase) -> UsageError:
    """Return the error for files that are not in the language that a user names.

    Args:
        kind: the language.
        files: the inputs.
        expected: the content that files of the language have.
    """
    return UsageError(
        [finding(INPUT_OF_OTHER_KIND, kind=Verbatim(kind), found=names_of(files), expected=expected)]
    )


Load: TypeAlias = Callable[[Sequence[File], LoadOptions], Sequence[Schema]]


@dataclass(frozen=True, slots=True)
class ResourceFrontEnd:
    """Reads the schemas in resources of one kind.

    Attributes:
        name: of the kind of input.
        kind: of the resources.
        looks_for: what the front end looks for in files.
        import_load: returns the function that reads the files, whose module takes time to import.
    """

    name: InputKind
    kind: str
    looks_for: Phrase
    import_load: Callable[[], Load]

    def accepts(self, files: Sequence[File]) -> bool:
        """Return whether one of the files holds such a resource."""
        from yschema_engine.read.kubernetes.resources import mentions  # noqa: PLC0415  takes time to import

        return any(mentions(file, self.kind) for file in files)

    def can_read(self, files: Sequence[File]) -> bool:
        """Return whether one of the files holds such a resource."""
        return self.accepts(files)

    def load(self, files: Sequence[File], options: LoadOptions) -> Sequence[Schema]:
        """Return the schemas of all such resources.

        Raises:
            EngineError: a file is not YAML, or a resource lacks what it needs.
            UsageError: the files lack such a resource, or the version that the options name.
        """
        schemas = self.import_load()(files, options)
        if not schemas:
            raise not_of_kind(self.name, files, self.looks_for)
        return schemas


def _import_load_definitions() -> Load:
    from yschema_engine.read.kubernetes.custom_resources import load_definitions  # noqa: PLC0415  takes time to import

    return load_definitions


CRD = ResourceFrontEnd(
    name="crd",
    kind="CustomResourceDefinition",
    looks_for=phrase("a resource of the kind `CustomResourceDefinition`"),
    import_load=_import_load_definitions,
)


def _import_load_packages() -> Load:
    from yschema_engine.read.kubernetes.packages import load_packages  # noqa: PLC0415  takes time to import

    return load_packages


PACKAGE = ResourceFrontEnd(
    name="package",
    kind="Package",
    looks_for=phrase("a resource of the kind `Package`"),
    import_load=_import_load_packages,
)

"""JSON Schema as a front end."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from yschema_engine.compiled.documents import SEVERAL_SCHEMAS, get_value, read_document
from yschema_engine.frontends.inputs import File
from yschema_engine.frontends.options import LoadOptions
from yschema_engine.schema.schema import Schema
from yschema_engine.text.findings import EngineError, UsageError, finding
from yschema_engine.text.nodes import Map, Value
from yschema_engine.text.phrases import Listing, Phrase, Verbatim, phrase

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
        # The library that checks instances takes longer to import than most schemas take to read.
        from yschema_engine.frontends.json_schema.load import load_json_schema, main_first  # noqa: PLC0415

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
    try:
        return any(mark in file.data for mark in _MARKS) and _describes_values(read_document(file.source))
    except EngineError:
        return False


def _describes_values(document: Value) -> bool:
    """Return whether a document is a schema by its content.

    `$schema` alone does not decide: configuration files name the schema that they follow with the same key.
    """
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


FRONT_END = JsonSchemaFrontEnd()

"""JSON Schema as a front end."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.frontends.json_schema import codes
from yschema_engine.frontends.json_schema.dialects import dialect_of
from yschema_engine.frontends.json_schema.document import get_item, read_document
from yschema_engine.frontends.json_schema.fields import FieldBuilder
from yschema_engine.frontends.json_schema.instances import InstanceChecker, check_schema
from yschema_engine.frontends.ytt.files.inputs import File
from yschema_engine.frontends.ytt.files.load import LoadOptions
from yschema_engine.model.findings import EngineError, UsageError, finding, in_source_order
from yschema_engine.model.phrases import Listing, Verbatim
from yschema_engine.model.schema import Schema
from yschema_engine.nodes import to_plain
from yschema_engine.source import Span

_NAMES = (".schema.json", ".schema.yaml", ".schema.yml")


class JsonSchemaFrontEnd:
    """Reads one JSON Schema, in JSON or YAML."""

    name = "json-schema"

    def accepts(self, files: Sequence[File]) -> bool:
        """Whether one of the files is a JSON Schema."""
        return any(map(_is_json_schema, files))

    def load(self, files: Sequence[File], _: LoadOptions) -> Schema:
        """Return the schema of the one file that is a JSON Schema.

        Raises:
            EngineError: the schema is not valid.
            UsageError: there are several.
        """
        schemas = [file for file in files if _is_json_schema(file)]
        if len(schemas) > 1:
            names = Listing(tuple(Verbatim(file.name) for file in schemas))
            raise UsageError([finding(codes.SEVERAL_SCHEMAS, found=names)])
        source = schemas[0].source
        document = read_document(source)
        dialect, span = dialect_of(document), Span(source, 1)
        plain = to_plain(document)
        check_schema(plain, dialect, document, span)
        builder = FieldBuilder(document, dialect)
        root = builder.root(span)
        checker = InstanceChecker(plain, dialect)
        findings = in_source_order(checker.check_declared(builder.schemas))
        if any(each.kind is None for each in findings):
            raise EngineError(findings)
        return Schema(root, title=root.title, findings=tuple(findings), instance_check=checker.check)


def _is_json_schema(file: File) -> bool:
    if file.path.endswith(_NAMES):
        # A schema of ytt may have such a name, too.
        return b"#@" not in file.data
    if not file.path.endswith(".json") or b"$schema" not in file.data:
        return False
    try:
        return get_item(read_document(file.source), "$schema") is not None
    except EngineError:
        return False

"""From a JSON Schema to the model."""

from __future__ import annotations

from yschema_engine.frontends.json_schema.dialects import dialect_of
from yschema_engine.frontends.json_schema.document import read_document
from yschema_engine.frontends.json_schema.fields import FieldBuilder
from yschema_engine.frontends.json_schema.instances import InstanceChecker, check_schema
from yschema_engine.model.findings import EngineError, in_source_order
from yschema_engine.model.schema import Schema
from yschema_engine.nodes import to_plain
from yschema_engine.source import Source, Span


def load_json_schema(source: Source) -> Schema:
    """Return the schema in a file.

    Raises:
        EngineError: the schema is not valid, or one of its defaults does not match it.
    """
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
    title = root.title or Schema.name
    return Schema(root, title=title, findings=tuple(findings), instance_check=checker.check)

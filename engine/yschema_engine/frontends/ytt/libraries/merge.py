"""The data values of a library: documents applied onto the defaults of its schema, and checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from yschema_engine.evaluate.starlark.programs import Module
from yschema_engine.merge.overlay import apply
from yschema_engine.merge.plain_values import SchemaPermissions
from yschema_engine.schema.fields import complete, default_of
from yschema_engine.schema.rule_check import validate
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.types import check
from yschema_engine.text.findings import EngineError, Finding
from yschema_engine.text.nodes import Document, Value, copy_value
from yschema_engine.text.source import Source


def merged_values(
    schema: Schema, documents: Iterable[Document], modules: Mapping[Source, Module], *, rules: bool
) -> Value:
    """Return the final data values.

    Args:
        schema: of the library.
        documents: in order; later ones take precedence.
        modules: of the documents' files with code.
        rules: whether the values have to satisfy the rules of the schema.

    Raises:
        EngineError: the values are not valid.
    """
    root = schema.root
    merged = Document(default_of(root), root.span)
    for document in documents:
        findings: list[Finding] = []
        if schema.has_documents or merged.value is not None:
            merged = apply(merged, document, modules, findings.append, SchemaPermissions(root.type))
        else:
            merged = Document(copy_value(document.value), document.span)
        _refuse(findings)
        _refuse(check(merged.value, root.type, merged.span))
        complete(merged.value, root.type)
    if rules:
        _refuse(validate(root, merged.value))
    return merged.value


def _refuse(findings: Iterable[Finding]) -> None:
    if errors := [each for each in findings if each.severity == "error"]:
        raise EngineError(errors)

"""Results as text, in the form that the arguments ask for."""

from __future__ import annotations

from yschema_engine.arguments.check import CheckArguments
from yschema_engine.cli import codes
from yschema_engine.model.findings import UsageError, finding
from yschema_engine.model.schema import Schema
from yschema_engine.nodes import Value, to_json, to_yaml
from yschema_engine.outputs.html.standalone import html_page, html_table, markdown
from yschema_engine.outputs.inspect import inspect
from yschema_engine.outputs.json_schema.schema import json_schema
from yschema_engine.outputs.openapi.document import openapi

_DOCUMENTS = {"html": html_table, "markdown": markdown}


def schema_text(schema: Schema, arguments: CheckArguments) -> str:
    """A schema in the form asked for.

    Raises:
        UsageError: JSON cannot hold a value of it.
        ThemeError: a template cannot be used.
    """
    for output, document in _DOCUMENTS.items():
        if output in arguments.outputs:
            return document(schema, arguments.language)
    if "html-page" in arguments.outputs:
        return html_page(schema, arguments.language)
    if "json-schema" in arguments.outputs:
        value = json_schema(schema.root)
        # Snippets have their lines and stops in the order of the schema.
        return to_yaml(value) if "yaml" in arguments.outputs else _json(value, in_order=True)
    if "openapi-v3" in arguments.outputs:
        return value_text(openapi(schema.root), arguments)
    return value_text(inspect(schema), arguments)


def value_text(value: Value, arguments: CheckArguments) -> str:
    """A value as YAML, or as JSON if that is asked for.

    Raises:
        UsageError: JSON cannot hold it.
    """
    return _json(value) if "json" in arguments.outputs else to_yaml(value)


def _json(value: Value, *, in_order: bool = False) -> str:
    try:
        return to_json(value, in_order=in_order)
    except ValueError:
        raise UsageError([finding(codes.NOT_JSON)]) from None

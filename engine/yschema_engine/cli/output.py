"""Results as text, in the form that the arguments ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from yschema_engine.arguments.check import CheckArguments
from yschema_engine.cli import codes
from yschema_engine.model.findings import UsageError, finding
from yschema_engine.model.schema import Schema
from yschema_engine.nodes import Value, to_json, to_yaml
from yschema_engine.outputs.html.standalone import html_page, html_table, markdown
from yschema_engine.outputs.inspect import inspect
from yschema_engine.outputs.json_schema.schema import json_schema
from yschema_engine.outputs.openapi.document import openapi

Render: TypeAlias = Callable[[Schema, CheckArguments], str]


def schema_text(schema: Schema, arguments: CheckArguments) -> str:
    """Return a schema in the form asked for.

    Raises:
        UsageError: JSON cannot hold a value of it.
        ThemeError: a template cannot be used.
    """
    render = next((SCHEMA_RENDERERS[name] for name in arguments.outputs if name in SCHEMA_RENDERERS), _facts)
    return render(schema, arguments)


def value_text(value: Value, arguments: CheckArguments) -> str:
    """Return a value as YAML, or as JSON if that is asked for.

    Raises:
        UsageError: JSON cannot hold it.
    """
    return _json(value) if "json" in arguments.outputs else to_yaml(value)


def _facts(schema: Schema, arguments: CheckArguments) -> str:
    return value_text(inspect(schema), arguments)


def _json_schema(schema: Schema, arguments: CheckArguments) -> str:
    value = json_schema(schema.root)
    # Snippets have their lines and stops in the order of the schema.
    return to_yaml(value) if "yaml" in arguments.outputs else _json(value, in_order=True)


def _json(value: Value, *, in_order: bool = False) -> str:
    try:
        return to_json(value, in_order=in_order)
    except ValueError:
        raise UsageError([finding(codes.NOT_JSON)]) from None


SCHEMA_RENDERERS: Mapping[str, Render] = MappingProxyType(
    {
        "html": lambda schema, arguments: html_table(schema, arguments.language),
        "html-page": lambda schema, arguments: html_page(schema, arguments.language),
        "openapi-v3": lambda schema, arguments: value_text(openapi(schema.root), arguments),
        "json-schema": _json_schema,
        "markdown": lambda schema, arguments: markdown(schema, arguments.language),
    }
)
"""What renders a schema in each of the formats in `arguments.outputs`."""

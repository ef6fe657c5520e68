"""Results as text, in the form that the arguments ask for.

Each function imports its output when it is called. Importing all of them takes longer than checking most
schemas.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from yschema_engine.arguments.check import CheckArguments
from yschema_engine.cli import codes
from yschema_engine.model.findings import UsageError, finding
from yschema_engine.model.phrases import Verbatim
from yschema_engine.model.schema import Schema
from yschema_engine.nodes import Value, to_json, to_yaml

Render: TypeAlias = Callable[[Schema, CheckArguments], str]


def schema_text(schema: Schema, arguments: CheckArguments) -> str:
    """Return a schema in the form asked for.

    Raises:
        UsageError: JSON cannot express a value, or the language has no catalogue.
        ThemeError: a template cannot be used.
    """
    from yschema_engine.outputs.phrases.catalogues import has_language, languages  # noqa: PLC0415

    if not has_language(arguments.language):
        known = Verbatim(", ".join(languages()))
        raise UsageError(
            [finding(codes.UNKNOWN_LANGUAGE, language=Verbatim(arguments.language), known=known)]
        )
    render = next((SCHEMA_RENDERERS[name] for name in arguments.outputs if name in SCHEMA_RENDERERS), _facts)
    return render(schema, arguments)


def value_text(value: Value, arguments: CheckArguments) -> str:
    """Return a value as YAML, or as JSON if that is asked for.

    Raises:
        UsageError: JSON cannot hold it.
    """
    return _json(value) if "json" in arguments.outputs else to_yaml(value)


def _facts(schema: Schema, arguments: CheckArguments) -> str:
    from yschema_engine.outputs.inspect import inspect  # noqa: PLC0415

    return value_text(inspect(schema), arguments)


def _openapi(schema: Schema, arguments: CheckArguments) -> str:
    from yschema_engine.outputs.openapi.document import openapi  # noqa: PLC0415

    return value_text(openapi(schema.root), arguments)


def _json_schema(schema: Schema, arguments: CheckArguments) -> str:
    from yschema_engine.outputs.json_schema.schema import json_schema  # noqa: PLC0415

    value = json_schema(schema.root)
    # Snippets have their lines and stops in the order of the schema.
    return to_yaml(value) if "yaml" in arguments.outputs else _json(value, in_order=True)


def _html(schema: Schema, arguments: CheckArguments) -> str:
    from yschema_engine.outputs.html.standalone import html_table  # noqa: PLC0415

    return html_table(schema, arguments.language)


def _html_page(schema: Schema, arguments: CheckArguments) -> str:
    from yschema_engine.outputs.html.standalone import html_page  # noqa: PLC0415

    return html_page(schema, arguments.language)


def _markdown(schema: Schema, arguments: CheckArguments) -> str:
    from yschema_engine.outputs.html.standalone import markdown  # noqa: PLC0415

    return markdown(schema, arguments.language)


def _json(value: Value, *, in_order: bool = False) -> str:
    try:
        return to_json(value, in_order=in_order)
    except ValueError:
        raise UsageError([finding(codes.NOT_JSON)]) from None


SCHEMA_RENDERERS: Mapping[str, Render] = MappingProxyType(
    {
        "html": _html,
        "html-page": _html_page,
        "openapi-v3": _openapi,
        "json-schema": _json_schema,
        "markdown": _markdown,
    }
)
"""The functions that render a schema, by the names of the formats in `arguments.outputs`."""

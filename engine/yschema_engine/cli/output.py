"""Rendering of results in the format that `-o` names.

Each function imports its output when it is called. Importing all of them takes longer than checking most
schemas.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from yschema_engine.arguments.check import CheckArguments
from yschema_engine.cli.input_files import schema_name
from yschema_engine.cli.streams import NOT_JSON, UNKNOWN_LANGUAGE
from yschema_engine.read.readers import only_schema
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import UsageError
from yschema_engine.text.nodes import Value
from yschema_engine.text.phrases import Verbatim
from yschema_engine.text.source import published
from yschema_engine.yaml.printing import to_json, to_yaml

Render: TypeAlias = Callable[[Sequence[Schema], CheckArguments], str]


def schema_text(schemas: Sequence[Schema], arguments: CheckArguments) -> str:
    """Return schemas in the form asked for.

    Raises:
        UsageError: JSON cannot express a value, or the language has no catalogue.
        ThemeError: a template cannot be used.
    """
    if arguments.language != "en":  # whose words are in the code
        check_language(arguments.language)
    render = next((SCHEMA_RENDERERS[name] for name in arguments.outputs if name in SCHEMA_RENDERERS), _facts)
    return render(schemas, arguments)


def check_language(language: str) -> None:
    """Check that there is a catalogue for a language.

    Raises:
        UsageError: there is none.
    """
    from yschema_engine.show.language import has_language, languages  # noqa: PLC0415

    if not has_language(language):
        known = Verbatim(", ".join(languages()))
        raise UsageError.of(UNKNOWN_LANGUAGE, language=Verbatim(language), known=known)


def value_text(value: Any, arguments: CheckArguments) -> str:
    """Return a value as YAML, or as JSON if that is asked for.

    Raises:
        UsageError: JSON cannot hold it.
    """
    return json_text(value) if "json" in arguments.outputs else to_yaml(value)


def _facts(schemas: Sequence[Schema], arguments: CheckArguments) -> str:
    from yschema_engine.show.inspect import inspect  # noqa: PLC0415

    return value_text(inspect(schemas), arguments)


def _openapi(schemas: Sequence[Schema], arguments: CheckArguments) -> str:
    from yschema_engine.show.openapi import openapi  # noqa: PLC0415

    return value_text(openapi(schemas, _keeps_default(arguments)), arguments)


def _keeps_default(arguments: CheckArguments) -> Callable[[Field, Value], bool]:
    from yschema_engine.show.openapi import is_kept, is_valid_default  # noqa: PLC0415

    return is_valid_default if "invalid-defaults" in arguments.without else is_kept


def _package(schemas: Sequence[Schema], arguments: CheckArguments) -> str:
    from yschema_engine.show.openapi import openapi_schema  # noqa: PLC0415

    root = only_schema(schemas).root
    facts = {"valuesSchema": {"openAPIv3": openapi_schema(root, _keeps_default(arguments))}}
    return value_text(facts, arguments)


def _crd(schemas: Sequence[Schema], arguments: CheckArguments) -> str:
    from yschema_engine.show.structural_schema import structural_schema  # noqa: PLC0415

    schema = only_schema(schemas)
    facts = structural_schema(schema.root, is_resource=schema.resource is not None)
    return value_text({"schema": facts}, arguments)


def _json_schema(schemas: Sequence[Schema], arguments: CheckArguments) -> str:
    from yschema_engine.show.json_schema.exported import exported, exported_all  # noqa: PLC0415

    if arguments.draft == "7":
        return json_text(exported(only_schema(schemas), is_draft7=True), in_order=True)
    value = exported_all(schemas, is_for_editors="editor-keywords" not in arguments.without)
    # Snippets have their lines and stops in the order of the schema.
    return to_yaml(value) if "yaml" in arguments.outputs else json_text(value, in_order=True)


def _html(schemas: Sequence[Schema], arguments: CheckArguments) -> str:
    from yschema_engine.show.html.standalone import html_table  # noqa: PLC0415

    return "\n".join(html_table(each, arguments.language) for each in _named(schemas, arguments))


def _html_page(schemas: Sequence[Schema], arguments: CheckArguments) -> str:
    from yschema_engine.show.html.standalone import html_page  # noqa: PLC0415

    named = _named(schemas, arguments)
    inputs = (*(each for name in arguments.files for each in ("-f", published(name))), *arguments.load.flags)
    return html_page(named[0], arguments.language, inputs, named[1:])


def _markdown(schemas: Sequence[Schema], arguments: CheckArguments) -> str:
    from yschema_engine.show.html.standalone import markdown  # noqa: PLC0415
    from yschema_engine.show.markdown_text import FLAVORS  # noqa: PLC0415

    flavor = FLAVORS[arguments.flavor]
    return "\n".join(
        markdown(schema, arguments.language, flavor, is_first=number == 0)
        for number, schema in enumerate(_named(schemas, arguments))
    )


def _reference_json(schemas: Sequence[Schema], arguments: CheckArguments) -> str:
    from yschema_engine.show.html.descriptions import Describer  # noqa: PLC0415
    from yschema_engine.show.inspect import reference  # noqa: PLC0415

    return json_text(reference(_named(schemas, arguments), Describer()), in_order=True)


def _named(schemas: Sequence[Schema], arguments: CheckArguments) -> Sequence[Schema]:
    """Return the schemas under the name and the title that documents for readers have.

    A single one without a name is named after its files. A site names it in the same way, so that its pages
    have the same anchors.

    Raises:
        UsageError: there are several schemas for one name or title, so that anchors would clash.
    """
    if arguments.name:
        return [only_schema(schemas).named(arguments.name, arguments.title)]
    if len(schemas) == 1:
        name = schema_name(arguments.files) if schemas[0].name == Schema.name else schemas[0].name
        schemas = [schemas[0].named(name)]
    return [replace(only_schema(schemas), title=arguments.title)] if arguments.title else schemas


def json_text(value: Value, *, in_order: bool = False) -> str:
    """Return a value as JSON.

    Args:
        value: the value.
        in_order: whether keys keep their order; else they are sorted.

    Raises:
        UsageError: JSON cannot hold it.
    """
    try:
        return to_json(value, in_order=in_order)
    except ValueError:
        raise UsageError.of(NOT_JSON) from None


SCHEMA_RENDERERS: Mapping[str, Render] = {
    "html": _html,
    "html-page": _html_page,
    "openapi-v3": _openapi,
    "package": _package,
    "crd": _crd,
    "json-schema": _json_schema,
    "markdown": _markdown,
    "reference-json": _reference_json,
}
"""The functions that render a schema, by the names of the formats in `arguments.check`."""

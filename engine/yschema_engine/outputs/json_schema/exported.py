"""A schema of any input as JSON Schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from yschema_engine.outputs.json_schema.describing import describing
from yschema_engine.outputs.json_schema.draft7 import draft7
from yschema_engine.outputs.json_schema.exact import Exact, is_beyond_fields
from yschema_engine.outputs.json_schema.schema import DIALECT, json_schema
from yschema_engine.outputs.json_schema.violated_defaults import root_to_export
from yschema_engine.schema.compiled_form import JsonSchemaFacts, Scope
from yschema_engine.schema.schema import Schema
from yschema_engine.text.nodes import Value, from_plain, to_plain
from yschema_engine.text.phrases import ENGLISH, Words
from yschema_engine.text.source import Span


def exported(
    schema: Schema, words: Words = ENGLISH, *, is_draft7: bool = False, is_for_editors: bool = True
) -> Value:
    """Return the JSON Schema of values.

    Args:
        schema: the schema.
        words: the language of what editors show.
        is_draft7: whether to write draft 7, for Helm; else 2020-12.
        is_for_editors: whether to leave out the defaults that yaml-language-server inserts wrong.

    Returns:
        A map, ready to be printed.
    """
    root = root_to_export(schema, is_merged=is_draft7)
    is_as_set = schema.checks_values_as_set
    if is_draft7:
        fields = draft7(root, is_as_set=is_as_set)
    else:
        fields = json_schema(root, words, is_as_set=is_as_set, is_for_editors=is_for_editors)
    exact = _exact_schemas(schema, is_draft7=is_draft7)
    return _combined(fields, exact, root.span, is_draft7=is_draft7) if exact else fields


def exported_all(schemas: Sequence[Schema], *, is_for_editors: bool = True) -> Value:
    """Return the JSON Schema (2020-12) of values that match one of several schemas; as `exported`."""
    whole: dict[str, Any] = {}
    definitions: dict[str, Any] = {}
    for schema in schemas:
        exact = _exact_schemas(schema)
        root, is_as_set = root_to_export(schema), schema.checks_values_as_set
        fields = json_schema(root, is_as_set=is_as_set, is_for_editors=is_for_editors)
        plain = to_plain(_combined(fields, exact, schema.root.span, f"{schema.name}-") if exact else fields)
        plain.pop("$schema")
        definitions |= plain.pop("$defs", {})
        whole[schema.name] = plain
    alternatives = [{"$ref": f"#/$defs/{name}"} for name in whole]
    plain = {"$schema": DIALECT, "anyOf": alternatives, "$defs": {**whole, **definitions}}
    return from_plain(plain, schemas[0].root.span)


def _combined(
    fields: Value,
    schemas: Sequence[JsonSchemaFacts],
    span: Span,
    prefix: str = "",
    *,
    is_draft7: bool = False,
) -> Value:
    """Return the schemas of an input with the documentation of its fields.

    Args:
        fields: the schema of the fields.
        schemas: those of the input.
        span: of the input.
        prefix: what the names of definitions start with.
        is_draft7: whether to write draft 7; else 2020-12.
    """
    plain: dict[str, Any] = to_plain(fields)
    writers = [
        Exact(each, f"{prefix}schema{number}-", is_draft7=is_draft7)
        for number, each in enumerate(schemas, start=1)
    ]
    whole = [part for writer in writers for part in _parts(writer.root())]
    definitions = {name: each for writer in writers for name, each in writer.definitions.items()}
    named = {"definitions" if is_draft7 else "$defs": definitions} if definitions else {}
    return from_plain({"$schema": plain["$schema"], **describing(plain), "allOf": whole, **named}, span)


def _parts(schema: Any) -> list[Any]:
    """Return the schemas that all apply where a schema does."""
    return schema["allOf"] if isinstance(schema, dict) and list(schema) == ["allOf"] else [schema]


def _hides_fields(schema: Schema) -> bool:
    return any(field.type.hidden_keys for field in (schema.root, *schema.root.walk()))


def _exact_schemas(schema: Schema, *, is_draft7: bool = False) -> list[JsonSchemaFacts]:
    """Return the JSON Schemas that decide about values, if the schema of the fields does not say the same."""
    if schema.check_facts is None or _hides_fields(schema):
        return []  # the schemas of an input name the fields that readers do not see
    facts = schema.check_facts(Scope())
    if facts.is_chart:
        # Editors see what users set, but such a schema is about the values of the chart, too.
        return list(facts.schemas) if is_draft7 and facts.has_schema_file else []
    return list(facts.schemas) if any(map(is_beyond_fields, facts.schemas)) else []

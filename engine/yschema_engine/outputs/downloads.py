"""Files of a schema for its readers."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from yschema_engine.model.fields import Field
from yschema_engine.model.phrases import ENGLISH, Words
from yschema_engine.nodes import to_json, to_yaml
from yschema_engine.outputs.json_schema.schema import json_schema
from yschema_engine.outputs.openapi.document import openapi
from yschema_engine.outputs.yaml.values_file import values_yaml
from yschema_engine.reference import Reference

VALUES = "values.yaml"
MINIMAL = "values.minimal.yaml"
JSON_SCHEMA = "values.schema.json"
OPENAPI = "openapi.yaml"
NAMES = (VALUES, MINIMAL, JSON_SCHEMA, OPENAPI)


def texts(field: Field, reference: Reference, least: str, words: Words = ENGLISH) -> Mapping[str, str]:
    """The texts of the files, by their names.

    A schema that holds an infinite number has no JSON Schema.

    Args:
        field: what the schema declares.
        reference: its documentation.
        least: the least data values, as YAML; empty where nothing has to be set.
        words: the language of the reader.
    """
    found = {
        VALUES: values_yaml(reference, words),
        MINIMAL: least or "{}\n",
        OPENAPI: to_yaml(openapi(field)),
    }
    with suppress(ValueError):
        found[JSON_SCHEMA] = to_json(json_schema(field, words), in_order=True)
    return found

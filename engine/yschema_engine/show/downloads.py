"""The files of a schema that readers can download."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress

from yschema_engine.show.field_facts import Facts
from yschema_engine.show.json_schema.exported import exported
from yschema_engine.show.openapi import openapi
from yschema_engine.show.values_file import values_yaml
from yschema_engine.text.phrases import ENGLISH, Phrase, Words, phrase
from yschema_engine.yaml.printing import to_json, to_yaml

VALUES = "values.yaml"
MINIMAL = "values.minimal.yaml"
JSON_SCHEMA = "values.schema.json"
OPENAPI = "openapi.yaml"
PURPOSES: Mapping[str, Phrase] = {
    VALUES: phrase("all settings with comments"),
    MINIMAL: phrase("only what you have to set"),
    JSON_SCHEMA: phrase("for editors and CI"),
    OPENAPI: phrase("for Carvel packages and API tools"),
}
NAMES = tuple(PURPOSES)


def texts(
    facts: Facts, least: str, words: Words = ENGLISH, names: Collection[str] = NAMES
) -> Mapping[str, str]:
    """Return the texts of the files, by their names.

    A schema that holds an infinite number has no JSON Schema.

    Args:
        facts: of the schema.
        least: the least data values, as YAML; empty if nothing has to be set.
        words: the language of the reader.
        names: the files to return.
    """
    write: Mapping[str, Callable[[], str]] = {
        VALUES: lambda: values_yaml(facts, words),
        MINIMAL: lambda: least or "{}\n",
        OPENAPI: lambda: to_yaml(openapi([facts.schema])),
        JSON_SCHEMA: lambda: to_json(exported(facts.schema, words), in_order=True),
    }
    files = {}
    for name in write.keys() & names:
        with suppress(ValueError):
            files[name] = write[name]()
    return files

"""Files of a schema for its readers, of the same build as its pages."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import PurePosixPath

from mkdocs_yschema.library import Loaded
from yschema_engine.export.json_schema import json_schema
from yschema_engine.export.openapi import openapi
from yschema_engine.export.values import values_yaml
from yschema_engine.nodes import Map, to_json, to_yaml
from yschema_engine.reference import Field
from yschema_engine.reference.anchors import escape
from yschema_engine.render import Must
from yschema_engine.render.filters import number_below
from yschema_engine.schema.minimal import minimal
from yschema_engine.workspace import File

FOLDER = "yschema"
VALUES = "values.yaml"
MINIMAL = "values.minimal.yaml"
JSON_SCHEMA = "values.schema.json"
OPENAPI = "openapi.yaml"
NAMES = (VALUES, MINIMAL, JSON_SCHEMA, OPENAPI)


def uri(name: str, file: str) -> str:
    """Where in the site a file of the schema `name` is."""
    return f"{FOLDER}/{escape(name)}/{file}"


def sample_uris(name: str, files: Iterable[File]) -> dict[str, str]:
    """Where in the site the sample files of the schema `name` are, by their paths; their folders are kept."""
    paths = [PurePosixPath(file.path) for file in files]
    if not paths:
        return {}
    folder = PurePosixPath(os.path.commonpath([path.parent for path in paths]))
    return {str(path): uri(name, f"samples/{_inside(path.relative_to(folder))}") for path in paths}


def _inside(path: PurePosixPath) -> PurePosixPath:
    """A path that leads out of no folder."""
    return PurePosixPath(*("_" if part == ".." else part.lstrip("/") or "_" for part in path.parts))


def must(loaded: Loaded) -> Must:
    """What readers of a schema have to set."""
    least = minimal(loaded.schema.declaration)
    root = loaded.reference.root
    return Must(
        yaml=to_yaml(least.value) if isinstance(least.value, Map) and least.value.items else "",
        proved=not least.violations,
        required=sum(1 for _ in _required(root)),
        total=number_below(root),
    )


def _required(field: Field) -> Iterator[Field]:
    """The fields that readers have to set; those of maps that are not there by default are not among them."""
    for below in field.fields:
        if below.optional or below.open_to or below.removed is not None:
            continue
        inner = list(_required(below)) if isinstance(below.value, Map) else []
        if below.required and not inner:
            yield below
        yield from inner


def downloads(loaded: Loaded) -> Mapping[str, str]:
    """The texts of the files, by their names.

    A schema that holds an infinite number has no JSON Schema.
    """
    declaration = loaded.schema.declaration
    texts = {
        VALUES: values_yaml(loaded.reference),
        MINIMAL: must(loaded).yaml or "{}\n",
        OPENAPI: to_yaml(openapi(declaration)),
    }
    with suppress(ValueError):
        texts[JSON_SCHEMA] = to_json(json_schema(declaration), in_order=True)
    return texts

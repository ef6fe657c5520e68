"""The fields of all references of a site, for the palette of its pages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from mkdocs.structure.pages import Page

from mkdocs_yschema.site.downloads import FOLDER
from yschema_engine.model.fields import Field
from yschema_engine.model.schema import Schema
from yschema_engine.model.type_phrases import type_phrase
from yschema_engine.outputs.facts import Default
from yschema_engine.outputs.html import Renderer
from yschema_engine.outputs.html.filters import is_short

PALETTE = f"{FOLDER}/fields.json"
"""The path of the file in the site."""


def palette(schemas: Mapping[str, Schema], homes: Mapping[str, Page], renderer: Renderer) -> str:
    """Return the fields that pages show, as JSON for a script.

    Args:
        schemas: the schemas, by their names.
        homes: the page of each field, by the anchors of the fields.
        renderer: knows the language of types.

    Returns:
        For each schema its title, and of each field the page, the anchor, the path, the type, a default,
        and its facets.
    """
    entries = [[schema.title, list(_rows(schema, homes, renderer))] for schema in schemas.values()]
    return json.dumps([entry for entry in entries if entry[1]], ensure_ascii=False, separators=(",", ":"))


def _rows(schema: Schema, homes: Mapping[str, Page], renderer: Renderer) -> Iterator[list[str]]:
    facts = renderer.facts(schema)
    for field in schema.root.walk():
        page = homes.get(schema.anchor(field))
        if page is None or field.removed is not None:
            continue
        default = facts.get(field, "default")
        is_shown = isinstance(default, Default) and not default.is_broken and is_short(default.yaml)
        value = default.yaml if isinstance(default, Default) and is_shown else ""
        yield [
            page.url,
            schema.anchor(field),
            str(field.path),
            renderer.words.text(type_phrase(field.type)),
            value,
            _facets(schema, field),
        ]


def _facets(schema: Schema, field: Field) -> str:
    """Return what narrows a search to the field, apart from what its row shows."""
    marks = {"is:required": schema.is_required(field), "is:deprecated": field.deprecated is not None}
    return " ".join([f"type:{field.type.main}", *(mark for mark, is_set in marks.items() if is_set)])

"""The fields of all references of a site, for the palette of its pages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from yschema_engine.model.fields import Field
from yschema_engine.model.schema import Schema
from yschema_engine.model.type_phrases import type_phrase
from yschema_engine.outputs.facts import Default
from yschema_engine.outputs.html import Renderer
from yschema_engine.outputs.html.filters import is_short
from yschema_engine.site.addresses import relative_url

PALETTE = "yschema/fields.json"
"""The path of the file in the site."""


Row: TypeAlias = tuple[str, str, str, str, str]
"""The anchor, the path, the type, a default, which may be empty, and the facets of a field."""


def palette(schemas: Iterable[tuple[str, Sequence[Row]]], homes: Mapping[str, str], folder: str = "") -> str:
    """Return the fields that pages show, as JSON for a script.

    Args:
        schemas: the title and the fields of each schema.
        homes: the address of the page of each field, by the anchors of the fields.
        folder: the folder in the site that addresses of pages are relative to.

    Returns:
        For each schema its title, and of each field the page, the anchor, the path, the type, a default,
        and its facets.
    """
    urls = {anchor: relative_url(url, folder) if folder else url for anchor, url in homes.items()}
    entries = (
        [title, [[urls[row[0]], *row] for row in fields if row[0] in urls]] for title, fields in schemas
    )
    # As texts, the entries of a large site take a tenth of the memory.
    texts = (json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in entries if entry[1])
    return f"[{','.join(texts)}]"


def rows(schema: Schema, renderer: Renderer) -> tuple[Row, ...]:
    """Return the fields of a schema, without removed ones, in the language of the renderer."""
    return tuple(_rows(schema, renderer))


def _rows(schema: Schema, renderer: Renderer) -> Iterator[Row]:
    facts = renderer.facts(schema)
    for field in schema.root.walk():
        if field.removed is not None:
            continue
        default = facts.get(field, "default")
        is_shown = isinstance(default, Default) and not default.is_broken and is_short(default.yaml)
        value = default.yaml if isinstance(default, Default) and is_shown else ""
        type_ = renderer.words.text(type_phrase(field.type))
        yield schema.anchor(field), str(field.path), type_, value, _facets(schema, field)


def _facets(schema: Schema, field: Field) -> str:
    """Return what narrows a search to the field, apart from what its row shows."""
    marks = {"is:required": schema.is_required(field), "is:deprecated": field.deprecated is not None}
    return " ".join([f"type:{field.type.main}", *(mark for mark, is_set in marks.items() if is_set)])

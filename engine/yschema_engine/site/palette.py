"""The fields of all references of a site, for the palette of its pages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.types import type_phrase
from yschema_engine.show.fact_kinds import Default
from yschema_engine.show.html.filters import is_short
from yschema_engine.show.html.renderer import Renderer

PALETTE = "yschema/fields.json"
"""The path of the file in the site."""


Row: TypeAlias = tuple[str, str, str, str, str]
"""The anchor, the path, the type, a default, which may be empty, and the facets of a field."""


def palette(entries: Iterable[str]) -> str:
    """Return the file for a script.

    Args:
        entries: the entry of each schema; as texts, those of a large site take a tenth of the memory.
    """
    return f"[{','.join(filter(None, entries))}]"


def schema_entry(title: str, fields: Sequence[Row], urls: Sequence[str | None]) -> str:
    """Return the fields of a schema that pages show, as JSON.

    Args:
        title: the title of the schema.
        fields: its fields.
        urls: for each field, the address of its page; None if no page shows it.

    Returns:
        The title, and of each field the page, the anchor, the path, the type, a default, and its facets.
        Empty if no page shows a field.
    """
    shown = [[url, *row] for row, url in zip(fields, urls, strict=True) if url is not None]
    return json.dumps([title, shown], ensure_ascii=False, separators=(",", ":")) if shown else ""


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

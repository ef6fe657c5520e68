"""The text that the filter of a page searches, for the fields that other pages have in full."""

from __future__ import annotations

import json
from collections.abc import Iterable

from yschema_engine.outputs.facts.kinds import yaml_text
from yschema_engine.outputs.html.description_html import Describer
from yschema_engine.outputs.html.filters import rows
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.titles import title_of

INDEX = "fields.json"


def index(schema: Schema, maps: Iterable[Field]) -> str:
    """Return the words of all fields below some maps, as JSON for a script, by the anchors of the maps.

    Args:
        schema: the schema.
        maps: those that have a page of their own.

    Returns:
        For each map the texts of the `fields` that are there, and of those that are `gone`: names, titles and
        descriptions as their pages show them.
    """
    describe = Describer()
    entries = {}
    for field in maps:
        there: list[str] = []
        gone: list[str] = []
        for below, is_gone in rows(field, gone=field.removed is not None):
            (gone if is_gone else there).append(_words(below, describe) + _facets(schema, below))
        entries[schema.anchor(field)] = {"fields": there, **({"gone": gone} if gone else {})}
    return json.dumps(entries, ensure_ascii=False, separators=(",", ":"))


def _words(field: Field, describe: Describer) -> str:
    shapes = (text for each in field.alternatives for s in each.shapes for text in (s.title, s.description))
    texts = (field.removed or "", field.deprecated or "", field.description, *shapes)
    texts_shown = (describe(text).striptags() for text in texts if text)
    return " ".join((str(field.path), title_of(field), *texts_shown))


def _facets(schema: Schema, field: Field) -> str:
    """Return words that describe a field, behind the character that separates them from its text."""
    words = [f"type:{field.type.main}"]
    if schema.is_required(field):
        words.append("is:required")
    if field.deprecated is not None:
        words.append("is:deprecated")
    default = schema.default_of(field)
    is_shown = not (field.absent or schema.has_broken_default(field))
    if is_shown and (isinstance(default, str | int | float) or default is None):
        text = yaml_text(default)
        words += [f"={text.strip(chr(34)) or text}", ""]
    return "\0" + " ".join(words)

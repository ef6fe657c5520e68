"""The headings of a rendered reference: its fields, and their sections."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.outputs.html import filters
from yschema_engine.outputs.html.view import View
from yschema_engine.schema.fields import Field
from yschema_engine.schema.metadata import Section
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.sections import fields_by_section, inner_sections, section_anchor
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.phrases import Words, phrase

_DEEPEST = 6
GAP = "\ufeff"
"""A character without width that separates words for the search engines of site themes."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A field in rendered HTML: a heading, a row of a table, or a line of values as YAML; or a section.

    Attributes:
        level: 1 to 6.
        anchor: its element id.
        name: its text in a table of contents.
        path: its text in search results.
        is_group: whether it has headings below it.
        in_full: whether the field is complete there, and not on another page.
        is_section: whether it is a section of fields.
    """

    level: int
    anchor: str
    name: str
    path: str
    is_group: bool
    in_full: bool = True
    is_section: bool = False


def headings_of(schema: Schema, field: Field, level: int, view: View, words: Words) -> Iterator[Heading]:
    """Yield the headings of a field, of the fields below it, and of their sections.

    Args:
        schema: the schema.
        field: the field; a whole document has no heading.
        level: of the uppermost headings.
        view: the layout, and the fields that are on other pages.
        words: the language of the page.
    """
    anchor = schema.anchor(field)
    in_full = anchor not in view.other_pages
    if not field.is_document:
        name = field.name or filters.EMPTY
        path = f"{field.path.parent}.{GAP}{name}" if field.path.parent else name
        yield Heading(level, anchor, name, path, bool(field.children), in_full)
        level = min(level + 1, _DEEPEST)
    for section, fields in _groups(schema, field, view) if in_full else ():
        below = level
        if section is not None or (field.is_document and schema.sections and view.layout != "yaml"):
            name = section.name if section is not None else words.text(phrase("Other values"))
            yield Heading(
                level, section_anchor(schema, section, field), name, name, is_group=True, is_section=True
            )
            below = min(level + 1, _DEEPEST)
        for child in fields:
            yield from headings_of(schema, child, below, view, words)


def _groups(schema: Schema, field: Field, view: View) -> list[tuple[Section | None, list[Field]]]:
    if view.layout == "yaml":
        return [(None, list(field.children))]
    return fields_by_section(schema) if field.is_document else inner_sections(schema, field)

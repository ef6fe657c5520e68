"""The fields of a schema, grouped by section."""

from __future__ import annotations

import re
from collections.abc import Iterator

from yschema_engine.schema.fields import Field
from yschema_engine.schema.metadata import Section
from yschema_engine.schema.schema import Schema

_NO_LETTERS = r"[^\w]+"


def fields_by_section(schema: Schema) -> list[tuple[Section | None, list[Field]]]:
    """Return the top-level fields by section, in the order of the sections; those in none come last.

    A map without a section is in that of the first field below it that has one.
    """
    return _grouped(schema, schema.root, "", others_last=True)


def inner_sections(field: Field, schema: Schema) -> list[tuple[Section | None, list[Field]]]:
    """Return the fields below one by section: those in its own section first, with None in place of it."""
    return _grouped(schema, field, section_of(field), others_last=False)


def _grouped(
    schema: Schema, around: Field, own: str, *, others_last: bool
) -> list[tuple[Section | None, list[Field]]]:
    if not schema.sections:
        return [(None, list(around.children))]
    by_name: dict[str, list[Field]] = {section.name: [] for section in schema.sections}
    others: list[Field] = []
    for field in around.children:
        name = section_of(field)
        (others if name == own else by_name.get(name, others)).append(field)
    grouped: list[tuple[Section | None, list[Field]]] = [
        (section, by_name[section.name]) for section in schema.sections if by_name[section.name]
    ]
    rest: list[tuple[Section | None, list[Field]]] = [(None, others)] if others else []
    return [*grouped, *rest] if others_last else [*rest, *grouped]


def section_of(field: Field) -> str:
    """Return the name of the section of a field; empty for none."""
    return field.section or next((below.section for below in _levels(field) if below.section), "")


def section_anchor(section: Section | None, schema: Schema, around: Field | None = None) -> str:
    """Return the id of a section on a page: one of all fields, or of those in a map.

    Args:
        section: the section; None for the fields in no section.
        schema: the schema.
        around: the map whose fields are in the section; without it, all fields.
    """
    name = section.name if section is not None else "other"
    anchor = schema.anchor(around or schema.root)
    return f"{anchor}--{re.sub(_NO_LETTERS, '-', name.lower()).strip('-')}"


def _levels(field: Field) -> Iterator[Field]:
    """Yield the fields below one, those directly below it first."""
    level = list(field.children)
    while level:
        yield from level
        level = [child for each in level for child in each.children]

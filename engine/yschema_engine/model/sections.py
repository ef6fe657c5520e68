"""The top-level fields of a schema by the sections of their authors."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.deferred_patterns import lazy_pattern
from yschema_engine.model.fields import Field
from yschema_engine.model.input_facts import Section
from yschema_engine.model.schema import Schema

_NO_LETTERS = lazy_pattern(r"[^\w]+")


def fields_by_section(schema: Schema) -> list[tuple[Section | None, list[Field]]]:
    """Return the top-level fields by section, in the order of the sections; those in none come last.

    A map without a section is in that of the first field below it that has one.
    """
    if not schema.sections:
        return [(None, list(schema.root.children))]
    by_name: dict[str, list[Field]] = {section.name: [] for section in schema.sections}
    others: list[Field] = []
    for field in schema.root.children:
        by_name.get(section_of(field), others).append(field)
    grouped: list[tuple[Section | None, list[Field]]] = [
        (section, by_name[section.name]) for section in schema.sections if by_name[section.name]
    ]
    return [*grouped, (None, others)] if others else grouped


def section_of(field: Field) -> str:
    """Return the name of the section of a field; empty for none."""
    return field.section or next((below.section for below in _levels(field) if below.section), "")


def section_anchor(schema: Schema, section: Section | None) -> str:
    """Return the id of a section on a page; no field has one like it."""
    name = section.name if section is not None else "other"
    return f"{schema.root.path.anchor(schema.name)}--{_NO_LETTERS.sub('-', name.lower()).strip('-')}"


def _levels(field: Field) -> Iterator[Field]:
    """Yield the fields below one, those directly below it first."""
    level = list(field.children)
    while level:
        yield from level
        level = [child for each in level for child in each.children]

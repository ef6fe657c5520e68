"""A Markdown table of fields in the formats of common tools."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

from yschema_engine.schema.fields import Field, Kind, ValueType
from yschema_engine.schema.metadata import Section
from yschema_engine.schema.schema import Schema, section_of
from yschema_engine.schema.types import type_phrase
from yschema_engine.show.html.descriptions import Describer
from yschema_engine.show.markdown_from_html import blocks, inline
from yschema_engine.show.markdown_text import ANY_HOST, MarkdownWords, cell, code, plain
from yschema_engine.text.nodes import Array, Map, Value, to_plain
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import ENGLISH

_WORDS = MarkdownWords(ENGLISH, ANY_HOST)
_Cell: TypeAlias = Callable[[Schema, Field], str]


def markdown_table(schema: Schema, form: str) -> str:
    """Return a table for each section.

    A map with fields has a row if it is described. Any other field has one, unless it has no description and
    the row of such a map shows its default, or its author skips it.

    Args:
        schema: what to show.
        form: a name in `FORMS`.
    """
    columns = FORMS[form]
    parts = []
    for section, fields in _by_section(schema):
        rows = [[get(schema, field) for get in columns.values()] for field in fields]
        name = section.name if section is not None else "Other values" if schema.sections else ""
        heading = [f"### {plain(name)}", ""] if name else []
        if section is not None and section.description:
            heading += [blocks(_describer()(section.description), ANY_HOST), ""]
        parts.append("\n".join([*heading, *_table([*columns], rows)]))
    return "\n\n".join(parts) + "\n"


def _by_section(schema: Schema) -> Iterator[tuple[Section | None, list[Field]]]:
    """Yield the fields with rows of their own by section, those in none last."""
    sections = {section.name: section for section in schema.sections}
    shown: dict[str, list[Field]] = {name: [] for name in [*sections, ""]}
    for top in schema.root.children:
        for field, section in _shown(top, section_of(top)):
            shown[section if section in sections else ""].append(field)
    yield from ((sections.get(name), fields) for name, fields in shown.items() if fields)


def _shown(field: Field, section: str, *, is_covered: bool = False) -> Iterator[tuple[Field, str]]:
    """Yield the fields with rows of their own, each with its section.

    Args:
        field: where to start.
        section: that of the field, unless it names another one.
        is_covered: whether the row of a map above shows the default of the field, or the map is skipped.
    """
    if field.removed is not None:
        return
    section = field.section or section
    is_covered = (is_covered or field.is_skipped) and not field.absent
    is_map = field.type.main == "map" and field.type.fields
    children = [child for child in field.children if not child.is_item] if is_map else []
    if field.description or not (children or is_covered):
        yield field, section
    is_covered = is_covered or bool(field.description and not field.absent)
    for child in children:
        yield from _shown(child, section, is_covered=is_covered)


def _table(columns: list[str], rows: list[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(columns)} |"
    yield f"|{'|'.join('-' * (len(column) + 2) for column in columns)}|"
    for row in rows:
        yield f"| {' | '.join(map(cell, row))} |"


@cache
def _describer() -> Describer:
    return Describer()


def _default(schema: Schema, field: Field) -> str:
    if field.default_text:
        return _WORDS.plain(field.default_text)
    if field.absent:
        return ""
    return code(_as_json(schema.default_of(field)), ANY_HOST)


def _as_json(value: Value) -> str:
    if isinstance(value, Map | Array):
        return json.dumps(to_plain(value), ensure_ascii=False, separators=(",", ":"), default=str)
    return json.dumps(value, ensure_ascii=False)


def _description(_: Schema, field: Field) -> str:
    return inline(_describer()(field.description), ANY_HOST)


def _type(schema: Schema, field: Field) -> str:
    """Return the type of a field; as in helm-docs, that of an empty list or map whose items are unknown."""
    default = schema.default_of(field)
    if field.type.is_unknown and isinstance(default, Map | Array):
        kind: Kind = "map" if isinstance(default, Map) else "array"
        return ENGLISH.text(type_phrase(ValueType((kind,), field.type.span, words=field.type.words)))
    return ENGLISH.text(type_phrase(field.type))


def _quoted(path: Path) -> str:
    """Return a path in which keys with dots or spaces are in quotes."""
    return str(Path(f'"{key}"' if isinstance(key, str) and {".", " "} & {*key} else key for key in path))


def _name(_: Schema, field: Field) -> str:
    return code(str(field.path))


FORMS: Mapping[str, Mapping[str, _Cell]] = MappingProxyType(
    {
        "helm-docs": {
            "Key": lambda _, field: plain(_quoted(field.path)),
            "Type": lambda schema, field: plain(_type(schema, field)),
            "Default": _default,
            "Description": _description,
        },
        "readme-generator": {"Name": _name, "Description": _description, "Value": _default},
        "terraform-docs": {
            "Name": _name,
            "Description": _description,
            "Type": lambda schema, field: code(_type(schema, field)),
            "Default": _default,
            "Required": lambda schema, field: "yes" if schema.is_required(field) else "no",
        },
    }
)
"""The columns of each form, each with the function that returns its cells."""

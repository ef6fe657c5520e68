"""A Markdown table of fields in the formats of common tools."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from yschema_engine.schema.fields import Field
from yschema_engine.schema.metadata import Section, TableRow
from yschema_engine.schema.schema import Schema, section_of
from yschema_engine.schema.types import type_phrase
from yschema_engine.show.html.descriptions import describer
from yschema_engine.show.language import Language
from yschema_engine.show.markdown_from_html import blocks, inline
from yschema_engine.show.markdown_text import ANY_HOST, MarkdownWords, Md, cell, code, md, plain
from yschema_engine.text.nodes import to_plain
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import ENGLISH

_WORDS = MarkdownWords(ENGLISH, ANY_HOST)
_Cell: TypeAlias = Callable[[Schema, Field], Md]


def markdown_table(
    schema: Schema, form: str, top: Field, *, by_name: bool = False, sections_by_name: bool = False
) -> str:
    """Return a table for each section.

    A map with fields has a row if it is described. Any other field has one, unless it has no description and
    the row of such a map shows its default, or its author skips it.

    Args:
        schema: what to show.
        form: a name in `FORMS`.
        top: the document, or the field to show the fields below of; itself if there are none.
        by_name: whether rows are sorted by path; by default, they are in the order of the schema.
        sections_by_name: whether sections are sorted by name.
    """
    around = "" if top.is_document else section_of(top)
    shown = [pair for each in top.children for pair in _shown(each, around or section_of(each))]
    columns = FORMS[form]
    rows = [
        TableRow(field.path, section, tuple(cell(get(schema, field)) for get in columns.values()))
        for field, section in shown or [(top, "")] * (not top.is_document)
    ]
    if by_name:
        rows.sort(key=lambda row: str(row.path).encode())
    sections = sorted(schema.sections, key=lambda each: each.name.encode() if sections_by_name else b"")
    headings = {section.name: _heading(section) for section in sections}
    return _tables([*columns], rows, headings, "### Other values", is_part=not top.is_document)


def helm_docs_table(
    rows: Sequence[TableRow], top: Path, *, by_name: bool, sections_by_name: bool = False
) -> str:
    """Return a table for each section, with the bytes that helm-docs writes.

    Args:
        rows: all rows of the chart, in the order of the file.
        top: the path to show the rows below of; its own row if there are none.
        by_name: whether rows are sorted by key, as they are by default.
        sections_by_name: whether sections are sorted by name, and not by their first rows.
    """
    inside = [row for row in rows if row.path.field.starts_with(top)]
    shown = [row for row in inside if row.path.field != top] or inside
    if by_name:
        shown.sort(key=lambda row: row.cells[0].encode())
    sections = dict.fromkeys(row.section for row in shown if row.section)
    names = sorted(sections, key=str.encode) if sections_by_name else sections
    headings = {name: [Md(f"### {name}"), Md("")] for name in names}
    text = _tables(_HELM_DOCS, shown, headings, "### Other Values", is_part=bool(top))
    return re.sub(r"\n{3,}", "\n\n", text.replace(" \n", "\n"))  # as the tool does with the whole README


def _heading(section: Section) -> list[Md]:
    empty = Md("")
    text = [blocks(describer()(section.description), ANY_HOST), empty] if section.description else []
    return [md("### {}", plain(section.name)), empty, *text]


def _tables(
    columns: Sequence[str],
    rows: Sequence[TableRow],
    headings: Mapping[str, Sequence[Md]],
    other: str,
    *,
    is_part: bool,
) -> str:
    """Return the tables of all sections that have rows; `other` is the heading of rows in no section."""
    grouped: dict[str, list[TableRow]] = {name: [] for name in (*headings, "")}
    for row in rows:
        grouped[row.section if row.section in headings else ""].append(row)
    named = {name: own for name, own in grouped.items() if own} or {"": []}
    # The page shows other rows elsewhere: a single section then needs no heading.
    has_headings = bool(headings) and not (is_part and len(named) == 1)
    parts = []
    for name, own in named.items():
        heading = headings.get(name, [Md(other), Md("")]) if has_headings else []
        head = [f"| {' | '.join(columns)} |", f"|{'|'.join('-' * (len(column) + 2) for column in columns)}|"]
        parts.append("\n".join([*heading, *head, *(f"| {' | '.join(row.cells)} |" for row in own)]))
    return "\n\n".join(parts) + "\n"


def _shown(field: Field, section: str, *, is_covered: bool = False) -> Iterator[tuple[Field, str]]:
    """Yield the fields with rows of their own, each with its section.

    A field is covered if the row of a map above shows its default, or if the map is skipped.
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


def _default(schema: Schema, field: Field) -> Md:
    if field.default_text:
        return inline(describer()(field.default_text), ANY_HOST)
    if field.absent:
        return Md("")
    default = to_plain(schema.default_of(field))
    return code(json.dumps(default, ensure_ascii=False, separators=(",", ":"), default=str), ANY_HOST)


def _description(_: Schema, field: Field) -> Md:
    return inline(describer()(field.description), ANY_HOST)


def _type(schema: Schema, field: Field) -> str:
    return Language().of(schema).text(type_phrase(field.type))


def _quoted(path: Path) -> str:
    """Return a path in which keys with dots or spaces are in quotes."""
    return str(Path(f'"{key}"' if isinstance(key, str) and {".", " "} & {*key} else key for key in path))


def _name(_: Schema, field: Field) -> Md:
    return code(str(field.path))


_HELM_DOCS = ("Key", "Type", "Default", "Description")
FORMS: Mapping[str, Mapping[str, _Cell]] = {
    "yschema": {
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
        "Required": lambda schema, field: Md("yes" if schema.is_required(field) else "no"),
    },
}
"""The columns of each form but that of helm-docs, each with the function that returns its cells."""

"""A field as text for a terminal, laid out like the output of `kubectl explain`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap

from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.types import type_phrase
from yschema_engine.show.fact_kinds import Default, Examples, Removed, yaml_text
from yschema_engine.show.field_facts import Facts
from yschema_engine.show.values_comments import broken, comment_texts, plain_text
from yschema_engine.text.phrases import ENGLISH
from yschema_engine.text.printable import printable_lines

_INDENT = "  "
_LIST_ITEM = r" *(?:[-*+]|\d+[.)]) "


def explained(schema: Schema, field: Field, width: int) -> str:
    """Return the facts about a field, and the fields directly below it.

    Args:
        schema: the schema.
        field: the field, or the document.
        width: of the terminal, in columns.
    """
    facts = Facts(schema)
    blocks = [
        list(_head(schema, field)),
        list(_block("DESCRIPTION", _description(facts, field, width))),
        *(list(block) for block in _values(facts, field)),
        list(_block("FIELDS", _fields(schema, field, width))),
    ]
    return printable_lines("\n\n".join("\n".join(block) for block in blocks if block) + "\n")


def _head(schema: Schema, field: Field) -> Iterator[str]:
    yield f"SCHEMA:   {schema.title}"
    if not field.is_document:
        yield f"FIELD:    {field.path} {_marks(schema, field)}"
        yield f"SOURCE:   {field.span}"


def _marks(schema: Schema, field: Field) -> str:
    """Return the type of a field, and whether it is required or deprecated."""
    marks = [f"<{ENGLISH.text(type_phrase(field.type))}>"]
    marks += ["-required-"] if schema.is_required(field) else []
    marks += ["-deprecated-"] if field.deprecated is not None else []
    return " ".join(marks)


def _block(title: str, lines: Iterator[str]) -> Iterator[str]:
    texts = list(lines)
    if texts:
        yield f"{title}:"
        yield from (f"{_INDENT}{line}".rstrip() for line in texts)


def _description(facts: Facts, field: Field, width: int) -> Iterator[str]:
    width -= len(_INDENT)
    skipped = ("title", "type") if field.is_document else ("type",)
    texts = comment_texts(facts, field, typed=False, skipped=skipped, width=width)
    for line in (line for text in texts for line in text):
        item = re.match(_LIST_ITEM, line)
        yield from wrap(line, width, subsequent_indent=" " * item.end()) if item else [line]


def _values(facts: Facts, field: Field) -> Iterator[Iterator[str]]:
    """Yield the blocks with values: the default, the examples, and what a removed field says."""
    for fact in facts.of(field):
        match fact:
            case Removed():
                yield _block("REMOVED", iter(fact.text.splitlines() or ["no longer accepted"]))
            case Default():
                yield _block("DEFAULT", iter(fact.yaml.splitlines()))
            case Examples():
                yield _block("EXAMPLES", _examples(fact))


def _examples(fact: Examples) -> Iterator[str]:
    for _, example in fact.examples:
        yield from (f"# {line}" for line in example.description.splitlines())
        yield from yaml_text(example.value).splitlines()


def _fields(schema: Schema, field: Field, width: int) -> Iterator[str]:
    """Yield each field below with the first paragraph of its description."""
    names = [below.name for below in field.children]
    column = min(max(map(len, names), default=0), width // 3)
    for below, name in zip(field.children, names, strict=True):
        yield f"{name.ljust(column)}  {_marks(schema, below)}"
        first = plain_text(below.description).partition("\n\n")[0]
        for text in broken(first, width - 2 * len(_INDENT)):
            yield from (f"{_INDENT}{line}" for line in text)

"""What there is to say of a field, as comments in YAML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from textwrap import wrap

from yschema_engine.outputs.markdown.plain_text import plain_text
from yschema_engine.reference.model import Field
from yschema_engine.reference.types import type_in_words

_WIDTH = 78
_NARROWEST = 40
_LAID_OUT = re.compile(r"[ |>#]|[-*+] |```|\d+[.)] ")


def comments(
    field: Field, indent: int = 0, *, typed: bool = True, label: Callable[[str], str] = str
) -> list[str]:
    """What there is to say of a field, in lines without their `# `.

    Args:
        field: the field.
        indent: how far in the lines will stand.
        typed: whether the type is among it; else it can be seen from the value.
        label: gives words in the language of the reader.
    """
    width = max(_WIDTH - indent, _NARROWEST)
    title = field.title if _letters(field.title) != _letters(field.name) else ""
    lines = [*wrapped(title, width), *wrapped(plain_text(field.description), width)]
    for fact in _facts(field, label, typed=typed):
        lines += wrap(" ".join(fact.split()), width, subsequent_indent="  ", break_long_words=False)
    return lines


def _facts(field: Field, label: Callable[[str], str], *, typed: bool) -> Iterator[str]:
    if typed:
        required = f"{label(', ')}{label('required')}" if field.required else ""
        yield f"{label('Type')}: {type_in_words(field, label)}{required}"
    elif field.required:
        yield label("Required")
    if field.open_to:
        yield f"{label('Keys')}: {label(field.open_to)}; {label(field.number)}"
    if field.deprecated is not None:
        yield f"{label('Deprecated')}: {field.deprecated}".rstrip(": ")
    for rule in field.rules:
        condition = f"{label('Only when')} {rule.condition}" if rule.condition else label("Allowed")
        yield f"{condition}: {rule.words(label)}"
    for name, item in field.described_items:
        for said in _of_items(item, label):
            yield f"{label(name)}: {said}"


def _of_items(item: Field, label: Callable[[str], str]) -> Iterator[str]:
    if item.description:
        yield plain_text(item.description)
    if item.deprecated is not None:
        yield f"{label('deprecated')}: {item.deprecated}".rstrip(": ")
    for rule in item.rules:
        condition = f"{label('only when')} {rule.condition}: " if rule.condition else ""
        yield f"{condition}{rule.words(label)}"


def wrapped(text: str, width: int) -> Iterator[str]:
    """A text in lines, of which those of lists, tables and code stay as they are."""
    fenced = False
    for number, paragraph in enumerate(text.split("\n\n") if text else ()):
        if number:
            yield ""
        lines = paragraph.splitlines()
        marks = sum(line.startswith("```") for line in lines)
        if fenced or any(map(_LAID_OUT.match, lines)):
            yield from lines
        else:
            yield from wrap(" ".join(lines), width, break_long_words=False, break_on_hyphens=False)
        fenced ^= bool(marks % 2)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).lower()

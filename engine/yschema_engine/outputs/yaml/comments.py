"""What there is to say of a field, as comments in YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap

from yschema_engine.model.phrases import ENGLISH, Param, Phrase, Verbatim, Words, phrase
from yschema_engine.model.type_phrases import type_phrase
from yschema_engine.outputs.markdown.plain_text import plain_text
from yschema_engine.outputs.phrases.headings import items_phrase, rules_heading
from yschema_engine.reference.model import Field, Rule

_WIDTH = 78
_NARROWEST = 40
_LAID_OUT = re.compile(r"[ |>#]|[-*+] |```|\d+[.)] ")


def comments(field: Field, indent: int = 0, *, typed: bool = True, words: Words = ENGLISH) -> list[str]:
    """What there is to say of a field, in lines without their `# `.

    Args:
        field: the field.
        indent: how far in the lines will stand.
        typed: whether the type is among it; else it can be seen from the value.
        words: the language of the reader.
    """
    width = max(_WIDTH - indent, _NARROWEST)
    title = field.title if _letters(field.title) != _letters(field.name) else ""
    lines = [*wrapped(title, width), *wrapped(plain_text(field.description), width)]
    for fact in _facts(field, typed=typed):
        text = " ".join(words.text(fact).split())
        lines += wrap(text, width, subsequent_indent="  ", break_long_words=False)
    return lines


def _facts(field: Field, *, typed: bool) -> Iterator[Phrase]:
    if typed and field.required:
        yield phrase("Type: {type}, required", type=type_phrase(field))
    elif typed:
        yield phrase("Type: {type}", type=type_phrase(field))
    elif field.required:
        yield phrase("Required")
    if field.open_to is not None and field.number is not None:
        yield phrase("Keys: {keys}; {number}", keys=field.open_to, number=field.number)
    if field.deprecated is not None:
        yield _deprecated(field.deprecated)
    for rule in field.rules:
        yield _rule(rule)
    for depth, item in field.described_items:
        for fact in _of_items(item):
            yield phrase("{items}: {fact}", items=items_phrase(depth), fact=fact)


def _of_items(item: Field) -> Iterator[Param]:
    if item.description:
        yield plain_text(item.description)
    if item.deprecated is not None:
        yield _deprecated(item.deprecated)
    for rule in item.rules:
        yield _rule(rule) if rule.condition else rule.phrase


def _deprecated(notice: str) -> Phrase:
    return phrase("Deprecated: {notice}", notice=notice) if notice else phrase("Deprecated")


def _rule(rule: Rule) -> Phrase:
    if rule.condition:
        return phrase("If {condition}: {rule}", condition=Verbatim(rule.condition), rule=rule.phrase)
    return phrase("{heading}: {rule}", heading=rules_heading([rule]), rule=rule.phrase)


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

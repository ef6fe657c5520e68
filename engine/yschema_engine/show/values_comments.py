"""The facts about a field as comments in YAML."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from textwrap import wrap
from typing import Any

from yschema_engine.schema.fields import Field
from yschema_engine.schema.types import type_phrase
from yschema_engine.show.fact_kinds import (
    Alternatives,
    Deprecated,
    Description,
    Fact,
    Items,
    Labelled,
    Rule,
    Rules,
    Title,
    Type,
)
from yschema_engine.show.field_facts import in_a_line
from yschema_engine.show.language import items_phrase, rules_heading
from yschema_engine.show.plain_text import plain_text
from yschema_engine.show.schema_facts import Facts
from yschema_engine.text.phrases import ENGLISH, Param, Phrase, Words, joined, phrase

_WIDTH = 78
_NARROWEST = 40
_BREAK = "  \n"
_LAID_OUT = re.compile(r"[ |>#]|[-*+] |```|\d+[.)] ")


def comment_texts(  # noqa: PLR0913  what varies is named
    facts: Facts,
    field: Field,
    indent: int = 0,
    *,
    typed: bool = True,
    skipped: Collection[str] = (),
    words: Words = ENGLISH,
) -> list[list[str]]:
    """Return the comment about a field: texts without line breaks, each wrapped to lines.

    Args:
        facts: of the schema.
        field: the field.
        indent: how far in the lines are.
        typed: whether to show the type; else it can be seen from the value.
        skipped: the names of facts to leave out.
        words: the language of the reader.
    """
    width = max(_WIDTH - indent, _NARROWEST)
    texts: list[list[str]] = []
    for fact in facts.of(field):
        if fact.name in skipped:
            continue
        match fact:
            case Title() if not fact.is_echo:
                texts += broken(fact.text, width)
            case Description():
                texts += broken(plain_text(fact.text), width)
            case _:
                for phrase_ in _phrases(fact, facts, typed=typed):
                    text = " ".join(words.text(phrase_).split())
                    texts.append(_wrapped(text, width, subsequent_indent="  "))
    return texts


def _phrases(fact: Fact, facts: Facts, *, typed: bool) -> Iterator[Phrase]:
    match fact:
        case Type() if typed and fact.is_required:
            yield phrase("Type: {type}, required", type=type_phrase(fact.type))
        case Type() if typed:
            yield phrase("Type: {type}", type=type_phrase(fact.type))
        case Type() if fact.is_required:
            yield phrase("Required")
        case Labelled():
            yield in_a_line(fact)
        case Alternatives():
            yield from _shapes(fact)
        case Deprecated():
            yield _deprecated(fact.text)
        case Rules():
            yield from (_rule(rule) for rule in fact.rules)
        case Items():
            for of_item in _of_items(fact.field, facts):
                yield phrase("{items}: {fact}", items=items_phrase(fact.depth), fact=of_item)


def _shapes(fact: Alternatives) -> Iterator[Phrase]:
    yield phrase("{label}: {text}", label=fact.heading, text="")
    for shape in fact.shapes:
        title = phrase("{label}: {text}", label=shape.title, text=shape.words) if shape.title else shape.words
        yield joined(["- ", title])


def _of_items(item: Field, facts: Facts) -> Iterator[Param]:
    for fact in facts.of(item):
        match fact:
            case Description():
                yield plain_text(fact.text)
            case Deprecated():
                yield _deprecated(fact.text)
            case Rules():
                yield from (_rule(rule) if rule.condition_words else rule.phrase for rule in fact.rules)
            case Labelled() | Alternatives():
                yield in_a_line(fact)


def _deprecated(notice: str) -> Phrase:
    return phrase("Deprecated: {notice}", notice=notice) if notice else phrase("Deprecated")


def _rule(rule: Rule) -> Phrase:
    if rule.condition_words:
        return phrase("If {condition}: {rule}", condition=rule.condition_words, rule=rule.phrase)
    return phrase("{heading}: {rule}", heading=rules_heading([rule]), rule=rule.phrase)


def broken(text: str, width: int) -> Iterator[list[str]]:
    """Yield the paragraphs of a text in lines; each line of lists, tables and code is one by itself.

    Lines that end with two spaces, as Markdown breaks lines, end here as well.
    """
    fenced = False
    for number, paragraph in enumerate(text.split("\n\n") if text else ()):
        if number:
            yield [""]
        lines = paragraph.splitlines()
        marks = sum(line.startswith("```") for line in lines)
        if fenced or any(map(_LAID_OUT.match, lines)):
            yield from ([line] for line in lines)
        else:
            for part in paragraph.split(_BREAK):
                yield _wrapped(" ".join(part.splitlines()), width, break_on_hyphens=False)
        fenced ^= bool(marks % 2)


def _wrapped(text: str, width: int, **options: Any) -> list[str]:
    if len(text) <= width and text.isprintable() and text and text == text.strip():
        return [text]  # as most are
    return wrap(text, width, break_long_words=False, **options)

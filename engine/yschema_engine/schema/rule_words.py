"""What rules ask for, in phrases for valid values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yschema_engine.schema.formats import FORMATS
from yschema_engine.schema.rule_record import Subject
from yschema_engine.schema.rule_registry import RULES
from yschema_engine.schema.rules import CUSTOM, Rule
from yschema_engine.text.phrases import Listing, Phrase, Verbatim, joined, phrase

if TYPE_CHECKING:
    from yschema_engine.schema.formats import Citation


def phrase_of(rule: Rule, subject: Subject) -> Phrase | str:
    """Return the phrase for a valid value by one rule, or the author's own text."""
    if not rule.is_checked:
        return _of_unchecked(rule)
    if rule.message or rule.name == CUSTOM:
        return rule.message or rule.description
    return RULES[rule.name].phrase(rule.argument, subject)


def note_of(rule: Rule) -> Phrase:
    """Return the note after an unchecked rule: its code, and remarks of its author."""
    return _with_remarks(phrase("{expression} (not checked here)", expression=_expression(rule)), rule)


def _of_unchecked(rule: Rule) -> Phrase:
    if not rule.description:
        return note_of(rule)
    message, expression = rule.description, _expression(rule)
    words = phrase("{message} ({expression}, not checked here)", message=message, expression=expression)
    return _with_remarks(words, rule)


def _with_remarks(words: Phrase, rule: Rule) -> Phrase:
    return joined([Listing((words, *rule.remarks), ";")])


def _expression(rule: Rule) -> Verbatim:
    return Verbatim(" ".join(rule.source.split()))


def citation_of(rule: Rule) -> Citation | None:
    """Return the document that defines a format; None for other rules."""
    return FORMATS[rule.argument].citation if rule.name == "format" else None

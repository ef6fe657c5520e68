"""Phrases for the rules of a field: what a valid value is, with notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from yschema_engine.schema.formats import FORMATS
from yschema_engine.schema.rule_record import Subject
from yschema_engine.schema.rule_registry import RULES, problem_of
from yschema_engine.schema.rules import CUSTOM, Condition, Rule, by_condition, unconditional
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.phrases import Listing, Phrase, Verbatim, joined, phrase

if TYPE_CHECKING:
    from yschema_engine.schema.formats import Citation


_NAMING_VALUES = ("format", "one_of")
"""Rules whose words tell readers whether a string may be empty."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A phrase for a rule, or for two rules together.

    Attributes:
        phrase: what a valid value is; a bare string is the author's own text.
        rules: the rule, or the two, that it is about.
        condition: the condition under which it holds.
        keys: the keys of the map that it names.
        values: the allowed values, if the rule lists them.
        samples: a few values of a format, as YAML shows them.
        citation: the document that defines a format.
    """

    phrase: Phrase | str
    rules: tuple[Rule, ...]
    condition: Condition | None = None
    keys: tuple[Any, ...] = ()
    values: tuple[Any, ...] = ()
    samples: tuple[str, ...] = ()
    citation: Citation | None = None


def statements(rules: Iterable[Rule], subject: Subject, *, is_mixed: bool = False) -> Iterator[Statement]:
    """Yield the statements about rules.

    Args:
        rules: in the order in which they run.
        subject: the value that they are about.
        is_mixed: whether the value may be of other types, too.
    """
    for condition, together in by_condition(_not_implied(list(rules))):
        covered: set[int] = set()
        for rule in together:
            if id(rule) not in covered:
                partner = _partner(rule, together)
                covered.add(id(partner))
                words = _words(rule, partner, subject, is_mixed=is_mixed)
                about = (rule,) if partner is None else (rule, partner)
                yield _statement(about, words, condition, subject)


def _not_implied(rules: Sequence[Rule]) -> Sequence[Rule]:
    """Return the rules without one for strings that a dialect adds, if the words of others imply it."""
    others = (rule for rule in unconditional(rules) if rule.name in _NAMING_VALUES)
    if any(problem_of(rule, "") is not None for rule in others):
        return [rule for rule in rules if not rule.strings_only]
    return rules


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


def _words(rule: Rule, partner: Rule | None, subject: Subject, *, is_mixed: bool) -> Phrase | str:
    if partner is not None:
        of_both = RULES[rule.name].partner
        assert of_both is not None
        return of_both.phrase(rule.argument, partner.argument, subject)
    words = phrase_of(rule, subject)
    return phrase("if a string: {rule}", rule=words) if rule.strings_only and is_mixed else words


def _partner(rule: Rule, rules: Sequence[Rule]) -> Rule | None:
    """Return the rule that one phrase covers together with another one."""
    partner = RULES[rule.name].partner if rule.name in RULES else None
    if partner is None or rule.message:
        return None
    others = (other for other in rules if other.name == partner.name and _are_together(rule, other))
    return next((other for other in others if not other.message), None)


def _are_together(rule: Rule, other: Rule) -> bool:
    """Return whether two rules are arguments of one annotation, or keywords in one file."""
    are_keywords = rule.keywords and other.keywords
    return other.span == rule.span or bool(are_keywords and other.span.source == rule.span.source)


def _statement(
    rules: tuple[Rule, ...], words: Phrase | str, condition: Condition | None, subject: Subject
) -> Statement:
    rule = rules[0]
    keys = _keys(rule) if subject.kind == "map" else ()
    values = () if rule.message or rule.name == CUSTOM else tuple(RULES[rule.name].values(rule.argument))
    samples = FORMATS[rule.argument].samples if rule.name == "format" else ()
    return Statement(words, rules, condition, keys, values, samples, citation_of(rule))


def citation_of(rule: Rule) -> Citation | None:
    """Return the document that defines a format; None for other rules."""
    return FORMATS[rule.argument].citation if rule.name == "format" else None


def _keys(rule: Rule) -> tuple[Any, ...]:
    if rule.name == CUSTOM:
        return rule.keys
    return tuple(rule.argument) if rule.name == "one_not_null" and rule.argument is not True else ()

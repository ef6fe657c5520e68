"""Changes of rules: added, removed, tightened and relaxed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import eq
from typing import Any

from yschema_engine.compare import changes as codes
from yschema_engine.compare.cel_rules import breaks_old_values
from yschema_engine.compare.changes import ChangeCode, Side
from yschema_engine.compare.field_pairs import Codes, Difference, Pair, difference, kinds_of
from yschema_engine.schema.fields import Field
from yschema_engine.schema.pattern_inclusion import includes
from yschema_engine.schema.rule_check import broken_whatever_condition, phrase_of
from yschema_engine.schema.rule_record import Family, Subject
from yschema_engine.schema.rule_registry import RULES
from yschema_engine.schema.rules import CUSTOM, Rule
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.node_values import Incomparable, equal, less, shared
from yschema_engine.text.nodes import to_plain
from yschema_engine.text.phrases import Param

_BOUND = Codes(codes.BOUND_TIGHTENED, codes.BOUND_RELAXED, codes.RULE_CHANGED)
_LENGTH = Codes(codes.LENGTH_TIGHTENED, codes.LENGTH_RELAXED, codes.RULE_CHANGED)
_CODES: Mapping[Family, Codes] = {
    **{"lower bound": _BOUND, "upper bound": _BOUND, "least length": _LENGTH, "most length": _LENGTH},
    "values": Codes(codes.VALUES_REMOVED, codes.VALUES_ADDED, codes.RULE_CHANGED),
    "pattern": Codes(codes.PATTERN_ADDED, codes.PATTERN_REMOVED, codes.PATTERN_CHANGED),
    "format": Codes(codes.FORMAT_ADDED, codes.FORMAT_REMOVED, codes.FORMAT_CHANGED),
    "other": Codes(codes.RULE_ADDED, codes.RULE_REMOVED, codes.RULE_CHANGED),
}


def _family(rule: Rule) -> Family:
    return RULES[rule.name].family if rule.name in RULES else "other"


def tightness(before: Rule, after: Rule) -> Iterator[ChangeCode]:
    """Yield the codes for a rule with another argument."""
    match _family(before):
        case "lower bound" | "least length" as family:
            yield _of_limits(_CODES[family], before.argument, after.argument)
        case "upper bound" | "most length" as family:
            yield _of_limits(_CODES[family], after.argument, before.argument)
        case "values":
            values, others = ([*map(to_plain, each.argument)] for each in (before, after))
            if len(shared([values, others])) < len(values):
                yield codes.VALUES_REMOVED
            if len(shared([others, values])) < len(others):
                yield codes.VALUES_ADDED
        case "pattern" if _limits(before)[1:] == _limits(after)[1:] and _matches_more(before, after):
            yield replace(codes.PATTERN_CHANGED, level="compatible")
        case family if _limits(before) != _limits(after):
            yield _CODES[family].changed


def _matches_more(before: Rule, after: Rule) -> bool:
    return before.argument != after.argument and includes(after.argument, before.argument)


def _limits(rule: Rule) -> tuple[object, ...]:
    """Return the facts that decide; other rules have the argument in their words or code."""
    return rule.argument, rule.strings_only, rule.source, rule.description if rule.name == CUSTOM else ""


def _of_limits(family: Codes, looser: Any, tighter: Any) -> ChangeCode:
    """Return the code for another bound, which is tighter if the arguments are in this order."""
    try:
        is_tighter = less(looser, tighter)
    except Incomparable:
        return family.changed
    return family.added if is_tighter else family.removed


def rule_differences(pair: Pair) -> Iterator[Difference]:
    """Yield the differences between the rules of a field that both versions have.

    Rules about values of other types are no difference of their own.
    """
    old_kinds, new_kinds = (kinds_of(field.type) for field in pair.both)
    if not old_kinds & new_kinds:
        return
    old, new = (list(field.rules) for field in pair.both)
    for before, after in _taken_pairs(old, new):
        yield from _changed(pair, before, after)
    of_old, of_new = pair.both
    for rule in old:
        yield difference(_CODES[_family(rule)], pair, old=_side(of_old, rule), rules=(rule, None))
    for rule in new:
        code: ChangeCode | Codes = _CODES[_family(rule)]
        if not rule.is_checked:
            code = _of_unchecked(pair, None, rule)
        elif _keeps_old_values(rule, of_old):
            code = codes.RULE_SATISFIED
        yield difference(code, pair, new=_side(of_new, rule), rules=(None, rule))


def _keeps_old_values(rule: Rule, old: Field) -> bool:
    """Return whether no value breaks a new rule, as far as the values or the rule show."""
    if _family(rule) == "pattern" and includes(rule.argument, ""):
        return True
    lists = [each.argument for each in old.rules if each.name == "one_of" and each.condition is None]
    return any(not any(any(broken_whatever_condition([rule], value)) for value in values) for values in lists)


def _of_unchecked(pair: Pair, before: Rule | None, after: Rule) -> ChangeCode:
    """Return the code for a rule that cannot be run."""
    is_breaking = breaks_old_values(before, after, *pair.both)
    if is_breaking is None:
        return codes.RULE_UNDECIDED
    return codes.RULE_ADDED if is_breaking else codes.RULE_SATISFIED


def _taken_pairs(old: list[Rule], new: list[Rule]) -> Iterator[tuple[Rule, Rule]]:
    """Take the rules that belong together out of two lists, and yield them, the most similar first."""
    for likeness in (eq, _is_same_but_words, _is_similar, _has_same_name):
        for before in tuple(old):
            after = next((each for each in new if likeness(before, each)), None)
            if after is not None:
                old.remove(before)
                new.remove(after)
                yield before, after


def _is_same_but_words(before: Rule, after: Rule) -> bool:
    plain = [
        replace(each, description="", message="", remarks=(), condition=None) for each in (before, after)
    ]
    has_code = before.name != CUSTOM or bool(before.source)
    return plain[0] == plain[1] and has_code and _condition(before) == _condition(after)


def _is_similar(before: Rule, after: Rule) -> bool:
    is_same_kind = before.name == after.name and before.keyword == after.keyword
    if before.name == CUSTOM and not before.keyword and before.description != after.description:
        return False
    return is_same_kind and _condition(before) == _condition(after)


def _has_same_name(before: Rule, after: Rule) -> bool:
    if before.name == CUSTOM:
        return before.keyword == after.keyword and (bool(before.keyword) or before.source == after.source)
    return before.name == after.name and equal(to_plain(before.argument), to_plain(after.argument))


def _changed(pair: Pair, before: Rule, after: Rule) -> Iterator[Difference]:
    old, new = pair.both
    sides = _side(old, before), _side(new, after)
    if _condition(before) != _condition(after):
        yield difference(codes.CONDITION_CHANGED, pair, *sides, rules=(before, after))
    elif before.name == CUSTOM and not before.keyword:
        yield from _changed_code(pair, before, after, sides)
    elif not _is_same_but_words(before, after) and not after.is_checked:
        yield difference(_of_unchecked(pair, before, after), pair, *sides, rules=(before, after))
    elif not _is_same_but_words(before, after) and before != after:
        for code in tightness(before, after):
            yield difference(code, pair, *sides, rules=(before, after))
    elif after.condition is not None:  # whose source is the same, but may call other functions
        yield difference(codes.CONDITION_CHANGED, pair, *sides, rules=(before, after), needs_witness=True)
    if _is_reworded(before, after):
        yield difference(codes.RULE_REWORDED, pair, *sides)


def _is_reworded(before: Rule, after: Rule) -> bool:
    """Return whether rules differ in words; those of a keyword without code are made from its argument."""
    if before.name == CUSTOM and not (before.keyword and before.source and before.source == after.source):
        return False
    return _words(before) != _words(after)


def _words(rule: Rule) -> tuple[Param, ...]:
    return rule.message, rule.description, *rule.remarks


def _changed_code(pair: Pair, before: Rule, after: Rule, sides: tuple[Side, Side]) -> Iterator[Difference]:
    """Yield the difference between functions; those with the same source may call others."""
    is_same = before.source == after.source
    yield difference(codes.RULE_CODE_CHANGED, pair, *sides, rules=(before, after), needs_witness=is_same)
    if is_same and _words(before) != _words(after):
        yield difference(codes.RULE_REWORDED, pair, *sides)


def _condition(rule: Rule) -> str:
    return rule.condition.source if rule.condition is not None else ""


def _side(field: Field, rule: Rule) -> Side:
    value = {"rule": rule.keyword or rule.name, "argument": to_plain(rule.argument)}
    if rule.source:
        value = {"rule": rule.name, "source": rule.source}
    if rule.condition is not None:
        value["when"] = rule.condition.source
    return Side(value, phrase_of(rule, Subject(field.type.main)), rule.span)

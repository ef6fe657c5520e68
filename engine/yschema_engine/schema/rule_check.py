"""Evaluation of rules, findings about broken ones, and phrases for rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from yschema_engine.schema.fields import Field, ValueType, assign, default_of, parts_of
from yschema_engine.schema.formats import FORMATS, Citation
from yschema_engine.schema.keys import KeyPolicy
from yschema_engine.schema.rule_record import Subject
from yschema_engine.schema.rule_registry import RULES, problem_of
from yschema_engine.schema.rules import CUSTOM, Context, Rule, by_condition, unconditional
from yschema_engine.text.findings import (
    Code,
    Finding,
    finding,
    schema_warning,
    validation_code,
    validation_warning,
)
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Array, Map, MapItem, Scalar, Value, to_plain, type_name
from yschema_engine.text.paths import ROOT, Path, key_text
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, joined, phrase

RULES_WITHOUT_VALUE = schema_warning(
    "rules-without-value",
    "no value satisfies both rules",
    hint="correct one of the limits",
)
_LIMITS = (("min", "max"), ("min_len", "max_len"))


def crossed_limits(rules: Sequence[Rule], path: Path) -> Iterator[Finding]:
    """Yield a warning about each pair of limits of which the lower one is above the upper one."""
    limits = [rule for rule in rules if type_name(rule.argument) in ("integer", "float")]
    for low, high in product(limits, limits):
        is_pair = (low.name, high.name) in _LIMITS and low.condition == high.condition
        if is_pair and low.kinds == high.kinds and low.argument > high.argument:
            both = tuple(Verbatim(_limit(each)) for each in (low, high))
            yield finding(RULES_WITHOUT_VALUE, high.span, path=path, found=Listing(both, "and"))


def _limit(rule: Rule) -> str:
    """Return a limit as its author writes it, as an argument or as a keyword of JSON Schema."""
    return f"{rule.keyword or rule.name}{'=' if rule.keywords is None else ': '}{rule.argument}"


def broken_rules(rules: Iterable[Rule], value: Value, context: Context) -> Iterator[tuple[Rule, Param]]:
    """Return the rules of a field that a value breaks, each with what was found.

    A condition is evaluated once for consecutive rules that share it. Only `not_null` looks at null.

    Raises:
        EngineError: the condition of a rule failed.
    """
    seen = (rule for rule in rules if value is not None or rule.name == "not_null")
    for condition, together in by_condition(seen):
        if condition is None or (condition.holds is not None and condition.holds(value, context)):
            yield from broken_whatever_condition(together, value)


def broken_whatever_condition(rules: Iterable[Rule], value: Value) -> Iterator[tuple[Rule, Param]]:
    """Return the rules that a value breaks if all conditions hold; as `broken_rules`."""
    for rule in rules:
        if value is not None or rule.name == "not_null":
            problem = problem_of(rule, value)
            if problem is not None:
                yield rule, problem


def broken(field: Field, value: Value) -> Iterator[Rule | KeyPolicy]:
    """Return the unconditional rules and the key policies that a value breaks, with those of what is in it.

    Args:
        field: what is declared at its place.
        value: of the right type, completed.
    """
    for rule, _ in broken_whatever_condition(unconditional(field.rules), value):
        yield rule
    if isinstance(value, Map):
        for keys, _ in wrong_key_counts(value, field.type):
            yield keys
    for item, declared in parts_of(value, field.type):
        yield from broken(declared, item.value)


def wrong_key_counts(value: Map, type_: ValueType) -> Iterator[tuple[KeyPolicy, list[MapItem]]]:
    """Return the policies whose number of keys is not as expected, each with the keys that it takes."""
    if not type_.is_open:
        return
    taken: dict[int, list[MapItem]] = {}
    for item, field in assign(value.items, type_):
        taken.setdefault(id(field), []).append(item)
    for field in type_.fields:
        if field.keys is not None and field.is_open:
            items = taken.get(id(field), [])
            if not field.keys.is_met(len(items)):
                yield field.keys, items


def is_required(field: Field) -> bool:
    """Return whether the default breaks an unconditional rule of the field, so that a user has to set it."""
    if field.required:
        return True
    if field.absent or field.is_conditional:
        return False
    rules = unconditional(field.rules)
    if not rules and not field.type.is_open:
        return False
    default = default_of(field)
    if isinstance(default, Map) and any(True for _ in wrong_key_counts(default, field.type)):
        return True
    return any(True for _ in broken_whatever_condition(rules, default))


RULE_BROKEN = validation_code("rule-broken", "the value breaks a rule")
KEY_COUNT = validation_code("key-count", "the map has the wrong number of keys")
DEFAULT_BREAKS_RULE = validation_warning(
    "default-breaks-rule",
    "the default breaks one of its own rules",
    hint="installing with the defaults fails with this error",
    kind="defaults",
)
EXAMPLE_BREAKS_RULE = validation_code("example-breaks-rule", "{example} breaks a rule", kind="examples")


_SHOWN = 5


def validate(field: Field, value: Value) -> Iterator[Finding]:
    """Return the violations of rules by data values, those of a map or an array before those in it.

    Args:
        field: the document that the schema declares.
        value: the data values, of the right types, completed.

    Raises:
        EngineError: the condition of a rule failed.
    """
    return validate_at(field, value, Context(ROOT, field.span, None, value))


def validate_at(
    field: Field, value: Value, context: Context, among: Mapping[Scalar, Any] | None = None
) -> Iterator[Finding]:
    """Return the violations by a value and by what it contains; as `validate`.

    Args:
        field: what is declared at its place.
        value: of the right type, completed.
        context: the surroundings of the value.
        among: the keys of a map to look at, each with those below it; by default, all.
    """
    yield from violations_of(field.rules, value, context, field.type.main)
    type_ = field.type
    if isinstance(value, Map) and type_.fields:
        for keys, items in wrong_key_counts(value, type_):
            yield wrong_key_count(keys, items, context)
        items = value.items if among is None else [item for item in value.items if item.key in among]
        for item, declared in assign(items, type_):
            if declared is not None and _has_rules(declared):
                inner = Context(context.path.key(item.key), item.value_span, value, context.root)
                below = None if among is None else among[item.key]
                below = below if isinstance(below, Mapping) else None
                yield from validate_at(declared, item.value, inner, below)
    elif isinstance(value, Array) and type_.item is not None:
        for index, element in enumerate(value.items):
            inner = Context(context.path.item(index), element.value_span, value, context.root)
            yield from validate_at(type_.item, element.value, inner)


def _has_rules(field: Field) -> bool:
    """Return whether a field may have rules, of its own or below it."""
    return bool(field.rules or field.type.fields) or field.type.item is not None


def violations_of(rules: Iterable[Rule], value: Value, context: Context, kind: str) -> Iterator[Finding]:
    """Return the violations by a value alone, not by what it contains; `kind` as for `broken_rule`."""
    for rule, problem in broken_rules(rules, value, context):
        yield broken_rule(RULE_BROKEN, rule, problem, value, kind, context)


def broken_rule(  # noqa: PLR0913, PLR0917
    code: Code, rule: Rule, problem: Param, value: Value, kind: str, context: Context
) -> Finding:
    """Return the finding about a rule that a value breaks.

    Args:
        code: of the finding.
        rule: the rule.
        problem: what is wrong; `""` stands for the value itself.
        value: the value.
        kind: the name of the declared type, which says what is counted in a value that is null.
        context: the surroundings of the value.
    """
    condition = rule.condition
    return finding(
        code,
        context.span,
        path=context.path,
        found=Verbatim(written(to_plain(value))) if problem == "" else problem,
        rule=rule_words(rule, type_name(value), kind),
        by=rule.span,
        when=None if condition is None else condition.words or Verbatim(condition.source),
    )


def rule_words(rule: Rule, kind: str, declared: str) -> Phrase | str:
    """Return the phrase for a valid value; its type decides what is counted.

    Args:
        rule: the rule.
        kind: the name of the type of the value.
        declared: the name of the declared type, which counts for a value of a type without a length.
    """
    words = phrase_of(rule, Subject(kind if kind in ("string", "array", "map") else declared))
    citation = citation_of(rule)
    if citation is None or rule.message:
        return words
    return phrase("{rule} ({citation})", rule=words, citation=citation.title)


def phrase_of(rule: Rule, subject: Subject) -> Phrase | str:
    """Return the phrase for a valid value by one rule, or the author's own text."""
    if not rule.is_checked:
        return _unchecked(rule, rule.description)
    if rule.message or rule.name == CUSTOM:
        return rule.message or rule.description
    return RULES[rule.name].phrase(rule.argument, subject)


def _unchecked(rule: Rule, message: str | Phrase) -> Phrase:
    code = Verbatim(" ".join(rule.source.split()))
    words = phrase("{expression} (not checked here)", expression=code)
    if message:
        words = phrase("{message} ({expression}, not checked here)", message=message, expression=code)
    return joined([Listing((words, *rule.remarks), ";")])


def citation_of(rule: Rule) -> Citation | None:
    """Return the document that defines a format; None for other rules."""
    return FORMATS[rule.argument].citation if rule.name == "format" else None


def wrong_key_count(
    keys: KeyPolicy, items: Sequence[MapItem], context: Context, code: Code = KEY_COUNT
) -> Finding:
    """Return the finding about a number of keys that is not as expected."""
    names = ", ".join(key_text(item.key) for item in items[:_SHOWN]) + (", …" if len(items) > _SHOWN else "")
    return finding(
        code,
        # The map itself may stand in the schema; a key that the user sets is the nearest place to edit.
        items[-1].span if items else context.span,
        path=context.path,
        found=f"{len(items)} ({names})" if items else phrase("no keys"),
        rule=phrase("{number}: {keys}", number=keys.number, keys=keys.words),
        by=keys.span,
    )

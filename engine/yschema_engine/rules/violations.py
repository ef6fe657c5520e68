"""Checking values by the rules of a schema."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from yschema_engine.model.fields import Field, assign
from yschema_engine.model.keys import KeyPolicy
from yschema_engine.model.rule_check import broken_rules, wrong_key_counts
from yschema_engine.model.rules import Context, Rule
from yschema_engine.rules.codes import KEY_COUNT, RULE_BROKEN
from yschema_engine.rules.record import Subject
from yschema_engine.rules.statements import citation_of, phrase_of
from yschema_engine.text.findings import Code, Finding, finding
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Array, Map, MapItem, Value, to_plain, type_name
from yschema_engine.text.paths import ROOT, key_text
from yschema_engine.text.phrases import Param, Phrase, Verbatim, phrase

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


def validate_at(field: Field, value: Value, context: Context) -> Iterator[Finding]:
    """Return the violations by a value and by what it contains; as `validate`."""
    yield from violations_of(field.rules, value, context, field.type.main)
    type_ = field.type
    if isinstance(value, Map) and type_.fields:
        for keys, items in wrong_key_counts(value, type_):
            yield wrong_key_count(keys, items, context)
        for item, declared in assign(value.items, type_):
            if declared is not None and _has_rules(declared):
                inner = Context(context.path.key(item.key), item.value_span, value, context.root)
                yield from validate_at(declared, item.value, inner)
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
    return finding(
        code,
        context.span,
        path=context.path,
        found=Verbatim(written(to_plain(value))) if problem == "" else problem,
        rule=rule_words(rule, type_name(value), kind),
        by=rule.span,
        when=_condition(rule),
    )


def _condition(rule: Rule) -> Param | None:
    """Return the condition under which a rule holds; None if it always does."""
    return None if rule.condition is None else rule.condition.words or Verbatim(rule.condition.source)


def rule_words(rule: Rule, kind: str, declared: str) -> Phrase | str:
    """Return what a value should be; its type says what is counted.

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


def wrong_key_count(keys: KeyPolicy, items: Sequence[MapItem], context: Context) -> Finding:
    """Return the finding about a number of keys that is not as expected."""
    names = ", ".join(key_text(item.key) for item in items[:_SHOWN]) + (", …" if len(items) > _SHOWN else "")
    return finding(
        KEY_COUNT,
        # The map itself may stand in the schema; a key that the user sets is the nearest place to edit.
        items[-1].span if items else context.span,
        path=context.path,
        found=f"{len(items)} ({names})" if items else phrase("no keys"),
        rule=phrase("{number}: {keys}", number=keys.number, keys=keys.words),
        by=keys.span,
    )

"""Checking defaults by the rules of their own fields."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.model.defaults import default_of, default_span
from yschema_engine.model.fields import Field
from yschema_engine.model.rule_check import broken_whatever_condition, wrong_key_counts
from yschema_engine.model.rules import Context, Crash, unconditional
from yschema_engine.rules.codes import DEFAULT_BREAKS_RULE
from yschema_engine.rules.violations import broken_rule, wrong_key_count
from yschema_engine.text.findings import Finding, revise
from yschema_engine.text.nodes import Array, Map, Value, to_plain


def check_defaults(field: Field) -> Iterator[Finding]:
    """Return warnings about defaults that break unconditional rules of their own fields.

    An empty default that does so makes its field required, which is not a fault unless the code of the rule
    fails.
    """
    if not field.absent:
        yield from _broken_rules(field)
    yield from _wrong_counts(field)
    type_ = field.type
    if type_.item is not None:
        # An item has no default of its own: users set it.
        type_ = type_.item.type
    for child in type_.fields:
        if child.rules or child.type.fields or child.type.item is not None:
            yield from check_defaults(child)


def _broken_rules(field: Field) -> Iterator[Finding]:
    rules = unconditional(field.rules)
    if not rules:
        return
    default = default_of(field)
    context = Context(field.path, default_span(field), None, None)
    for rule, problem in broken_whatever_condition(rules, default):
        if is_empty(default) and not isinstance(problem, Crash):
            continue
        yield broken_rule(DEFAULT_BREAKS_RULE, rule, problem, default, field.type.main, context)


def _wrong_counts(field: Field) -> Iterator[Finding]:
    """Return warnings about a map's own default; no other default can have keys of an open map."""
    if isinstance(field.default, Map) and not is_empty(field.default):
        context = Context(field.path, field.span, None, None)
        for keys, items in wrong_key_counts(field.default, field.type):
            violation = wrong_key_count(keys, items, context)
            code = DEFAULT_BREAKS_RULE
            yield revise(violation, code=code, severity=code.severity, kind=code.kind)


def is_empty(value: Value) -> bool:
    """Return whether a value is empty: null, `""`, 0, or a map or an array of empty values."""
    if isinstance(value, Map | Array):
        return all(is_empty(item.value) for item in value.items)
    return value is None or (not isinstance(value, bool) and to_plain(value) in ("", 0))

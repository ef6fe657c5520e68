"""Checks of declared defaults and examples against their rules."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.schema import rule_check
from yschema_engine.schema.fields import (
    Example,
    Field,
    complete,
    default_map,
    default_of,
    default_span,
    with_items,
)
from yschema_engine.schema.rules import Context, Crash, unconditional
from yschema_engine.text.findings import Finding, found_by, revise
from yschema_engine.text.nodes import (
    Array,
    ArrayItem,
    Document,
    Holder,
    Map,
    MapItem,
    Value,
    copy_value,
    key_id,
    to_plain,
)
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.phrases import phrase


def check_defaults(field: Field) -> Iterator[Finding]:
    """Return warnings about defaults that break unconditional rules of their own fields.

    An empty default that does so makes its field required, which is not a fault unless the code of the rule
    fails.
    """
    if not field.absent:
        yield from _broken_rules(field)
    yield from _wrong_counts(field)
    for child in field.children:  # an item of an array has no default of its own: users set it
        if child.rules or child.type.fields or child.type.item is not None:
            yield from check_defaults(child)


def _broken_rules(field: Field) -> Iterator[Finding]:
    rules = unconditional(field.rules)
    if not rules:
        return
    default = default_of(field)
    context = Context(field.path, default_span(field), None, None)
    code, kind = rule_check.DEFAULT_BREAKS_RULE, field.type.main
    for rule, problem in rule_check.broken_whatever_condition(rules, default):
        if isinstance(problem, Crash) or not is_empty(default):
            yield rule_check.broken_rule(code, rule, problem, default, kind, context)


def _wrong_counts(field: Field) -> Iterator[Finding]:
    """Return warnings about a map's own default; no other default can have keys of an open map."""
    if isinstance(field.default, Map) and not is_empty(field.default):
        context = Context(field.path, field.span, None, None)
        for keys, items in rule_check.wrong_key_counts(field.default, field.type):
            yield rule_check.wrong_key_count(keys, items, context, rule_check.DEFAULT_BREAKS_RULE)


def is_empty(value: Value) -> bool:
    """Return whether a value is empty: null, `""`, 0, or a map or an array of empty values."""
    if isinstance(value, Map | Array):
        return all(is_empty(item.value) for item in value.items)
    return value is None or (not isinstance(value, bool) and to_plain(value) in ("", 0))


def check_examples(field: Field) -> Iterator[Finding]:
    """Return the rules that examples break: their own and those nested in them."""
    if any(each.examples for each in with_items(field)):
        document = Document(default_of(field), field.span)
        yield from _check(field, document, ROOT, None, document)


def _check(field: Field, holder: Holder, path: Path, parent: Value, document: Document) -> Iterator[Finding]:
    """Check the examples at a field and below; `holder` is its node in the default data values."""
    default = holder.value
    for example in field.examples:
        holder.value = copy_value(example.value)
        complete(holder.value, field.type)
        context = Context(path, holder.span, parent, document.value)
        yield from _of_example(example, field, holder.value, context)
    holder.value = default
    type_ = field.type
    if type_.main == "map":
        if not isinstance(holder.value, Map):  # null until somebody sets it
            holder.value = default_map(type_)
        by_key = {key_id(item.key): item for item in holder.value.items}
        for item in type_.fields:
            node = by_key.get(key_id(item.key))
            if node is None:  # absent until somebody gives it
                node = MapItem(item.key, default_of(item), item.span)
            yield from _check(item, node, path.key(item.key), holder.value, document)
    elif type_.item is not None:
        element = ArrayItem(default_of(type_.item), type_.item.span)
        holder.value = Array([element], type_.span)
        yield from _check(type_.item, element, path.item(0), holder.value, document)
    holder.value = default


def _of_example(example: Example, field: Field, value: Value, context: Context) -> Iterator[Finding]:
    words = phrase("the example")
    if example.description:
        words = phrase('the example "{description}"', description=example.description)
    code = rule_check.EXAMPLE_BREAKS_RULE
    for violation in found_by(rule_check.validate_at(field, value, context)):
        about = revise(violation, code=code, severity=code.severity, kind=code.kind)
        yield revise(about, span=example.span, example=words)

"""Checking examples by rules: each is put at its place in the default data values, completed."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.model.defaults import complete, default_map, default_of
from yschema_engine.model.fields import Example, Field
from yschema_engine.model.rules import Context
from yschema_engine.rules.codes import EXAMPLE_BREAKS_RULE
from yschema_engine.rules.violations import validate_at
from yschema_engine.text.findings import EngineError, Finding, LimitError, revise
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
)
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.phrases import phrase


def check_examples(field: Field) -> Iterator[Finding]:
    """Return the rules that examples break: their own and those nested in them."""
    ruled: set[int] = set()
    to_check: set[int] = set()
    _find(field, ruled, to_check)
    if not to_check:
        return iter(())
    checker = _Checker(field, ruled, to_check)
    return checker.check(field, checker.document, ROOT, None)


def _find(field: Field, ruled: set[int], to_check: set[int]) -> tuple[bool, bool]:
    """Find the fields with rules, and those with examples that rules concern, at or below them.

    Returns:
        Whether this field is one of either.
    """
    has_rules = bool(field.rules)
    has_examples = False
    type_ = field.type
    for below in type_.fields:
        has_rules |= below.is_open  # the number of keys is one
        rules, examples = _find(below, ruled, to_check)
        has_rules |= rules
        has_examples |= examples
    if type_.item is not None:
        rules, examples = _find(type_.item, ruled, to_check)
        has_rules |= rules
        has_examples |= examples
    if has_rules:
        ruled.add(id(field))
        has_examples |= bool(field.examples)
    if has_examples:
        to_check.add(id(field))
    return has_rules, has_examples


class _Checker:
    def __init__(self, field: Field, ruled: set[int], to_check: set[int]) -> None:
        self.document: Holder = Document(default_of(field), field.span)
        self._ruled = ruled
        self._to_check = to_check

    def check(self, field: Field, holder: Holder, path: Path, parent: Value) -> Iterator[Finding]:
        """Check the examples at a field and below; `holder` is its node in the default data values."""
        if id(field) not in self._to_check:
            return
        default = holder.value
        for example in field.examples if id(field) in self._ruled else ():
            holder.value = copy_value(example.value)
            complete(holder.value, field.type)
            context = Context(path, holder.span, parent, self.document.value)
            yield from _of_example(example, field, holder.value, context)
        holder.value = default
        yield from self._below(field, holder, path)
        holder.value = default

    def _below(self, field: Field, holder: Holder, path: Path) -> Iterator[Finding]:
        type_ = field.type
        if type_.main == "map":
            if not isinstance(holder.value, Map):  # null until somebody sets it
                holder.value = default_map(type_)
            by_key = {key_id(item.key): item for item in holder.value.items}
            for item in type_.fields:
                node = by_key.get(key_id(item.key))
                if node is None:  # absent until somebody gives it
                    node = MapItem(item.key, default_of(item), item.span)
                yield from self.check(item, node, path.key(item.key), holder.value)
        elif type_.item is not None:
            element = ArrayItem(default_of(type_.item), type_.item.span)
            holder.value = Array([element], type_.span)
            yield from self.check(type_.item, element, path.item(0), holder.value)


def _of_example(example: Example, field: Field, value: Value, context: Context) -> Iterator[Finding]:
    words = phrase("the example")
    if example.description:
        words = phrase('the example "{description}"', description=example.description)
    try:
        violations = list(validate_at(field, value, context))
    except LimitError:
        raise
    except EngineError as e:
        violations = list(e.findings)
    for violation in violations:
        yield revise(
            violation,
            code=EXAMPLE_BREAKS_RULE,
            span=example.span,
            severity=EXAMPLE_BREAKS_RULE.severity,
            kind=EXAMPLE_BREAKS_RULE.kind,
            example=words,
        )

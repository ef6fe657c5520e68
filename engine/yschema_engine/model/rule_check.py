"""Running the rules that a schema attaches to its nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from yschema_engine.model.defaults import default_of
from yschema_engine.model.fields import Field, ValueType
from yschema_engine.model.findings import Finding, legacy_finding, revise
from yschema_engine.model.keys import KeyPolicy, assign
from yschema_engine.model.path import ROOT, key_text
from yschema_engine.model.phrases import ENGLISH, Param
from yschema_engine.model.rules import Context, Rule, by_condition, unconditional
from yschema_engine.nodes import Array, Map, MapItem, Value, to_plain
from yschema_engine.rules.arguments import words_for_errors
from yschema_engine.rules.compare import written

_BROKEN = "the default breaks a rule of its own"
_LEFT_OUT = "whoever leaves the value out gets this violation"


def validate(field: Field, value: Value) -> Iterator[Finding]:
    """The violations of rules by data values, a map or an array before what it contains.

    Args:
        field: what the schema document declares.
        value: the data values, of the right types, completed.

    Raises:
        EngineError: the condition of a rule failed.
    """
    return validate_at(field, value, Context(ROOT, field.span, None, value))


def validate_at(field: Field, value: Value, context: Context) -> Iterator[Finding]:
    """The violations at a place of the data values and below it; as `validate`."""
    for rule, problem in _violated(field.rules, value, context):
        yield legacy_finding(
            "the value breaks a rule",
            "validation",
            context.span,
            path=context.path,
            found=problem,
            rule=words_for_errors(rule),
            by=rule.span,
        )
    type_ = field.type
    if isinstance(value, Map) and type_.fields:
        for keys, items in _wrong_counts(value, type_):
            yield _wrong_count(keys, items, context)
        for item, declared in assign(value.items, type_):
            if declared is not None:
                inner = Context(context.path.key(item.key), item.span, value, context.root)
                yield from validate_at(declared, item.value, inner)
    elif isinstance(value, Array) and type_.item is not None:
        for index, element in enumerate(value.items):
            inner = Context(context.path.item(index), element.span, value, context.root)
            yield from validate_at(type_.item, element.value, inner)


def _violated(rules: Iterable[Rule], value: Value, context: Context) -> Iterator[tuple[Rule, str]]:
    """Return the rules that a value breaks; a condition is evaluated once for the rules that share it."""
    for condition, together in by_condition(rules):
        looks_at_value = value is not None or any(rule.name == "not_null" for rule in together)
        if looks_at_value and (condition is None or condition.holds(value, context)):
            yield from broken_rules(together, value)


def broken_rules(rules: Iterable[Rule], value: Value) -> Iterator[tuple[Rule, str]]:
    """Return the rules that a value breaks, whatever their conditions, each with what was found.

    Only `not_null` looks at null.
    """
    for rule in rules:
        if value is None and rule.name != "not_null":
            continue
        if rule.strings_only and not isinstance(value, str):
            continue
        problem = rule.check(value)
        if problem is not None:
            yield rule, _in_words(problem) or written(to_plain(value))


def _in_words(problem: Param) -> str:
    return ENGLISH.text(problem)


def _wrong_counts(value: Map, type_: ValueType) -> Iterator[tuple[KeyPolicy, list[MapItem]]]:
    """What a map is open to, where the number of such keys in it is not as expected, with those keys."""
    if any(declared.is_open for declared in type_.fields):
        found: dict[int, list[MapItem]] = {}
        for item, declared in assign(value.items, type_):
            found.setdefault(id(declared), []).append(item)
        for declared in type_.fields:
            if declared.keys is not None and declared.is_open:
                items = found.get(id(declared), [])
                if not declared.keys.is_met(len(items)):
                    yield declared.keys, items


def _wrong_count(keys: KeyPolicy, items: list[MapItem], context: Context) -> Finding:
    names = ", ".join(key_text(item.key) for item in items[:5]) + (", …" if len(items) > 5 else "")
    return legacy_finding(
        "the map has too few or too many keys",
        "validation",
        # The map itself stands where the schema has it; what somebody gave is the nearest to look at.
        items[-1].span if items else context.span,
        path=context.path,
        found=f"{len(items)} ({names})" if items else "none",
        rule=f"{keys.number}: {keys.words}",
        by=keys.span,
    )


def is_required(field: Field) -> bool:
    """Whether the own default breaks an unconditional rule, so that somebody has to set the value."""
    if field.absent:
        return False
    type_ = field.type
    if not field.rules and not any(item.is_open for item in type_.fields):
        return False
    default = default_of(field)
    if isinstance(default, Map) and any(True for _ in _wrong_counts(default, type_)):
        return True
    return any(True for _ in broken_rules(unconditional(field.rules), default))


def check_defaults(field: Field) -> Iterator[Finding]:
    """Warnings of defaults that are not empty and break their own unconditional rules.

    An empty default that does so makes its field required, which is no fault.
    """
    if not field.absent:
        yield from _check_default(field)
    if isinstance(field.default, Map) and not is_empty(field.default):
        # Of a map's own default only: no other can have keys that a map is open to.
        context = Context(field.path, field.span, None, None)
        for keys, items in _wrong_counts(field.default, field.type):
            found = revise(
                _wrong_count(keys, items, context), severity="warning", hint=_LEFT_OUT, kind="defaults"
            )
            yield revise(found, message=_BROKEN)
    type_ = field.type
    if type_.item is not None:
        # An item has no default of its own: somebody gives it.
        type_ = type_.item.type
    for item in type_.fields:
        if item.rules or item.type.fields or item.type.item is not None:
            yield from check_defaults(item)


def _check_default(field: Field) -> Iterator[Finding]:
    rules = unconditional(field.rules)
    if not rules:
        return
    default = default_of(field)
    if is_empty(default):
        return
    for rule, problem in broken_rules(rules, default):
        yield legacy_finding(
            _BROKEN,
            "validation",
            field.span,
            path=field.path,
            found=problem,
            rule=words_for_errors(rule),
            by=rule.span,
            hint=_LEFT_OUT,
            severity="warning",
            kind="defaults",
        )


def is_empty(value: Value) -> bool:
    """Whether a value says nothing: null, `""`, 0, and maps and arrays of nothing else."""
    if isinstance(value, Map | Array):
        return all(is_empty(item.value) for item in value.items)
    return value is None or (not isinstance(value, bool) and to_plain(value) in ("", 0))

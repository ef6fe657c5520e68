"""The least that somebody has to set: values for what is required, proved by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from yschema_engine.schema.fields import Field, assign, complete, default_of
from yschema_engine.schema.pattern_samples import COMMON_TEXTS
from yschema_engine.schema.rule_check import is_required, validate_at
from yschema_engine.schema.rule_registry import RULES
from yschema_engine.schema.rules import CUSTOM, Context, Rule
from yschema_engine.schema.types import check
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import EngineError, Finding, LimitError
from yschema_engine.text.nodes import (
    Array,
    ArrayItem,
    Document,
    Holder,
    Map,
    MapItem,
    Value,
    copy_value,
    from_plain,
)
from yschema_engine.text.paths import ROOT, Path

# What a key may be, where nothing tells what it is.
_NAMES = ("example", "a", "example-1", "1", "A", "example_1")
_DEEPEST = 20
_PASSES = 3


@dataclass(frozen=True, slots=True)
class Minimal:
    """Data values with nothing but what has to be set.

    Attributes:
        value: a map, empty where nothing has to be set.
        violations: the rules that it breaks all the same; none if it is proved valid.
    """

    value: Value
    violations: tuple[Finding, ...]


def minimal(field: Field) -> Minimal:
    """Return the minimal valid data values of a document, as far as they can be found.

    They are examples of the schema where it has any that fit, else samples of formats, allowed values and
    limits.

    Raises:
        LimitError: the schema's code took more time or memory than it may.
    """
    search = _Search(field)
    if not search.violations():
        return Minimal(Map([], field.span), ())
    value: Value = None
    for _ in range(_PASSES):  # what is set for one rule may bring another into force
        value = search.least(field, search.document, ROOT, None)
        if not search.violations():
            break
    least = value if isinstance(value, Map) else Map([], field.span)
    return Minimal(least, _violations(field, least))


def _violations(field: Field, value: Value) -> tuple[Finding, ...]:
    value = copy_value(value)
    wrong = tuple(check(value, field.type, field.span))
    if wrong:
        return wrong
    complete(value, field.type)
    return _broken(field, value, Context(ROOT, field.span, None, value))


def _broken(field: Field, value: Value, context: Context) -> tuple[Finding, ...]:
    try:
        return tuple(validate_at(field, value, context))
    except LimitError:
        raise
    except EngineError as e:
        return e.findings


class _Search:
    """Fills the default data values of a document until they are valid."""

    def __init__(self, field: Field) -> None:
        self._root = field
        self.document: Holder = Document(default_of(field), field.span)
        self._chosen: dict[int, Value] = {}

    def violations(self) -> tuple[Finding, ...]:
        """Return the rules that the values break by now."""
        context = Context(ROOT, self.document.span, None, self.document.value)
        return _broken(self._root, self.document.value, context)

    def least(self, field: Field, holder: Holder, path: Path, parent: Value) -> Value:
        """Return the values that have to be set at a place; null if there are none."""
        if id(holder) in self._chosen:
            return self._chosen[id(holder)]
        context = Context(path, holder.span, parent, self.document.value)
        items: list[MapItem] = []
        if isinstance(holder.value, Map):
            for item, declared in assign(holder.value.items, field.type):
                if declared is not None:
                    value = self.least(declared, item, path.key(item.key), holder.value)
                    if value is not None:
                        items.append(MapItem(item.key, value, item.span))
        least = Map(items, field.span) if items else None
        if not _broken(field, holder.value, context):
            return least
        before = holder.value
        candidates = _candidates(field, 0)
        if isinstance(before, Map):
            candidates = _maps(field, least or Map([], field.span))
        for candidate in candidates:
            if self._fits(field, holder, candidate, context):
                self._chosen[id(holder)] = candidate
                return candidate
        holder.value = before
        if holder is self.document:
            return least  # all defaults would say nothing of what has to be set
        return before if least is None and is_required(field) else least

    def _fits(self, field: Field, holder: Holder, candidate: Value, context: Context) -> bool:
        """Set a value if it has the right type, and return whether it satisfies the rules there."""
        if any(True for _ in check(candidate, field.type, field.span)):
            return False
        holder.value = copy_value(candidate)
        complete(holder.value, field.type)
        root = self.document.value if holder is not self.document else holder.value
        return not _broken(field, holder.value, replace(context, root=root))


def _maps(field: Field, least: Map) -> Iterator[Value]:
    """Yield maps to try if the minimal one breaks a rule."""
    for example in field.examples:
        yield copy_value(example.value)
    keys = {item.key for item in least.items}
    for item in field.type.fields:
        if item.keys is not None and item.is_open:
            # The schema's own key may be the ending that names have.
            names = [*_NAMES, *(f"{name}{item.key}" for name in _NAMES)]
            names = [name for name in names if item.keys.takes(name, item.key)]
            for count in (1, 2, 3):
                more = [MapItem(name, _some(item, 1), item.span) for name in names[:count]]
                yield Map([*least.items, *more], least.span)
        elif item.key not in keys and item.removed is None and (item.absent or item.type.nullable):
            one = MapItem(item.key, _some(item, 1), item.span)
            yield Map([*least.items, one], least.span)


def _some(field: Field, depth: int) -> Value:
    """Return a value that sets something, and breaks no rule of its own or below."""
    candidates = (v for v in _candidates(field, depth) if v is not None and v != "")
    value = next((v for v in candidates if not _violations(field, v)), None)
    return default_of(field) if value is None else value


def _candidates(field: Field, depth: int) -> Iterator[Value]:
    """Yield candidates for a value, the most specific first."""
    for example in field.examples:
        yield copy_value(example.value)
    type_ = field.type
    if type_.main == "map" and depth < _DEEPEST:
        yield minimal(Field(None, ROOT, replace(type_, kinds=("map",)), type_.span)).value
    elif type_.item is not None and depth < _DEEPEST:
        for count in (1, 2, 3):
            elements = [ArrayItem(_some(type_.item, depth + 1), type_.span) for _ in range(count)]
            yield Array(elements, type_.span)
    else:
        for plain in (value for rule in field.rules for value in _by(rule)):
            yield from_plain(plain, field.span)
        yield type_.sample
        yield from COMMON_TEXTS if "string" in type_.kinds or "any" in type_.kinds else ()
        yield from (1, 10, 1.5) if {"integer", "float", "any"} & set(type_.kinds) else ()
        yield from (True, False) if "boolean" in type_.kinds else ()


def _by(rule: Rule) -> Iterable[object]:
    """Return values that keep to one rule."""
    return () if rule.name == CUSTOM else RULES[rule.name].examples(rule.argument)

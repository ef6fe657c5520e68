"""Minimal values: the least that users have to set, proved by the rules or by a schema's own check."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from math import lcm
from typing import cast

from yschema_engine.compiled.documents import UNKNOWN_KEY
from yschema_engine.schema.fields import UNSET, Field, Kind, Shape, Unset, assign, complete, default_of
from yschema_engine.schema.pattern_samples import pattern_samples
from yschema_engine.schema.rule_check import is_required, validate_at
from yschema_engine.schema.rules import Context
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.schema_keywords import OwnCheck
from yschema_engine.schema.types import check
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import Finding, FindingParam
from yschema_engine.text.nodes import (
    Array,
    ArrayItem,
    Document,
    Holder,
    Map,
    MapItem,
    Scalar,
    Value,
    copy_value,
    from_plain,
)
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.phrases import Listing, Phrase, Verbatim
from yschema_engine.values.findings import found_by
from yschema_engine.values.samples import (
    candidates,
    fits,
    likely_values,
    numbers_of,
    open_names,
    samples_of,
)
from yschema_engine.yaml.plain_values import Plain

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

    Args:
        field: the document.

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


def minimal_map(field: Field) -> Map:
    """Return the minimal value of a map, even if it is not required; an empty map for other types."""
    if "map" not in field.type.kinds:
        return Map([], field.span)
    alone = Field(None, ROOT, replace(field.type, kinds=("map",)), field.span, rules=field.rules)
    value = minimal(alone).value
    assert isinstance(value, Map)
    return value


def _violations(field: Field, value: Value) -> tuple[Finding, ...]:
    value = copy_value(value)
    wrong = tuple(check(value, field.type, field.span))
    if wrong:
        return wrong
    complete(value, field.type)
    return found_by(validate_at(field, value, Context(ROOT, field.span, None, value)))


class _Search:
    """Fills the default data values of a document until they are valid."""

    def __init__(self, field: Field) -> None:
        self._root = field
        self.document: Holder = Document(default_of(field), field.span)
        self._chosen: dict[int, Value] = {}

    def violations(self) -> tuple[Finding, ...]:
        """Return the rules that the values break by now."""
        context = Context(ROOT, self.document.span, None, self.document.value)
        return found_by(validate_at(self._root, self.document.value, context))

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
        if not found_by(validate_at(field, holder.value, context)):
            return least
        before = holder.value
        values = _candidates(field, 0)
        if isinstance(before, Map):
            values = _maps(field, least or Map([], field.span))
        for candidate in values:
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
        return not found_by(validate_at(field, holder.value, replace(context, root=root)))


def _maps(field: Field, least: Map) -> Iterator[Value]:
    """Yield maps to try if the minimal one breaks a rule."""
    for example in field.examples:
        yield copy_value(example.value)
    keys = {item.key for item in least.items}
    for item in field.type.fields:
        if item.keys is not None and item.is_open:
            names = list(islice(open_names(item), 3))
            for count in (1, 2, 3):
                more = [MapItem(name, _some(item, 1), item.span) for name in names[:count]]
                yield Map([*least.items, *more], least.span)
        elif item.key not in keys and item.removed is None and (item.absent or item.type.nullable):
            one = MapItem(item.key, _some(item, 1), item.span)
            yield Map([*least.items, one], least.span)


def _some(field: Field, depth: int) -> Value:
    """Return a value that sets something, and breaks no rule of its own or below."""
    values = (v for v in _candidates(field, depth) if v is not None and v != "")
    value = next((v for v in values if not _violations(field, v)), None)
    return default_of(field) if value is None else value


def _candidates(field: Field, depth: int) -> Iterator[Value]:
    """Yield candidates for a value, the most specific first."""
    for example in field.examples:
        yield copy_value(example.value)
    type_ = field.type
    if type_.main == "map" and depth < _DEEPEST:
        yield minimal_map(field)
    elif type_.item is not None and depth < _DEEPEST:
        for count in (1, 2, 3):
            elements = [ArrayItem(_some(type_.item, depth + 1), type_.span) for _ in range(count)]
            yield Array(elements, type_.span)
    else:
        yield from (from_plain(plain, field.span) for plain in likely_values(field))


_DEEPEST_REQUIRED = 12
_MOST_ITEMS = 8
_MOST_REPAIRS = 60
_REQUIRED_PASSES = 12  # a key that is added may require others


def minimal_of(schema: Schema) -> Minimal:
    """Return the minimal valid values of a schema, as far as they can be found.

    Raises:
        LimitError: the schema's code, or its check, takes more time or memory than it may.
    """
    return minimal(schema.root) if schema.own_check is None else _minimal(schema, schema.own_check)


def least_map(schema: Schema, field: Field) -> Map:
    """Return the minimal value of a map anywhere in a schema; as `minimal_map`."""
    if schema.own_check is None or "map" not in field.type.kinds:
        return minimal_map(field)
    return _Filler(schema).map(field, 0)


def valid_value(schema: Schema, field: Field) -> Value | Unset:
    """Return a value for a field as the minimal values have it; `UNSET` if none is found that fits."""
    value = _Filler(schema).value(field, 0)
    return value if fits(field, value) else UNSET


def _minimal(schema: Schema, own_check: OwnCheck) -> Minimal:
    filler = _Filler(schema)
    value = filler.map(schema.root, 0)
    first = found = Minimal(value, _errors(schema, own_check, value))
    for _ in range(_REQUIRED_PASSES):
        if not found.violations:
            return found
        completed = Document(copy_value(found.value), schema.root.span)
        added = [filler.add(completed, each.path or ROOT) for each in found.violations]
        if any(added):
            found = Minimal(completed.value, _errors(schema, own_check, completed.value))
        else:
            found = _repaired(filler, own_check, found)
    return first if found.violations else found


def _repaired(filler: _Filler, own_check: OwnCheck, found: Minimal) -> Minimal:
    """Return values in which the first wrong one is another, or gone, if that leaves fewer violations."""
    schema = filler.schema
    for violation in found.violations:
        document = Document(copy_value(found.value), schema.root.span)
        path = violation.path or ROOT
        places = _places(schema.root, document, path)
        around = places[len(path) - 1][1] if violation.code == UNKNOWN_KEY and path != ROOT else None
        if around is not None and isinstance(around.value, Map):
            kept = [item for item in around.value.items if item.key != path[-1]]
            tries: Iterable[tuple[Holder, Value]] = [(around, Map(kept, around.value.span))]
        elif len(places) == len(path) + 1:
            field, holder = places[-1]
            tries = ((holder, value) for value in islice(filler.repairs(field, violation), _MOST_REPAIRS))
        else:
            continue
        for holder, value in tries:
            holder.value = copy_value(value)
            violations = _errors(schema, own_check, document.value)
            if len(violations) < len(found.violations):
                return Minimal(document.value, violations)
    return found


def _places(field: Field, holder: Holder, path: Path) -> list[tuple[Field, Holder]]:
    """Return the fields along a path and the items with their values, as far as values have them.

    Args:
        field: the whole document.
        holder: its values.
        path: of a field, or of an item of an array.
    """
    places = [(field, holder)]
    for step in path:
        field, holder = places[-1]
        below: Iterable[tuple[Holder, Field | None]] = ()
        if isinstance(holder.value, Map):
            below = (
                (item, each) for item, each in assign(holder.value.items, field.type) if item.key == step
            )
        elif isinstance(holder.value, Array) and isinstance(step, int):
            below = ((item, field.type.item) for item in holder.value.items[step : step + 1])
        next_place = next(((each, item) for item, each in below if each is not None), None)
        if next_place is None:
            break
        places.append(next_place)
    return places


def _expected_texts(param: FindingParam | None) -> Iterator[str]:
    """Yield the values and patterns that a phrase names."""
    match param:
        case Phrase():
            yield from (text for _, each in param.params for text in _expected_texts(each))
        case Listing():
            yield from (text for each in param.parts for text in _expected_texts(each))
        case Verbatim():
            yield param.text


def _written(text: str) -> Plain:
    """Return the value that a phrase shows as code."""
    with suppress(ValueError):
        return cast("Plain", json.loads(text))
    return text


def _errors(schema: Schema, own_check: OwnCheck, value: Value) -> tuple[Finding, ...]:
    if schema.own_merging is not None:
        whole = schema.own_merging.in_effect([Document(value, schema.root.span)]).value
    else:
        whole = copy_value(value)
        if not schema.checks_values_as_set:
            complete(whole, schema.root.type)
    return found_by(each for each in own_check.check(whole) if each.severity == "error")


class _Filler:
    """Values for the fields that have to be set."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    def map(self, field: Field, depth: int) -> Map:
        # The values of keys that tell the first of several shapes from the others.
        constants: dict[Scalar, Value] = {
            key: from_plain(values[0], field.span)
            for shape in _first_shapes(field)
            for key, values in shape.constants.items()
        }
        items = []
        for below in self._needed(field):
            is_constant = below.key in constants
            value = constants[below.key] if is_constant else self.value(below, depth + 1)
            if value is not None or below.required:
                items.append(MapItem(below.key, value, below.span))
        return Map(items, field.span)

    def add(self, document: Document, path: Path) -> bool:
        """Add the first field on a path that values do not have; return whether one was missing."""
        places = _places(self.schema.root, document, path)
        field, holder = places[-1]
        steps = tuple(path)[len(places) - 1 :]
        below = next((each for each in field.type.fields if [each.key] == [*steps[:1]]), None)
        if below is None or below.is_open or not isinstance(holder.value, Map):
            return False
        holder.value.items.append(MapItem(below.key, self.value(below, len(below.path)), below.span))
        return True

    def repairs(self, field: Field, violation: Finding) -> Iterator[Value]:
        """Yield values to try in the place of a wrong one, those first that the violation names."""
        texts = [*_expected_texts(violation.params.get("expected"))]
        numbers = [int(each) for each in numbers_of(field) if isinstance(each, int) or each.is_integer()]
        common = lcm(*filter(None, numbers))
        multiples = [common * factor for factor in (1, 2, 3)] if any(numbers) else []
        samples = (sample for text in texts for sample in pattern_samples(text))
        plain: Iterator[Plain] = chain(map(_written, texts), texts, samples, multiples)
        item = field.type.item
        if item is not None:
            values = [*candidates(item)]
            several = (values[:count] for count in range(1, _MOST_ITEMS + 1) if count <= len(values))
            yield Array([ArrayItem(self.value(item, 1), field.span)], field.span)
            plain = chain(plain, several, ([value] for value in values))
        for below in field.type.fields:
            names = [*islice(open_names(below), _MOST_ITEMS)]
            entries = [MapItem(name, self.value(below, 1), below.span) for name in names]
            yield from (Map(entries[:count], field.span) for count in range(1, len(entries) + 1))
        yield from (from_plain(each, field.span) for each in chain(plain, likely_values(field)))

    def _needed(self, field: Field) -> Iterator[Field]:
        """Yield the fields below that have to be set, and maps that are set and contain such fields."""
        chosen = {key for shape in _first_shapes(field) for key in shape.required}
        for below in field.type.fields:
            is_needed = self.schema.is_required(below) or (below.absent and below.key in chosen)
            has_needed = not below.absent and any(True for _ in self._needed(below))
            if not below.is_open and (is_needed or has_needed):
                yield below

    def value(self, field: Field, depth: int) -> Value:
        """Return a value for a field: an example, the default, an allowed value, or one of its type."""
        examples = [example.value for example in field.examples]
        known = [*examples, *([] if field.default is UNSET else [field.default])]
        fitting = next((value for value in known if fits(field, value)), UNSET)
        if fitting is not UNSET:
            return copy_value(fitting)
        if field.type.main == "map":
            return self.map(field, depth) if depth < _DEEPEST_REQUIRED else Map([], field.span)
        if field.type.main == "array":
            return self._array(field, depth)
        values = (from_plain(plain, field.span) for plain in likely_values(field))
        kind: Kind = "string" if field.type.kinds[0] == "any" else field.type.kinds[0]
        return next((value for value in values if fits(field, value)), next(iter(samples_of(kind)), None))

    def _array(self, field: Field, depth: int) -> Array:
        item = field.type.item
        least = max((rule.argument for rule in field.rules if rule.name == "min_len"), default=0)
        count = min(max(least, 1), _MOST_ITEMS) if self.schema.is_required(field) else 0
        if item is None or depth >= _DEEPEST_REQUIRED:
            return Array([], field.span)
        return Array([ArrayItem(self.value(item, depth + 1), field.span) for _ in range(count)], field.span)


def _first_shapes(field: Field) -> list[Shape]:
    return [shape for shapes in field.alternatives for shape in shapes.shapes[:1]]

"""Minimal values: the least that users have to set, proved by the rules or by a schema's own check."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from math import lcm
from typing import TypeAlias, cast

from yschema_engine.compiled.documents import UNKNOWN_KEY
from yschema_engine.schema.alternatives import Shape
from yschema_engine.schema.fields import UNSET, Field, Kind, Unset, assign, complete, default_of
from yschema_engine.schema.pattern_samples import pattern_samples
from yschema_engine.schema.rule_check import is_required, validate
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.schema_keywords import OwnCheck
from yschema_engine.schema.types import check
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import Finding, FindingParam, found_by
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
from yschema_engine.values.samples import (
    candidates,
    fits,
    likely_values,
    numbers_in,
    open_names,
    samples_of,
)
from yschema_engine.yaml.plain_values import Plain

_DEEPEST = 12
_MOST_ITEMS = 8
_MOST_REPAIRS = 60
_PASSES = 12  # a key that is added may require others
_Errors: TypeAlias = Callable[[Value], tuple[Finding, ...]]


@dataclass(frozen=True, slots=True)
class Minimal:
    """Data values with nothing but what has to be set.

    Attributes:
        value: a map, empty where nothing has to be set.
        violations: the rules that it breaks all the same; none if it is proved valid.
    """

    value: Value
    violations: tuple[Finding, ...]


def minimal_of(schema: Schema) -> Minimal:
    """Return the minimal valid values of a schema, as far as they can be found.

    They are examples of the schema where it has any that fit, else samples of formats, allowed values and
    limits.

    Raises:
        LimitError: the schema's code, or its check, takes more time or memory than it may.
    """
    return _of_schema(schema).minimal()


def minimal_map(field: Field) -> Map:
    """Return the minimal value of a map, even if it is not required; an empty map for other types."""
    if "map" not in field.type.kinds:
        return Map([], field.span)
    alone = Field(None, ROOT, replace(field.type, kinds=("map",)), field.span, rules=field.rules)
    value = _Search(alone, is_required, partial(_broken, alone)).minimal().value
    assert isinstance(value, Map)
    return value


def least_map(schema: Schema, field: Field) -> Map:
    """Return the minimal value of a map anywhere in a schema; as `minimal_map`."""
    if schema.own_check is None or "map" not in field.type.kinds:
        return minimal_map(field)
    return _of_schema(schema).map(field, 0)


def valid_value(schema: Schema, field: Field) -> Value | Unset:
    """Return a value for a field as the minimal values have it; `UNSET` if none is found that fits."""
    search, item = _of_schema(schema), field.type.item
    values = [search.value(field, 0)]
    if item is not None:
        values.append(Array([ArrayItem(search.value(item, 1), field.span)], field.span))
    return next((value for value in values if fits(field, value)), UNSET)


def _of_schema(schema: Schema) -> _Search:
    own_check = schema.own_check
    errors = partial(_broken, schema.root) if own_check is None else partial(_refused, schema, own_check)
    return _Search(schema.root, schema.is_required, errors)


def _broken(field: Field, value: Value) -> tuple[Finding, ...]:
    """Return what is wrong with the values of a document whose rules the schema has."""
    value = copy_value(value)
    if wrong := tuple(check(value, field.type, field.span)):
        return wrong
    complete(value, field.type)
    return found_by(validate(field, value))


def _refused(schema: Schema, own_check: OwnCheck, value: Value) -> tuple[Finding, ...]:
    """Return the errors of a schema's own check."""
    if schema.own_merging is not None:
        whole = schema.own_merging.in_effect([Document(value, schema.root.span)]).value
    else:
        whole = copy_value(value)
        if not schema.checks_values_as_set:
            complete(whole, schema.root.type)
    return found_by(each for each in own_check.check(whole) if each.severity == "error")


class _Search:
    """The search for values of the fields that have to be set."""

    def __init__(self, root: Field, is_required: Callable[[Field], bool], errors: _Errors) -> None:
        self._root = root
        self._is_required = is_required
        self._errors = errors

    def minimal(self) -> Minimal:
        """Return the values that have to be set, as far as they can be found."""
        is_map = "map" in self._root.type.kinds
        value = self.map(self._root, 0) if is_map else default_of(self._root)
        if not is_map and not self._errors(value):
            return Minimal(Map([], self._root.span), ())
        first = found = Minimal(value, self._errors(value))
        for _ in range(_PASSES):
            if not found.violations:
                return found
            completed = Document(copy_value(found.value), self._root.span)
            added = [self._add(completed, each.path or ROOT) for each in found.violations]
            more = Minimal(completed.value, self._errors(completed.value)) if any(added) else None
            found = more or self._repaired(found)
        return first if found.violations else found

    def _repaired(self, found: Minimal) -> Minimal:
        """Return values in which the first wrong one is another, or gone, if that leaves fewer violations."""
        for violation in found.violations:
            document = Document(copy_value(found.value), self._root.span)
            path = violation.path or ROOT
            places = _places(self._root, document, path)
            around = places[len(path) - 1][1] if violation.code == UNKNOWN_KEY and path != ROOT else None
            if around is not None and isinstance(around.value, Map):
                kept = [item for item in around.value.items if item.key != path[-1]]
                tries: Iterable[tuple[Holder, Value]] = [(around, Map(kept, around.value.span))]
            elif len(places) == len(path) + 1:
                field, holder = places[-1]
                values = self._repairs(field, holder.value, violation)
                tries = ((holder, value) for value in islice(values, _MOST_REPAIRS))
            else:
                continue
            for holder, value in tries:
                holder.value = copy_value(value)
                violations = self._errors(document.value)
                if len(violations) < len(found.violations):
                    return Minimal(document.value, violations)
        return found

    def map(self, field: Field, depth: int) -> Map:
        # The values of keys that tell the first of several shapes from the others.
        constants: dict[Scalar, Value] = {
            key: from_plain(values[0], field.span)
            for shape in _first_shapes(field)
            for key, values in shape.constants.items()
        }
        items = []
        for below in self._needed(field):
            value = constants[below.key] if below.key in constants else self.value(below, depth + 1)
            if value is not None or below.required:
                items.append(MapItem(below.key, value, below.span))
        return Map(items, field.span)

    def _add(self, document: Document, path: Path) -> bool:
        """Add the first field on a path that values do not have; return whether one was missing."""
        places = _places(self._root, document, path)
        field, holder = places[-1]
        steps = tuple(path)[len(places) - 1 :]
        below = next((each for each in field.type.fields if [each.key] == [*steps[:1]]), None)
        if below is None or below.is_open or not isinstance(holder.value, Map):
            return False
        holder.value.items.append(MapItem(below.key, self.value(below, len(below.path)), below.span))
        return True

    def _repairs(self, field: Field, before: Value, violation: Finding) -> Iterator[Value]:
        """Yield values to try in the place of a wrong one, those first that the violation names."""
        texts = [*_expected_texts(violation.params.get("expected"))]
        named = (number for rule in field.rules for number in numbers_in(rule))
        numbers = [int(each) for each in named if isinstance(each, int) or each.is_integer()]
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
        if isinstance(before, Map):
            yield from self._maps(field, before)
        yield from (from_plain(each, field.span) for each in chain(plain, likely_values(field)))

    def _maps(self, field: Field, least: Map) -> Iterator[Value]:
        """Yield maps to try if the minimal one breaks a rule."""
        keys = {item.key for item in least.items}
        for item in field.type.fields:
            if item.keys is not None and item.is_open:
                names = islice((name for name in open_names(item) if name not in keys), _MOST_ITEMS)
                more = [MapItem(name, self._some(item), item.span) for name in names]
                yield from (Map([*least.items, *more[: n + 1]], least.span) for n in range(len(more)))
            elif item.key not in keys and item.removed is None and (item.absent or item.type.nullable):
                yield Map([*least.items, MapItem(item.key, self._some(item), item.span)], least.span)

    def _some(self, field: Field) -> Value:
        """Return a value that sets something."""
        set_ = self.value(replace(field, default=UNSET), len(field.path))
        values = (set_, *(from_plain(each, field.span) for each in likely_values(field)))
        something = (each for each in values if each not in (None, "") and fits(field, each))
        return next(something, default_of(field))

    def _needed(self, field: Field) -> Iterator[Field]:
        """Yield the fields below that have to be set, and maps that are set and contain such fields."""
        chosen = {key for shape in _first_shapes(field) for key in shape.required}
        for below in field.type.fields:
            is_needed = self._is_required(below) or (below.absent and below.key in chosen)
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
            return self.map(field, depth) if depth < _DEEPEST else Map([], field.span)
        if field.type.main == "array":
            return self._array(field, depth)
        values = (from_plain(plain, field.span) for plain in likely_values(field))
        kind: Kind = "string" if field.type.kinds[0] == "any" else field.type.kinds[0]
        other = next(iter(samples_of(kind)), None) if field.absent else default_of(field)
        return next((value for value in values if fits(field, value)), other)

    def _array(self, field: Field, depth: int) -> Array:
        item = field.type.item
        least = max((rule.argument for rule in field.rules if rule.name == "min_len"), default=0)
        count = min(max(least, 1), _MOST_ITEMS) if self._is_required(field) else 0
        if item is None or depth >= _DEEPEST:
            return Array([], field.span)
        value = self.value(item, depth + 1)
        value = self._some(item) if value in (None, "") else value
        return Array([ArrayItem(copy_value(value), field.span) for _ in range(count)], field.span)


def _places(field: Field, holder: Holder, path: Path) -> list[tuple[Field, Holder]]:
    """Return the fields along a path from a document, each with its item in the values, as far as they go."""
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


def _first_shapes(field: Field) -> list[Shape]:
    return [shape for shapes in field.alternatives for shape in shapes.shapes[:1]]

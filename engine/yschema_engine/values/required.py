"""The least that users have to set by a schema whose own check decides, such as a JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from yschema_engine.schema.fields import UNSET, Field, Shape, Unset, complete
from yschema_engine.schema.rule_registry import RULES
from yschema_engine.schema.schema import InstanceCheck, Schema
from yschema_engine.schema.types import check
from yschema_engine.text.findings import EngineError, Finding, LimitError
from yschema_engine.text.nodes import Array, ArrayItem, Map, MapItem, Scalar, Value, copy_value, from_plain
from yschema_engine.text.paths import Path
from yschema_engine.values.least import Minimal, minimal

_DEEPEST = 12
_MOST_ITEMS = 8
_PASSES = 4  # a key that is added may require others
_FORMATS = {
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
    "uri-reference": "/example",
    "json-pointer": "/example",
    "regex": "^[a-z]+$",
    "byte": "ZXhhbXBsZQ==",
    "cidr": "10.0.0.0/8",
}
_NAMES_OF_KIND = ("apiVersion", "kind")
_SAMPLES: Mapping[str, Scalar] = {
    "string": "example",
    "integer": 1,
    "float": 1,
    "boolean": True,
    "null": None,
    "any": "example",
}


def minimal_of(schema: Schema) -> Minimal:
    """Return the minimal valid values of a schema, as far as they can be found.

    Raises:
        LimitError: the schema's code, or its check, takes more time or memory than it may.
    """
    instance_check = schema.instance_check
    return minimal(schema.root) if instance_check is None else _minimal(schema, instance_check)


def valid_value(schema: Schema, field: Field) -> Value | Unset:
    """Return a value for a field as the minimal values have it; `UNSET` if none is found that fits."""
    value = _Filler(schema).value(field, 0)
    return value if _is_valid(field, value) else UNSET


def _minimal(schema: Schema, instance_check: InstanceCheck) -> Minimal:
    filler = _Filler(schema)
    value = filler.map(schema.root, 0)
    if schema.resource is not None:
        _add_name(value)
    first = found = Minimal(value, _errors(_whole(schema, value), instance_check))
    for _ in range(_PASSES):
        if not found.violations:
            return found
        completed = copy_value(found.value)
        added = [filler.add(completed, each.path) for each in found.violations]
        if not any(added):
            break
        found = Minimal(completed, _errors(_whole(schema, completed), instance_check))
    return first if found.violations else found


def _whole(schema: Schema, value: Value) -> Value:
    """Return the values that the check is about."""
    whole = copy_value(value)
    if not schema.checks_values_as_set:
        complete(whole, schema.root.type)
    return whole


def _errors(value: Value, instance_check: InstanceCheck) -> tuple[Finding, ...]:
    try:
        return tuple(each for each in instance_check(value) if each.severity == "error")
    except LimitError:
        raise
    except EngineError as e:
        return e.findings


def _add_name(resource: Map) -> None:
    """Add a name to a resource, which the API server requires whatever the definition says."""
    metadata = next((item for item in resource.items if item.key == "metadata"), None)
    if metadata is None:
        names = [index for index, item in enumerate(resource.items) if item.key in _NAMES_OF_KIND]
        metadata = MapItem("metadata", Map([], resource.span), resource.span)
        resource.items.insert(max(names, default=-1) + 1, metadata)
    if isinstance(metadata.value, Map) and all(item.key != "name" for item in metadata.value.items):
        metadata.value.items.insert(0, MapItem("name", _SAMPLES["string"], metadata.span))


class _Filler:
    """Values for the fields that have to be set."""

    def __init__(self, schema: Schema) -> None:
        self._is_required = schema.is_required
        self._root = schema.root

    def map(self, field: Field, depth: int) -> Map:
        constants = _constants(field)
        items = []
        for below in self._needed(field):
            is_constant = below.key in constants
            value = constants[below.key] if is_constant else self.value(below, depth + 1)
            if value is not None or below.required:
                items.append(MapItem(below.key, value, below.span))
        return Map(items, field.span)

    def add(self, value: Value, path: Path | None) -> bool:
        """Add the field at a path to values that have the map around it; return whether it was missing."""
        field = self._root
        for step in path or ():
            items = {item.key: item.value for item in value.items} if isinstance(value, Map) else {}
            below = next((each for each in field.type.fields if each.key == step and not each.is_open), None)
            if below is None or not isinstance(value, Map):
                return False
            if step not in items:
                value.items.append(MapItem(below.key, self.value(below, len(below.path)), below.span))
                return True
            field, value = below, items[below.key]
        return False

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
        fitting = next((value for value in known if _is_valid(field, value)), UNSET)
        if fitting is not UNSET:
            return copy_value(fitting)
        if field.type.main == "map":
            return self.map(field, depth) if depth < _DEEPEST else Map([], field.span)
        if field.type.main == "array":
            return self._array(field, depth)
        values = (from_plain(plain, field.span) for plain in _by_rules(field))
        sample = from_plain(_SAMPLES.get(field.type.kinds[0]), field.span)
        return next((value for value in values if _is_valid(field, value)), sample)

    def _array(self, field: Field, depth: int) -> Array:
        item = field.type.item
        least = max((rule.argument for rule in field.rules if rule.name == "min_len"), default=0)
        count = min(max(least, 1), _MOST_ITEMS) if self._is_required(field) else 0
        if item is None or depth >= _DEEPEST:
            return Array([], field.span)
        return Array([ArrayItem(self.value(item, depth + 1), field.span) for _ in range(count)], field.span)


def _first_shapes(field: Field) -> list[Shape]:
    return [shape for shapes in field.alternatives for shape in shapes.shapes[:1]]


def _constants(field: Field) -> dict[Scalar, Value]:
    """Return the values of keys that tell the first of several shapes from the others."""
    constants = (pair for shape in _first_shapes(field) for pair in shape.constants.items())
    return {key: from_plain(value, field.span) for key, value in constants}


def _by_rules(field: Field) -> Iterator[object]:
    for rule in field.rules:
        format_ = (rule.keywords or {}).get("format")
        if format_ in _FORMATS:
            yield _FORMATS[format_]
        if rule.name in RULES:
            yield from islice(RULES[rule.name].examples(rule.argument), 20)
    yield _SAMPLES.get(field.type.kinds[0])


def _is_valid(field: Field, value: Value) -> bool:
    """Return whether a value has the type of a field, and keeps its rules that have no condition."""
    if any(True for _ in check(value, field.type, field.span)):
        return False
    return all(rule.condition is not None or rule.check(value) is None for rule in field.rules)

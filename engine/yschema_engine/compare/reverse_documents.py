"""The documents of the reverse check: boundary values that the old version accepts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from yschema_engine.compare.documents import Conflict, Joined, placed
from yschema_engine.compare.probe import Probe
from yschema_engine.schema.fields import Field
from yschema_engine.text.paths import Path
from yschema_engine.values.samples import OTHER_KEY
from yschema_engine.yaml.plain_values import Plain

# Each round sets all fields of a schema, to one candidate each.
_ROUNDS = 5
_FEWER_ROUNDS = 2
_MANY = 300
_MOST_VALUES = 12


def documents(old: Probe, new: Probe, known: Sequence[Path]) -> Iterator[Plain]:
    """Yield documents that set each field to one of its candidates, all of them together.

    Fields at and below the known paths are left out: refusals of their values are explained.

    Args:
        old: the version that accepts the values, as far as they can be judged one by one.
        new: the version that should accept them; values that its fields refuse come first.
        known: the paths of breaking changes.
    """
    fields = [field for field in old.schema.root.walk() if field.removed is None]
    is_known = _is_below(known)
    fields = [old.schema.root, *(field for field in fields if not is_known(field.path))]
    yield from _of_values([field for field in fields if not field.type.fields and field.path], old, new)
    yield from _of_maps([field for field in fields if field.type.fields and field.rules], old, new)
    yield from _of_other_keys([field for field in fields if field.type.takes_other_keys], old)


def _is_below(known: Collection[Path]) -> Callable[[Path], bool]:
    paths = set(known)
    return lambda path: any(Path(path[:length]) in paths for length in range(1, len(path) + 1))


def _of_values(fields: Sequence[Field], old: Probe, new: Probe) -> Iterator[Plain]:
    rounds = _ROUNDS if len(fields) <= _MANY else _FEWER_ROUNDS
    twins = {field.path: field for field in new.schema.root.walk()}
    valid = {field: _valid(field, twins.get(field.path), old, new, rounds) for field in fields}
    for number in range(rounds):
        together = Joined(old.base)
        for field, values in valid.items():
            if number < len(values):
                _add(together, field.path, values[number], old)
        yield together.document


def _valid(field: Field, twin: Field | None, old: Probe, new: Probe, number: int) -> list[Plain]:
    """Return candidates that a field accepts; first those that the field of the new version refuses."""
    values = (value for value in old.candidates(field) if old.accepts(field, value))
    if twin is None or _is_equal(field, twin):
        return list(islice(values, 1 if number == _FEWER_ROUNDS else number))
    return sorted(islice(values, _MOST_VALUES), key=lambda value: new.accepts(twin, value))[:number]


def _is_equal(field: Field, twin: Field) -> bool:
    """Return whether two fields are sure to accept the same values, apart from conditions."""
    has_code = any(rule.source for rule in twin.rules)
    return field.rules == twin.rules and field.type.kinds == twin.type.kinds and not has_code


def _of_maps(fields: Sequence[Field], old: Probe, new: Probe) -> Iterator[Plain]:
    """Yield documents for the rules of maps: values that the same map of the new version refuses."""
    for field in fields:
        twin = new.schema.find(str(field.path)) if field.path else new.schema.root
        if twin is not None and not _is_equal(field, twin):
            values = (value for value in old.candidates(field) if old.accepts(field, value))
            refused = next((value for value in values if not new.accepts(twin, value)), None)
            if refused is not None:
                alone = Joined(old.base)
                _add(alone, field.path, refused, old)
                yield alone.document


def _of_other_keys(fields: Sequence[Field], old: Probe) -> Iterator[Plain]:
    """Yield a document with a key that no field stands for in each map that accepts one."""
    together = Joined(old.base)
    for field in fields:
        _add(together, field.path, {OTHER_KEY: "example"}, old)
    if fields:
        yield together.document


def _add(together: Joined, path: Path, value: Plain, old: Probe) -> None:
    """Add a value, unless no key fits, or others set it already."""
    place = placed(old.fields, path, value)
    if place is not None:
        with suppress(Conflict):
            together.add(place[0])

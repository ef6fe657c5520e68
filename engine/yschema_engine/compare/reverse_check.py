"""The reverse check, which runs values that the old version accepts against the new one.

Whatever the new version refuses has to be explained by a change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from yschema_engine.compare.changes import (
    FIELD_DECLARED,
    UNEXPLAINED_REFUSAL,
    VALUE_REFUSED,
    Change,
    Side,
    Witness,
)
from yschema_engine.compare.trial_runs import Conflict, Joined, Trial, placed
from yschema_engine.schema.fields import Field
from yschema_engine.text.nodes import from_plain
from yschema_engine.text.paths import Path
from yschema_engine.values.samples import OTHER_KEY
from yschema_engine.yaml.plain_values import Plain, ValueLookup, merged, without_all

# Each round sets all fields of a schema, to one candidate each.
_ROUNDS = 5
_FEWER_ROUNDS = 2
_MANY = 300
_MOST_VALUES = 12


def documents(old: Trial, new: Trial, known: KnownPaths) -> Iterator[Plain]:
    """Yield documents that set each field to one of its candidates, all of them together.

    Fields at and below the known paths are left out: refusals of their values are explained.

    Args:
        old: the version that accepts the values, as far as they can be judged one by one.
        new: the version that should accept them; values that its fields refuse come first.
        known: the paths of breaking changes.
    """
    below = (field for field in old.schema.root.walk() if field.removed is None)
    fields = [old.schema.root, *(field for field in below if not known.contain(field.path))]
    yield from _of_values([field for field in fields if not field.type.fields and field.path], old, new)
    yield from _of_maps([field for field in fields if field.type.fields and field.rules], old, new)
    # A key that no field stands for, in each map that accepts one.
    if others := [(field, {OTHER_KEY: "example"}) for field in fields if field.type.takes_other_keys]:
        yield _together(others, old)


def _of_values(fields: Sequence[Field], old: Trial, new: Trial) -> Iterator[Plain]:
    rounds = _ROUNDS if len(fields) <= _MANY else _FEWER_ROUNDS
    twins = {field.path: field for field in new.schema.root.walk()}
    valid = {field: _valid(field, twins.get(field.path), old, new, rounds) for field in fields}
    for number in range(rounds):
        yield _together(((f, values[number]) for f, values in valid.items() if number < len(values)), old)


def _valid(field: Field, twin: Field | None, old: Trial, new: Trial, number: int) -> list[Plain]:
    """Return candidates that a field accepts; first those that the field of the new version refuses."""
    values = old.valid(field)
    if twin is None or _is_equal(field, twin):
        return list(islice(values, 1 if number == _FEWER_ROUNDS else number))
    return sorted(islice(values, _MOST_VALUES), key=lambda value: new.accepts(twin, value))[:number]


def _is_equal(field: Field, twin: Field) -> bool:
    """Return whether two fields are sure to accept the same values, apart from conditions."""
    has_code = any(rule.source for rule in twin.rules)
    return field.rules == twin.rules and field.type.kinds == twin.type.kinds and not has_code


def _of_maps(fields: Sequence[Field], old: Trial, new: Trial) -> Iterator[Plain]:
    """Yield documents for the rules of maps: values that the same map of the new version refuses."""
    for field in fields:
        twin = new.schema.find(str(field.path)) if field.path else new.schema.root
        if twin is not None and not _is_equal(field, twin):
            refused = next((each for each in old.valid(field) if not new.accepts(twin, each)), None)
            if refused is not None:
                yield _together([(field, refused)], old)


def _together(values: Iterable[tuple[Field, Plain]], old: Trial) -> Plain:
    """Return a document that sets values of fields, as far as keys fit and no other value is set there."""
    joined = Joined(old.base)
    for field, value in values:
        place = placed(old, field.path, value)
        if place is not None:
            with suppress(Conflict):
                joined.add(place[0])
    return joined.document


_REPAIRS = 3


def unexplained(
    changes: Sequence[Change], old: Trial, new: Trial, samples: Iterable[Plain] = ()
) -> list[Change]:
    """Return a change for each refusal that no known change explains; also of samples of the old version."""
    known = KnownPaths(
        change.path for change in changes if change.code.level == "breaking" or change.code == FIELD_DECLARED
    )
    refusals: dict[Path, Plain] = {}
    for document in (*samples, *documents(old, new, known)):
        valid = next((each for each, refused in _reduced(document, old) if not refused), None)
        for path in all_refused(valid, new, known.explain) if valid is not None else ():
            refusals.setdefault(path, valid)
    for path in new.refused(old.base) if not old.base_outcome.findings else ():
        refusals.setdefault(path, old.base)
    return [_change(path, each, old, new) for path, each in refusals.items() if not known.explain(path)]


def all_refused(
    document: Plain, trial: Trial, is_left_out: Callable[[Path], bool] = lambda _: True
) -> Iterator[Path]:
    """Yield all paths in a document that a version refuses, by its types and by its rules.

    Refused values are left out one after another, since rules run only if all types are right.

    Args:
        document: the document.
        trial: the version.
        is_left_out: whether to leave out the refused value at a path.
    """
    for _, refused in islice(_reduced(document, trial, is_left_out), _REPAIRS):
        yield from refused


def _reduced(
    document: Plain, trial: Trial, is_left_out: Callable[[Path], bool] = lambda _: True
) -> Iterator[tuple[Plain, tuple[Path, ...]]]:
    """Yield a document and the paths that a version refuses, then the same for what is left without them."""
    for _ in range(_REPAIRS + 1):
        refused = trial.refused(document)
        yield document, refused
        shorter = without_all(document, filter(is_left_out, refused))
        if shorter == document:
            return
        document = shorter


class KnownPaths:
    """The paths of the fields of known changes, which explain refusals."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._paths = list(paths)
        self._exact = set(self._paths)
        self._above = {path[:length] for path in self._exact for length in range(len(path))}
        self._loose = [path for path in self._paths if _fits_others(path)]

    def contain(self, path: Path) -> bool:
        """Return whether a path is one of the paths, or below it; the document does not count."""
        return any(path[:length] in self._exact for length in range(1, len(path) + 1))

    def explain(self, path: Path) -> bool:
        """Return whether a refusal is at, above or below one of the paths."""
        if path in self._above or () in self._exact or self.contain(path):
            return True
        similar = self._paths if _fits_others(path) else self._loose
        return any(leads(path, each) or leads(each, path) for each in similar)


def _fits_others(path: Path) -> bool:
    """Return whether a path has a step that other steps fit as well."""
    return not all(isinstance(step, str) for step in path)


def leads(one: Sequence[object], other: Sequence[object]) -> bool:
    """Return whether one path leads to the other, or further; items and open keys fit any step."""
    steps = zip(one, other, strict=False)
    return len(one) >= len(other) and all(
        step == twin or not (isinstance(step, str) and isinstance(twin, str)) for step, twin in steps
    )


def _change(path: Path, document: Plain, old: Trial, new: Trial) -> Change:
    """Return the change for a refusal; languages with checks of their own say more than fields can."""
    code = UNEXPLAINED_REFUSAL if new.schema.own_check is None else VALUE_REFUSED
    field = new.schema.find(str(path.field)) or new.schema.root
    small = _smaller(document, path, old, new)
    return Change(code, path, new=Side(span=field.span), witness=Witness(small, path, "old"))


def _smaller(document: Plain, path: Path, old: Trial, new: Trial) -> Plain:
    """Return a document with one value alone, if it shows the same."""
    is_set, value = ValueLookup(from_plain(document, old.schema.root.span)).at(path)
    if not is_set:
        return document
    small = placed(old, path, value)
    if small is None:
        return document
    alone = merged(old.base, small[0])
    return alone if old.run(alone).valid and not new.run(alone).valid else document

"""Helpers for documents of plain values: merging, nesting and look-up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from yschema_engine.compare.field_pairs import FieldLookup
from yschema_engine.compare.trial_runs import Trial
from yschema_engine.schema.fields import Field
from yschema_engine.text.nodes import Scalar
from yschema_engine.text.paths import AnyItem, OpenKey, Path, Step, key_of
from yschema_engine.values.samples import open_names
from yschema_engine.yaml.plain_values import Plain, merged

OMITTED = object()
"""Stands for a value that a document does not set."""


class Conflict(Exception):
    """Two documents set the same value."""


class Joined:
    """Values that are set together, besides those of a base.

    Documents share the base. Values join in place, so that thousands of them take time in line with their
    number.

    Attributes:
        own: the values, without those of the base alone.
    """

    def __init__(self, base: Plain) -> None:
        self.own: dict[Scalar, Plain] = {}
        self._base = base
        self._alone: Plain = None

    @property
    def document(self) -> Plain:
        """The values together, with those of the base."""
        return merged(self._base, self.own) if self._alone is None else self._alone

    def add(self, values: Plain) -> None:
        """Add the values of another document that is not the base.

        Raises:
            Conflict: the same value is set already; the document stays as it is.
        """
        if not isinstance(values, dict):  # an array, which nothing can join
            if self.own or self._alone is not None:
                raise Conflict
            self._alone = values
            return
        changes: list[tuple[dict[Scalar, Plain], Scalar, Plain]] = []
        _collect_changes(self.own, values, self._base, changes)
        for holder, key, value in changes:
            holder[key] = value


def _collect_changes(
    own: dict[Scalar, Plain],
    values: Mapping[Scalar, Plain],
    base: Plain,
    changes: list[tuple[dict[Scalar, Plain], Scalar, Plain]],
) -> None:
    below = base if isinstance(base, dict) else {}
    for key, value in values.items():
        if key not in own:
            changes.append((own, key, _copied(value)))
        elif isinstance(own[key], dict) and isinstance(value, dict):
            _collect_changes(own[key], value, below.get(key), changes)
        else:
            inner = below.get(key)
            both = _either(merged(inner, own[key]), merged(inner, value), inner)
            changes.append((own, key, _copied(both)))


def _copied(value: Plain) -> Plain:
    """Return a copy of the maps in a value, which others are to join."""
    return {key: _copied(inner) for key, inner in value.items()} if isinstance(value, dict) else value


def _either(one: Plain, other: Plain, base: Plain) -> Plain:
    """Return two values merged; one of them may come from the base.

    Raises:
        Conflict: they differ from it and from each other.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        return {**one, **other, **{key: _either(one[key], other[key], None) for key in one if key in other}}
    if _is_item(one) and _is_item(other):
        return [_either(one[0], other[0], None)]
    if one == other and type(one) is type(other):
        return one
    if one == base:
        return other
    if other == base:
        return one
    raise Conflict


def placed(trial: Trial, path: Iterable[Step], value: Plain) -> tuple[dict[Scalar, Plain], Path] | None:
    """Return a document that sets one value, and the path of the value in it; None if no key fits.

    Args:
        trial: the version, whose least values are set in the maps around the value.
        path: of the field.
        value: what to set; `OMITTED` to set nothing there.
    """
    concrete = _concrete(trial.fields, path)
    if concrete is None:
        return None
    nested = _nested(trial, trial.schema.root, concrete, value)
    return {} if nested is OMITTED else nested, concrete


def _is_item(value: Plain) -> bool:
    return isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict)


def _concrete(fields: FieldLookup, path: Iterable[Step]) -> Path | None:
    """Return a path with an index for each item, and with a name for each open key."""
    steps: list[Step] = []
    field: Field | None = fields.root
    for step in path:
        field = fields.below(field, step)
        if isinstance(step, AnyItem):
            steps.append(0)
        elif isinstance(step, OpenKey):
            name = next(open_names(field), None) if field is not None else None
            if name is None:
                return None
            steps.append(name)
        else:
            steps.append(step)
    return Path(steps)


def _nested(trial: Trial, field: Field | None, path: Path, value: Plain) -> Plain:
    """Return a value nested below a path, with the values that the maps on the way require.

    A value that is omitted needs no maps that the schema does not declare.
    """
    if not path or (field is None and value is OMITTED):
        return value
    step, rest = path[0], Path(path[1:])
    below = trial.fields.below(field, step)
    inner = _nested(trial, below, rest, value)
    if isinstance(step, int):
        inner = {} if inner is OMITTED else inner
        return [merged(trial.least(below), inner) if below is not None and isinstance(inner, dict) else inner]
    if inner is OMITTED:
        return {}
    # A map may be absent, or null, unless somebody sets it.
    is_unset = below is not None and (below.absent or below.is_open or below.type.nullable)
    if below is not None and is_unset and rest and isinstance(inner, dict):
        inner = merged(trial.least(below), inner)
    return {key_of(step): inner}

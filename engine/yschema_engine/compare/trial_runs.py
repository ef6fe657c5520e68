"""Trial runs of data values against one version of a schema, and the documents to run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from functools import cached_property
from itertools import tee

from yschema_engine.schema.fields import UNSET, Field, KeyLookup, Unset, ValueType, complete
from yschema_engine.schema.keys import UNKNOWN_KEY
from yschema_engine.schema.rule_check import broken_whatever_condition, validate_at
from yschema_engine.schema.rules import CUSTOM, Context, Rule
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.types import check
from yschema_engine.text.findings import EngineError, Finding, LimitError, found_by
from yschema_engine.text.nodes import Array, Map, MapItem, Scalar, Value, from_plain, key_id, to_plain
from yschema_engine.text.paths import ANY_ITEM, ROOT, AnyItem, OpenKey, Path, Step, key_of
from yschema_engine.values.check import Checked, check_plain
from yschema_engine.values.minimal import least_map
from yschema_engine.values.samples import candidates, open_names
from yschema_engine.yaml.plain_values import Plain, merged


class Trial:
    """One version of a schema, which documents are run against; results are computed when they are read."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self._keys: dict[ValueType, KeyLookup] = {}
        self._candidates: dict[Field, Iterator[Plain]] = {}
        self._least: dict[Field, Plain] = {}
        self._outcomes: dict[str, Checked] = {}

    def run(self, document: Plain) -> Checked:
        """Return the outcome of a document, read as with `--data-values-file`, with the errors alone."""
        identity = repr(document)
        if identity not in self._outcomes:
            try:
                checked = check_plain(self.schema, document)
                errors = tuple(each for each in checked.findings if each.severity == "error")
                self._outcomes[identity] = Checked(checked.value, errors)
            except LimitError:
                raise
            except EngineError as e:
                self._outcomes[identity] = Checked(None, e.findings)
        return self._outcomes[identity]

    def refused(self, document: Plain) -> tuple[Path, ...]:
        """Return the paths of the values in a document that the version refuses."""
        return tuple(error.path or ROOT for error in self.run(document).findings)

    def broken_by(self, base: Plain, own: Plain) -> frozenset[Path] | None:
        """Return the paths of the values that break rules if a document sets some besides those of a base.

        Only these values and the maps around them are checked, which takes a fraction of the time of a run.

        Args:
            base: the values of a document that has been run.
            own: the values to set besides.

        Returns:
            The paths; None if only a run of the whole document can tell.
        """
        outcome = self.run(base)
        if self.schema.own_check is not None or outcome.findings:
            return None
        root = self.schema.root
        value = self._with(outcome.value, own, root)
        if isinstance(value, Unset):
            return None
        broken = found_by(validate_at(root, value, Context(ROOT, root.span, None, value), own))
        return frozenset(each.path or ROOT for each in broken)

    def _with(self, value: Value, own: Plain, field: Field | None) -> Value | Unset:
        """Return a complete value with others in it; `UNSET` if they do more than replace some."""
        if field is None or field.is_open:
            return UNSET
        if not isinstance(own, dict):
            new = from_plain(own, field.span)
            is_same_kind = isinstance(value, Array) == isinstance(new, Array) and not isinstance(value, Map)
            if not is_same_kind or any(True for _ in check(new, field.type, field.span)):
                return UNSET
            complete(new, field.type)
            return new
        if not isinstance(value, Map):
            return UNSET
        items = {key_id(item.key): item for item in value.items}
        for key, inner in own.items():
            if not isinstance(key, str) or key not in items:
                return UNSET
            changed = self._with(items[key].value, inner, self.below(field, key))
            if isinstance(changed, Unset):
                return UNSET
            items[key] = MapItem(key, changed, items[key].span)
        return Map(list(items.values()), value.span)

    def below(self, field: Field | None, step: Step) -> Field | None:
        """Return the field that a step leads to from another one; None if there is none."""
        if field is None:
            return None
        if isinstance(step, int) or step is ANY_ITEM:
            return field.type.item
        keys = self._keys_of(field)
        if isinstance(step, OpenKey):
            return next((each for each in keys.open if each.path[-1] == step), None)
        return keys.field(key_of(step))

    def has_rules_above(self, path: Iterable[Step]) -> bool:
        """Return whether a map or an array around the field at a path has rules, or takes open keys."""
        field: Field | None = self.schema.root
        for step in path:
            if field is None:
                return False
            if field.rules or self._keys_of(field).open:
                return True
            field = self.below(field, step)
        return False

    def _keys_of(self, field: Field) -> KeyLookup:
        if field.type not in self._keys:
            self._keys[field.type] = KeyLookup(field.type)
        return self._keys[field.type]

    def accepts(self, field: Field, value: Plain) -> bool:
        """Return whether a field accepts a value, judged without the document around it."""
        return not self.type_errors(field, value) and not any(self._broken(field, value))

    def may_break(self, field: Field, rule: Rule, value: Plain) -> bool:
        """Return whether a value breaks a rule, whatever its condition, or only a run can decide that."""
        if self.type_errors(field, value):
            return False
        if self.is_run_by_schema(rule):
            return True
        node = from_plain(value, field.span)
        complete(node, field.type)
        return any(True for _ in broken_whatever_condition([rule], node))

    def is_run_by_schema(self, rule: Rule | None) -> bool:
        """Return whether only the check of the whole schema can run a rule, such as `not` of JSON Schema."""
        return self.schema.own_check is not None and rule is not None and rule.name == CUSTOM

    def type_errors(self, field: Field, value: Plain) -> list[Finding]:
        """Return the findings about the types in a value of a field, and about its keys."""
        found = check(from_plain(value, field.span), field.type, field.span)
        is_lenient = self.schema.own_check is not None
        return [each for each in found if not (is_lenient and each.code == UNKNOWN_KEY)]

    def candidates(self, field: Field) -> Iterator[Plain]:
        """Return values to try for a field; several readers share what one of them has computed."""
        if field not in self._candidates:
            (self._candidates[field],) = tee(candidates(field), 1)
        return copy(self._candidates[field])

    def valid(self, field: Field) -> Iterator[Plain]:
        """Yield those of them that the field accepts."""
        return (value for value in self.candidates(field) if self.accepts(field, value))

    def least(self, field: Field) -> Plain:
        """Return minimal values of a map, if they can be found."""
        if field not in self._least:
            self._least[field] = to_plain(least_map(self.schema, field))
        return self._least[field]

    @cached_property
    def base(self) -> Plain:
        """The least document: of a resource, without a `spec` that can be left out."""
        least = self.least(self.schema.root)
        if self.schema.resource is None or not isinstance(least, dict):
            return least
        shorter = {key: value for key, value in least.items() if key != "spec"}
        return shorter if self.run(shorter).valid else least

    @cached_property
    def base_outcome(self) -> Checked:
        """The outcome of the minimal document."""
        return self.run(self.base)

    @cached_property
    def has_local_rules(self) -> bool:
        """Whether the verdict on a value depends on nothing but the value and the maps around it."""
        if self.schema.own_check is not None:
            return False
        root = self.schema.root
        fields = (level for field in (root, *root.walk()) for level in field.levels)
        return not any(rule.condition is not None for field in fields for rule in field.rules)

    def _broken(self, field: Field, value: Plain) -> Iterator[Finding]:
        node = from_plain(value, field.span)
        complete(node, field.type)
        try:
            yield from validate_at(field, node, Context(field.path, field.span, None, node))
        except LimitError:
            raise
        except EngineError:
            return  # a condition that needs the whole document


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
        for holder, key, value in list(_additions(self.own, values, self._base)):
            holder[key] = value


def _additions(
    own: dict[Scalar, Plain], values: Mapping[Scalar, Plain], base: Plain
) -> Iterator[tuple[dict[Scalar, Plain], Scalar, Plain]]:
    """Yield what other values change in some: a map, one of its keys, and the value there."""
    below = base if isinstance(base, dict) else {}
    for key, value in values.items():
        if key not in own:
            yield own, key, _copied(value)
        elif isinstance(own[key], dict) and isinstance(value, dict):
            yield from _additions(own[key], value, below.get(key))
        else:
            inner = below.get(key)
            both = _either(merged(inner, own[key]), merged(inner, value), inner)
            yield own, key, _copied(both)


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
    concrete = _concrete(trial, path)
    if concrete is None:
        return None
    nested = _nested(trial, trial.schema.root, concrete, value)
    return {} if nested is OMITTED else nested, concrete


def _is_item(value: Plain) -> bool:
    return isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict)


def _concrete(trial: Trial, path: Iterable[Step]) -> Path | None:
    """Return a path with an index for each item, and with a name for each open key."""
    steps: list[Step] = []
    field: Field | None = trial.schema.root
    for step in path:
        field = trial.below(field, step)
        concrete: Step | None = 0 if isinstance(step, AnyItem) else step
        if isinstance(step, OpenKey):
            concrete = next(open_names(field), None) if field is not None else None
        if concrete is None:
            return None
        steps.append(concrete)
    return Path(steps)


def _nested(trial: Trial, field: Field | None, path: Path, value: Plain) -> Plain:
    """Return a value nested below a path, with the values that the maps on the way require.

    A value that is omitted needs no maps that the schema does not declare.
    """
    if not path or (field is None and value is OMITTED):
        return value
    step, rest = path[0], Path(path[1:])
    below = trial.below(field, step)
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

"""Documents that may prove a difference between two versions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from yschema_engine.compare.documents import OMITTED
from yschema_engine.compare.field_pairs import Difference
from yschema_engine.compare.trial_runs import Trial
from yschema_engine.schema.fields import Field
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.paths import Path
from yschema_engine.values.samples import OTHER_KEY, open_names
from yschema_engine.yaml.plain_values import Plain, merged

_ANYTHING: tuple[Plain, ...] = ("example", 1, True, {}, [], None)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A document that may be a witness.

    Attributes:
        base: data values that all attempts have in common.
        own: those that it sets besides.
        path: the value in it that the difference is about.
        is_typed: whether the type of the value, or its key, is what should be refused.
    """

    base: Plain
    own: Plain
    path: Path
    is_typed: bool = False

    @property
    def document(self) -> Plain:
        """The data values."""
        return merged(self.base, self.own)


def attempts(each: Difference, accepting: Trial, refusing: Trial) -> Iterator[Attempt]:
    """Yield documents to try, the most promising first.

    Args:
        each: a difference of acceptance.
        accepting: the version that should accept the documents.
        refusing: the version that should refuse them.
    """
    is_reverse = each.change.code.level == "compatible"
    accepts, refuses = (each.pair.new, each.pair.old) if is_reverse else (each.pair.old, each.pair.new)
    if each.change.code.topic == "keys" and accepts is not None and accepts.is_open:
        yield from _of_names(accepts, refuses, accepting)
        return
    for value, is_typed in _values(each, accepts, refuses, accepting, refusing):
        place = accepting.placed(each.change.path, value)
        if place is not None:
            yield Attempt(accepting.base, *place, is_typed)
            if value is not OMITTED and not is_typed and not refusing.has_local_rules:
                yield from _with_neighbours(place, accepting, each.change.path)


def _of_names(accepts: Field, refuses: Field | None, accepting: Trial) -> Iterator[Attempt]:
    """Yield documents with keys that one open field stands for, and the other one does not."""
    value = next((v for v in accepting.candidates(accepts) if accepting.accepts(accepts, v)), None)
    for name in open_names(accepts):
        if refuses is None or refuses.keys is None or not refuses.keys.takes(name, refuses.key):
            path = Path((*accepts.path.parent, name))
            place = accepting.placed(path, value)
            if place is not None:
                yield Attempt(accepting.base, *place, is_typed=True)


def _values(
    each: Difference, accepts: Field | None, refuses: Field | None, accepting: Trial, refusing: Trial
) -> Iterator[tuple[Plain, bool]]:
    """Yield values, each with whether its type is the reason to refuse it."""
    if each.change.code.topic == "lack":
        yield OMITTED, False
        return
    rule = each.rules[0 if each.change.code.level == "compatible" else 1]
    for value in _valid(each, accepts, refuses, accepting, refusing):
        if rule is not None and refuses is not None:
            if refusing.may_break(refuses, rule, value):
                yield value, False
            continue
        is_key = refuses is None or refuses.removed is not None or each.change.code.topic == "keys"
        if is_key or (refuses is not None and refusing.type_errors(refuses, value)):
            yield value, True
        elif refuses is not None and (_may_depend(refuses) or not refusing.accepts(refuses, value)):
            yield value, False


def _valid(
    each: Difference, accepts: Field | None, refuses: Field | None, accepting: Trial, refusing: Trial
) -> Iterator[Plain]:
    """Yield values that the accepting version accepts at the place."""
    of_other: Iterable[Plain] = refusing.candidates(refuses) if refuses is not None else ()
    if accepts is None:  # any value is valid
        yield from (*of_other, *_ANYTHING)
        return
    if each.change.code.topic == "keys":
        yield from _with_other_keys(accepts, accepting)
    for value in chain(accepting.candidates(accepts), of_other):
        if accepting.accepts(accepts, value):
            yield value


def _may_depend(field: Field) -> bool:
    """Return whether a rule of the field depends on other values."""
    return any(rule.condition is not None for rule in field.rules)


def _with_other_keys(field: Field, trial: Trial) -> Iterator[Plain]:
    least = trial.least(field)
    values: tuple[Plain, ...] = ("example", 1, {})
    for value in values:
        document = merged(least, {OTHER_KEY: value})
        if not trial.type_errors(field, document) or trial.schema.own_check is not None:
            yield document


def _with_neighbours(place: tuple[Plain, Path], trial: Trial, path: Path) -> Iterator[Attempt]:
    """Yield documents that also change other values, on which the condition of a rule may depend."""
    own, concrete = place
    if trial.schema.own_check is not None:
        return
    for field in trial.schema.root.walk():
        if field.path.parent in (path.parent, path.parent.parent) and field.path != path:
            for value in islice(trial.candidates(field), 4):
                around = trial.placed(field.path, value)
                if around is not None:
                    yield Attempt(trial.base, merged(around[0], own), concrete)

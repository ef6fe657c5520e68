"""Witnesses: data values that prove a difference, because the two versions treat them differently.

A document counts only if both versions have run it. Documents that cannot influence each other run together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Literal, TypeAlias, TypeVar

from yschema_engine.compare.changes import Change, Topic, Witness
from yschema_engine.compare.field_pairs import Difference
from yschema_engine.compare.trial_runs import OMITTED, Conflict, Joined, Trial, placed
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import EngineError, Finding
from yschema_engine.text.node_values import equal
from yschema_engine.text.nodes import to_plain, type_name
from yschema_engine.text.paths import Path
from yschema_engine.values.samples import OTHER_KEY, open_names
from yschema_engine.yaml.plain_values import Plain, ValueLookup, merged, without_all
from yschema_engine.yaml.read import read

_ANYTHING: tuple[Plain, ...] = ("example", 1, True, {}, [], None)
_MOST_ATTEMPTS = 24


Attempt: TypeAlias = tuple[Witness, bool]
"""A document that may be a witness, and whether the type of the value, or its key, should be refused."""


@dataclass(frozen=True, slots=True)
class Direction:
    """The version that has to accept a witness, and the one that has to refuse it.

    Attributes:
        accepting: the first one.
        refusing: the second one.
        name: the name of the first one.
    """

    accepting: Trial
    refusing: Trial
    name: Literal["old", "new"]

    def refused(self, document: Plain) -> set[Path]:
        """Return the paths in a document that a version refuses, also those behind refused least values."""
        reduced = without_all(document, self.refusing.refused(self.accepting.base))
        refused = set(self.refusing.refused(document))
        return refused if reduced == document else refused | set(self.refusing.refused(reduced))


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """The search for a witness of a difference of acceptance.

    Attributes:
        difference: the difference.
        direction: the versions that witnesses are run against.
    """

    difference: Difference
    direction: Direction

    @property
    def topic(self) -> Topic:
        """What shows the change."""
        return self.difference.change.code.topic

    @property
    def accepts(self) -> Field | None:
        """The field of the accepting version."""
        return self.difference.pair.old if self.direction.name == "old" else self.difference.pair.new

    @property
    def refuses(self) -> Field | None:
        """The field of the refusing version."""
        return self.difference.pair.new if self.direction.name == "old" else self.difference.pair.old

    @property
    def is_of_words(self) -> bool:
        """Whether only the documentation names another type: a check of its own accepts all values."""
        has_own_check = self.direction.refusing.schema.own_check is not None
        return self.topic == "type" and has_own_check and not self.direction.accepting.base_outcome.findings

    @property
    def is_alone(self) -> bool:
        """Whether the value can run with others: no rule of a map around it can depend on it."""
        fields = self.difference.pair.fields
        if self.topic != "presence" and any(field.type.fields for field in fields):
            return False
        trials = (self.direction.accepting, self.direction.refusing)
        return not any(trial.has_rules_above(self.difference.change.path) for trial in trials)

    def witness(self) -> Witness | None:
        """Return the first attempt that succeeds by itself."""
        tried = (document for document, _ in islice(self.attempts(), _MOST_ATTEMPTS))
        return next(filter(self._succeeds, tried), None)

    def attempts(self) -> Iterator[Attempt]:
        """Yield documents to try, the most promising first."""
        if self.topic == "keys" and self.accepts is not None and self.accepts.is_open:
            yield from self._of_names(self.accepts)
            return
        for value, is_typed in self._values():
            for document in self._at(self.difference.change.path, value):
                yield document, is_typed
                if value is not OMITTED and not is_typed and not self.direction.refusing.has_local_rules:
                    yield from ((each, False) for each in self._with_neighbours(document))

    def _at(self, path: Path, value: Plain) -> Iterator[Witness]:
        """Yield the document that sets a value at the path of a field; none if no key fits."""
        accepting = self.direction.accepting
        if (place := placed(accepting, path, value)) is not None:
            yield Witness(*place, self.direction.name, accepting.base)

    def is_proved(self, path: Path, refused: Collection[Path]) -> bool:
        """Return whether a value is refused, or a map around it, if the change is about its presence."""
        if self.topic != "presence":
            return path in refused
        return any(Path(path[:length]) in refused for length in range(1, len(path) + 1))

    def _of_names(self, accepts: Field) -> Iterator[Attempt]:
        """Yield documents with keys that one open field stands for, and the other one does not."""
        value = next(self.direction.accepting.valid(accepts), None)
        for name in open_names(accepts):
            if self.refuses is None or not self.refuses.takes(name):
                yield from ((each, True) for each in self._at(accepts.path.parent.key(name), value))

    def _values(self) -> Iterator[tuple[Plain, bool]]:
        """Yield values, each with whether its type is the reason to refuse it."""
        if self.topic == "lack":
            yield OMITTED, False
            return
        rule = self.difference.rules[1 if self.direction.name == "old" else 0]
        refuses, refusing = self.refuses, self.direction.refusing
        for value in self._valid():
            if rule is not None and refuses is not None:
                if refusing.may_break(refuses, rule, value):
                    yield value, False
            elif refuses is None or refuses.removed is not None or self.topic == "keys":
                yield value, True
            else:
                may_depend = any(each.condition is not None for each in refuses.rules)
                is_typed = bool(refusing.type_errors(refuses, value))
                if is_typed or may_depend or not refusing.accepts(refuses, value):
                    yield value, is_typed

    def _valid(self) -> Iterator[Plain]:
        """Yield values that the accepting version accepts at the place."""
        accepts, accepting = self.accepts, self.direction.accepting
        of_other: Iterable[Plain] = self.direction.refusing.candidates(self.refuses) if self.refuses else ()
        if accepts is None:  # any value is valid
            yield from (*of_other, *_ANYTHING)
            return
        if self.topic == "keys":
            yield from _with_other_keys(accepts, accepting)
        yield from accepting.valid(accepts)
        yield from (value for value in of_other if accepting.accepts(accepts, value))

    def _with_neighbours(self, attempt: Witness) -> Iterator[Witness]:
        """Yield documents that also change other values, on which the condition of a rule may depend."""
        trial, path = self.direction.accepting, self.difference.change.path
        if trial.schema.own_check is not None:
            return
        for field in trial.schema.root.walk():
            if field.path.parent in (path.parent, path.parent.parent) and field.path != path:
                for value in islice(trial.candidates(field), 4):
                    around = placed(trial, field.path, value)
                    if around is not None:
                        yield replace(attempt, own=merged(around[0], attempt.own))

    def _succeeds(self, attempt: Witness) -> bool:
        accepting = self.direction.accepting
        return (
            self._may_succeed(attempt)
            and accepting.run(attempt.values).valid
            and any(self._concerns(path, attempt.path) for path in self.direction.refused(attempt.values))
            and (self.topic == "lack" or self._is_new(attempt))
        )

    def _may_succeed(self, attempt: Witness) -> bool:
        """Return whether the rules of the values that an attempt sets leave its success open."""
        if self.direction.accepting.broken_by(attempt.base, attempt.own):
            return False
        if self.topic == "lack":  # about a value that the attempt does not set
            return True
        broken = self.direction.refusing.broken_by(attempt.base, attempt.own)
        return broken is None or any(self._concerns(path, attempt.path) for path in broken)

    def _is_new(self, attempt: Witness) -> bool:
        """Return whether a schema with checks of its own refuses more than the least values of the other."""
        refusing = self.direction.refusing
        if refusing.schema.own_check is None:
            return True
        known = set(map(_identity, refusing.run(self.direction.accepting.base).findings))
        return any(_identity(error) not in known for error in refusing.run(attempt.values).findings)

    def _concerns(self, refused: Path, path: Path) -> bool:
        """Return whether a refusal is about the value at a path, or its key; other changes explain others."""
        if refused == path:
            return True
        if any(map(self.direction.refusing.is_run_by_schema, self.difference.rules)):
            return refused.starts_with(path)
        if self.topic == "presence":
            return path.starts_with(refused)
        return self.topic == "keys" and refused.parent == path


def _with_other_keys(field: Field, trial: Trial) -> Iterator[Plain]:
    least = trial.least(field)
    values: tuple[Plain, ...] = ("example", 1, {})
    for value in values:
        document = merged(least, {OTHER_KEY: value})
        if not trial.type_errors(field, document) or trial.schema.own_check is not None:
            yield document


def _identity(error: Finding) -> tuple[Path | None, str]:
    return error.path, str(error.params.get("found", ""))


T = TypeVar("T")
_MOST_SEARCHED = 100  # each search runs several documents
_REPAIRS = 3


def prove(found: Sequence[Difference], old: Trial, new: Trial) -> list[Change]:
    """Return the changes of acceptance with witnesses, in the same order."""
    forward, reverse = Direction(old, new, "old"), Direction(new, old, "new")
    searches = [
        Search(each, reverse if each.change.code.level == "compatible" else forward) for each in found
    ]
    witnesses: dict[Search, Witness] = {}
    for direction in (forward, reverse):
        witnesses |= _prove([each for each in searches if each.direction is direction], direction)
    return [
        replace(each.difference.change, witness=witnesses.get(each))
        for each in searches
        if each in witnesses or not (each.difference.needs_witness or each.is_of_words)
    ]


def _prove(searches: Iterable[Search], direction: Direction) -> dict[Search, Witness]:
    """Return the witnesses for differences, those of independent ones from common runs."""
    if direction.accepting.base_outcome.findings:
        return {}
    attempts = ((each, next(each.attempts(), None)) for each in searches if each.topic != "none")
    first = {search: attempt for search, attempt in attempts if attempt is not None}
    witnesses: dict[Search, Witness] = {}
    for together in _batches(first, direction):
        accepted, document = _accepted(together, direction)
        refused = direction.refused(document) if accepted else set()
        witnesses |= {each: a for each, a in accepted.items() if each.is_proved(a.path, refused)}
    for search in [each for each in first if each not in witnesses][:_MOST_SEARCHED]:
        if (witness := search.witness()) is not None:
            witnesses[search] = witness
    return witnesses


def _batches(first: Mapping[Search, Attempt], direction: Direction) -> Iterator[dict[Search, Witness]]:
    """Yield groups of attempts that can run as one document."""
    if not (direction.accepting.has_local_rules and direction.refusing.has_local_rules):
        return
    # Rules run only if all types are right.
    for is_typed in (True, False):
        pending = {
            search: document
            for search, (document, is_of_type) in first.items()
            if is_of_type == is_typed and search.is_alone
        }
        while len(pending) > 1:
            together, _ = _join(pending, direction.accepting.base)
            yield together
            pending = {each: a for each, a in pending.items() if each not in together}


def _join(pending: Mapping[T, Witness], base: Plain) -> tuple[dict[T, Witness], Plain]:
    """Return the attempts that do not set the same value, and their common document."""
    joined, together = Joined(base), {}
    for each, attempt in pending.items():
        with suppress(Conflict):
            joined.add(attempt.own)
            together[each] = attempt
    return together, joined.document


def _accepted(together: dict[Search, Witness], direction: Direction) -> tuple[dict[Search, Witness], Plain]:
    """Return the attempts whose common document one version accepts, and that document."""
    for _ in range(_REPAIRS):
        together, document = _join(together, direction.accepting.base)
        wrong = direction.accepting.refused(document)
        if not wrong:
            return together, document
        around = {path[:length] for path in wrong for length in range(len(path) + 1)}
        together = {each: a for each, a in together.items() if tuple(a.path) not in around}
    return {}, direction.accepting.base


def show_results(found: Sequence[Difference], old: Trial, new: Trial) -> list[Change]:
    """Return the changes of effect with witnesses, in the same order; all documents run together."""
    changes = [each.change for each in found]
    if old.base_outcome.findings:
        return changes
    pending = {i: place for i, each in enumerate(found) if (place := _place(each, old)) is not None}
    while pending:
        together, document = _join(pending, old.base)
        results = ValueLookup(old.run(document).value), ValueLookup(new.run(document).value)
        for i, attempt in together.items():
            if found[i].change.code.topic == "meaning" or _differ(results, attempt.path):
                changes[i] = replace(changes[i], witness=attempt)
        pending = {i: place for i, place in pending.items() if i not in together}
    return changes


def _place(each: Difference, old: Trial) -> Witness | None:
    path, value = each.change.path, OMITTED
    if each.change.code.topic == "meaning":
        value = next(old.valid(each.pair.field), OMITTED)
    place = placed(old, path, value)
    return None if place is None else Witness(*place, "both", old.base)


def _differ(results: tuple[ValueLookup, ValueLookup], path: Path) -> bool:
    (is_before, before), (is_after, after) = (result.at(path) for result in results)
    return is_before != is_after or not equal(before, after) or type_name(before) != type_name(after)


def sample_documents(schema: Schema) -> Iterator[Plain]:
    """Yield the documents of all samples of a schema that are valid YAML."""
    for source in schema.samples:
        with suppress(EngineError):
            values = [to_plain(document.value) for document in read(source).documents]
            yield from (value for value in values if isinstance(value, dict))


def with_samples_as_witnesses(
    changes: Sequence[Change], samples: Sequence[Plain], old: Trial, new: Trial
) -> list[Change]:
    """Return the changes; samples prove those that no other values prove."""
    refused = {
        path: (sample, path) for sample in samples if old.run(sample).valid for path in new.refused(sample)
    }
    return [
        each
        if each.path not in refused or each.is_proved or each.code.level != "breaking"
        else replace(each, witness=Witness(*refused[each.path], "old"))
        for each in changes
    ]

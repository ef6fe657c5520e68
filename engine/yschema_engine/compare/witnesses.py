"""Witnesses: data values that prove a difference, because the two versions treat them differently.

A document counts only if both versions have run it. Documents that cannot influence each other run together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal

from yschema_engine.compare.changes import Change, Witness
from yschema_engine.compare.documents import OMITTED, Conflict, Joined
from yschema_engine.compare.field_pairs import Difference
from yschema_engine.compare.trial_runs import Trial
from yschema_engine.compare.witness_candidates import Attempt, attempts
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import EngineError
from yschema_engine.text.node_values import equal
from yschema_engine.text.nodes import to_plain, type_name
from yschema_engine.text.paths import Path
from yschema_engine.text.source import Source
from yschema_engine.yaml.plain_values import Plain, ValueLookup, without_all
from yschema_engine.yaml.read import read_plain

_MOST_ATTEMPTS = 24
_MOST_SEARCHED = 100  # each search runs several documents
_REPAIRS = 3


@dataclass(frozen=True, slots=True)
class Direction:
    """The version that has to accept a witness, and the one that has to refuse it."""

    accepting: Trial
    refusing: Trial
    is_reverse: bool

    @property
    def name(self) -> Literal["old", "new"]:
        """The name of the accepting version."""
        return "new" if self.is_reverse else "old"

    @property
    def base_refused(self) -> tuple[Path, ...]:
        """The least values of one version that the other one refuses."""
        return self.refusing.run(self.accepting.base).refused

    def refused(self, document: Plain) -> set[Path]:
        """Return the paths in a document that a version refuses, also those behind refused least values."""
        reduced = without_all(document, self.base_refused)
        refused = set(self.refusing.run(document).refused)
        return refused if reduced == document else refused | set(self.refusing.run(reduced).refused)


def prove(found: Sequence[Difference], old: Trial, new: Trial) -> list[Change]:
    """Return the changes of acceptance with witnesses, in the same order."""
    changes = [each.change for each in found]
    for direction in (Direction(old, new, is_reverse=False), Direction(new, old, is_reverse=True)):
        indexes = [i for i, each in enumerate(found) if _is_of(each, direction)]
        witnesses = _prove([found[i] for i in indexes], direction)
        for i, witness in zip(indexes, witnesses, strict=True):
            changes[i] = replace(changes[i], witness=witness)
    return [
        change
        for change, each in zip(changes, found, strict=True)
        if change.witness or not (each.needs_witness or _is_of_words(each, old, new))
    ]


def _is_of_words(each: Difference, old: Trial, new: Trial) -> bool:
    """Return whether only the documentation names another type: a check of its own accepts all values."""
    accepting, refusing = (new, old) if each.change.code.level == "compatible" else (old, new)
    has_own_check = refusing.schema.own_check is not None
    return each.change.code.topic == "type" and has_own_check and not accepting.base_outcome.errors


def _is_of(each: Difference, direction: Direction) -> bool:
    level = each.change.code.level
    return level == ("compatible" if direction.is_reverse else "breaking")


def _prove(found: Sequence[Difference], direction: Direction) -> list[Witness | None]:
    """Return the witnesses for differences, those of independent ones from common runs."""
    witnesses: list[Witness | None] = [None] * len(found)
    if direction.accepting.base_outcome.errors:
        return witnesses
    first = {
        i: next(attempts(each, direction.accepting, direction.refusing), None) for i, each in enumerate(found)
    }
    for together in _batches({i: each for i, each in first.items() if each is not None}, found, direction):
        for i in _proved_together(together, found, direction):
            witnesses[i] = _witness(together[i], direction.name)
    missing = [i for i, attempt in first.items() if attempt is not None and witnesses[i] is None]
    for i in missing[:_MOST_SEARCHED]:
        witnesses[i] = _search(found[i], direction)
    return witnesses


def _search(each: Difference, direction: Direction) -> Witness | None:
    """Return the first attempt that succeeds by itself."""
    tried = islice(attempts(each, direction.accepting, direction.refusing), _MOST_ATTEMPTS)
    return next(
        (_witness(attempt, direction.name) for attempt in tried if _succeeds(each, attempt, direction)), None
    )


def _succeeds(each: Difference, attempt: Attempt, direction: Direction) -> bool:
    if not _may_succeed(each, attempt, direction):
        return False
    return direction.accepting.run(attempt.document).is_valid and _refuses(each, attempt, direction)


def _may_succeed(each: Difference, attempt: Attempt, direction: Direction) -> bool:
    """Return whether the rules of the values that an attempt sets leave its success open."""
    if direction.accepting.broken_by(attempt.base, attempt.own):
        return False
    if each.change.code.topic == "lack":  # about a value that the attempt does not set
        return True
    broken = direction.refusing.broken_by(attempt.base, attempt.own)
    return broken is None or any(_concerns(path, attempt.path, each, direction) for path in broken)


def _refuses(each: Difference, attempt: Attempt, direction: Direction) -> bool:
    """Return whether a version refuses a document because of the value that the attempt is about."""
    refused = direction.refused(attempt.document)
    is_concerned = any(_concerns(path, attempt.path, each, direction) for path in refused)
    return is_concerned and (each.change.code.topic == "lack" or _is_new(attempt, direction))


def _is_new(attempt: Attempt, direction: Direction) -> bool:
    """Return whether a schema with checks of its own refuses more than the least values of the other."""
    if direction.refusing.schema.own_check is None:
        return True
    known = {_identity(error) for error in direction.refusing.run(direction.accepting.base).errors}
    errors = direction.refusing.run(attempt.document).errors
    return any(_identity(error) not in known for error in errors)


def _identity(error: object) -> tuple[object, ...]:
    return (getattr(error, "path", None), str(getattr(error, "params", {}).get("found", "")))


def _concerns(refused: Path, path: Path, each: Difference, direction: Direction) -> bool:
    """Return whether a refusal is about the value at a path, or its key; other changes explain others."""
    if refused == path:
        return True
    if any(map(direction.refusing.is_run_by_schema, each.rules)):
        return refused.starts_with(path)
    if each.change.code.topic == "presence":
        return path.starts_with(refused)
    return each.change.code.topic == "keys" and refused.parent == path


def _witness(attempt: Attempt, accepted_by: Literal["old", "new", "both"]) -> Witness:
    return Witness(attempt.own, attempt.path, accepted_by, attempt.base)


def _batches(
    first: dict[int, Attempt], found: Sequence[Difference], direction: Direction
) -> Iterator[dict[int, Attempt]]:
    """Yield groups of attempts that can run as one document."""
    if not (direction.accepting.has_local_rules and direction.refusing.has_local_rules):
        return
    # Rules run only if all types are right.
    for is_typed in (True, False):
        pending = {
            i: a for i, a in first.items() if a.is_typed == is_typed and _is_alone(found[i], direction)
        }
        while len(pending) > 1:
            together, _ = _join(pending, direction.accepting.base)
            yield together
            pending = {i: a for i, a in pending.items() if i not in together}


def _join(pending: dict[int, Attempt], base: Plain) -> tuple[dict[int, Attempt], Plain]:
    """Return the attempts that do not set the same value, and their common document."""
    joined, together = Joined(base), {}
    for i, attempt in pending.items():
        try:
            joined.add(attempt.own)
        except Conflict:
            continue
        together[i] = attempt
    return together, joined.document


def _proved_together(
    together: dict[int, Attempt], found: Sequence[Difference], direction: Direction
) -> list[int]:
    accepted, document = _accepted(together, direction)
    refused = direction.refused(document) if accepted else set()
    return [i for i, attempt in accepted.items() if _is_refused(attempt.path, refused, found[i])]


def _accepted(together: dict[int, Attempt], direction: Direction) -> tuple[dict[int, Attempt], Plain]:
    """Return the attempts whose common document one version accepts, and that document."""
    for _ in range(_REPAIRS):
        together, document = _join(together, direction.accepting.base)
        wrong = direction.accepting.run(document).refused
        if not wrong:
            return together, document
        around = {path[:length] for path in wrong for length in range(len(path) + 1)}
        together = {i: a for i, a in together.items() if tuple(a.path) not in around}
    return {}, direction.accepting.base


def _is_refused(path: Path, refused: set[Path], each: Difference) -> bool:
    """Return whether a value is refused, or a map around it, if the change is about its presence."""
    if each.change.code.topic != "presence":
        return path in refused
    return any(Path(path[:length]) in refused for length in range(1, len(path) + 1))


def _is_alone(each: Difference, direction: Direction) -> bool:
    """Return whether the value can run with others: no rule of a map around it can depend on it."""
    if each.change.code.topic != "presence" and any(field.type.fields for field in each.pair.fields):
        return False
    trials = (direction.accepting, direction.refusing)
    return not any(trial.fields.has_rules_above(each.change.path) for trial in trials)


def show_results(found: Sequence[Difference], old: Trial, new: Trial) -> list[Change]:
    """Return the changes of effect with witnesses, in the same order; all documents run together."""
    changes = [each.change for each in found]
    if old.base_outcome.errors:
        return changes
    pending = {i: place for i, each in enumerate(found) if (place := _place(each, old)) is not None}
    while pending:
        together, document = _join(pending, old.base)
        results = ValueLookup(old.run(document).value), ValueLookup(new.run(document).value)
        for i, attempt in together.items():
            if found[i].change.code.topic == "meaning" or _differ(results, attempt.path):
                changes[i] = replace(changes[i], witness=_witness(attempt, "both"))
        pending = {i: place for i, place in pending.items() if i not in together}
    return changes


def _place(each: Difference, old: Trial) -> Attempt | None:
    path, value = each.change.path, OMITTED
    if each.change.code.topic == "meaning":
        field = each.pair.field
        value = next((v for v in old.candidates(field) if old.accepts(field, v)), OMITTED)
    place = old.placed(path, value)
    return None if place is None else Attempt(old.base, *place)


def _differ(results: tuple[ValueLookup, ValueLookup], path: Path) -> bool:
    (is_before, before), (is_after, after) = (result.at(path) for result in results)
    return is_before != is_after or not equal(before, after) or type_name(before) != type_name(after)


def sample_documents(schema: Schema) -> Iterator[Plain]:
    """Yield the documents of all samples of a schema that are valid YAML."""
    for source in schema.samples:
        yield from _documents(source)


def _documents(source: Source) -> list[Plain]:
    try:
        documents = read_plain(source).documents
    except EngineError:
        return []
    values = [to_plain(document.value) for document in documents]
    return [value for value in values if isinstance(value, dict)]


def with_samples_as_witnesses(
    changes: Sequence[Change], samples: Sequence[Plain], old: Trial, new: Trial
) -> list[Change]:
    """Return the changes; samples prove those that no other values prove."""
    refused = {
        path: (sample, path)
        for sample in samples
        if old.run(sample).is_valid
        for path in new.run(sample).refused
    }
    return [_with_witness(each, refused.get(each.path)) for each in changes]


def _with_witness(change: Change, refusal: tuple[Plain, Path] | None) -> Change:
    if refusal is None or change.is_proved or change.code.level != "breaking":
        return change
    return replace(change, witness=Witness(*refusal, "old"))

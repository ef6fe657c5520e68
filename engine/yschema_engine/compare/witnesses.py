"""Witnesses: data values that prove a difference, because the two versions treat them differently.

A document counts only if both versions have run it. Documents that cannot influence each other run together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from yschema_engine.compare.changes import Change, Witness
from yschema_engine.compare.documents import OMITTED, Conflict, Joined, placed
from yschema_engine.compare.field_pairs import Difference
from yschema_engine.compare.trial_runs import Trial
from yschema_engine.compare.witness_candidates import Attempt, Direction, Search
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import EngineError
from yschema_engine.text.node_values import equal
from yschema_engine.text.nodes import to_plain, type_name
from yschema_engine.text.paths import Path
from yschema_engine.yaml.plain_values import Plain, ValueLookup
from yschema_engine.yaml.read import read

_MOST_SEARCHED = 100  # each search runs several documents
_REPAIRS = 3


def prove(found: Sequence[Difference], old: Trial, new: Trial) -> list[Change]:
    """Return the changes of acceptance with witnesses, in the same order."""
    forward, reverse = Direction(old, new, is_reverse=False), Direction(new, old, is_reverse=True)
    searches = [
        Search(each, reverse if each.change.code.level == "compatible" else forward) for each in found
    ]
    witnesses: dict[int, Witness] = {}
    for direction in (forward, reverse):
        of_direction = {
            i: each for i, each in enumerate(searches) if each.direction is direction and each.topic != "none"
        }
        witnesses |= _prove(of_direction, direction)
    return [
        replace(each.change, witness=witnesses.get(i))
        for i, each in enumerate(found)
        if i in witnesses or not (each.needs_witness or searches[i].is_of_words)
    ]


def _prove(searches: Mapping[int, Search], direction: Direction) -> dict[int, Witness]:
    """Return the witnesses for differences, those of independent ones from common runs."""
    if direction.accepting.base_outcome.findings:
        return {}
    attempts = ((i, next(search.attempts(), None)) for i, search in searches.items())
    first = {i: attempt for i, attempt in attempts if attempt is not None}
    witnesses: dict[int, Witness] = {}
    for together in _batches(first, searches, direction):
        accepted, document = _accepted(together, direction)
        refused = direction.refused(document) if accepted else set()
        witnesses |= {i: a for i, a in accepted.items() if searches[i].is_proved(a.path, refused)}
    for i in [i for i in first if i not in witnesses][:_MOST_SEARCHED]:
        if (witness := searches[i].witness()) is not None:
            witnesses[i] = witness
    return witnesses


def _batches(
    first: Mapping[int, Attempt], searches: Mapping[int, Search], direction: Direction
) -> Iterator[dict[int, Attempt]]:
    """Yield groups of attempts that can run as one document."""
    if not (direction.accepting.has_local_rules and direction.refusing.has_local_rules):
        return
    # Rules run only if all types are right.
    for is_typed in (True, False):
        pending = {i: a for i, a in first.items() if a.is_typed == is_typed and searches[i].is_alone}
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


def _accepted(together: dict[int, Attempt], direction: Direction) -> tuple[dict[int, Attempt], Plain]:
    """Return the attempts whose common document one version accepts, and that document."""
    for _ in range(_REPAIRS):
        together, document = _join(together, direction.accepting.base)
        wrong = direction.accepting.refused(document)
        if not wrong:
            return together, document
        around = {path[:length] for path in wrong for length in range(len(path) + 1)}
        together = {i: a for i, a in together.items() if tuple(a.path) not in around}
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


def _place(each: Difference, old: Trial) -> Attempt | None:
    path, value = each.change.path, OMITTED
    if each.change.code.topic == "meaning":
        value = next(old.valid(each.pair.field), OMITTED)
    place = placed(old, path, value)
    return None if place is None else Attempt(*place, "both", old.base)


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

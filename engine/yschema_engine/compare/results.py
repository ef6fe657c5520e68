"""Proofs that the same values give other results."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.compare import codes
from yschema_engine.compare.changes import Change, Witness
from yschema_engine.compare.documents import OMITTED, Conflict, Joined, placed
from yschema_engine.compare.pairs import Difference
from yschema_engine.compare.probe import Probe
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.node_values import equal
from yschema_engine.text.nodes import type_name
from yschema_engine.text.paths import Path
from yschema_engine.yaml.plain_values import Plain, ValueLookup

# The key has a meaning in one version alone; both accept the value.
_OF_MEANING = (codes.FIELD_IGNORED, codes.FIELD_DECLARED)


def show_results(found: Sequence[Difference], old: Probe, new: Probe) -> list[Change]:
    """Return the changes of effect with witnesses, in the same order; all documents run together."""
    changes = [each.change for each in found]
    if old.base_outcome.errors:
        return changes
    places = {i: place for i, each in enumerate(found) if (place := _place(each, old)) is not None}
    while places:
        together, document = _join(places, old.base)
        results = ValueLookup(old.run(document).value), ValueLookup(new.run(document).value)
        for i, (alone, path) in together.items():
            if found[i].change.code in _OF_MEANING or _differ(results, path):
                changes[i] = replace(changes[i], witness=Witness(alone, path, "both", old.base))
        places = {i: place for i, place in places.items() if i not in together}
    return changes


def _place(each: Difference, old: Probe) -> tuple[Plain, Path] | None:
    path = each.change.path
    if each.change.code in _OF_MEANING:
        field = each.pair.field
        value = next((v for v in old.candidates(field) if old.accepts(field, v)), OMITTED)
        return placed(old.fields, path, value)
    return placed(old.fields, path, OMITTED)


def _join(places: dict[int, tuple[Plain, Path]], base: Plain) -> tuple[dict[int, tuple[Plain, Path]], Plain]:
    joined, together = Joined(base), {}
    for i, place in places.items():
        try:
            joined.add(place[0])
        except Conflict:
            continue
        together[i] = place
    return together, joined.document


def _differ(results: tuple[ValueLookup, ValueLookup], path: Path) -> bool:
    (is_before, before), (is_after, after) = (result.at(path) for result in results)
    return is_before != is_after or not equal(before, after) or type_name(before) != type_name(after)

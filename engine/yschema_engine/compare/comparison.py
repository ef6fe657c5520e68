"""Comparing two versions of a schema."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from yschema_engine.compare.changes import Comparison
from yschema_engine.compare.formats import with_enforcement
from yschema_engine.compare.pairs import Difference, Versions
from yschema_engine.compare.probe import Probe
from yschema_engine.compare.renames import with_successors
from yschema_engine.compare.results import show_results
from yschema_engine.compare.reverse_check import unexplained
from yschema_engine.compare.samples import sample_documents, with_samples_as_witnesses
from yschema_engine.compare.structure import differences
from yschema_engine.compare.witnesses import prove
from yschema_engine.schema.schema import Schema
from yschema_engine.yaml.plain_values import Plain

_LEVELS = MappingProxyType({"breaking": 0, "compatible": 1, "effect": 2, "words": 3})


def compare(old: Schema, new: Schema, samples: Iterable[Plain] = ()) -> Comparison:
    """Return what changes between two versions of a schema.

    Args:
        old: the old version.
        new: the new version.
        samples: data values for the old version, besides the samples that it brings along; they are also run
            against the new one.

    Raises:
        LimitError: the code of a schema took more time or memory than it may.
    """
    versions = Versions(old, new)
    found = [with_enforcement(each, versions) for each in differences(versions)]
    found = with_successors(found, versions)
    before, after = Probe(old), Probe(new)
    documents = (*sample_documents(old), *samples)
    changes = with_samples_as_witnesses(
        prove(_on(found, "acceptance"), before, after), documents, before, after
    )
    changes += show_results(_on(found, "effect"), before, after)
    changes += unexplained(changes, before, after, documents)
    changes += [each.change for each in _on(found, "words")]
    return Comparison(old, new, tuple(sorted(changes, key=lambda each: _LEVELS[each.code.level])))


def _on(found: Iterable[Difference], axis: str) -> list[Difference]:
    return [each for each in found if each.change.code.axis == axis]

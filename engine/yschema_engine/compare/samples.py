"""Samples: the values files that an input brings along, as documents to run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yschema_engine.compare.changes import Change, Witness
from yschema_engine.compare.probe import Probe
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import to_plain
from yschema_engine.text.paths import Path
from yschema_engine.text.source import Source
from yschema_engine.yaml.plain_values import Plain
from yschema_engine.yaml.read import read_plain


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
    changes: Sequence[Change], samples: Sequence[Plain], old: Probe, new: Probe
) -> list[Change]:
    """Return the changes, in which samples prove those that no other values prove."""
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

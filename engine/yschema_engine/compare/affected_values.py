"""The changes that affect certain values, and the values that a change is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yschema_engine.compare import changes as codes
from yschema_engine.compare.changes import Change, Comparison
from yschema_engine.compare.reverse_check import all_refused, leads
from yschema_engine.compare.trial_runs import Trial
from yschema_engine.schema.schema import ResourceKind
from yschema_engine.text.node_values import equal
from yschema_engine.text.nodes import Array, Map, Value, from_plain, to_plain
from yschema_engine.text.paths import ROOT, AnyItem, OpenKey, Path
from yschema_engine.yaml.plain_values import Plain

_OF_SET_FIELDS = (
    codes.DEPRECATED,
    codes.NOTICE_CHANGED,
    codes.FIELD_DECLARED,
    codes.FIELD_UNDECLARED,
    codes.DEFAULT_DROPPED,
    codes.DEFAULT_RESHAPED,
)


def affecting(comparison: Comparison, values: Plain) -> list[Change]:
    """Return the changes that affect the values of a document: refused, with other results, or deprecated."""
    old, new = Trial(comparison.old), Trial(comparison.new)
    refused = list(all_refused(values, new))
    results = old.run(values).value, new.run(values).value
    document = from_plain(values, comparison.old.root.span)
    return [
        change
        for change in comparison.changes
        if _is_about(change, values) and _affects(change, document, refused, results)
    ]


def _is_about(change: Change, values: Plain) -> bool:
    """Return whether a change is about the kind and the version of a resource, or about all."""
    keys = values if isinstance(values, dict) else {}
    resource = ResourceKind(str(keys.get("apiVersion", "")), str(keys.get("kind", "")))
    return change.resource in ("", resource.name, resource.kind.lower())


def _affects(change: Change, document: Value, refused: Sequence[Path], results: tuple[Value, Value]) -> bool:
    if change.code in _OF_SET_FIELDS or change.code.level == "unknown":
        return any(True for _ in values_about(change, document))
    if change.code.level == "breaking":
        return any(leads(path, change.path) or leads(change.path, path) for path in refused)
    if change.code.level == "effect":
        before, after = ([to_plain(value) for _, value in values_at(each, change.path)] for each in results)
        return not equal(before, after)
    return False


def values_about(change: Change, document: Value) -> Iterator[Path]:
    """Yield the paths of the values that a change is about, if its field is set at all."""
    for path, value in values_at(document, change.path):
        if change.code == codes.DEFAULT_RESHAPED and change.new is not None:
            is_map_now = isinstance(change.new.value, dict)
            if value is None or isinstance(value, Map) == is_map_now:
                continue
        yield path


def values_at(value: Value, path: Path, start: Path = ROOT) -> Iterator[tuple[Path, Value]]:
    """Yield the values that a path of a field leads to, each with its own path."""
    if not path:
        yield start, value
        return
    step, rest = path[0], Path(path[1:])
    if isinstance(value, Map):
        for item in value.items:
            inner = start.key(item.key)
            if isinstance(step, OpenKey) or inner[-1] == step:
                yield from values_at(item.value, rest, inner)
    elif isinstance(value, Array):
        for index, element in enumerate(value.items):
            if isinstance(step, AnyItem) or index == step:
                yield from values_at(element.value, rest, start.item(index))

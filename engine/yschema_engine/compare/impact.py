"""The changes that affect the values of one user."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yschema_engine.compare import codes
from yschema_engine.compare.changes import Change, Comparison
from yschema_engine.compare.probe import Probe
from yschema_engine.compare.reverse_check import all_refused, leads
from yschema_engine.text.node_values import equal
from yschema_engine.text.nodes import Array, Map, Value, from_plain, to_plain
from yschema_engine.text.paths import AnyItem, OpenKey, Path
from yschema_engine.yaml.plain_values import Plain

_NOTICES = (codes.DEPRECATED, codes.NOTICE_CHANGED, codes.FIELD_IGNORED)


def affecting(comparison: Comparison, values: Plain) -> list[Change]:
    """Return the changes that affect some values: refused ones, other results, and deprecated fields.

    Args:
        comparison: all changes.
        values: a document of data values.
    """
    old, new = Probe(comparison.old), Probe(comparison.new)
    refused = list(all_refused(values, new))
    results = old.run(values).value, new.run(values).value
    document = from_plain(values, comparison.old.root.span)
    return [change for change in comparison.changes if _affects(change, document, refused, results)]


def _affects(change: Change, document: Value, refused: Sequence[Path], results: tuple[Value, Value]) -> bool:
    if change.code in _NOTICES:
        return any(True for _ in values_at(document, change.path))
    if change.code.level == "breaking":
        return any(leads(path, change.path) or leads(change.path, path) for path in refused)
    if change.code.level == "effect":
        before, after = ([to_plain(value) for _, value in values_at(each, change.path)] for each in results)
        return not equal(before, after)
    return False


def values_at(value: Value, path: Path, start: Path = Path()) -> Iterator[tuple[Path, Value]]:  # noqa: B008  immutable
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

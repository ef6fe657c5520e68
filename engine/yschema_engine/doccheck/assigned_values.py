"""Data values that assignments build, one after the other."""

from __future__ import annotations

from collections.abc import Iterable

from yschema_engine.doccheck.helm_assignments import Assignment
from yschema_engine.merge.plain_values import as_overlay
from yschema_engine.text.nodes import Array, ArrayItem, Document, Holder, Map, MapItem, Value
from yschema_engine.text.paths import Path, Step
from yschema_engine.text.source import Span


def assigned(assignments: Iterable[Assignment]) -> Document | None:
    """Return a document with the values of assignments, each at the span of its flag; None without any.

    Later assignments take precedence. As in Helm, a map takes the place of another value that it is assigned
    into, and items that nothing is assigned to are null.
    """
    document: Document | None = None
    for each in assignments:
        document = document or Document(Map([], each.span), each.span)
        _assign(document, each.path, each.value, each.span)
    return as_overlay(document) if document is not None else None


def _assign(document: Document, path: Path, value: Value, span: Span) -> None:
    holder: Holder = document
    for step in path:
        holder = _below(holder, step, span)
    holder.value = value
    holder.span = holder.value_span = span


def _below(holder: Holder, step: Step, span: Span) -> Holder:
    """Return the item that a step leads to, made if there is none."""
    if isinstance(step, int):
        if not isinstance(holder.value, Array):
            holder.value = Array([], span)
        items = holder.value.items
        items.extend(ArrayItem(None, span) for _ in range(step + 1 - len(items)))
        return items[step]
    if not isinstance(holder.value, Map):
        holder.value = Map([], span)
    same = (item for item in holder.value.items if item.key == step)
    item = next(same, None)
    if item is None:
        item = MapItem(str(step), None, span)
        holder.value.items.append(item)
    return item

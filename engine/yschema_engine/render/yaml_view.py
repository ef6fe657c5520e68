"""What templates need of a values file beside its lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from yschema_engine.diagnostics import EngineError
from yschema_engine.export.values import Line
from yschema_engine.nodes import Array, Map, MapItem, Value
from yschema_engine.reader import read
from yschema_engine.reference.model import Field
from yschema_engine.source import Source

_LONGEST = 60


def without_line(root: Field, lines: Sequence[Line]) -> dict[str, list[str]]:
    """The anchors of fields that no line shows, by that of the nearest field above which one does.

    Removed fields are not in a values file, nor are those of items in arrays of arrays.
    """
    shown = {line.field.anchor for first in lines for line in first.walk() if line.field}
    found: dict[str, list[str]] = {}

    def look(field: Field, at: str) -> None:
        at = field.anchor if field.anchor in shown else at
        for child in field.children:
            if child.anchor not in shown:
                found.setdefault(at, []).append(child.anchor)
            look(child, at)

    look(root, "")
    return found


@dataclass(frozen=True, slots=True)
class Told:
    """A line of values: the text before a key, the key, the rest; what its field is, and what it allows."""

    before: str
    key: str
    rest: str
    field: Field | None = None
    rule: str = ""
    column: int = 0


def told(yaml: str, root: Field) -> list[Told]:
    """The lines of values as YAML, with the field that each sets and what that allows."""
    texts = yaml.splitlines()
    try:
        documents = read(Source("values", yaml)).documents
    except EngineError:
        documents = []
    fields = dict(pair for document in documents for pair in _fields(document.value, root))
    lines = [_told(text, fields.get(number)) for number, text in enumerate(texts, 1)]
    return lines


def _told(text: str, field: Field | None) -> Told:
    start = len(text) - len(text.lstrip(" -"))
    end = text.find(":", start)
    if field is None or end < 0:
        return Told("", "", text)
    rules = [" ".join(rule.text.split()) for rule in field.rules if not rule.condition]
    rule = "; ".join(rules) if field.kind != "map" else ""
    return Told(text[:start], text[start:end], text[end:], field, rule if len(rule) <= _LONGEST else "")


def _fields(value: Value, field: Field | None) -> Iterator[tuple[int, Field]]:
    """The fields that values set, by line."""
    if field is None:
        return
    if isinstance(value, Array):
        for element in value.items:
            yield from _fields(element.value, field.items)
    elif isinstance(value, Map):
        for item in value.items:
            if below := _of(item, field):
                yield item.position.line, below
                yield from _fields(item.value, below)


def _of(item: MapItem, field: Field) -> Field | None:
    own = next((f for f in field.fields if not f.open_to and f.name == item.key), None)
    return own or next((f for f in field.fields if f.open_to), None)

"""The summary at the top of a page: the required values."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.outputs.html.filters import number_below, rows
from yschema_engine.outputs.html.view import RequiredSummary
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema, shown_value
from yschema_engine.text.nodes import Map, to_plain
from yschema_engine.values.minimal import minimal_of
from yschema_engine.yaml.printing import to_yaml


def required_summary(schema: Schema) -> RequiredSummary:
    """Return what readers of a schema have to set, with values that its rules prove valid.

    Rules of hidden fields count, too. Values that lose hidden fields are no longer proved.

    Raises:
        LimitError: the schema's code took more time or memory than it may.
    """
    least = minimal_of(schema.whole or schema)
    value = shown_value(least.value, schema.root)
    yaml = to_yaml(value) if isinstance(value, Map) and value.items else ""
    return RequiredSummary(
        yaml=yaml,
        proved=not least.violations and to_plain(value) == to_plain(least.value),
        required=sum(1 for _ in _required(schema, schema.root)),
        total=number_below(schema.root),
        required_anywhere=sum(schema.is_required(field) for field, gone in rows(schema.root) if not gone),
        violation=next(iter(least.violations), None),
        has_all_defaults=not any(field.is_optional for field, gone in rows(schema.root) if not gone),
    )


def _required(schema: Schema, field: Field) -> Iterator[Field]:
    """Yield the fields that readers have to set, without those of maps that are absent by default."""
    for below in field.type.fields:
        if below.absent and not below.required:
            continue
        inner = list(_required(schema, below)) if isinstance(schema.default_of(below), Map) else []
        if schema.is_required(below) and not inner:
            yield below
        yield from inner

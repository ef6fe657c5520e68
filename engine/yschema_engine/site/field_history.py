"""What the reference of a schema says about earlier versions."""

from __future__ import annotations

from collections.abc import Callable

from yschema_engine.compare.history import Gone, field_notes, gone_fields
from yschema_engine.outputs.changes.history import gone_phrase, note_phrase
from yschema_engine.schema.schema import Schema
from yschema_engine.show.html.view import GoneField, View
from yschema_engine.site.versions import SchemaVersions
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.paths import Path


def with_history(
    view: View, schema: Schema, versions: SchemaVersions, link: Callable[[str], str], *, is_whole: bool
) -> View:
    """Return a view with the history of fields.

    Args:
        view: the view of a reference.
        schema: the schema that it shows.
        versions: the versions of all schemas.
        link: returns the address of a field, by its anchor.
        is_whole: whether the reference is that of the whole schema, which also lists removed fields.

    Raises:
        EngineError: a version cannot be read.
    """
    steps = versions.steps(schema.name)
    if not steps:
        return view
    anchors = {field.path: schema.anchor(field) for field in schema.root.walk()}
    if versions.has_notes(schema.name):
        notes = field_notes(steps, schema).items()
        view = replace(view, history={anchors[path]: tuple(map(note_phrase, each)) for path, each in notes})
    if is_whole:
        gone = gone_fields(steps, schema)
        view = replace(view, gone=tuple(_shown(each, schema, anchors.get, link) for each in gone))
    return view


def _shown(
    gone: Gone, schema: Schema, anchor: Callable[[Path], str | None], link: Callable[[str], str]
) -> GoneField:
    target = anchor(gone.successor) if gone.successor is not None else None
    return GoneField(
        gone.path.anchor(schema.name),
        str(gone.path),
        gone_phrase(gone),
        str(gone.successor) if gone.successor is not None else "",
        link(target) if target is not None else "",
    )

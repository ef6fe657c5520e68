"""What a page about a version of a custom resource opens with."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.frontends.crd.definition import Definition, Version
from yschema_engine.frontends.kubernetes.resources import get
from yschema_engine.schema.metadata import YES, InputFact, Property, Table
from yschema_engine.text.deferred_classes import replace
from yschema_engine.text.nodes import Array
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, phrase

_VERSION_COLUMNS = (
    ("name", phrase("Version")),
    ("served", phrase("Served")),
    ("storage", phrase("Stored")),
    ("deprecated", phrase("Deprecated")),
)
_COLUMNS = (
    ("name", phrase("Name")),
    ("type", phrase("Type")),
    ("description", phrase("Description")),
    ("jsonPath", phrase("Value")),
    ("priority", phrase("Shown")),
)
_WIDE = phrase("with `-o wide`")


def metadata(definition: Definition, version: Version) -> Iterator[InputFact]:
    """Yield the facts about a version, and about its resource."""
    yield Property("group", phrase("Group"), Verbatim(definition.group))
    yield Property("version", phrase("Version"), Verbatim(version.name))
    if not version.is_served:
        yield Property("served", phrase("Served"), phrase("no: the API server refuses this version"))
    yield Property("kind", phrase("Kind"), Verbatim(definition.kind))
    if definition.scope:
        yield Property("scope", phrase("Scope"), Verbatim(definition.scope))
    if definition.plural:
        yield Property("plural", phrase("Plural"), Verbatim(definition.plural))
    yield from _names("shortNames", phrase("Short names"), definition.short_names)
    yield from _names("categories", phrase("Categories"), definition.categories)
    if version.replicas_path:
        yield Property("scale", phrase("Set by `kubectl scale`"), Verbatim(version.replicas_path))
    yield from _names("selectableFields", phrase("Field selectors"), version.selectable_paths)
    if definition.has_webhook:
        yield Property("conversion", phrase("Conversion"), phrase("a webhook converts between versions"))
    rows = tuple(map(_row, definition.versions))
    yield _without_empty_columns(Table("versions", phrase("Versions"), _VERSION_COLUMNS, rows))
    if rows := tuple(_column_rows(version)):
        yield _without_empty_columns(
            Table("printerColumns", phrase("Columns of `kubectl get`"), _COLUMNS, rows)
        )


def _without_empty_columns(table: Table) -> Table:
    kept = [index for index in range(len(table.columns)) if any(row[index] for row in table.rows)]
    return replace(
        table,
        columns=tuple(table.columns[index] for index in kept),
        rows=tuple(tuple(row[index] for index in kept) for row in table.rows),
    )


def _names(name: str, label: Phrase, names: tuple[str, ...]) -> Iterator[Property]:
    present = tuple(Verbatim(each) for each in names if each)
    if present:
        yield Property(name, label, Listing(present))


def _row(version: Version) -> tuple[Param, ...]:
    deprecated: Param = "" if version.deprecated is None else version.deprecated or YES
    served: Param = YES if version.is_served else ""
    return (Verbatim(version.name), served, YES if version.is_stored else "", deprecated)


def _column_rows(version: Version) -> Iterator[tuple[Param, ...]]:
    columns = version.columns.items if isinstance(version.columns, Array) else ()
    for column in columns:
        texts = {key: get(column.value, key) for key, _ in _COLUMNS}
        path = texts["jsonPath"] or get(column.value, "JSONPath")
        is_wide = isinstance(texts["priority"], int) and texts["priority"] > 0
        if isinstance(texts["name"], str):
            yield (
                texts["name"],
                str(texts["type"] or ""),
                str(texts["description"] or ""),
                Verbatim(str(path)) if path else "",
                _WIDE if is_wide else "",
            )

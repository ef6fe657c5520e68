"""What the documentation of a schema lacks: descriptions, titles, notices of deprecated values."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.model.findings import Finding, Kind, in_source_order, legacy_finding
from yschema_engine.reference import Field, Reference
from yschema_engine.source import Span


def review(reference: Reference) -> list[Finding]:
    """What each data value lacks, in source order; what a fragment declares in several places comes once.

    The findings are warnings of the kinds `undocumented`, `titles` and `deprecated`. Values that have been
    removed lack nothing, and those within them neither.
    """
    found: dict[tuple[Kind | None, Span, str], Finding] = {}
    for field in present(reference.root):
        for finding in _of(field):
            found.setdefault((finding.kind, field.span, field.name), finding)
    return in_source_order(found.values())


def present(field: Field) -> Iterator[Field]:
    """The data values below a field, each before its own, without what has been removed."""
    for child in field.children:
        if child.removed is None:
            yield child
            yield from present(child)


def is_documented(field: Field) -> bool:
    """Whether a data value has a description: its own, or of an array that of its items."""
    return any(level.description.strip() for level in field.levels)


def _of(field: Field) -> Iterator[Finding]:
    if not is_documented(field):
        hint = 'say what it is for, above it: #@schema/desc "…"'
        yield _finding("undocumented", field, "this data value has no description", hint)
    if not field.titled:
        hint = f'write one above it: #@schema/title "{field.title or "…"}"'
        yield _finding("titles", field, "this data value has no title", hint)
    for level in field.levels:
        if level.deprecated is not None and not level.deprecated.strip():
            hint = 'say what to use instead: #@schema/deprecated "…"'
            yield _finding("deprecated", level, "this data value is deprecated without a notice", hint)


def _finding(kind: Kind, field: Field, message: str, hint: str) -> Finding:
    return legacy_finding(
        message, "schema", field.span, path=field.path, hint=hint, severity="warning", kind=kind
    )

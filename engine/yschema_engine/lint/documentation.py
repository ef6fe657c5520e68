"""Findings about missing documentation: descriptions, titles, notices of deprecated fields."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.lint import codes
from yschema_engine.lint.markup_bounds import has_bounded_markup
from yschema_engine.schema.fields import Field
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.titles import title_of
from yschema_engine.text.findings import Code, Finding, finding, in_source_order
from yschema_engine.text.phrases import Phrase, phrase
from yschema_engine.text.source import Span

_AFTER_DASH = phrase(
    'put the dash on a line of its own, and describe the field on the line below it: `#@schema/desc "…"`'
)

_ACCEPT = "yschema:"
_FROM_COMMENT = phrase('turn the comment above it into a description: `#@schema/desc "…"`')


def review(schema: Schema) -> list[Finding]:
    """Return what each field lacks, in source order; a fragment that several places use is reported once.

    The findings are of the kinds `undocumented`, `titles` and `deprecated`. Removed fields, and the fields
    below them, need no documentation.
    """
    findings: dict[tuple[Code, Span, str], Finding] = {}
    for field in present(schema.root):
        for lacking in _lacking(field):
            findings.setdefault((lacking.code, field.span, field.name), lacking)
    return in_source_order(findings.values())


def unbounded_descriptions(schema: Schema) -> list[Finding]:
    """Return the descriptions that pages show without their markup, in source order."""
    findings = {
        level.span: finding(codes.DESCRIPTION_TOO_COMPLEX, level.span, path=level.path)
        for field in (schema.root, *schema.root.walk())
        for level in field.levels
        for text in (level.description, level.deprecated, level.removed)
        if text and not has_bounded_markup(text)
    }
    return in_source_order(findings.values())


def present(field: Field) -> Iterator[Field]:
    """Return the fields below one, each before its own, without those that have been removed."""
    for child in field.children:
        if child.removed is None:
            yield child
            yield from present(child)


def is_documented(field: Field) -> bool:
    """Return whether a field has a description: its own, or for an array that of its items."""
    return any(level.description.strip() for level in field.levels)


def _lacking(field: Field) -> Iterator[Finding]:
    if not is_documented(field):
        yield finding(codes.UNDOCUMENTED, field.span, path=field.path, hint=_where(field.span))
    if not field.title:
        yield finding(codes.UNTITLED, field.span, path=field.path, title=title_of(field) or "…")
    for level in field.levels:
        if level.deprecated is not None and not level.deprecated.strip():
            yield finding(codes.DEPRECATED_WITHOUT_NOTICE, level.span, path=level.path)


def _where(span: Span) -> Phrase | None:
    """Return where to write a description; None for the usual place."""
    if span.text.lstrip().startswith("-"):
        return _AFTER_DASH
    return _FROM_COMMENT if _has_comment_above(span) else None


def _has_comment_above(span: Span) -> bool:
    """Return whether a comment for readers is among the comments and annotations directly above a line."""
    number = span.line - 1
    while (text := span.source.line(number).strip()).startswith("#"):
        if not text.startswith("#@") and _ACCEPT not in text:
            return True
        number -= 1
    return False

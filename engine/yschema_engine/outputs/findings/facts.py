"""The facts of a finding besides its message, as phrases with headings."""

from __future__ import annotations

from collections.abc import Iterator

from yschema_engine.text.findings import Finding
from yschema_engine.text.phrases import ENGLISH, Param, Phrase, phrase
from yschema_engine.text.source import Span


def facts(finding: Finding) -> Iterator[tuple[Phrase, Param]]:
    """Yield what was found, what is expected, and the broken rule with its condition, but not the hint."""
    found, expected, rule = (finding.fact(name) for name in ("found", "expected", "rule"))
    declared, by = (_elsewhere(finding.place(name), finding.span) for name in ("declared", "by"))
    if found:
        yield phrase("found"), found
    if expected and declared:
        yield phrase("expected"), phrase("{fact} (declared at {place})", fact=expected, place=declared)
    elif expected:
        yield phrase("expected"), expected
    elif declared:
        yield phrase("declared"), str(finding.place("declared"))
    if rule:
        place = phrase("{fact} (given at {place})", fact=rule, place=by) if by else rule
        yield phrase("rule"), place
    if condition := finding.fact("when"):
        yield phrase("when"), condition


def english(finding: Finding, name: str) -> str:
    """Return a fact such as `message` in English; empty if the finding lacks it."""
    return ENGLISH.text(finding.fact(name))


def _elsewhere(span: Span | None, here: Span | None) -> Param:
    """Return a place as it is named beside another one; `""` if it is the same, or not known."""
    if span is None or span == here:
        return ""
    if here is not None and here.file == span.file:
        return phrase("line {line}", line=str(span.line))
    return str(span)

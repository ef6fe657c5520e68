"""Findings as texts that code can catch with `assert.try_to`."""

from __future__ import annotations

from yschema_engine.text.findings import Finding
from yschema_engine.text.phrases import ENGLISH


def error_text(problem: Finding) -> str:
    """Return a finding in one line of English: its place, its path, what is wrong and what was found."""
    place = f"{problem.span}: " if problem.span and problem.span.source.text else ""
    path = f"{problem.path_text}: " if problem.path_text else ""
    facts = (ENGLISH.text(problem.fact(name)) for name in ("message", "found"))
    return f"{place}{path}{': '.join(filter(None, facts))}"

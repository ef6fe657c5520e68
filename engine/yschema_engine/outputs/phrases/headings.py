"""Headings for facts about a field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from yschema_engine.text.phrases import Phrase, counted, phrase


def rules_heading(rules: Sequence[Any]) -> Phrase:
    """Return what rules without a condition are called: `Allowed` before sets of values only."""
    if all(rule.values for rule in rules):
        return phrase("Allowed")
    return counted("Rule", "Rules", len(rules))


def items_phrase(depth: int) -> Phrase:
    """Return what the items of an array are called.

    Args:
        depth: 1 for the items of the array, 2 for the items of these, and so on.
    """
    if depth == 1:
        return phrase("Each item")
    return phrase("Each item at level {depth}", depth=depth)

"""What facts about a field are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from yschema_engine.model.phrases import Phrase, counted, phrase


def rules_heading(rules: Sequence[Any]) -> Phrase:
    """Return what rules without a condition are called: `Allowed` before sets of values only."""
    if all(rule.values for rule in rules):
        return phrase("Allowed")
    return counted("Rule", "Rules", len(rules))

"""Changes as one JSON object."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from yschema_engine.compare.changes import Change, Side
from yschema_engine.compare.gate import Accepted
from yschema_engine.text.phrases import ENGLISH


def as_json(changes: Sequence[Change], accepted: Sequence[tuple[Change, Accepted]]) -> str:
    """Return the changes, and those that a file accepts with their reasons."""
    findings = [plain_change(change) for change in changes]
    findings += [{**plain_change(change), "accepted": entry.reason} for change, entry in accepted]
    return json.dumps({"findings": findings}, ensure_ascii=False, indent=2, default=str) + "\n"


def plain_change(change: Change) -> dict[str, Any]:
    """Return a change as plain values."""
    plain: dict[str, Any] = {
        "code": change.code.name,
        "axis": change.code.axis,
        "level": change.code.level,
        "path": change.path_text,
        "message": ENGLISH.text(change.message),
        "old": _side(change.old),
        "new": _side(change.new),
        "proved": change.is_proved,
        "witness": None if change.witness is None else change.witness.values,
        "fingerprint": change.fingerprint,
    }
    if change.witness is not None:
        plain["acceptedBy"] = change.witness.accepted_by
    if change.remedy:
        plain["remedy"] = change.remedy
    if change.successors:
        plain["successors"] = [
            {"path": str(each.path), "certain": each.is_certain, "reasons": list(each.reasons)}
            for each in change.successors
        ]
    return plain


def _side(side: Side | None) -> dict[str, Any] | None:
    if side is None:
        return None
    span = side.span
    return {"value": side.value, "file": span.file if span else None, "line": span.line if span else None}

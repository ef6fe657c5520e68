"""Findings as JSON objects, whose keys `docs/reference/finding.schema.json` describes."""

from __future__ import annotations

import json
from collections.abc import Mapping

from yschema_engine.outputs.findings.facts import english
from yschema_engine.text.findings import Finding
from yschema_engine.text.source import Span


def as_json_line(finding: Finding) -> str:
    """Return a finding as an object on one line, without the keys that have no value."""
    d = finding
    keys = {
        "code": d.code.name,
        "severity": d.severity,
        "stage": d.stage,
        "kind": d.kind,
        "message": english(d, "message"),
        "path": d.path_text,
        **_place(d.span),
        "found": english(d, "found"),
        "expected": english(d, "expected"),
        "declared": str(d.place("declared") or ""),
        "rule": english(d, "rule"),
        "by": str(d.place("by") or ""),
        "when": english(d, "when"),
        "hint": english(d, "hint"),
        "related": [{"message": str(words), **_place(span)} for words, span in d.related],
    }
    return json_text({key: value for key, value in keys.items() if value not in ("", None, [])})


def json_text(value: object, indent: int | None = None) -> str:
    """Return a value as JSON for a log."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return text.replace("##", "#\\u0023")  # of old workflow commands of GitHub, which need not begin a line


def _place(span: Span | None) -> Mapping[str, object]:
    if span is None:
        return {}
    columns = {"column": span.column, "endColumn": span.end}
    return {"file": span.file, "line": span.line, **{key: value for key, value in columns.items() if value}}

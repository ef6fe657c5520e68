"""Changes as findings, for the reports that have a format of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from yschema_engine.compare.changes import Change, Level
from yschema_engine.text.findings import Code, Finding, FindingParam, Severity

_SEVERITIES: Mapping[Level, Severity] = MappingProxyType({"breaking": "error", "effect": "warning"})


def as_findings(changes: Sequence[Change]) -> Iterator[Finding]:
    """Yield breaking changes as errors, and changes of effect as warnings; reports have no lower level."""
    for change in changes:
        if severity := _SEVERITIES.get(change.code.level):
            code = Code(change.code.name, "schema", change.code.message, severity=severity)
            yield Finding(code, change.span, change.path, _params(change), severity=severity)


def _params(change: Change) -> Mapping[str, FindingParam]:
    """Return what the new version says as found, and what the old version says as expected."""
    sides = {"found": change.new, "expected": change.old}
    said = {name: side.words for name, side in sides.items() if side is not None and side.words}
    hint = {"hint": change.remedy} if change.remedy else {}
    return {**change.params, **said, **hint}

"""Findings as a Code Quality report of GitLab (https://docs.gitlab.com/ci/testing/code_quality/)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from yschema_engine.outputs.findings.fingerprints import fingerprints
from yschema_engine.outputs.findings.json import json_text
from yschema_engine.outputs.findings.summary import summary
from yschema_engine.text.findings import Finding, Severity
from yschema_engine.text.printable import printable

_SEVERITIES: Mapping[Severity, str] = MappingProxyType({"error": "major", "warning": "minor"})


def as_gitlab(findings: Sequence[Finding], place: Callable[[str], str] = str) -> str:
    """Return the report, a list of JSON objects.

    Args:
        findings: in order.
        place: the path in the repository of a file that findings name.
    """
    marked = zip(findings, fingerprints(findings, place), strict=True)
    issues = [_issue(finding, fingerprint, place) for finding, fingerprint in marked]
    return json_text(issues, indent=2) + "\n"


def _issue(finding: Finding, fingerprint: str, place: Callable[[str], str]) -> dict[str, object]:
    span = finding.span
    return {
        "description": printable(summary(finding)),
        "check_name": finding.code.name,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {"path": place(span.file) if span else "", "lines": {"begin": span.line if span else 1}},
    }

"""Defaults that break their own schema: the schema is where they are reported, not each use of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from yschema_engine.compiled.documents import INVALID_DEFAULT
from yschema_engine.schema.schema import Schema
from yschema_engine.text.findings import Finding
from yschema_engine.text.paths import OpenKey, Path


def without_known_defaults(findings: Iterable[Finding], schema: Schema) -> Iterator[Finding]:
    """Yield the findings about values, except those about defaults that findings about the schema report."""
    known = [(each.path, each.span) for each in schema.findings if each.code is INVALID_DEFAULT]
    for each in findings:
        is_known = any(
            path is not None and span is not None and _is_in_default(each, path, span.file)
            for path, span in known
        )
        if not is_known:
            yield each


def _is_in_default(finding: Finding, path: Path, file: str) -> bool:
    """Return whether a finding is about the default of the field at a path, which a file declares."""
    if finding.path is None or finding.span is None or finding.span.file != file:
        return False
    steps = finding.path.field
    return len(steps) >= len(path) and all(
        isinstance(declared, OpenKey) or declared == step for declared, step in zip(path, steps, strict=False)
    )

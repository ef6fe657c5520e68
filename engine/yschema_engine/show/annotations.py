"""Findings for forges: as a Code Quality report of GitLab, their fingerprints, and paths in a repository."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from yschema_engine.show.findings import english, json_text, summary
from yschema_engine.text.findings import Finding, Severity
from yschema_engine.text.printable import printable


def fingerprints(findings: Sequence[Finding], place: Callable[[str], str]) -> Iterator[str]:
    """Yield a fingerprint for each finding, each only once.

    A fingerprint depends on the code, the file and the path of the field, so that it stays the same if
    lines move. For a finding without a field, the text of its line counts instead.

    Args:
        findings: in order.
        place: the path in the repository of a file that findings name.
    """
    numbers: Counter[str] = Counter()
    for finding in findings:
        key = _key(finding, place)
        text = f"{key}\0{numbers[key]}" if numbers[key] else key
        numbers[key] += 1
        yield sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _key(finding: Finding, place: Callable[[str], str]) -> str:
    span = finding.span
    line = span.text.strip() if span else english(finding, "message")
    return "\0".join([finding.code.name, place(span.file) if span else "", finding.path_text or line])


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


def in_repository(name: str, environment: Mapping[str, str] = os.environ) -> str:
    """Return the path of a file from the top of its repository, with forward slashes.

    Args:
        name: the file's name in reports: its path, from the current folder where it lies below that.
        environment: variables; `GITHUB_WORKSPACE` has the top where there is no folder `.git`.

    Returns:
        The path; the name itself where there is no such file, or no repository around it.
    """
    try:
        path = Path(name).absolute()
        is_file = path.is_file()
    except OSError:  # the current folder has been removed, or the name is too long
        return name
    if not is_file:
        return name
    top = _top(path, environment.get("GITHUB_WORKSPACE", ""))
    return name if top is None else path.relative_to(top).as_posix()


def _top(path: Path, workspace: str) -> Path | None:
    parents = list(path.parents)
    # A submodule and a work tree have a file `.git`. The one is in the repository around it, which is the one
    # that messages are shown for; around the other there is none.
    for is_there in (Path.is_dir, Path.is_file):
        for parent in parents:
            if is_there(parent / ".git"):
                return parent
    return Path(workspace) if workspace and Path(workspace) in parents else None

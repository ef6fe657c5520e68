"""Places and annotations in the formats of forges, and paths relative to the repository."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from yschema_engine.text.findings import Severity
from yschema_engine.text.printable import Printable, filled, printable, printable_json
from yschema_engine.text.source import Span


def json_text(value: object, indent: int | None = None) -> Printable:
    """Return a value as JSON for a log."""
    text = printable_json(json.dumps(value, ensure_ascii=False, indent=indent, default=str))
    # Old workflow commands of GitHub begin with `##`, anywhere in a line.
    return Printable(text.replace("##", "#\\u0023"))


def json_place(span: Span | None) -> Mapping[str, object]:
    """Return the file, the line and the columns of a span; nothing without one."""
    if span is None:
        return {}
    columns = {"column": span.column, "endColumn": span.end}
    return {"file": span.file, "line": span.line, **{key: value for key, value in columns.items() if value}}


def place_text(span: Span) -> str:
    """Return a place with its column, if that is known: `values.yaml:3:5`."""
    return f"{span}:{span.column}" if span.column else str(span)


def workflow_command(severity: Severity, span: Span | None, title: str, text: str) -> Printable:
    """Return a workflow command of GitHub, which annotates a line.

    Args:
        severity: the severity.
        span: of what it is about.
        title: its title.
        text: its text; by default the title.
    """
    at = filled(" file={},{},", _property(in_repository(span.file)), _range(span)) if span else Printable(" ")
    command = printable("notice" if severity == "note" else severity)
    return filled("::{}{}title={}::{}", command, at, _property(title), _escape(text or title))


def _range(span: Span) -> Printable:
    """Return the properties of an annotation for a span; both columns are inclusive."""
    if not span.column:
        return printable(f"line={span.line}")
    end = f",endLine={span.line},endColumn={span.end - 1}" if span.end > span.column else ""
    return printable(f"line={span.line},col={span.column}{end}")


def _escape(text: str) -> Printable:
    return Printable("%0A".join(map(printable, text.replace("%", "%25").split("\n"))))


def _property(text: str) -> Printable:
    return Printable(_escape(text).replace(":", "%3A").replace(",", "%2C"))


_OF_GITLAB: Mapping[Severity, str] = {"error": "major", "warning": "minor", "note": "info"}


def code_quality(issues: Iterable[tuple[str, str, str, Severity, Span | None]]) -> Printable:
    """Return a Code Quality report of GitLab, a list of JSON objects.

    Args:
        issues: for each a description, the name of its code, its fingerprint, its severity, and its span.
    """
    entries = [
        {
            "description": description,
            "check_name": code,
            "fingerprint": fingerprint,
            "severity": _OF_GITLAB[severity],
            "location": {
                "path": in_repository(span.file) if span else "",
                "lines": {"begin": span.line if span else 1},
            },
        }
        for description, code, fingerprint, severity, span in issues
    ]
    return filled("{}\n", json_text(entries, indent=2))


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
